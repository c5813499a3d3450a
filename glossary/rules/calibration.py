"""Precision: how often what each rule raises was right, as readers have judged it; the counts are in `judged.toml`.

The messages of a rule differ in how often they are right: a term that the page translates elsewhere is surer than one
that no entry has. A message that was judged has the rule's figure where it has few judgements, and its own where it has
many.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import fsum
from typing import Any, NamedTuple

import tomli

PLAIN = "plain"  # the name in `judged.toml` of the message that has none
_KINDS = "kinds"
_FEWEST_OF_KIND = 5  # judgements, below which a message has the rule's figure
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
    return {
        code: {lang: JudgedCounts(**counts) for lang, counts in table.items() if lang != _KINDS}
        for code, table in _tables().items()
    }


@cache
def judged_kinds() -> Mapping[str, Mapping[str, JudgedCounts]]:
    """What was judged, by rule and message, both languages together."""
    return {
        code: {kind: JudgedCounts(**counts) for kind, counts in table.get(_KINDS, {}).items()}
        for code, table in _tables().items()
    }


def _tables() -> dict[str, Any]:
    return tomli.loads((files("glossary.rules") / "judged.toml").read_text(encoding="utf-8"))


@cache
def confidence(
    code: str, prior: float, project_counts: JudgedCounts | None = None, message_id: str | None = None
) -> float:
    """How often a rule, or one of its messages, is right where it is sure: as judged, with the prior for a few times.

    `project_counts` is what the reviewers of a project have judged: of its texts it says more than what was judged
    elsewhere, which stands for as many judgements as a prior does.
    """
    right = _updated(prior, *judged_counts().get(code, {}).values())
    kind = None if message_id is None else judged_kinds().get(code, {}).get(message_id or PLAIN)
    if kind and kind.findings >= _FEWEST_OF_KIND:
        right = _updated(right, kind)
    if project_counts:
        right = _updated(right, project_counts)
    return round(min(MOST, right), 2)


def _updated(prior: float, *counts: JudgedCounts) -> float:
    """A share after judgements: the prior counts for `_DOUBT` of them."""
    true, expected = sum(count.true for count in counts), fsum(count.expected for count in counts)
    return (true + _DOUBT * prior) / (expected + _DOUBT)
