"""The queue: what is one decision, what comes first."""

from __future__ import annotations

from typing import Any

import pytest

from corpus.records import Finding
from corpus.vocabularies import FindingState
from glossary.findings.review_queue import queue, ranked
from glossary.rules.messages import message
from tests.glossary.desk.report.made import document, finding

PAGES = {name: document(f"{name}.md", "图书馆很好" * 9) for name in "abc"}


def told(page: str, rule: str = "T101", message_id: str = "", **options: Any) -> Finding:
    """A finding on a page, with the message that its rule has for it."""
    words = dict.fromkeys(("surface", "concept", "expected", "source", "count"), "x")
    return finding(PAGES[page], (0, 3), rule=rule, message=message(rule, message_id, words, "en"), **options)


def test_a_wrong_form_of_one_concept_is_one_decision_in_all_documents():
    [row] = queue([told("a", concept_id="library"), told("b", concept_id="library"), told("c", concept_id="library")])
    assert (row.documents, row.places) == (3, 3)


@pytest.mark.parametrize(
    "other",
    [{"concept_id": "museum"}, {"surface": "书馆"}, {"rule": "T102"}, {"lang": "ja"}],
    ids=str,
)
def test_another_concept_form_rule_or_language_is_another_decision(other: dict[str, Any]):
    library: dict[str, Any] = {"concept_id": "library"}
    assert len(queue([told("a", **library), told("b", **{**library, **other})])) == 2


def test_units_left_in_english_are_one_decision_whatever_their_words():
    headings = [told(page, "T504", message_id="heading", expected=[page]) for page in "abc"]
    items = [told("a", "T504", message_id="item")]
    assert [row.documents for row in queue([*headings, *items])] == [3, 1]


def test_links_that_lead_elsewhere_are_one_decision_a_page_each_with_its_own_remedy():
    rows = queue(
        told(page, "T305", message_id="address", surface=f"{name}.png", expected=[f"en/{name}.png"])
        for page, name in [("a", "one"), ("a", "two"), ("b", "one")]
    )
    assert [[finding.expected for finding in row.findings] for row in rows] == [
        [["en/one.png"], ["en/two.png"]],
        [["en/one.png"]],
    ]


def test_a_concept_that_pages_write_in_two_ways_is_a_decision_for_each_of_the_ways():
    words = {"a": ("课题", "问题"), "b": ("议题", "问题"), "c": ("问题", "课题")}
    rows = queue(
        finding(PAGES[page], (0, 3), rule="T201", concept_id="issue", surface=surface, expected=[instead])
        for page, (surface, instead) in words.items()
    )
    assert sorted(row.documents for row in rows) == [1, 2]


@pytest.mark.parametrize("rule", ["T203", "T205"])
def test_versions_that_go_to_one_are_one_decision(rule: str):
    versions = {"a": ("存储", "保存"), "b": ("储存", "保存"), "c": ("开启", "打开")}
    rows = queue(
        finding(PAGES[page], (0, 3), rule=rule, surface=surface, expected=[instead])
        for page, (surface, instead) in versions.items()
    )
    assert sorted(row.documents for row in rows) == [1, 2]


def test_doubtful_findings_are_a_decision_apart_from_the_sure_ones():
    rows = queue(told(page, concept_id="x", confidence=sure) for page, sure in (("a", 0.9), ("b", 0.7), ("c", 0.2)))
    assert [[finding.confidence for finding in row.findings] for row in rows] == [[0.9, 0.7], [0.2]]


@pytest.mark.parametrize(("surface", "documents"), [("）", [1, 1]), ("图书馆", [2])])
def test_a_lone_mark_that_nothing_is_offered_for_is_judged_where_it_stands(surface: str, documents: list[int]):
    options: dict[str, Any] = {"rule": "T406", "surface": surface, "expected": [], "concept_id": None}
    rows = queue(finding(PAGES[page], (0, 3), finding_id=page, **options) for page in "ab")
    assert [row.documents for row in rows] == documents


def test_what_repairs_more_comes_first_and_the_neutral_last():
    rows = queue(
        [
            told("a", concept_id="once"),
            told("a", concept_id="thrice"), told("b", concept_id="thrice"), told("c", concept_id="thrice"),
            told("a", concept_id="grave", severity="critical"),
            *(told(page, concept_id="habit", severity="neutral") for page in "abc"),
        ]
    )  # fmt: skip
    assert [row.findings[0].concept_id for row in rows] == ["grave", "thrice", "once", "habit"]


def test_rules_alternate():
    many = [told("a", concept_id=f"c{number}") for number in range(10)]
    rows = queue([*many, told("a", "T102", severity="minor", concept_id="other")])
    assert [row.findings[0].rule for row in rows].index("T102") < 6


def test_each_decision_is_met_once_before_any_is_met_again():
    findings = [told(page, concept_id=concept) for concept in ("x", "y") for page in "abc"]
    assert [finding.concept_id for finding in ranked(findings)] == ["x", "y", "x", "x", "y", "y"]
    assert sorted(finding.finding_id for finding in ranked(findings)) == sorted(
        finding.finding_id for finding in findings
    )


def test_what_is_fixed_is_no_part_of_what_stands():
    rows = queue([told("a", concept_id="x"), told("b", concept_id="x", state=FindingState.FIXED)])
    assert [len(row.findings) for row in rows] == [1, 1]
