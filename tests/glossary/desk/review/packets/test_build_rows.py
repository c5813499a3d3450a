"""Rows: what a packet tells of each finding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from corpus.records import Alignment, Document, Finding, Location, MetadataEntry
from glossary.desk.review.packets.build_rows import rows
from glossary.desk.review.packets.questions import questions_of
from glossary.desk.review.packets.row import PacketRow, SimilarUnit
from tests.glossary.desk.report.made import finding, places
from tests.glossary.desk.review.builds import CONFIDENCES, TERMBASE, bead, en, ja, reported, tables, zh


def _rows(
    *documents: Document, findings: Sequence[Finding], beads: Sequence[Alignment] = (), lang: str = "zh"
) -> list[PacketRow]:
    build_tables = tables(*documents, beads=beads)
    return rows(findings, questions_of(findings, build_tables, CONFIDENCES), build_tables, TERMBASE, {}, lang)


def _marked(row: PacketRow) -> list[str]:
    return [row.question.target[start:end] for start, end in row.marks]


def _terms(row: PacketRow) -> list[tuple[str, str, str]]:
    return [(row.question.source[term.start : term.end], term.concept_id, term.preferred) for term in row.terms]


def test_a_row_tells_what_the_finding_does() -> None:
    doc = zh("甲。\n\n这个图书馆很快。")
    raised = reported(doc, severity="minor", confidence=0.5, suggestion="库", expected=["库", "程序库"])
    row = _rows(doc, findings=[raised])[0]
    assert (row.number, row.name, row.severity, row.confidence) == (1, "wrong-rendering", "minor", 0.5)
    assert (row.expected, row.suggestion, row.occurrences) == (("库", "程序库"), "库", 1)
    assert (row.location, row.work, row.unit_id) == ("a/zh.md:3:3", "a", "id of a/zh.md-00001")
    assert row.definition == "A body of code that other programs call."
    assert row.match is None


def test_a_place_in_a_notebook_names_the_cell() -> None:
    cells = [MetadataEntry(key="cells", value="1:1:1 3:3:2")]
    doc = replace(zh("甲。\n\n乙。\n这个图书馆很快。"), media_type="application/x-ipynb+json", metadata=cells)
    assert _rows(doc, findings=[reported(doc)])[0].location == "a/zh.md:cell 3:3:3"


def test_messages_are_in_the_language_of_the_packet() -> None:
    a, b = zh("图书馆"), ja("図書館")
    assert _rows(a, findings=[reported(a)])[0].message == "“图书馆”不对"
    assert _rows(b, findings=[reported(b, "図書館")], lang="ja")[0].message == "「図書館」は誤りです"


def test_rows_are_numbered_in_the_order_of_the_findings() -> None:
    doc = zh("图书馆很快。\n\n图书馆很慢。")
    findings = [finding(doc, (8, 11), finding_id="b"), finding(doc, (0, 3), finding_id="a")]
    assert [(row.number, row.question.finding_id) for row in _rows(doc, findings=findings)] == [(1, "b"), (2, "a")]


def test_every_place_in_the_unit_is_marked_and_none_elsewhere() -> None:
    doc = zh("𠮷的**图书馆**用[图书馆](https://a.org/图书馆)。\n\n别的图书馆。")
    row = _rows(doc, findings=[reported(doc)])[0]
    assert row.question.target == "𠮷的图书馆用图书馆。"
    assert row.marks == ((2, 5), (6, 9))  # the address is not read, the other paragraph is another unit
    assert row.occurrences == 4


def test_marks_stand_in_order_and_none_over_another() -> None:
    doc = zh("图书馆和图书馆学。")
    raised = finding(doc, (4, 8), (0, 3), (4, 7), (4, 8))
    assert _rows(doc, findings=[raised])[0].marks == ((0, 3), (4, 7))


def test_segments_of_a_unit_are_marked_as_they_are_joined() -> None:
    original, translation = en("The library is fast, and a library is good."), zh("- 图书馆很快。\n- 而且，图书馆好。")
    row = _rows(
        original, translation, findings=[reported(translation)], beads=[bead(translation, [0, 1], original, [0])]
    )[0]
    assert row.question.target == "图书馆很快。而且，图书馆好。"
    assert row.marks == ((0, 3), (9, 12))


def test_a_place_across_segments_is_one_mark() -> None:
    original, translation = en("The library is fast and good."), zh("图书馆很快。也很好。")
    raised = finding(translation, (3, 8))
    row = _rows(original, translation, findings=[raised], beads=[bead(translation, [0, 1], original, [0])])[0]
    assert _marked(row) == ["很快。也很"]


def test_html_counts_in_extracted_text() -> None:
    doc = zh("页首\n\n这个*图书馆*很快。", "a/zh.html", media_type="text/html")
    row = _rows(doc, findings=[reported(doc)])[0]
    assert row.location == "a/zh.html:~3:4"
    assert _marked(row) == ["图书馆"]


def test_paths_are_printed_so_that_they_break_no_line() -> None:
    doc = zh("图书馆", "a\n\u202e/zh.md")
    assert _rows(doc, findings=[reported(doc)])[0].location == "a\\n\\u202e/zh.md:1:1"


def test_a_place_in_no_unit_has_no_marks() -> None:
    doc = zh("正文。\n\n```python\nx = 1  # 图书馆\n```\n")
    row = _rows(doc, findings=[reported(doc)])[0]
    assert (row.unit_id, row.marks, row.terms) == ("", (), ())
    assert row.location == "a/zh.md:4:10"


def test_a_finding_across_documents_is_shown_in_the_first() -> None:
    a, b = zh("用图书馆。", "a/zh.md"), zh("图书馆。", "b/zh.md", work="b")
    raised = finding(a, (1, 4), Location(b.doc_id, 0, 3), rule="T202", scope="corpus")
    row = _rows(a, b, findings=[raised])[0]
    assert (row.question.target, row.marks, row.occurrences) == ("用图书馆。", ((1, 4),), 2)


def test_places_with_other_words_are_listed_with_what_is_offered_there() -> None:
    doc = zh("逗号,冒号:又,完")
    locations = [
        Location(
            doc.doc_id, start, start + 1, surface=doc.text[start], message="half", suggestion=safe, expected=expected
        )
        for start, safe, expected in ((2, "，", []), (5, None, ["："]), (7, "，", []))
    ]
    row = _rows(doc, findings=[finding(doc, *locations, rule="T405")])[0]
    assert row.elsewhere == ((":", "："),)


def test_a_finding_without_places_is_located_by_its_path() -> None:
    doc = zh("库。")
    row = _rows(doc, findings=[finding(doc, state="fixed")])[0]
    assert (row.location, row.marks, row.unit_id) == ("a/zh.md", (), "")


def test_terms_of_the_english_come_with_what_the_glossary_prefers() -> None:
    original = en("😀 The **tensor** [library](https://a.org/library) uses `library` for tensors.")
    a, b = zh("张量图书馆。"), ja("テンソル図書館。")
    row = _rows(original, a, findings=[reported(a)], beads=[bead(a, [0], original, [0])])[0]
    assert row.question.source == "😀 The tensor library uses library for tensors."
    assert _terms(row) == [("tensor", "tensor", "张量"), ("library", "library", "库"), ("tensors", "tensor", "张量")]
    other = _rows(original, b, findings=[reported(b, "図書館")], beads=[bead(b, [0], original, [0])], lang="ja")[0]
    assert [term.preferred for term in other.terms] == ["テンソル", "ライブラリ", "テンソル"]


def test_terms_stand_in_english_that_was_joined_with_spaces() -> None:
    original, translation = en("Fast libraries.\n\nA tensor."), zh("图书馆和张量。")
    row = _rows(
        original, translation, findings=[reported(translation)], beads=[bead(translation, [0], original, [0, 1])]
    )[0]
    assert row.question.source == "Fast libraries. A tensor."
    assert [surface for surface, *_ in _terms(row)] == ["libraries", "tensor"]


def test_without_english_there_are_no_terms() -> None:
    doc = zh("图书馆和张量。")
    assert _rows(doc, findings=[reported(doc)])[0].terms == ()


def test_a_finding_of_no_concept_has_no_definition() -> None:
    doc = zh("图书馆。")
    findings = [reported(doc, concept_id=None), reported(doc, concept_id="not in the glossary")]
    assert [row.definition for row in _rows(doc, findings=findings)] == ["", ""]


def test_a_match_belongs_to_the_unit() -> None:
    original, translation = en("A library.\n\nA tensor."), zh("图书馆。\n\n张量图书馆。")
    beads = [bead(translation, [0], original, [0]), bead(translation, [1], original, [1])]
    findings = [finding(translation, place, finding_id=str(place)) for place in places(translation.text, "图书馆")]
    build_tables = tables(original, translation, beads=beads)
    match = SimilarUnit("The tensor.", "张量。", 0.8, "b")
    packet_rows = rows(
        findings,
        questions_of(findings, build_tables, CONFIDENCES),
        build_tables,
        TERMBASE,
        {"id of a/en.md-00001": match},
        "zh",
    )
    assert [row.match for row in packet_rows] == [None, match]
