"""Lengths: how long a translation is expected to be for its language pair."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from corpus.languages import pack

# Of the log ratio, before any bead is known; by hand. The 5th and 95th percentiles that were measured (English
# characters for one of Chinese: 1.5 and 3.8, of Japanese: 1.0 and 2.3) are those of spreads of 0.28 and 0.25.
_SPREAD = 0.25
# Variance of the log ratio, times characters: short segments vary more. By hand; Gale and Church (1993) have 6.8.
PER_CHARACTER = 6.0


@dataclass(frozen=True, slots=True)
class LengthRatio:
    """The log of target by source characters: its mean, and the spread of long segments around it."""

    mean: float
    spread: float  # standard deviation of the log


def initial_ratio(source: str, target: str) -> LengthRatio:
    """Return the length ratio of two languages before any bead; raises KeyError if one is not registered."""
    return LengthRatio(math.log(pack(source).english_characters / pack(target).english_characters), _SPREAD)


def ratio_of(lengths: Sequence[tuple[float, float]], before: LengthRatio) -> LengthRatio:
    """Return the length ratio of beads, given as (source, target) characters. Only long ones count; few change little.

    It is the median with the median absolute deviation, which wrong beads move little, shrunk towards the ratio before.
    A bead is long with more than 40 target characters, and more than the corresponding number of source characters.
    """
    # By hand, no measurement is recorded: 40 characters, a doubt of 20 beads, and at least 0.15 of spread.
    least = 40 / math.exp(before.mean)
    long = [math.log(b / a) for a, b in lengths if a > least and b > 40]
    doubt = 20.0
    if not long:
        return before
    share = len(long) / (len(long) + doubt)
    middle = median(long)
    # 1.4826: the standard deviation of a normal distribution by its median absolute deviation.
    spread = 1.4826 * median(abs(log_ratio - middle) for log_ratio in long)
    return LengthRatio(
        before.mean + share * (middle - before.mean), max(0.15, before.spread + share * (spread - before.spread))
    )


def is_length_outlier(source: float, target: float, ratio: LengthRatio) -> bool:
    """Return whether the lengths differ by two standard deviations (set by hand) from those of translations."""
    if not source or not target:
        return False
    usual = math.exp(ratio.mean)
    characters = min(source * usual, target) * max(1.0, 1 / usual)  # of the language that takes more of them
    spread = math.hypot(ratio.spread, math.sqrt(PER_CHARACTER / characters))
    return abs(math.log(target / source) - ratio.mean) > 2 * spread
