"""A decision beside an accepted correction holds before it and after it; beside any other edit it ends."""

from dataclasses import replace

from glossary.decisions.adjudication import adjudicate
from glossary.desk.review.intake.corrections import accepted_corrections, carry_over, corrected_documents
from glossary.findings.decided import with_decisions
from glossary.findings.fingerprints import mark
from glossary.fixing.edits import apply_edits
from tests.glossary.desk.report.made import document, finding, places
from tests.glossary.desk.review.decided import decision

PAGE = document(
    "guide/zh.md",
    "🤗 这个图书馆的操作员很快。这里还有一段很长的话隔在中间，另一个图书馆在河边，风景很好，那里没有程序。",
    work="guide",
)
LIBRARY = finding(PAGE, *places(PAGE.text, "图书馆"), finding_id="a1")
OPERATOR = finding(PAGE, *places(PAGE.text, "操作员"), finding_id="b2", concept_id="operator")
MARKS = tuple(mark(PAGE.text, *place) for place in places(PAGE.text, "图书馆"))
REJECTED = decision("reject", finding_id="a1", marks=MARKS)
ACCEPTED = decision(
    "accept", finding_id="b2", concept_id="operator", surface="操作员", words="算子",
    marks=tuple(mark(PAGE.text, *place) for place in places(PAGE.text, "操作员")),
)  # fmt: skip


def after(*decisions):
    """The decisions, and the page, once what was accepted is carried out."""
    documents = {PAGE.doc_id: PAGE}
    corrected = corrected_documents(
        accepted_corrections([LIBRARY, OPERATOR], adjudicate(decisions), documents), documents
    )
    text = apply_edits(PAGE.text, corrected[0].edits) if corrected else PAGE.text
    return carry_over(decisions, [LIBRARY, OPERATOR], documents, corrected), replace(PAGE, text=text)


def states(decisions, page):
    undecided = finding(page, *places(page.text, "图书馆"), finding_id="a1")
    (decided,) = with_decisions([undecided], adjudicate(decisions), {page.doc_id: page})
    return decided.state, decided.occurrences


def test_rejection_beside_a_correction_holds_before_and_after_it():
    decisions, page = after(REJECTED, ACCEPTED)
    assert page.text.startswith("🤗 这个图书馆的算子很快。")
    assert states(decisions, PAGE) == states(decisions, page) == ("suppressed", 2)


def test_without_that_it_would_have_ended_at_the_place_beside_it():
    _, page = after(REJECTED, ACCEPTED)
    assert states([REJECTED, ACCEPTED], page) == ("new", 1)


def test_only_what_is_new_is_added_and_a_second_time_changes_nothing():
    first, _ = after(REJECTED, ACCEPTED)
    assert first[0].question.marks[: len(MARKS)] == MARKS and len(first[0].question.marks) == len(MARKS) + 1
    assert first[1] is ACCEPTED
    repeated, _ = after(*first)
    assert all(ruling is other for ruling, other in zip(repeated, first, strict=True))


def test_nothing_is_carried_where_nothing_is_corrected():
    assert after(REJECTED)[0] == [REJECTED]


def test_decision_on_another_document_or_rule_stays():
    others = (
        replace(REJECTED, question=replace(REJECTED.question, path="other/zh.md")),
        replace(REJECTED, question=replace(REJECTED.question, rule="T201")),
    )
    decisions, _ = after(*others, ACCEPTED)
    assert decisions[:2] == list(others)
