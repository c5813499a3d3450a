"""Confidences: how sure the findings are, in steps, against the bar below which a check does not fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from corpus.records import Finding
from corpus.vocabularies import FINDING_SEVERITY
from glossary.desk.report.web.statistics import CERTAIN

STEP = 5  # percent


@dataclass(frozen=True, slots=True)
class ConfidenceStep:
    """The findings that are as sure as this."""

    low: int  # percent; from there up to the next step, and for the last one, all of 100
    severities: Mapping[str, int]
    is_certain: bool  # whether a check may fail by them

    @property
    def count(self) -> int:
        """Findings of any severity."""
        return sum(self.severities.values())


def confidence_steps(findings: Iterable[Finding]) -> list[ConfidenceStep]:
    """Return the findings in steps of STEP percent, from the first step that has any, or that of the bar, to 100."""
    counts = Counter((_step(finding.confidence), finding.severity) for finding in findings)
    bar = _step(CERTAIN.confidence)
    return [
        ConfidenceStep(low, {severity: counts[low, severity] for severity in FINDING_SEVERITY}, low >= bar)
        for low in range(min([bar, *(low for low, _ in counts)]), 100, STEP)
    ]


def _step(confidence: float) -> int:
    """Return where the step of a confidence begins; what tables keep of 0.8 is a little more."""
    return min(100 - STEP, int(round(100 * confidence, 2) // STEP * STEP))
