"""What is asked of a finding, from the tables of a build."""

from __future__ import annotations

import pytest

from corpus.records import Location
from glossary.desk.review.packets.questions import questions_of
from glossary.findings.fingerprints import mark
from tests.glossary.desk.report.made import finding
from tests.glossary.desk.review.builds import CONFIDENCES, bead, en, ja, reported, tables, zh


def test_all_that_a_decision_needs_is_there() -> None:
    original, translation = en("A library is fast.\n"), zh("这个图书馆很快。")
    raised = reported(translation, finding_id="f1", confidence=0.76)
    question = questions_of(
        [raised], tables(original, translation, beads=[bead(translation, [0], original, [0])]), CONFIDENCES
    )[0]
    assert (question.finding_id, question.rule, question.concept_id, question.lang) == ("f1", "T101", "library", "zh")
    assert (question.path, question.surface, question.sure) == ("a/zh.md", "图书馆", 0.8)
    assert (question.target, question.source) == ("这个图书馆很快。", "A library is fast.")
    assert question.marks == (mark(translation.text, 2, 5),)


@pytest.mark.parametrize(
    ("confidence", "of_rule", "sure"),
    [(0.95, 0.95, 1.0), (0.99, 0.95, 1.0), (0.5, 0.75, 0.6667), (0.0, 0.95, 0.0), (0.5, 0.0, 1.0), (0.5, None, 1.0)],
)
def test_sure_is_the_share_of_the_rules_confidence(confidence: float, of_rule: float | None, sure: float) -> None:
    doc = zh("图书馆")
    confidences = {} if of_rule is None else {"T101": of_rule}
    assert questions_of([reported(doc, confidence=confidence)], tables(doc), confidences)[0].sure == sure


def test_each_place_has_a_mark_of_its_own_document() -> None:
    a, b = zh("图书馆很快，图书馆。", "a/zh.md"), zh("慢的图书馆。", "b/zh.md", work="b")
    raised = finding(a, (0, 3), (6, 9), Location(b.doc_id, 2, 5), rule="T202", segment_id=None)
    question = questions_of([raised], tables(a, b), CONFIDENCES)[0]
    assert question.marks == (mark(a.text, 0, 3), mark(a.text, 6, 9), mark(b.text, 2, 5))
    assert question.target == "图书馆很快，图书馆。"


def test_a_finding_whose_own_document_has_no_place_is_shown_where_the_first_one_stands() -> None:
    a, b = zh("库很快。", "a/zh.md"), zh("慢的图书馆。", "b/zh.md", work="b")
    raised = finding(a, Location(b.doc_id, 2, 5), rule="T202", start=None, end=None)
    assert questions_of([raised], tables(a, b), CONFIDENCES)[0].target == "慢的图书馆。"


def test_offsets_past_astral_characters_count_code_points() -> None:
    doc = zh("😀𠮷。\n\n😀图书馆𠮷。")
    question = questions_of([reported(doc)], tables(doc), CONFIDENCES)[0]
    assert question.target == "😀图书馆𠮷。"
    assert question.marks == (mark(doc.text, 6, 9),)


def test_a_place_in_no_unit_has_no_text() -> None:
    doc = zh("正文。\n\n```python\nx = 1  # 图书馆\n```\n")
    question = questions_of([reported(doc)], tables(doc), CONFIDENCES)[0]
    assert (question.target, question.source) == ("", "")
    assert len(question.marks) == 1


def test_a_place_between_segments_has_no_text() -> None:
    doc = zh("甲。\n\n乙。")
    assert questions_of([finding(doc, (2, 4))], tables(doc), CONFIDENCES)[0].target == ""


def test_a_fixed_finding_has_no_marks() -> None:
    doc = zh("库很快。")
    fixed = [finding(doc, state="fixed"), finding(zh("", "gone.md"), state="fixed")]
    questions = questions_of(fixed, tables(doc), CONFIDENCES)
    assert [(question.marks, question.target, question.path) for question in questions] == [
        ((), "", "a/zh.md"),
        ((), "", ""),
    ]


def test_each_language_is_shown_its_own_text_of_a_unit() -> None:
    original, a, b = en("A library is fast."), zh("图书馆很快。"), ja("図書館は速いです。")
    build_tables = tables(original, b, a, beads=[bead(a, [0], original, [0]), bead(b, [0], original, [0])])
    questions = questions_of([reported(a), reported(b, "図書館")], build_tables, CONFIDENCES)
    assert [(question.target, question.source) for question in questions] == [
        ("图书馆很快。", "A library is fast."),
        ("図書館は速いです。", "A library is fast."),
    ]


def test_an_english_finding_is_no_translation_of_itself() -> None:
    doc = en("A libary is fast.")
    question = questions_of([reported(doc, "libary")], tables(doc), CONFIDENCES)[0]
    assert (question.target, question.source) == ("A libary is fast.", "")


def test_nothing_is_asked_of_nothing() -> None:
    assert questions_of([], tables(zh("库。")), CONFIDENCES) == []
