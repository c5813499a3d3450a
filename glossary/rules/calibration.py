"""Precision: how often what each rule raises was right, as readers have judged it; the counts are in `judged.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import fsum
from typing import NamedTuple

import tomli

_DOUBT = 8.0  # judgements that the prior counts for: a few judged findings say little
MOST = 0.99  # nothing is certain
UNPROVEN = 0.49  # of what is inferred from what a sentence lacks: shown as doubtful, and fails nothing


class JudgedCounts(NamedTuple):
    """Findings of one rule in one language that readers have judged."""

    findings: int
    true: int
    expected: float  # how many would be, were the rule always right where it is sure: the sum of `Raised.sure`


@cache
def judged_counts() -> Mapping[str, Mapping[str, JudgedCounts]]:
    """What was judged, by rule and language."""
    tables = tomli.loads((files("glossary.rules") / "judged.toml").read_text(encoding="utf-8"))
    return {
        code: {lang: JudgedCounts(**counts) for lang, counts in by_lang.items()} for code, by_lang in tables.items()
    }


@cache
def confidence(code: str, prior: float, project_counts: JudgedCounts | None = None) -> float:
    """How often a rule is right where it is sure: as judged, with the prior for a few judgements of its own.

    `project_counts` is what the reviewers of a project have judged, on top of what comes with taiyaku.
    """
    counts = [*judged_counts().get(code, {}).values(), *([project_counts] if project_counts else [])]
    true, expected = sum(count.true for count in counts), fsum(count.expected for count in counts)
    return round(min(MOST, (true + _DOUBT * prior) / (expected + _DOUBT)), 2)
