"""How sure the findings are, in steps."""

from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser

from glossary.desk.report.web import page
from glossary.desk.report.web.page_content import confidence_steps
from glossary.desk.report.web.statistics import CERTAIN
from tests.glossary.desk.report.built import build
from tests.glossary.desk.report.made import document, finding

OWN = document("a.md", "图书馆" * 9)


def at(*confidences: float):
    """A finding of each confidence."""
    return [
        finding(OWN, (0, 3), finding_id=f"{number}", confidence=confidence)
        for number, confidence in enumerate(confidences)
    ]


def test_steps_hold_each_finding_once_up_to_all_that_is_sure():
    steps = confidence_steps(at(0.62, 0.8, 0.7999, 0.84, 0.85, 0.99, 1.0))
    assert [(step.low, step.count, step.is_certain) for step in steps] == [
        (60, 1, False), (65, 0, False), (70, 0, False), (75, 1, False),
        (80, 2, True), (85, 1, True), (90, 0, True), (95, 2, True),
    ]  # fmt: skip


@pytest.mark.parametrize("confidence", [0.0, 0.3, 0.55, 0.7, 0.79, 0.8, 0.95, 1.0])
def test_step_of_a_finding_is_certain_where_the_finding_is(confidence: float):
    (only_finding,) = build(OWN, findings=at(confidence)).findings  # as a table keeps it
    (step,) = [step for step in confidence_steps([only_finding]) if step.count]
    assert step.is_certain == CERTAIN.is_certain(only_finding)


def test_without_doubtful_findings_the_picture_begins_at_the_bar():
    assert [step.low for step in confidence_steps(at(0.9))] == [80, 85, 90, 95]


def test_picture_has_a_bar_for_each_step_and_a_row_that_links_to_its_findings():
    html = LexborHTMLParser(page(build(OWN, findings=at(0.62, 0.8, 0.9))))
    picture = html.css_first("svg.confidence")
    assert picture is not None and picture.attributes["role"] == "img"
    assert [bar.attributes["data-row"] for bar in picture.css("g")] == [*"01234567"]
    assert len(picture.css("path")) == 1
    rows = html.css(".picture:has(svg.confidence) tbody tr")
    assert [row.css_first("a").attributes["href"] for row in rows][:2] == ["#findings?sure=60", "#findings?sure=65"]  # type: ignore[union-attr]
    assert [cell.text() for cell in rows[0].css("td")] == ["0", "1", "0", "0"]
