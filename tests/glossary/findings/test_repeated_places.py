"""Repeated places: of several rules that report the same words the one that knows most does."""

from __future__ import annotations

from glossary.findings.repeated_places import without_repeated_places
from tests.glossary.desk.report.made import document, finding

PAGE = document("a/zh.md", "电感器很快。电感器很慢。")


def test_what_the_glossary_calls_wrong_goes_before_a_usage():
    sure = finding(PAGE, (0, 3), rule="T104", finding_id="a")
    usage = finding(PAGE, (0, 3), rule="T203", finding_id="b")
    assert [place.finding_id for place in without_repeated_places([usage, sure])] == ["a"]


def test_a_usage_with_a_place_of_its_own_stays():
    sure = finding(PAGE, (0, 3), rule="T104", finding_id="a")
    usage = finding(PAGE, (0, 3), (6, 9), rule="T203", finding_id="b")
    assert [place.finding_id for place in without_repeated_places([usage, sure])] == ["b", "a"]


def test_a_missing_term_is_left_to_the_usage_that_stands_there():
    missing = finding(PAGE, (0, 3), rule="T501", finding_id="a")
    usage = finding(PAGE, (0, 3), rule="T204", finding_id="b")
    assert [place.finding_id for place in without_repeated_places([missing, usage])] == ["b"]


def test_other_rules_stand_beside_each_other():
    width = finding(PAGE, (0, 3), rule="T405", finding_id="a")
    usage = finding(PAGE, (0, 3), rule="T204", finding_id="b")
    assert len(without_repeated_places([width, usage])) == 2
