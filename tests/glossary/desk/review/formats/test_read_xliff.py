"""XLIFF answers: what is read from a packet that comes back from an editor, and what is refused."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from lxml import etree

from glossary.decisions.decision import Answer, Answers, ReviewError
from glossary.desk.review.formats.read_file import read as read_file
from glossary.desk.review.formats.xliff.notes import NoteCommand, order
from glossary.desk.review.formats.xliff.read_xliff import read
from glossary.desk.review.formats.xliff.write_xliff import xliff_bytes
from glossary.desk.review.packets.row import Opinion
from tests.corpus.small import cpu_limit
from tests.glossary.desk.review.formats.test_write_xliff import same_unit
from tests.glossary.desk.review.packet_files import changed, packet

Edit = Callable[[etree._Element], None]

BOTH = same_unit(packet(1))  # 操作员 twice (T101), 求和 once (T303)
T101, T303 = (row.question.finding_id for row in BOTH.rows)
TARGET = BOTH.rows[0].question.target
AS_SENT = "needs-review-translation"
WITHOUT = TARGET.replace("操作员", "算子")
X = "{urn:oasis:names:tc:xliff:document:1.2}"


def edited(*edits: Edit) -> bytes:
    """The packet with two findings in one unit, as an editor leaves it."""
    top = etree.fromstring(xliff_bytes(BOTH))
    unit = top.find(f".//{X}trans-unit")
    assert unit is not None
    for edit in edits:
        edit(unit)
    return etree.tostring(top, encoding="UTF-8")


def target(text: str, state: str = "translated", qualifier: str = "") -> Edit:
    def change(unit: etree._Element) -> None:
        element = unit.find(f"{X}target")
        assert element is not None
        element.text = text
        element.set("state", state)
        if qualifier:
            element.set("state-qualifier", qualifier)

    return change


def state(value: str) -> Edit:
    return target(TARGET, value)


def approved(unit: etree._Element) -> None:
    unit.set("approved", "yes")


def note(text: str) -> Edit:
    def add(unit: etree._Element) -> None:
        etree.SubElement(unit, f"{X}note", {"from": "translator"}).text = text

    return add


def offered(text: str) -> Edit:
    def add(unit: etree._Element) -> None:
        etree.SubElement(etree.SubElement(unit, f"{X}alt-trans"), f"{X}target").text = text

    return add


def without(path: str) -> Edit:
    def take(unit: etree._Element) -> None:
        for element in unit.findall(path.replace("*", X)):
            unit.remove(element)

    return take


def decided(answers: Answers) -> dict[str, str]:
    return {{T101: "T101", T303: "T303"}[answer.finding_id]: answer.action for answer in answers.answers}


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ((), {}),
        ((target(WITHOUT),), {"T101": "accept"}),
        ((target(TARGET.replace("操作员", "算子", 1)),), {"T101": "accept"}),  # one of two
        ((target("用算子相加。"),), {"T101": "accept", "T303": "accept"}),
        ((target(TARGET.replace("说", "讲")),), {}),  # somewhere else
        ((approved,), {"T101": "reject", "T303": "reject"}),
        ((state("final"),), {"T101": "reject", "T303": "reject"}),
        ((state("signed-off"),), {"T101": "reject", "T303": "reject"}),
        ((state("translated"),), {}),
        ((approved, state("translated")), {}),  # so translate-toolkit leaves what was saved as it was
        ((approved, state("needs-review-translation")), {"T101": "reject", "T303": "reject"}),
        ((target(WITHOUT, "final"),), {"T101": "accept", "T303": "reject"}),
        ((target(WITHOUT, AS_SENT), approved), {"T101": "accept", "T303": "reject"}),
        ((target(WITHOUT, AS_SENT),), {}),  # so OmegaT leaves what it fills from a memory
        ((target(WITHOUT, "needs-translation"),), {}),
        ((target(WITHOUT, "needs-l10n"),), {}),
        ((target(WITHOUT, "needs-review-adaptation"),), {}),
        ((target(WITHOUT, "initial"),), {}),  # so tools that think in XLIFF 2 write it
        ((target(WITHOUT, ""),), {"T101": "accept"}),
        ((offered(WITHOUT), target(WITHOUT)), {}),  # nobody can tell whether a reviewer wrote it
        ((offered(WITHOUT), target(WITHOUT), approved), {}),
        ((offered(WITHOUT), target(WITHOUT, "final")), {"T101": "accept", "T303": "reject"}),
        ((offered(WITHOUT), target(WITHOUT), note("accept T101: as offered")), {"T101": "accept"}),
        ((offered(WITHOUT), target(f"{WITHOUT}！")), {"T101": "accept"}),
        ((offered(TARGET), target(WITHOUT)), {"T101": "accept"}),
        ((offered(TARGET), approved), {"T101": "reject", "T303": "reject"}),
        ((target(WITHOUT, "translated", "tm-suggestion"),), {}),
        ((target(WITHOUT, "translated", "exact-match"), approved), {}),
        ((target(WITHOUT, "translated", "leveraged-mt"),), {}),
        ((target(WITHOUT, "signed-off", "exact-match"),), {"T101": "accept", "T303": "reject"}),
        ((target(TARGET, "translated", "id-match"), approved), {}),
        ((target(WITHOUT, AS_SENT), note("accept: as in the guide")), {"T101": "accept", "T303": "accept"}),
        ((target(WITHOUT, "translated"), approved), {"T101": "accept"}),  # so translate-toolkit leaves each change
        ((note("reject: a name of theirs"),), {"T101": "reject", "T303": "reject"}),
        ((note("reject T303: it adds"),), {"T303": "reject"}),
        ((note("reject T303: it adds"), target(WITHOUT)), {"T101": "accept", "T303": "reject"}),
        ((note("discuss: who knows?"), note("Reject T303：no")), {"T101": "discuss", "T303": "reject"}),
        ((note("驳回：产品名"),), {"T101": "reject", "T303": "reject"}),
        ((target(f"  {TARGET}\n"),), {}),
        ((without("*alt-trans"), target(WITHOUT)), {"T101": "accept"}),
        ((without("*alt-trans"), approved), {"T101": "reject", "T303": "reject"}),
    ],
)
def test_editing_decides(edits: tuple[Edit, ...], expected: dict[str, str]):
    answers = read(edited(*edits))
    assert (decided(answers), answers.problems) == (expected, ())


CHANGED = (
    "changed, or filled in from a memory, and still to be reviewed: not taken; "
    "where a reviewer has seen the text, set its state to translated, or begin a note with accept:"
)
FILLED = (
    "filled in from a memory: not taken; "
    "where a reviewer wants that text, set its state to final, or begin a note with accept:"
)
SAVED = (
    "saved as translated with the text as it was: not taken as rejected; "
    "where the text is right, set it to final, or begin a note with reject:"
)


@pytest.mark.parametrize(
    ("edits", "remarks"),
    [
        ((), ()),
        ((target(WITHOUT),), ()),
        ((approved,), ()),
        ((target(WITHOUT, AS_SENT),), (f"1 unit was {CHANGED}",)),
        ((target(TARGET.replace("说", "讲"), AS_SENT),), (f"1 unit was {CHANGED}",)),
        ((target(WITHOUT, "translated", "fuzzy-match"),), (f"1 unit was {FILLED}",)),
        ((offered("先用算子求和。"), target("先用算子求和。")), (f"1 unit was {FILLED}",)),
        ((offered("先用算子求和。"), target("先用算子求和。", AS_SENT)), (f"1 unit was {FILLED}",)),
        ((without("*alt-trans"), target(WITHOUT, AS_SENT)), (f"1 unit was {CHANGED}",)),
        ((target(WITHOUT, AS_SENT), note("reject: no")), ()),
        ((state("translated"), approved), (f"1 unit was {SAVED}",)),
    ],
)
def test_what_nobody_decided_is_counted_and_told(edits: tuple[Edit, ...], remarks: tuple[str, ...]):
    answers = read(edited(*edits))
    assert (answers.remarks, answers.problems) == (remarks, ())


def test_units_that_nobody_decided_are_counted_together():
    top = etree.fromstring(xliff_bytes(packet(3)))
    units = top.findall(f".//{X}trans-unit")
    for unit in units:
        target("全文由记忆库填入。", AS_SENT)(unit)
    answers = read(etree.tostring(top, encoding="UTF-8"))
    assert (answers.answers, answers.remarks) == ((), (f"{len(units)} units were {CHANGED}",))


@pytest.mark.parametrize("text", ["a name of theirs", "note: seen", "rejct: typo"])
def test_note_that_decides_nothing_is_told(text: str):
    answers = read(edited(note(text)))
    (line,) = answers.problems
    assert (answers.answers, f"the note '{text}' decides nothing; begin it with accept:, reject:" in line) == ((), True)


def test_changed_target_is_the_text_and_notes_are_the_reason():
    (answer,) = read(edited(target(WITHOUT), note("as in the guide"), note("and the manual"))).answers
    why = "as in the guide; and the manual"
    assert answer == Answer(T101, "accept", why=why, text=WITHOUT, place=f"unit '{BOTH.rows[0].unit_id}'")


def test_note_names_words():
    (answer,) = read(edited(note("admit T101: 「操作符」 is common"))).answers
    assert (answer.action, answer.words, answer.why, answer.text) == ("admit", "操作符", "「操作符」 is common", "")


def test_answers_name_the_build():
    assert read(edited()).build_id == "0123456789ab"


def test_who_worked_last_is_who_decided():
    phases = '<phase-group><phase phase-name="1" process-name="review" contact-name="Mei"/></phase-group><tool'
    data = edited(target(WITHOUT)).replace(b"<tool", phases.encode(), 1)
    assert [answer.who for answer in read(data).answers] == ["Mei"]
    assert [answer.who for answer in read(edited(target(WITHOUT))).answers] == [""]


@pytest.mark.parametrize(
    ("edits", "problem"),
    [
        (
            (target("先用操作员（operator）处理，再用操作员求和。", "final"),),
            "was changed, but '操作员' (T101) is not gone",
        ),
        ((target(""),), "its target is empty; put the text in, or decide with a note"),
        ((without("*target"),), "its target is empty"),
    ],
)
def test_unit_that_cannot_be_understood_is_one_line(edits: tuple[Edit, ...], problem: str):
    answers = read(edited(*edits))
    (line,) = answers.problems
    assert line.startswith(f"unit '{BOTH.rows[0].unit_id}': ") and problem in line
    assert "T101" not in decided(answers)


def test_unit_without_our_notes_is_named_and_the_others_are_read():
    text = xliff_bytes(packet(3)).decode()
    lost = text.replace('<note from="taiyaku">[taiyaku d94c', '<note from="x">[lost d94c').replace(
        "编译者&lt;", "编译器&lt;", 1
    )
    answers = read(lost.replace(AS_SENT, "translated").encode())
    assert [answer.action for answer in answers.answers] == ["accept"]
    (line,) = answers.problems
    assert line == (
        "unit 'guide/intro-00001': has no note that begins with [taiyaku …]; put back the notes that the packet came with"
    )


def test_unit_that_stands_twice_with_two_answers_has_none():
    text = edited(target(WITHOUT)).decode()
    start, end = text.index("<trans-unit"), text.index("</trans-unit>") + len("</trans-unit>")
    twice = text[:end] + text[start:end].replace("算子处理", "算子来处理") + text[end:]
    answers = read(twice.encode())
    assert decided(answers) == {} and "is decided twice" in answers.problems[-1]


def test_notes_joined_by_an_editor_are_told_apart():
    def joined(unit: etree._Element) -> None:
        lines = [str(element.text) for element in unit.findall(f"{X}note")]
        without("*note")(unit)
        note("\n".join([*lines, "reject T303: it adds"]))(unit)

    assert decided(read(edited(joined))) == {"T303": "reject"}


def test_marks_that_an_editor_put_into_the_target_are_its_text():
    def marked(unit: etree._Element) -> None:
        target("先用")(unit)
        mark = etree.SubElement(unit.find(f"{X}target"), f"{X}g", {"id": "1"})  # type: ignore[arg-type]
        mark.text, mark.tail = "算子", "求和。"

    (answer,) = read(edited(marked)).answers
    assert answer.text == "先用算子求和。"


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16", "GB18030"])
def test_file_saved_in_another_encoding_is_read(encoding: str):
    text = edited(target(WITHOUT)).decode()
    data = f'<?xml version="1.0" encoding="{encoding}"?>\n{text}'.encode(encoding)
    assert decided(read(data)) == {"T101": "accept"}


def dtd(inside: str, text: str = "") -> bytes:
    body = edited().decode().replace("<note from=", f"<note>{text}</note><note from=", 1)
    return f"<!DOCTYPE xliff [{inside}]>\n{body}".encode()


LAUGHS = '<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is no XML (Document is empty"),
        (edited()[:900], "is no XML ("),
        (edited().replace(b"UTF-8", b"UTF-8").replace("操".encode(), b"\xb2\xd9"), "is no XML ("),
        (b'<?xml version="1.0" encoding="klingon"?><xliff version="1.2"/>', "klingon"),
        (dtd(""), "has a DTD"),
        (dtd(LAUGHS, "&i;"), "has a DTD"),
        (b'<!DOCTYPE xliff SYSTEM "http://127.0.0.1:9/x.dtd"><xliff version="1.2"/>', "has no unit with a note"),
        (b"<html/>", "is no XLIFF: its first element is 'html'"),
        (b'<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0"/>', "is XLIFF of version '2.0'; save it as"),
        (b"<xliff/>", "is XLIFF of version ''"),
        (b'<xliff version="1.2"><file><body><trans-unit/></body></file></xliff>', "has no unit with a note that begins"),
        (b'<xliff version="1.2"/>', "has no unit with a note that begins"),
        (b"<a>" * 5000, "is no XML ("),
    ],
)  # fmt: skip
def test_file_that_cannot_be_read_is_one_clear_line(data: bytes, message: str):
    with pytest.raises(ReviewError) as raised:
        read(data)
    assert message in str(raised.value) and "\n" not in str(raised.value)


@pytest.mark.parametrize("kind", ['<!ENTITY s SYSTEM "{}">', '<!ENTITY % s SYSTEM "{}"> %s;'])
def test_nothing_is_read_from_outside(kind: str, tmp_path: Path):
    # Whoever opened a pipe that nobody writes to would wait for ever.
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ReviewError, match="has a DTD"):
        read(dtd(kind.format((tmp_path / "pipe").as_uri()), "" if "%" in kind else "&s;"))


def test_spoiled_file_is_read_or_refused_and_never_crashes():
    chance, whole = Random(7), edited(target(WITHOUT), note("reject T303: it adds"))
    for _ in range(400):
        offset = chance.randrange(len(whole))
        cut = whole[offset : offset + chance.randrange(60)]
        data = chance.choice(
            (whole.replace(cut, b"", 1), whole[:offset] + bytes([chance.randrange(256)]) + whole[offset + 1 :])
        )
        try:
            assert isinstance(read(data), Answers)
        except ReviewError as error:
            assert "\n" not in str(error)


def test_attributes_hold_no_more_than_they_say():
    grown = dtd(LAUGHS).decode().replace("<trans-unit ", '<trans-unit resname="&i;" ', 1)
    with pytest.raises(ReviewError, match="has a DTD"):
        read(grown.encode())


def test_any_file_is_told_by_what_it_holds():
    assert decided(read_file("back.xml", edited(target(WITHOUT)))) == {"T101": "accept"}
    with pytest.raises(ReviewError, match=r"^back\.xlf: is no XML"):
        read_file("back.xlf", edited()[:900])


@pytest.mark.parametrize(
    "text",
    [
        "[taiyaku a] T101 x " + "【】" * 50_000,
        "[taiyaku a] T101 x 【a】×" + "9" * 50_000 + ": ",
        "accept: " + "「" * 50_000,
    ],
    ids=["brackets", "digits", "quotes"],
)
def test_note_made_to_keep_us_busy_does_not(text: str):
    with cpu_limit(2):
        read(edited(note(text)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("reject: a name", NoteCommand("reject", "", "", "a name")),
        ("Exclude T101: 「操作员证」 is a card", NoteCommand("exclude", "T101", "操作员证", "「操作员证」 is a card")),
        ('prefer： "operator"', NoteCommand("prefer", "", "operator", '"operator"')),
        ("reject: “x” is right", NoteCommand("reject", "", "", "“x” is right")),
        ("accept:", NoteCommand("accept", "", "", "")),
        ("https://example.org", None),
        ("I reject this", None),
        ("reject or accept: ?", None),
        ("", None),
    ],
)
def test_note_decides_where_it_begins_with_an_action(text: str, expected: NoteCommand | None):
    assert order(text) == expected


@pytest.mark.parametrize("judge", ["gpt", "reject", "accept"])
def test_opinions_of_assistants_are_notes_that_decide_nothing(judge: str):
    opinions = (Opinion(judge, "reject", "算子", "reject: all\naccept: all", None),)
    data = xliff_bytes(changed(packet(1), 1, lambda row: replace(row, opinions=opinions)))
    line = f"[taiyaku assistant] T101 {judge}: reject “算子”, reject: all accept: all (not measured)"
    assert line in data.decode()
    assert (read(data).answers, read(data).problems) == ((), ())
