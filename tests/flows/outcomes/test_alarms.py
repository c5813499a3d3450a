"""Alarms: what about a build is a warning or fails the run, and what is too little to speak of."""

from __future__ import annotations

from typing import Any

import pytest

from flows.options.options import AlarmOptions
from flows.outcomes.difference import BuildDifference, Figure, NewFinding, alarms


def changes(**facts: Any) -> BuildDifference:
    nothing: dict[str, Any] = {
        "figures": {}, "added": (), "removed": (), "edited": (), "quarantined": (), "readable": (),
        "new_findings": 0, "gone_findings": 0, "new_criticals": (),
    }  # fmt: skip
    return BuildDifference(before="a", created="2026-11-26T03:00:00Z", **{**nothing, **facts})


def critical(confidence: float) -> NewFinding:
    return NewFinding("f", "T101", "critical", confidence, "zh/a.md", "后端", "“后端” is not backward")


def told(facts: dict[str, Any], **options: Any) -> list[tuple[str, str, str]]:
    return [
        (alarm.kind, alarm.level, alarm.message) for alarm in alarms([], changes(**facts), AlarmOptions(**options), 0.8)
    ]


@pytest.mark.parametrize("since", [None, changes()])
def test_files_that_cannot_be_read_are_a_warning_that_names_one(since: BuildDifference | None):
    unread = [{"path": "zh/a.md", "reason": "empty file"}, {"path": "zh/b.md", "reason": "binary"}]
    message = "2 files quarantined, such as zh/a.md: empty file"
    for level in ("warn", "fail"):
        options = AlarmOptions(on_quarantined=level)
        assert alarms(unread, since, options, 0.8) == [("quarantined", level, message)]
    assert (
        alarms(unread, since, AlarmOptions(on_quarantined="off"), 0.8) == alarms([], since, AlarmOptions(), 0.8) == []
    )


def test_alarms_of_the_build_stand_while_nothing_changes_at_the_level_set_now():
    standing = [{"kind": kind, "level": "fail", "message": kind} for kind in ("quarantined", "drift", "delivery")]
    assert alarms([], None, AlarmOptions(), 0.8, standing) == [("drift", "warn", "drift")]
    assert alarms([], changes(), AlarmOptions(), 0.8, standing) == []


def test_new_critical_finding_is_reported_from_the_confidence_that_fails_a_check():
    message = "1 new critical finding, such as zh/a.md: T101 “后端” is not backward"
    assert told({"new_criticals": (critical(0.9), critical(0.5))}) == [("criticals", "warn", message)]
    assert told({"new_criticals": (critical(0.5),)}) == []


@pytest.mark.parametrize(
    ("name", "figure", "message"),
    [
        ("documents.zh", Figure(100, 60), "documents.zh went from 100 to 60, by more than 30%"),
        ("documents.zh", Figure(100, 140), "documents.zh went from 100 to 140, by more than 30%"),
        ("documents.zh", Figure(100, 75), None),
        ("findings.major", Figure(0, 40), "findings.major went from 0 to 40, by more than 30%"),
        ("findings.major", Figure(4, 19), None),
        ("success.ja", Figure(0.9, 0.5), "success.ja fell from 90% to 50%"),
        ("success.ja", Figure(0.5, 0.9), None),
        ("success.ja", Figure(0.9, 0.8), None),
        ("penalty_per_1000.zh", Figure(49, 11), None),
        ("penalty_per_1000.zh", Figure(11, 49), "penalty_per_1000.zh went from 11 to 49, by more than 30%"),
    ],
)
def test_drift_is_reported_beyond_its_bound_and_not_of_small_figures(name: str, figure: Figure, message: str | None):
    assert told({"figures": {name: figure}}) == ([("drift", "warn", message)] if message else [])


def test_bound_of_drift_can_be_set():
    facts = {"figures": {"segments": Figure(1000, 1100)}}
    assert told(facts) == [] and told(facts, max_drift=0.05, on_drift="fail")[0][:2] == ("drift", "fail")
