"""The path: the best sequence of beads and nulls that keeps the order, through two documents or a part of them.

Everything is counted as what it gains, in log-odds, over leaving all segments without counterpart. The whole path is
dynamic programming over beads as in Gale and Church (1993); nulls have two states, so that a run of them is cheap to go
on with, as the affine gaps of Gotoh (1982) are. The path of a part is the local alignment of Smith and Waterman (1981).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corpus.alignment.bead_types import NEVER, PRIOR, Figures, Scores, Shape
from corpus.alignment.null_model import NullRates

PathStep = tuple[int, int, int, int]  # first source, sources, first target, targets; one count is 0 in a null


@dataclass(frozen=True, slots=True)
class _GainField:
    """For each place between segments the best gain of a path that ends there, with a bead and with a null.

    The arrays have the dimensions (source segments + 1, target segments + 1).
    """

    shapes: list[Shape]
    nulls: NullRates
    gap: float  # log-odds, for each null
    anywhere: bool  # whether a path may begin at any place, at a gain of 0
    bead: Figures
    null: Figures
    shape_of: NDArray[np.int8]  # number in `shapes` of the bead that ends there, -1 for none


def global_path(scores: Scores, sources: int, targets: int, nulls: NullRates) -> list[PathStep]:
    """The best path from beginning to end (Viterbi), every segment in one step.

    `scores` has the log-odds of each shape: float64[sources - k + 1, targets - m + 1].
    """
    field = _fill_field(scores, np.zeros(sources), np.zeros(targets), nulls, 0.0, anywhere=False)
    return _traced(field, sources, targets)


def local_path(
    scores: Scores, source_prices: Figures, target_prices: Figures, nulls: NullRates, gap: float
) -> tuple[float, list[PathStep]]:
    """The best path wherever it begins and ends (Smith and Waterman 1981), with its gain; empty where nothing gains.

    Each segment has a price, for the bead that it is taken from: float64[sources] and float64[targets]. `gap` is added
    for each that is left out. All are log-odds; `scores` is as in `global_path`.
    """
    field = _fill_field(scores, source_prices, target_prices, nulls, gap, anywhere=True)
    i, j = (int(place) for place in np.unravel_index(np.argmax(field.bead), field.bead.shape))
    gain = float(field.bead[i, j])
    return gain, _traced(field, i, j) if gain > 0 else []


def _fill_field(
    scores: Scores, source_prices: Figures, target_prices: Figures, nulls: NullRates, gap: float, *, anywhere: bool
) -> _GainField:
    bead, enter, leave, stay = nulls.logs
    sources, targets = len(source_prices), len(target_prices)
    source_paid, target_paid = (np.append(0.0, np.cumsum(prices)) for prices in (source_prices, target_prices))
    after_bead = np.full((sources + 1, targets + 1), NEVER)
    after_null, shape_of = after_bead.copy(), np.full(after_bead.shape, -1, dtype=np.int8)
    after_bead[0, 0] = NEVER if anywhere else 0.0
    shapes = list(scores)
    for i in range(sources + 1):
        for number, (k, m) in enumerate(shapes):
            if i < k:
                continue
            until = targets + 1 - m
            before = np.maximum(after_bead[i - k, :until] + bead, after_null[i - k, :until] + leave)
            if anywhere:
                before = np.maximum(before, 0.0)
            price = source_paid[i] - source_paid[i - k] + target_paid[m:] - target_paid[:until]
            gained = before + scores[k, m][i - k] + PRIOR[k, m] - (k + m) * stay - price
            better = gained > after_bead[i, m:]
            after_bead[i, m:][better] = gained[better]
            shape_of[i, m:][better] = number
        row = np.full(targets + 1, NEVER)
        if i:
            row = np.maximum(after_null[i - 1], after_bead[i - 1] + enter - stay) + gap
        row[1:] = np.maximum(row[1:], after_bead[i, :-1] + enter - stay + gap)
        drift = np.arange(targets + 1) * gap
        after_null[i] = np.maximum.accumulate(row - drift) + drift
    return _GainField(shapes, nulls, gap, anywhere, after_bead, after_null, shape_of)


def _traced(field: _GainField, i: int, j: int) -> list[PathStep]:
    """The steps of the best path that ends at a place, where a local one ends with a bead."""
    bead, enter, leave, stay = field.nulls.logs
    in_bead = field.anywhere or field.bead[i, j] >= field.null[i, j]
    steps: list[PathStep] = []
    while i or j:
        if in_bead:
            k, m = field.shapes[field.shape_of[i, j]]
            steps.append((i - k, k, j - m, m))
            i, j = i - k, j - m
            gains = (field.bead[i, j] + bead, field.null[i, j] + leave)
            if field.anywhere and max(gains) <= 0:
                break
            in_bead = bool(gains[0] >= gains[1])
            continue
        back = []
        for k, m in ((1, 0), (0, 1)):
            if i >= k and j >= m:
                back.append((field.null[i - k, j - m], False, k, m))
                back.append((field.bead[i - k, j - m] + enter - stay, True, k, m))
        _, in_bead, k, m = max(back, key=lambda candidate: candidate[0])
        steps.append((i - k, k, j - m, m))
        i, j = i - k, j - m
    return steps[::-1]
