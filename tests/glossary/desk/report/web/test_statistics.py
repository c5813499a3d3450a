"""Figures of the findings: what they cost, and which rules come first by it."""

from __future__ import annotations

import pytest

from corpus.languages import TARGETS
from glossary.desk.report.web.heat_map import heat_maps
from glossary.desk.report.web.statistics import BuildStatistics, about
from glossary.desk.report.web.summary import verdicts
from tests.glossary.desk.report.built import build, compared, plain, rich
from tests.glossary.desk.report.made import document, finding


@pytest.mark.parametrize("make_tables", [plain, rich, compared])
def test_rules_cost_together_what_the_scores_of_the_languages_say(make_tables):
    figures = BuildStatistics(make_tables())
    scored = sum(score.penalty for lang, (_, _, score) in figures.languages.items() if lang in TARGETS)
    assert sum(rule.points for rule in figures.rules) == pytest.approx(scored)


def test_rules_come_in_the_order_of_harm_rather_than_of_number():
    doc = document("a.md", "图书馆" * 9)
    many = [
        finding(
            doc, (number, number + 3), finding_id=f"n{number}", rule="T201", name="mixed-renderings", severity="neutral"
        )
        for number in range(0, 15, 3)
    ]
    minor = [finding(doc, (15, 18), (18, 21), (21, 24), finding_id="m", rule="T105", name="brand", severity="minor")]
    grave = [finding(doc, (24, 27), finding_id="g", severity="major", confidence=0.9)]
    rules = BuildStatistics(build(doc, findings=[*many, *minor, *grave])).rules
    assert [(rule.code, rule.findings, rule.points) for rule in rules] == [
        ("T101", 0.9, 4.5),
        ("T105", 0.95, pytest.approx(3 * minor[0].confidence)),
        ("T201", 4.75, 0.0),
    ]


def test_what_the_original_has_wrong_too_costs_nothing():
    doc = document("a.md", "图书馆")
    (rule,) = BuildStatistics(build(doc, findings=[finding(doc, (0, 3), inherited=True)])).rules
    assert (rule.findings, rule.points) == (0.95, 0.0)


def test_figures_count_what_is_thought_to_be_true_from_half_on():
    doc = document("a.md", "图书馆" * 9)
    sure = (0.9, 0.8, 0.6, 0.5, 0.49, 0.1)
    findings = [
        finding(doc, (3 * number, 3 * number + 3), finding_id=f"f{number}", severity="major", confidence=confidence)
        for number, confidence in enumerate(sure)
    ]
    tables = build(doc, findings=findings)
    figures = BuildStatistics(tables)
    (rule,) = figures.rules
    assert figures.severities == {"critical": 0, "major": pytest.approx(2.8), "minor": 0, "neutral": 0}
    assert (figures.doubtful, figures.uncertain["major"]) == (2, 2)
    assert rule.findings == pytest.approx(2.8)
    assert (rule.places, rule.uncertain, rule.doubtful) == (4, 2, 2)
    assert rule.points == pytest.approx(5 * 2.8)
    (_, expected, score) = figures.languages["zh"]
    assert (expected, score.penalty) == pytest.approx((2.8, 5 * 2.8))
    assert score.findings == 4
    (verdict,) = verdicts(figures)
    assert [(clause.rule, clause.count) for clause in verdict.clauses] == [("T101", 3)]
    for listed, is_told in ((findings, True), (findings[4:], False)):  # the last two are doubtful
        cells = [cell for heat_map in heat_maps(tables, listed) for cell in heat_map.cells]
        assert cells and any(cell.has_findings for cell in cells) == is_told


@pytest.mark.parametrize(
    ("expected", "figure"),
    [(0.0, 0), (0.2, 1), (0.6, 1), (1.5, 2), (59.7, 60), (99.6, 100), (124.9, 120), (126.0, 130), (1264.0, 1300)],
)
def test_about_keeps_two_digits_and_something_is_not_nothing(expected: float, figure: int):
    assert about(expected) == figure
