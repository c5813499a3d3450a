"""The queue: findings in the order in which they are worth a reviewer's time."""

from __future__ import annotations

from collections.abc import Iterable

from corpus.records import Finding
from corpus.vocabularies import FindingState
from glossary.rules.rule import POINTS

# MQM's points for one error; a neutral finding is for the terminologist, and worth a little of a reviewer's time.
_ATTENTION = {**POINTS, "neutral": 0.2}
_NOVELTY = {
    FindingState.NEW: 1.0,
    FindingState.OPEN: 0.7,
    FindingState.ACCEPTED: 0.3,
    FindingState.SUPPRESSED: 0.05,
    FindingState.FIXED: 0.0,
}


def worth(finding: Finding) -> float:
    """Severity times confidence times novelty."""
    return _ATTENTION[finding.severity] * finding.confidence * _NOVELTY[finding.state]


def ranked(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, those that are worth most first; then those with most places, then in the order of the table."""
    return sorted(findings, key=lambda finding: (-round(worth(finding), 6), -finding.occurrences))
