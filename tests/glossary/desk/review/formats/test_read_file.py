"""Reviewers' files: their kind, and what the page exports; what is at fault is reported in one line."""

from __future__ import annotations

import codecs
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossary.decisions.decision import ACTIONS, Answer, Answers, ReviewError
from glossary.desk.review.formats import report_json
from glossary.desk.review.formats.read_file import read

ID, OTHER = "0d9d4640bd6f2438", "c3cfee6e88367743"
WHEN = "2026-11-22T14:05:00Z"


def exported(*decisions: object, **more: object) -> bytes:
    """What the page exports, with some of it changed."""
    file = {"format": "taiyaku-decisions", "version": 1, "build": "0123456789ab", "who": "Mei", "exported": WHEN}
    return json.dumps({**file, "decisions": decisions, **more}, ensure_ascii=False).encode()


def decision(**more: object) -> dict[str, object]:
    return {"finding": ID, "action": "accept", "when": WHEN, "why": "", "words": "", **more}


def refused(data: bytes) -> str:
    """The line that a file is refused with, without its name."""
    with pytest.raises(ReviewError) as error:
        read("mei.json", data)
    line = str(error.value)
    assert line.startswith("mei.json: ") and "\n" not in line and len(line) < 250
    return line.removeprefix("mei.json: ")


def test_export_of_the_page_is_read():
    decisions = decision(why="见原文", words="算子"), decision(finding=OTHER, action="discuss", when="")
    assert read("mei.json", exported(*decisions)) == Answers(
        (
            Answer(ID, "accept", "Mei", WHEN, "见原文", "算子", place="decision 1"),
            Answer(OTHER, "discuss", "Mei", "", place="decision 2"),
        ),
        (),
        "0123456789ab",
    )


@pytest.mark.parametrize("action_name", ACTIONS)
def test_each_action_is_read(action_name):
    assert [answer.action for answer in read("x", exported(decision(action=action_name))).answers] == [action_name]


def test_who_may_be_missing():
    assert read("x", exported(decision(), who=None)).answers[0].who == ""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_encoding_is_utf8_or_recognised_by_its_mark(encoding):
    data = exported(decision(why="术语 😀")).decode().encode(encoding)
    assert [answer.why for answer in read("x", data).answers] == ["术语 😀"]


def test_big_endian_is_recognised_by_its_mark():
    data = codecs.BOM_UTF16_BE + exported(decision(why="术语")).decode().encode("utf-16-be")
    assert [answer.why for answer in read("x", data).answers] == ["术语"]


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (
            exported(decision(why="术语")).decode().encode("gb18030"),
            "is not UTF-8 (line 1); save it as UTF-8, or export it from the page again",
        ),
        (
            exported(decision()).decode().encode("utf-16-le"),
            "is UTF-16 without a byte order mark; save it as UTF-8, or export it from the page again",
        ),
        (codecs.BOM_UTF16_LE + b"{\x00}", "is not UTF-16 (line 1); save it as UTF-8, or export it from the page again"),
        (exported(decision())[:-9], "is broken JSON at line 1, column 231; export it from the page again"),
        (b"{" * 100_000, "is broken JSON at line 1, column 2; export it from the page again"),
        (b'{"a":' * 100_000, "is JSON nested too deeply to be one of ours; export it from the page again"),
        (b"[" * 100_000, "is JSON nested too deeply to be one of ours; export it from the page again"),
        (b"[]", 'is JSON, but does not begin with "format": "taiyaku-decisions"; hand in what the page exports'),
        (b"{}", 'is JSON, but does not begin with "format": "taiyaku-decisions"; hand in what the page exports'),
        (
            exported(format="other"),
            'is JSON, but does not begin with "format": "taiyaku-decisions"; hand in what the page exports',
        ),
        (exported(version=7), "has version '7', known is 1; use the taiyaku that made the page"),
        (
            exported(version=int("9" * 4000)),
            f"has version '{'9' * 40}…', known is 1; use the taiyaku that made the page",
        ),
        (exported(decisions=None), "has no list of 'decisions'; export it from the page again"),
        (exported(decisions={}), "has no list of 'decisions'; export it from the page again"),
        (
            exported().replace(b'"decisions"', b'"decisions": [1], "decisions"'),
            "has 'decisions' twice; export it from the page again",
        ),
        (exported(build=["x"]), "'build' is a list, not a text; export it from the page again"),
    ],
)
def test_file_that_is_no_export_is_refused(data, line):
    assert refused(data) == line


@pytest.mark.parametrize(
    ("faulty", "line"),
    [
        (7, "is no object; export it from the page again"),
        ([], "is no object; export it from the page again"),
        ({}, "has no 'finding'; export it from the page again"),
        (decision(finding=" \n"), "has no 'finding'; export it from the page again"),
        (decision(action=""), "has no 'action'; export it from the page again"),
        (decision(action="acept"), "'acept' is no decision; the nearest is accept"),
        (
            decision(action="x" * 9_999),
            f"'{'x' * 40}…' is no decision; use one of accept, reject, admit, prefer, wrong, exclude, discuss",
        ),
        (decision(action={"a": 1}), "'action' is an object, not a text; export it from the page again"),
        (decision(action=True), "'action' is true or false, not a text; export it from the page again"),
        (decision(words=["a"]), "'words' is a list, not a text; export it from the page again"),
    ],
)
def test_decision_at_fault_is_reported_and_the_others_are_kept(faulty, line):
    answers = read("x", exported(faulty, decision(finding=OTHER)))
    assert answers.problems == (f"decision 1: {line}",)
    assert [answer.finding_id for answer in answers.answers] == [OTHER]


def test_number_of_a_million_digits_is_a_text_like_any_other():
    data = exported(decision()).replace(b'"why": ""', b'"why": ' + b"9" * 1_000_000)
    answers = read("x", data)
    assert [len(answer.why) for answer in answers.answers] == [1_000_000]


def test_key_that_stands_twice_is_reported_where_its_values_differ():
    data = exported(decision(), decision(finding=OTHER)).replace(
        b'"action": "accept"', b'"action": "reject", "action": "accept"', 1
    )
    answers = read("x", data)
    assert answers.problems == ("decision 1: 'action' stands there twice, as 'reject' and 'accept'; keep one",)
    assert [answer.finding_id for answer in answers.answers] == [OTHER]


def test_unknown_key_is_reported_and_the_decision_kept():
    answers = read("x", exported(decision(comment="为什么")))
    assert answers.problems == ("decision 1: 'comment' is no key of a decision, and is not read",)
    assert len(answers.answers) == 1


def test_finding_decided_twice_is_reported_naming_both():
    answers = read("x", exported(decision(), decision(finding=OTHER), decision(action="reject")))
    assert answers.problems == (
        f"decision 1 and decision 3: finding '{ID}' is decided twice (accept and reject); keep one",
    )
    assert [answer.finding_id for answer in answers.answers] == [OTHER]


def test_finding_decided_twice_alike_counts_once():
    answers = read("x", exported(decision(), decision()))
    assert (answers.problems, [answer.place for answer in answers.answers]) == ((), ["decision 1"])


def test_finding_decided_twice_in_other_words_is_reported():
    answers = read("x", exported(decision(words="算子"), decision(words="运算符")))
    assert answers.problems == (
        f"decision 1 and decision 2: finding '{ID}' is decided twice (accept in different words); keep one",
    )
    assert answers.answers == ()


@pytest.mark.parametrize(
    ("time", "expected"),
    [
        ("2026-11-22T14:05:00.123Z", WHEN),
        ("2026-11-22T22:05:00+08:00", WHEN),
        (" 2026-11-22T14:05:00Z ", WHEN),
        ("", ""),
        (None, ""),
    ],
)
def test_time_is_kept_in_utc(time, expected):
    answers = read("x", exported(decision(when=time)))
    assert ([answer.when for answer in answers.answers], answers.problems) == ([expected], ())


@pytest.mark.parametrize(
    ("time", "line"),
    [
        ("yesterday", "'yesterday' is no time; write it like 2026-11-22T14:05:00Z"),
        ("22.11.2026", "'22.11.2026' is no time; write it like 2026-11-22T14:05:00Z"),
        ("2026-11-22T14:05:00", "'2026-11-22T14:05:00' does not say its zone; write it like 2026-11-22T14:05:00Z"),
        ("0001-01-01T00:00:00+14:00", "'0001-01-01T00:00:00+14:00' is no time; write it like 2026-11-22T14:05:00Z"),
        ("\x1b[31m", "'\\x1b[31m' is no time; write it like 2026-11-22T14:05:00Z"),
        (20261122, "'20261122' does not say its zone; write it like 2026-11-22T14:05:00Z"),
        ([], "'when' is a list, not a text; export it from the page again"),
    ],
)
def test_strange_time_is_reported_and_the_decision_kept(time, line):
    answers = read("x", exported(decision(when=time)))
    assert answers.problems == (f"decision 1: 'when': {line}; the decision counts as made now",)
    assert [(answer.finding_id, answer.when) for answer in answers.answers] == [(ID, "")]


@pytest.mark.parametrize(
    ("name", "expected", "problems"),
    [
        ("  李  梅 ", "李 梅", ()),
        ("Mei\x00\x1b[31m", "Mei[31m", ("who: 'Mei\\x00\\x1b[31m' is no plain name; read as 'Mei[31m'",)),
        ("x" * 10_000, "x" * 100, ("who: a name of 10,000 characters; the first 100 are kept",)),
        (["Mei"], "", ("'who' is a list, not a text; export it from the page again",)),
    ],
)
def test_name_is_one_plain_line(name, expected, problems):
    answers = read("x", exported(decision(), who=name))
    assert ([answer.who for answer in answers.answers], answers.problems) == ([expected], problems)


def test_lone_surrogates_do_not_get_in():
    answers = read("x", exported(decision()).replace(b'"why": ""', b'"why": "\\ud800 \\ud83d\\ude00"'))
    assert [answer.why for answer in answers.answers] == ["\ufffd 😀"]


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", "is empty; hand in the packet's .xlsx or .xliff file, or the .json file that the page exports"),
        (b" \r\n\t", "is empty; hand in the packet's .xlsx or .xliff file, or the .json file that the page exports"),
        (
            b"finding,decision\n1,accept\n",
            "is neither XLSX nor JSON nor XLIFF; hand in the packet's .xlsx or .xliff file, or the .json file that the page exports",
        ),
        (
            b"\x89PNG\r\n\x1a\n",
            "is neither XLSX nor JSON nor XLIFF; hand in the packet's .xlsx or .xliff file, or the .json file that the page exports",
        ),
        (
            b"<?xml version='1.0'?><tmx/>",
            "is neither XLSX nor JSON nor XLIFF; hand in the packet's .xlsx or .xliff file, or the .json file that the page exports",
        ),
        (b"<!DOCTYPE html><html></html>", "is the page itself; open it, press Export, and hand in the .json file"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
            "is no .xlsx file but of Excel before 2007 (.xls); save it as .xlsx",
        ),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            "has a password; save it without one",
        ),
    ],
)
def test_other_files_are_refused_with_a_remedy(data, line):
    assert refused(data) == line


@pytest.mark.parametrize("name", ["mei.xlsx", "mei.txt", "", "mei\x1b[31m.json"])
def test_kind_is_recognised_by_content_not_by_name(name):
    assert len(read(name, exported(decision())).answers) == 1


def test_name_of_the_file_cannot_steer_a_terminal():
    with pytest.raises(ReviewError, match=r"^mei\\x1b\[31m\.json: is empty"):
        read("mei\x1b[31m.json", b"")


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda of: st.lists(of) | st.dictionaries(st.text(), of),
    max_leaves=8,
)


@given(
    st.dictionaries(
        st.sampled_from(["finding", "action", "when", "why", "words", "text"]),
        JSON | st.sampled_from([*ACTIONS, ID, WHEN]),
    )
)
def test_any_decision_is_an_answer_or_a_problem(any_decision):
    answers = report_json.read(exported(any_decision))
    assert answers.answers or answers.problems
    assert all("\n" not in line for line in answers.problems)


@given(
    st.binary(max_size=200)
    | st.builds(
        lambda head, rest: head + rest,
        st.sampled_from([b"{", b"<xliff", b"PK\x03\x04", b"\xff\xfe", b"PK\x05\x06"]),
        st.binary(max_size=100),
    )
)
def test_any_bytes_are_refused_in_one_line(data):
    assert refused(data)
