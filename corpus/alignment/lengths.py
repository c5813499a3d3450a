"""Lengths: how long a translation is, by the measure of its language pair."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from corpus.languages import pack

_SPREAD = 0.25
PER_CHARACTER = 6.0  # short segments vary more


@dataclass(frozen=True, slots=True)
class LengthRatio:
    """The log of target by source characters: its mean, and how far long segments stray from it."""

    mean: float
    spread: float


def initial_ratio(source: str, target: str) -> LengthRatio:
    """The ratio to begin with, before any bead is known."""
    return LengthRatio(math.log(pack(source).english_characters / pack(target).english_characters), _SPREAD)


def ratio_of(lengths: Sequence[tuple[float, float]], before: LengthRatio) -> LengthRatio:
    """The ratio of beads, as (source, target) characters of those long enough to tell; a few change little."""
    least = 40 / math.exp(before.mean)
    long = [math.log(b / a) for a, b in lengths if a > least and b > 40]
    doubt = 20.0
    if not long:
        return before
    share = len(long) / (len(long) + doubt)
    middle = median(long)
    spread = 1.4826 * median(abs(log_ratio - middle) for log_ratio in long)
    return LengthRatio(
        before.mean + share * (middle - before.mean), max(0.15, before.spread + share * (spread - before.spread))
    )


def is_length_outlier(source: float, target: float, ratio: LengthRatio) -> bool:
    """Whether a text is far longer or shorter than a translation of the other should be."""
    if not source or not target:
        return False
    spread = math.hypot(2 * ratio.spread, math.sqrt(PER_CHARACTER / min(source * math.exp(ratio.mean), target)))
    return abs(math.log(target / source) - ratio.mean) > 2 * spread
