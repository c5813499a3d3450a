"""JUnit: a suite for each page, a case for each rule, failures for what fails the check. `tests/clients` validates it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossary.desk.report.check_report import CheckedPage, Report, Threshold
from glossary.desk.report.junit import junit
from glossary.rules.registry import RULES
from tests.glossary.desk.report.made import document, finding, hostile, page, report


def read(of: Report) -> ElementTree.Element:
    """The root of a report as a consumer reads it."""
    return ElementTree.fromstring(junit(of).encode("utf-8"))


def case(**options: Any) -> ElementTree.Element:
    """The case of T101 on a page with one finding."""
    (test_case,) = read(report(page("zh/a.md", "图书馆", "图书馆", **options))).iter("testcase")
    return test_case


def test_what_it_looks_like():
    doc = document("zh/a.md", "图书馆和操作员")
    findings = [
        finding(doc, (0, 3), (4, 7)),
        finding(doc, (4, 7), severity="minor"),
        finding(doc, (0, 3), state="suppressed", rule="T102", name="deprecated-form", reason="the museum's"),
    ]
    rules = tuple(rule for rule in RULES if rule.code == "T101")
    assert junit(report(CheckedPage(doc, "zh/a.md", findings, rules), page("zh/b.md", "好"))) == (
        """\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="taiyaku" tests="3" failures="1" errors="0" time="0">
  <testsuite name="zh/a.md" tests="2" failures="1" errors="0" skipped="1" time="0">
    <properties>
      <property name="signature" value="taiyaku:0|test" />
    </properties>
    <testcase name="T101 wrong-rendering" classname="zh/a.md" time="0">
      <failure message="“图书馆” is wrong (and 1 more)" type="major">zh/a.md:1:1 T101 “图书馆” is wrong [major 0.95]
    expected: 库
zh/a.md:1:5 T101 “图书馆” is wrong [major 0.95]
    expected: 库</failure>
      <system-out>zh/a.md:1:5 T101 “操作员” is wrong [minor 0.95]
    expected: 库</system-out>
    </testcase>
    <testcase name="T102 deprecated-form" classname="zh/a.md" time="0">
      <skipped>suppressed: the museum's</skipped>
    </testcase>
  </testsuite>
  <testsuite name="zh/b.md" tests="1" failures="0" errors="0" skipped="0" time="0">
    <properties>
      <property name="signature" value="taiyaku:0|test" />
    </properties>
    <testcase name="T101 wrong-rendering" classname="zh/b.md" time="0" />
  </testsuite>
</testsuites>
"""
    )


@pytest.mark.parametrize(
    ("options", "children"),
    [
        ({}, ["failure"]),
        ({"confidence": 0.5}, ["system-out"]),
        ({"severity": "minor"}, ["system-out"]),
        ({"state": "open"}, []),
        ({"state": "accepted"}, []),
        ({"state": "suppressed"}, ["skipped"]),
        ({"state": "fixed"}, []),
    ],
)
def test_what_becomes_of_a_finding(options: dict[str, Any], children: list[str]):
    assert [child.tag for child in case(**options)] == children


def test_failures_follow_the_threshold():
    checked = replace(report(page("a.md", "图书馆", "图书馆", severity="minor")), threshold=Threshold("minor"))
    assert read(checked).get("failures") == "1"


def test_a_suppressed_finding_beside_one_that_fails_skips_nothing():
    doc = document("a.md", "图书馆")
    findings = [finding(doc, (0, 3), state="suppressed"), finding(doc, (0, 3))]
    (test_case,) = read(report(CheckedPage(doc, "a.md", findings, ()))).iter("testcase")
    assert [child.tag for child in test_case] == ["failure"]


def test_every_rule_that_judged_the_page_has_a_case():
    cases = list(read(report(replace(page("a.md", "好"), rules=RULES))).iter("testcase"))
    assert [test_case.get("name") for test_case in cases] == [f"{rule.code} {rule.name}" for rule in RULES]


def test_a_file_that_could_not_be_read_is_an_error():
    unread = CheckedPage(document("a.md", "", status="quarantined", reason="binary"), "a.md", was_named=True)
    (test_case,) = read(report(unread)).iter("testcase")
    assert test_case.get("name") == "read"
    assert [(child.tag, child.get("message")) for child in test_case] == [("error", "could not be read: binary")]


def test_words_of_markup_stay_words():
    assert case(message="]]> <b>&amp;")[0].get("message") == "]]> <b>&amp;"


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_hostile_findings_are_well_formed_and_counted(lang: str):
    root = read(hostile(lang))
    assert int(root.get("tests", "")) == len(list(root.iter("testcase")))
    assert root.get("failures") == str(len(list(root.iter("failure")))) != "0"
    assert root.get("errors") == "1"
    assert len(root) == len(hostile().pages)


@given(st.text(), st.text())
def test_any_path_and_any_message_is_well_formed(path: str, message: str):
    read(report(replace(page("a.md", "图书馆", "图书馆", message=message, reason=message), shown_path=path)))


def test_the_same_findings_give_the_same_bytes():
    assert junit(hostile()) == junit(hostile())
