"""XLIFF: what a packet is to an editor of translations."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lxml import etree

from glossary.desk.review.formats.xliff.notes import FindingNote, find_words, read_line, touched
from glossary.desk.review.formats.xliff.write_xliff import count_left_out, xliff_bytes
from glossary.desk.review.packets.row import Packet, PacketRow, Term
from tests.glossary.desk.review.packet_files import changed, packet

X = {"x": "urn:oasis:names:tc:xliff:document:1.2"}


def units(sent: Packet) -> list[etree._Element]:
    return etree.fromstring(xliff_bytes(sent)).findall(".//x:trans-unit", X)


def notes(unit: etree._Element) -> list[str]:
    return [str(note.text) for note in unit.findall("x:note", X)]


def same_unit(sent: Packet) -> Packet:
    """The packet with a second finding, of T303 for 求和, in the unit of its first row."""
    first = sent.rows[0]
    start = first.question.target.index("求和")
    question = replace(first.question, finding_id="f" * 16, rule="T303", concept_id="sum", surface="求和")
    second = replace(
        first,
        question=question,
        number=len(sent.rows) + 1,
        marks=((start, start + 2),),
        expected=("相加",),
        message="“求和”有误",
        definition="Adding.",
    )
    return replace(sent, rows=(*sent.rows, second))


def test_row_without_english_is_left_out_and_counted():
    assert len(units(packet(3))) == 2
    assert (count_left_out(packet(3)), count_left_out(packet(1)), count_left_out(packet(0))) == (1, 0, 0)


def test_unit_holds_source_target_place_and_match():
    unit = units(packet(1))[0]
    first = packet(1).rows[0]
    target = unit.find("x:target", X)
    assert unit.get("id") == first.unit_id
    assert target is not None and (target.text, target.get("state")) == (
        first.question.target,
        "needs-review-translation",
    )
    assert len(target) == 0  # plain text: editors spoil marks in it
    assert unit.findtext("x:context-group/x:context", None, X) == first.location
    before, like = unit.findall("x:alt-trans", X)
    assert before.get("alttranstype") == "previous-version" and before.findtext("x:target", None, X) == target.text
    assert (like.get("match-quality"), like.get("origin")) == ("87%", "guide/sums")
    assert first.match and like.findtext("x:target", None, X) == first.match.target


def test_unit_holds_what_the_memory_may_fill_it_with():
    question = packet(1).rows[0].question
    memory = {question.source: ["一。", question.target, "二。"], question.target: ["三。"], "Other text.": ["四。"]}
    (unit,) = etree.fromstring(xliff_bytes(packet(1), memory)).findall(".//x:trans-unit", X)
    offers = [
        (alternative.findtext("x:source", None, X), alternative.findtext("x:target", None, X))
        for alternative in unit.findall("x:alt-trans", X)
    ]
    assert offers[2:] == [(question.source, "一。"), (question.source, "二。"), (question.target, "三。")]


@pytest.mark.parametrize("lang", ["zh", "ja"])
def test_terms_are_marked_in_the_source_which_reads_as_it_was(lang: str):
    for unit, row in zip(units(packet(3, lang)), (packet(3, lang).rows[0], packet(3, lang).rows[2]), strict=True):
        source = unit.find("x:source", X)
        assert source is not None and "".join(map(str, source.itertext())) == row.question.source
        marked = [(mark.text, mark.get("comment"), mark.get("mtype")) for mark in source]
        assert marked == [(row.question.source[t.start : t.end], t.preferred, "term") for t in row.terms]


def test_terms_without_a_word_between_them_stay_together():
    def pair(row: PacketRow) -> PacketRow:
        question = replace(row.question, source="operator tensor")
        return replace(row, question=question, terms=(Term(0, 8, "operator", "算子"), Term(9, 15, "tensor", "张量")))

    source = units(changed(packet(1), 1, pair))[0].find("x:source", X)
    assert source is not None and "".join(map(str, source.itertext())) == "operator tensor"


def test_unit_with_several_findings_stands_once_with_a_note_for_each():
    (unit, _) = units(same_unit(packet(3)))
    finding_notes = [finding_note for line in notes(unit) if (finding_note := read_line(line))]
    assert finding_notes == [
        FindingNote(packet(1).rows[0].question.finding_id, "T101", ("操作员",), 2, ("算子", "运算符")),
        FindingNote("f" * 16, "T303", ("求和",), 1, ("相加",)),
    ]
    assert "[taiyaku term] sum: Adding." in notes(unit)


def test_overlapping_terms_of_two_findings_are_marked_once():
    sent = same_unit(packet(1))
    inner = Term(sent.rows[0].terms[0].start, sent.rows[0].terms[0].start + 2, "op", "算")
    source = units(changed(sent, 2, lambda row: replace(row, terms=(inner,))))[0].find("x:source", X)
    assert source is not None and "".join(map(str, source.itertext())) == sent.rows[0].question.source
    assert [mark.text for mark in source] == ["operator", "tensor"]


def test_each_document_is_a_file_that_names_the_build():
    other = changed(packet(4), 4, lambda row: replace(row, question=replace(row.question, path="b/zh.md")))
    files = etree.fromstring(xliff_bytes(other)).findall("x:file", X)
    assert [file.get("original") for file in files] == ["guide/zh/intro.md", "b/zh.md"]
    assert [len(file.findall(".//x:trans-unit", X)) for file in files] == [2, 1]
    assert {file.get("build-num") for file in files} == {"0123456789ab"}
    assert {(file.get("source-language"), file.get("target-language")) for file in files} == {("en", "zh-CN")}


def test_what_xml_cannot_hold_is_gone_and_markup_is_text():
    def spoiled(row: PacketRow) -> PacketRow:
        return replace(
            row, question=replace(row.question, target="<b>操作员</b>\x00 & \ufffe]]>"), marks=(), message="a\nb\x1b"
        )

    unit = units(changed(packet(1), 1, spoiled))[0]
    assert unit.findtext("x:target", None, X) == "<b>操作员</b> & ]]>"
    assert notes(unit)[0].endswith("【操作员】×1: a b → 算子 | 运算符")


@pytest.mark.parametrize(("words", "expected"), [("【重要】", "【重要"), ("操作  员", "操作 员")])
def test_words_that_brackets_cannot_hold_do_not_spoil_their_line(words: str, expected: str):
    def spoiled(row: PacketRow) -> PacketRow:
        return replace(row, question=replace(row.question, target=f"{words}。", surface=words), marks=())

    finding_note = read_line(notes(units(changed(packet(1), 1, spoiled))[0])[0])
    assert finding_note is not None and finding_note.words == (expected,)


def test_packet_of_no_rows_is_well_formed():
    assert units(packet(0)) == []


def test_same_packet_gives_the_same_bytes():
    assert xliff_bytes(same_unit(packet(30))) == xliff_bytes(same_unit(packet(30)))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("[taiyaku a1] T101 critical 【操作员】×2: 有误 → 算子", FindingNote("a1", "T101", ("操作员",), 2, ("算子",))),
        (
            "[taiyaku a1] T101 minor 【A】【b】×3: a → b → C | d e",
            FindingNote("a1", "T101", ("A", "b"), 3, ("C", "d e")),
        ),
        ("[taiyaku a1] T108 minor 【x】×0: no gloss", FindingNote("a1", "T108", ("x",), 0, ())),
        ("[taiyaku term] operator: a function", None),
        ("[taiyaku a1] T101 critical", None),
        ("a reviewer's own note", None),
        ("", None),
    ],
)
def test_line_of_a_finding_is_read_back(line: str, expected: FindingNote | None):
    assert read_line(line) == expected


@pytest.mark.parametrize(
    ("text", "words", "expected", "times"),
    [
        ("操作员和操作员", ["操作员"], ["算子"], 2),
        ("混合精度与精度", ["精度"], ["混合精度"], 1),  # the first is part of what is expected
        ("自动混合精度（AMP）", ["自动混合精度"], ["自动混合精度（AMP）"], 0),
        ("Tensor core, tensor core", ["Tensor core", "tensor core"], ["Tensor Core"], 2),
        ("张量", [""], ["张量"], 0),
        ("张量", [], [], 0),
        ("a.b axb", ["a.b"], [], 1),
        ("张量", ["张量"], ["张量"], 1),  # a rule that expects what stands there wants something else changed
    ],
)
def test_words_stand_where_they_are_no_part_of_what_is_expected(text, words, expected, times):
    assert len(find_words(text, words, expected)) == times


@pytest.mark.parametrize(
    ("before", "after", "answer"),
    [
        ("用精度很好。", "用精度很好。", False),
        ("用精度很好。", "用精度很差。", False),
        ("用精度很好。", "用精度（AMP）很好。", True),
        ("用精度很好。", "用高精度很好。", True),
        ("用精度很好。", "使用精度很好。", False),
        ("很好，用精度。", "极好，用精度。", False),
    ],
)
def test_change_is_at_the_words_or_away_from_them(before: str, after: str, answer: bool):
    assert touched(before, after, find_words(before, ["精度"], [])) is answer
