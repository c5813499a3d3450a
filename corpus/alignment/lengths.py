"""Lengths: how long a translation is, by the measure of its language pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corpus.alignment.evidence import Evidence
from corpus.alignment.shapes import Scores, possible, sums

# Characters of English for one of Chinese or Japanese; medians of documentation in three languages.
_CHARACTERS = {"en": 1.0, "zh": 2.5, "ja": 1.9}
_SPREAD = 0.25
_PER_CHARACTER = 6.0  # short segments vary more
_WORST = -12.0


@dataclass(frozen=True, slots=True)
class Ratio:
    """The log of target by source characters: its mean, and how far long segments stray from it."""

    mean: float
    spread: float


def usual(source: str, target: str) -> Ratio:
    """The ratio to begin with, before any bead is known."""
    return Ratio(float(np.log(_CHARACTERS[source] / _CHARACTERS[target])), _SPREAD)


def scores(source: Sequence[Evidence], target: Sequence[Evidence], ratio: Ratio) -> Scores:
    """The log-odds of every bead by its lengths: of translations against pairs at random."""
    if not source or not target:
        return {}
    one, other = (np.array([segment.length for segment in both]) for both in (source, target))
    anywhere = float(np.hypot(np.std(np.log(one)), np.std(np.log(other)))) + 0.3
    found: Scores = {}
    for k, m in possible(len(one), len(other)):
        a, b = sums(one, k)[:, None], sums(other, m)[None, :]
        off = np.log(b) - np.log(a) - ratio.mean
        spread = np.sqrt(ratio.spread**2 + _PER_CHARACTER / np.minimum(a * np.exp(ratio.mean), b))
        odds = np.log(anywhere / spread) + (off / anywhere) ** 2 / 2 - (off / spread) ** 2 / 2
        found[k, m] = np.maximum(odds, _WORST)
    return found


def ratio_of(lengths: Sequence[tuple[float, float]], before: Ratio) -> Ratio:
    """The ratio of beads, as (source, target) characters of those long enough to tell; a few change little."""
    long = np.array([np.log(b / a) for a, b in lengths if a * np.exp(before.mean) > 40 and b > 40])
    doubt = 20.0
    if not len(long):
        return before
    share = len(long) / (len(long) + doubt)
    middle = float(np.median(long))
    spread = 1.4826 * float(np.median(np.abs(long - middle)))
    return Ratio(
        before.mean + share * (middle - before.mean), max(0.15, before.spread + share * (spread - before.spread))
    )


def strays(source: float, target: float, ratio: Ratio) -> bool:
    """Whether a text is far longer or shorter than a translation of the other should be."""
    if not source or not target:
        return False
    spread = np.hypot(2 * ratio.spread, np.sqrt(_PER_CHARACTER / min(source * np.exp(ratio.mean), target)))
    return bool(abs(np.log(target / source) - ratio.mean) > 2 * spread)
