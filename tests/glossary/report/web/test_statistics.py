"""Figures of the findings: what they cost, and which rules come first by it."""

from __future__ import annotations

import pytest

from corpus.languages import TARGETS
from glossary.report.web.statistics import BuildStatistics
from tests.glossary.report.built import build, compared, plain, rich
from tests.glossary.report.made import document, finding


@pytest.mark.parametrize("made", [plain, rich, compared])
def test_rules_cost_together_what_the_scores_of_the_languages_say(made):
    figures = BuildStatistics(made())
    scored = sum(score.penalty for lang, (_, _, score) in figures.languages.items() if lang in TARGETS)
    assert sum(rule.points for rule in figures.rules) == pytest.approx(scored)


def test_rules_come_in_the_order_of_harm_rather_than_of_number():
    own = document("a.md", "图书馆" * 9)
    many = [
        finding(own, (at, at + 3), finding_id=f"n{at}", rule="T201", name="mixed-renderings", severity="neutral")
        for at in range(0, 15, 3)
    ]
    minor = [finding(own, (15, 18), (18, 21), (21, 24), finding_id="m", rule="T105", name="brand", severity="minor")]
    grave = [finding(own, (24, 27), finding_id="g", severity="major", confidence=0.9)]
    rules = BuildStatistics(build(own, found=[*many, *minor, *grave])).rules
    assert [(rule.code, rule.findings, rule.points) for rule in rules] == [
        ("T101", 1, 4.5),
        ("T105", 1, pytest.approx(3 * minor[0].confidence)),
        ("T201", 5, 0.0),
    ]


def test_what_the_original_has_wrong_too_costs_nothing():
    own = document("a.md", "图书馆")
    (rule,) = BuildStatistics(build(own, found=[finding(own, (0, 3), inherited=True)])).rules
    assert (rule.findings, rule.points) == (1, 0.0)
