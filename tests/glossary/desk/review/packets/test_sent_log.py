"""What was sent: the file that keeps it, and what is new since."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from glossary.decisions.decision import Question, ReviewError
from glossary.desk.review.packets.row import Packet, PacketRow
from glossary.desk.review.packets.sent_log import SentPacket, next_id, read, sent_log_text, unsent

ASKED = Question(
    finding_id="0011223344556677", rule="T101", concept_id="library", lang="zh", path="a/zh.md", surface="图书馆",
    marks=("aaaa", "bbbb"), sure=0.9, target="这个图书馆很快。", source="A library is fast.",
)  # fmt: skip
HEAD = '{"format": "taiyaku-packet", "version": 1, "packet": "zh-0003", "build": "3f2a9c11d0e4", "signature": "taiyaku:0", "lang": "zh"}'  # fmt: skip
LINE = (
    '{"finding_id": "0011223344556677", "rule": "T101", "concept_id": "library", "lang": "zh", "path": "a/zh.md", '
    '"surface": "图书馆", "marks": ["aaaa", "bbbb"], "sure": 0.9, "target": "这个图书馆很快。", '
    '"source": "A library is fast."}'
)
TURNED = "mark\u202e"
HALF = "\\ud800"  # of a character, as JSON can spell it
BACK = "restore it from version control"


def _packet(*questions: Question) -> Packet:
    rows = tuple(
        PacketRow(question, number, "", "major", 0.9, "", (), "", 1, "", "", "", (), (), "")
        for number, question in enumerate(questions, 1)
    )
    return Packet("zh-0003", "3f2a9c11d0e4", "taiyaku:0", "zh", "zh-CN", rows)


def _sent(*questions: Question) -> SentPacket:
    return SentPacket("zh-0003", "3f2a9c11d0e4", "taiyaku:0", "zh", questions)


def test_a_packet_is_kept_as_a_head_and_a_line_for_each_finding() -> None:
    assert sent_log_text(_packet(ASKED)) == f"{HEAD}\n{LINE}\n"


def test_nothing_asked_is_a_head_alone() -> None:
    assert sent_log_text(_packet()) == f"{HEAD}\n"
    assert read(f"{HEAD}\n", "zh-0003.jsonl") == _sent()


@pytest.mark.parametrize(
    "surface", ["😀𠮷", '"引号"\\', "行\n行\r\n行", "\u2028\u2029\x85\x0b\x1c", "\u202e\ufeff\x00", ""]
)
def test_what_was_written_is_read_again(surface: str) -> None:
    other = replace(ASKED, finding_id="other", surface=surface, target=surface, marks=(), sure=1.0)
    assert read(sent_log_text(_packet(ASKED, other)), "zh-0003.jsonl") == _sent(ASKED, other)


@pytest.mark.parametrize("text", [f"\ufeff{HEAD}\r\n{LINE}\r\n", f"\n{HEAD}\n\n{LINE}", f"{HEAD}\n {LINE}\n\n"])
def test_what_editors_and_version_control_change_does_no_harm(text: str) -> None:
    assert read(text, "zh-0003.jsonl") == _sent(ASKED)


def _line(**changed: Any) -> str:
    return json.dumps({**json.loads(LINE), **changed}, ensure_ascii=False)


def _head(**changed: Any) -> str:
    return json.dumps({**json.loads(HEAD), **changed}, ensure_ascii=False)


def _without(line: str, *names: str) -> str:
    return json.dumps({name: value for name, value in json.loads(line).items() if name not in names})


BROKEN = [
    ("", f"p.jsonl: empty, where a packet should be; {BACK}"),
    ("\n \n", f"p.jsonl: empty, where a packet should be; {BACK}"),
    ("{", f"p.jsonl:1: not JSON: Expecting property name enclosed in double quotes (column 2); {BACK}"),
    (f"{HEAD}\n<<<<<<< ours\n", f"p.jsonl:2: merged with conflicts; {BACK}"),
    (f"{HEAD}\n{LINE[:48]}\n", f"p.jsonl:2: not JSON: Unterminated string starting at (column 44); {BACK}"),
    (f"{HEAD}\n[]\n", f"p.jsonl:2: no object in braces; {BACK}"),
    ("[" * 100_000, "p.jsonl:1: not JSON: "),
    ("9" * 10_000, "p.jsonl:1: not JSON: "),
    (f"{LINE}\n", f"p.jsonl:1: no head of a packet (format taiyaku-packet); {BACK}"),
    (_head(format="taiyaku-decisions"), f"p.jsonl:1: no head of a packet (format taiyaku-packet); {BACK}"),
    (_head(version=2), "p.jsonl:1: version 2, where 1 is known; use the taiyaku that wrote it"),
    (_head(version="\n"), "p.jsonl:1: version '\\n', where 1 is known; use the taiyaku that wrote it"),
    (_without(HEAD, "build", "lang"), f"p.jsonl:1: lacks build, lang; {BACK}"),
    (_head(sender="x\n"), f"p.jsonl:1: does not know sender; {BACK}"),
    (_head(build=7), f"p.jsonl:1: packet, build, signature, lang are not all texts; {BACK}"),
    (_head(lang="fr"), f"p.jsonl:1: lang is none of en, zh, ja; {BACK}"),
    (f"{HEAD}\n{_without(LINE, 'marks')}", f"p.jsonl:2: lacks marks; {BACK}"),
    (f"{HEAD}\n{_line(**{TURNED: 1})}", f"p.jsonl:2: does not know mark\\u202e; {BACK}"),
    (f"{HEAD}\n{_line(surface=None)}", f"p.jsonl:2: surface is no text; {BACK}"),
    (f"{HEAD}\n{LINE.replace('图书馆', HALF, 1)}", f"p.jsonl:2: surface is no text; {BACK}"),
    (f"{HEAD}\n{LINE.replace('bbbb', HALF)}", f"p.jsonl:2: marks is no list of fingerprints; {BACK}"),
    (HEAD.replace("zh-0003", HALF), f"p.jsonl:1: packet, build, signature, lang are not all texts; {BACK}"),
    (f"{HEAD}\n{_line(marks='aaaa')}", f"p.jsonl:2: marks is no list of fingerprints; {BACK}"),
    (f"{HEAD}\n{_line(marks=[1])}", f"p.jsonl:2: marks is no list of fingerprints; {BACK}"),
    (f"{HEAD}\n{_line(sure=1.5)}", f"p.jsonl:2: sure is no number from 0 to 1; {BACK}"),
    (f"{HEAD}\n{_line(sure=10**400)}", f"p.jsonl:2: sure is no number from 0 to 1; {BACK}"),
    (f"{HEAD}\n{_line(sure=float('nan'))}", f"p.jsonl:2: sure is no number from 0 to 1; {BACK}"),
    (f"{HEAD}\n{_line(sure=True)}", f"p.jsonl:2: sure is no number from 0 to 1; {BACK}"),
    (f"{HEAD}\n{_line(lang='ja')}", f"p.jsonl:2: lang is ja in a packet of zh; {BACK}"),
    (f"{HEAD}\n{LINE}\n\n{LINE}", f"p.jsonl:4: finding 0011223344556677 stands in line 2 already; {BACK}"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_a_broken_file_is_reported_with_its_line_and_remedy(text: str, message: str) -> None:
    with pytest.raises(ReviewError) as raised:
        read(text, "p.jsonl")
    assert str(raised.value).startswith(message)
    assert str(raised.value).endswith((BACK, "use the taiyaku that wrote it"))
    assert "\n" not in str(raised.value)


def test_the_name_of_a_file_breaks_no_line() -> None:
    with pytest.raises(ReviewError, match=r"^a\\nb\.jsonl: empty"):
        read("", "a\nb.jsonl")


def _marked(*marks: str, finding_id: str = "f") -> Question:
    return replace(ASKED, finding_id=finding_id, marks=marks)


@pytest.mark.parametrize(
    ("sent", "marks", "new"),
    [
        ([], ("a",), [0]),
        ([_marked("a")], ("a",), []),
        ([_marked("a", "b")], ("b",), []),
        ([_marked("a")], ("a", "b"), [1]),
        ([_marked("a"), _marked("b")], ("b", "a"), []),
        ([_marked("a")], ("b",), [0]),
        ([_marked("a", finding_id="another")], ("a",), [0]),
        ([_marked("a")], ("a", "a"), [1]),  # the same line once more in the document
        ([_marked("a", "a")], ("a", "a"), []),
        ([_marked("a"), _marked("a")], ("a", "a"), [1]),  # one place, sent twice
    ],
)
def test_places_are_new_that_were_neither_sent_nor_decided(
    sent: list[Question], marks: tuple[str, ...], new: list[int]
) -> None:
    question = _marked(*marks)
    expected = {"f": new} if new else {}
    assert unsent([question], [_sent(earlier) for earlier in sent]) == expected
    assert unsent([question], [], sent) == expected


def test_places_that_a_decision_left_out_are_asked_about_again_in_the_next_build() -> None:
    sent, decided, question = [_sent(_marked("a", "b", "c"))], [_marked("b")], _marked("a", "b", "c")
    assert unsent([question], sent, decided, "another build") == {"f": [0, 2]}
    sent_twice = [*sent, _sent(_marked("a", "c"))]
    assert unsent([question], sent_twice, decided, "another build") == {}
    assert unsent([question], sent, decided, sent[0].build_id) == {}


def test_what_was_sent_and_what_was_decided_add_up() -> None:
    assert unsent([_marked("a", "b")], [_sent(_marked("a"))], [_marked("b")]) == {}


def test_what_is_new_stays_in_order() -> None:
    questions = [_marked("a", finding_id=name) for name in "zya"]
    assert list(unsent(questions, [_sent(questions[1])])) == ["z", "a"]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([], "zh-0001"),
        (["zh-0003.jsonl"], "zh-0004"),
        (["zh-0003", "zh-0010", "zh-0002"], "zh-0011"),
        (["ja-0009.jsonl"], "zh-0001"),
        (["zh-9999.jsonl"], "zh-10000"),
        (["zh-0007.xlsx", "zh-x.jsonl", "README.md", "zh-0005.jsonl~", "ZH-0009.jsonl"], "zh-0001"),
        (["zh-０００７.jsonl", "zh-" + "9" * 5000], "zh-0001"),
    ],
)
def test_the_next_packet_is_numbered_on(names: list[str], expected: str) -> None:
    assert next_id("zh", names) == expected
