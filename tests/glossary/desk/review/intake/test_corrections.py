"""What was accepted becomes edits of the pages, and of the units, and nothing else changes."""

from dataclasses import replace

import pytest

from corpus.records import Location
from glossary.decisions.adjudication import adjudicate
from glossary.desk.review.intake.corrected_units import corrected_rows, corrections
from glossary.desk.review.intake.corrections import LEFT, MEETS, NO_WORDS, accepted_corrections, corrected_documents
from glossary.findings.fingerprints import mark
from glossary.fixing.edits import apply_edits
from tests.glossary.desk.report.made import document, finding, places
from tests.glossary.desk.review.builds import tables
from tests.glossary.desk.review.decided import decision


def page(text, **options):
    return document("guide/zh.md", text, work="guide", **options)


def accepted(doc, surface="图书馆", target="", **options):
    """The page with a finding at every place of some words, and its wishes once it is accepted so."""
    raised = finding(doc, *places(doc.text, surface), finding_id="a1")
    marks = tuple(mark(doc.text, location.start, location.end) for location in raised.locations)
    accept = decision("accept", finding_id="a1", surface=surface, marks=marks, target=target, **options)
    return accepted_corrections([raised], adjudicate([accept]), {doc.doc_id: doc})


def after(content, /, surface="图书馆", media_type="text/markdown", **options):
    """The text with what can be edited, and how much is left to a person."""
    doc = page(content, media_type=media_type)
    (corrected,) = corrected_documents(accepted(doc, surface, **options), {doc.doc_id: doc})
    return apply_edits(content, corrected.edits), len(corrected.unapplied)


def test_other_words_go_to_every_place():
    assert after("𠮷这个图书馆很快。图书馆很好。", words="库") == ("𠮷这个库很快。库很好。", 0)


def test_code_and_links_stay_and_are_left_to_a_person():
    text = "这个图书馆见[图书馆](./图书馆.md)和 `图书馆`。"
    assert after(text, words="库") == ("这个库见[库](./图书馆.md)和 `图书馆`。", 2)


@pytest.mark.parametrize(
    "target, text, edited, left",
    [
        ("这个图书馆很快。", "这个库很快。", "# 一\n\n这个**库**很快。\n", 0),
        ("这个图书馆很快。", "它的库快得很。", "# 一\n\n这个**图书馆**很快。\n", 1),
        ("那个图书馆很快。", "那个库很快。", "# 一\n\n这个**图书馆**很快。\n", 1),
        ("这个图书馆很快。", "这个图书馆很快。", "# 一\n\n这个**图书馆**很快。\n", 1),
    ],
)
def test_text_of_a_unit_is_edited_where_it_differs_and_only_if_that_is_clear(target, text, edited, left):
    assert after("# 一\n\n这个**图书馆**很快。\n", target=target, text=text) == (edited, left)


def test_web_pages_are_left_to_a_person():
    assert after("这个图书馆很快。", words="库", media_type="text/html") == ("这个图书馆很快。", 1)


def test_accepting_without_other_words_takes_what_is_suggested_and_else_is_left_to_a_person():
    assert after("这个图书馆很快。") == ("这个图书馆很快。", 1)
    doc = page("这个图书馆很快。")
    raised = finding(doc, *places(doc.text, "图书馆"), finding_id="a1", suggestion="库")
    marks = tuple(mark(doc.text, location.start, location.end) for location in raised.locations)
    accept = decision("accept", finding_id="a1", marks=marks)
    assert [
        correction.words for correction in accepted_corrections([raised], adjudicate([accept]), {doc.doc_id: doc})
    ] == ["库"]


def test_other_places_are_left_to_a_person_where_the_right_words_depend_on_the_place():
    doc = page("参数很多。一组参数。")
    raised = finding(doc, *places(doc.text, "参数"), finding_id="a1", rule="T501")
    marks = tuple(mark(doc.text, location.start, location.end) for location in raised.locations)
    accept = decision("accept", finding_id="a1", rule="T501", surface="参数", marks=marks, words="检查点")
    (corrected,) = corrected_documents(
        accepted_corrections([raised], adjudicate([accept]), {doc.doc_id: doc}), {doc.doc_id: doc}
    )
    assert (apply_edits(doc.text, corrected.edits), len(corrected.unapplied)) == ("检查点很多。一组参数。", 1)


def test_place_with_other_words_than_the_reviewer_saw_is_left_alone():
    doc = page("这个图书馆很快。")
    (correction,) = accepted(doc, words="库")
    assert correction.decision.question.surface == "图书馆"
    stale = replace(correction.decision, question=replace(correction.decision.question, surface="圖書館"))
    raised = finding(doc, *places(doc.text, "图书馆"), finding_id="a1")
    (other,) = corrected_documents(
        accepted_corrections([raised], adjudicate([stale]), {doc.doc_id: doc}), {doc.doc_id: doc}
    )
    assert (other.edits, [wish.reason for wish in other.unapplied]) == ((), ["“库” was written for “圖書館”"])


def test_each_place_of_a_finding_gets_its_own_words_or_is_listed_with_its_reason():
    doc = page("这个,那个:图书馆! [图书馆](./图书馆.md)\n")
    marks = {",": "，", ":": "：", "!": "！"}
    locations = [
        Location(doc.doc_id, start, start + 1, surface=sign, message="half", suggestion=to, confidence=0.9)
        for sign, to in marks.items()
        for start in [doc.text.index(sign)]
    ]
    target = doc.text.index("./图书馆") + 2
    locations.append(
        Location(doc.doc_id, target, target + 3, surface="图书馆", message="x", suggestion="库", confidence=0.9)
    )
    locations.append(Location(doc.doc_id, 0, 1, surface="这", message="no remedy", confidence=0.9))
    raised = finding(doc, *locations, finding_id="a1", rule="T405", concept_id=None)
    accept = decision(
        "accept", finding_id="a1", rule="T405", concept_id="", surface=",",
        marks=tuple(mark(doc.text, location.start, location.end) for location in locations),
    )  # fmt: skip
    (corrected,) = corrected_documents(
        accepted_corrections([raised], adjudicate([accept]), {doc.doc_id: doc}), {doc.doc_id: doc}
    )
    assert apply_edits(doc.text, corrected.edits) == "这个，那个：图书馆！ [图书馆](./图书馆.md)\n"
    assert {wish.place.start: wish.reason for wish in corrected.unapplied} == {
        target: "inside the target of a link",
        0: NO_WORDS,
    }


@pytest.mark.parametrize(
    ("name", "edited", "reasons"),
    [("モード", "図のモードで動きます。", [MEETS]), ("MoDE", "図のMoDE で動きます。", [])],
)
def test_space_is_put_beside_latin_words_alone(name, edited, reasons):
    doc = document("guide/ja.md", "図のMODEで動きます。", work="guide", lang="ja", locale="ja")
    findings = [
        finding(doc, (2, 6), finding_id="a1", rule="T103", suggestion=name),
        finding(doc, (2, 7), finding_id="b1", rule="T405", concept_id=None, suggestion="MODE で"),
    ]
    accepts = [
        decision("accept", finding_id=raised.finding_id, rule=raised.rule, concept_id=raised.concept_id or "", lang="ja",
                 path=doc.path, surface=raised.surface, marks=(mark(doc.text, location.start, location.end),))
        for raised in findings
        for location in raised.locations
    ]  # fmt: skip
    (corrected,) = corrected_documents(
        accepted_corrections(findings, adjudicate(accepts), {doc.doc_id: doc}), {doc.doc_id: doc}
    )
    assert (apply_edits(doc.text, corrected.edits), [wish.reason for wish in corrected.unapplied]) == (edited, reasons)


def test_of_two_corrections_of_the_same_words_one_is_made_and_the_other_is_listed():
    doc = page("这个图书馆很快。")
    findings = [
        finding(doc, (2, 5), finding_id="a1", suggestion="库"),
        finding(doc, (2, 6), finding_id="b1", rule="T102", suggestion="程序库很"),
    ]
    accepts = [
        decision("accept", finding_id=raised.finding_id, rule=raised.rule, surface=raised.surface,
                 marks=(mark(doc.text, raised.locations[0].start, raised.locations[0].end),))
        for raised in findings
    ]  # fmt: skip
    (corrected,) = corrected_documents(
        accepted_corrections(findings, adjudicate(accepts), {doc.doc_id: doc}), {doc.doc_id: doc}
    )
    assert (len(corrected.edits), [wish.reason for wish in corrected.unapplied]) == (1, [MEETS])


# --- units


def units(content, /, surface="图书馆", **options):
    """The rows of `parallel` after the corrections."""
    doc = page(content)
    build_tables = tables(doc)
    wishes = accepted(doc, surface, **options)
    corrected = corrections(wishes, build_tables, build_tables["parallel"], {doc.doc_id: doc})
    rows = corrected_rows(build_tables["parallel"], corrected)
    return None if rows is None else rows.to_pylist()


def test_unit_has_the_accepted_words_a_flag_and_the_terms_that_stand_there_now():
    first, second = units("这个**图书馆**处理张量。\n\n另一个图书馆。", words="库")
    assert (first["zh"], first["flags"]) == ("这个库处理张量。", ["unaligned", "corrected"])
    assert {term["concept_id"]: term["zh_used"] for term in first["terms"]} == {"library": ["库"], "tensor": ["张量"]}
    assert second["zh"] == "另一个库。"


def test_whole_text_of_a_reviewer_takes_the_place_of_the_units_text():
    (row,) = units("这个**图书馆**很快。", target="这个图书馆很快。", text="它是一个很快的库。")
    assert (row["zh"], row["flags"]) == ("它是一个很快的库。", ["unaligned", "corrected"])
    assert [term["zh_used"] for term in row["terms"]] == [[]]


def test_text_that_has_changed_since_gets_only_what_the_reviewer_changed_if_it_stands_there_once():
    (row,) = units("这个图书馆很快，真的。", target="这个图书馆很快。", text="这个库很快。")
    assert row["zh"] == "这个库很快，真的。"
    assert units("那些图书馆，这些图书馆。", target="这个图书馆很快。", text="它是一个很快的库。") is None


def test_unit_gets_the_words_and_the_text_that_were_accepted_in_it():
    doc = page("操作员在这个图书馆。")
    build_tables = tables(doc)
    findings = [finding(doc, *places(doc.text, surface), finding_id=surface) for surface in ("操作员", "图书馆")]
    accepts = [
        decision("accept", finding_id=raised.finding_id, surface=raised.surface, target=doc.text, **more,
                 marks=tuple(mark(doc.text, location.start, location.end) for location in raised.locations))
        for raised, more in zip(findings, ({"words": "算子"}, {"text": "操作员在这个库。"}), strict=True)
    ]  # fmt: skip
    wishes = accepted_corrections(findings, adjudicate(accepts), {doc.doc_id: doc})
    corrected = corrections(wishes, build_tables, build_tables["parallel"], {doc.doc_id: doc})
    assert [correction.text for correction in corrected.values()] == ["算子在这个库。"]


def test_units_stay_as_they_are_where_nothing_is_asked():
    assert units("这个图书馆很快。") is None


def placed(doc, raised, *numbers, **options):
    """An accept of some of a finding's places, by one who had them on the page."""
    marks = tuple(mark(doc.text, raised.locations[number].start, raised.locations[number].end) for number in numbers)
    return decision(
        "accept", finding_id="a1", rule=raised.rule, surface=raised.surface, marks=marks, placed=True, **options
    )


def test_words_for_ticked_places_go_to_these_alone_whatever_stands_there():
    doc = page("参数很多。一组参数。圖書館很慢。")
    start = doc.text.index("圖書館")
    raised = finding(doc, *places(doc.text, "参数"), (start, start + 3), finding_id="a1", rule="T501")
    wishes = accepted_corrections([raised], adjudicate([placed(doc, raised, 1, 2, words="检查点")]), {doc.doc_id: doc})
    (corrected,) = corrected_documents(wishes, {doc.doc_id: doc})
    assert (apply_edits(doc.text, corrected.edits), corrected.unapplied) == ("参数很多。一组检查点。检查点很慢。", ())


def test_accept_that_leaves_the_words_to_others_writes_none_and_is_listed():
    doc = page("这个图书馆很快。")
    raised = finding(doc, *places(doc.text, "图书馆"), finding_id="a1", suggestion="库")
    wishes = accepted_corrections([raised], adjudicate([placed(doc, raised, 0)]), {doc.doc_id: doc})
    (corrected,) = corrected_documents(wishes, {doc.doc_id: doc})
    assert (corrected.edits, [wish.reason for wish in corrected.unapplied]) == ((), [LEFT])
