"""The field of beads: the log-odds of every bead by where it ends, laid out so that a row is computed in one piece.

Dynamic programming over beads goes row by row, each row from those before it. Done shape by shape, a row of a hundred
segments takes about a hundred small operations, mostly call overhead; over all shapes at once it takes ten.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Shape = tuple[int, int]  # source segments, target segments
Figures = NDArray[np.float64]
Indices = NDArray[np.int64]  # of segments or words
Scores = dict[Shape, Figures]  # of shape (k, m): [source segments - k + 1, target segments - m + 1]

# Logs of how often translators make each of them, where they leave nothing out; the shares add up to 1. About as in
# documentation that was aligned by hand, and near what Gale and Church (1993) counted: 1-1 0.89, 1-2 and 2-1 together
# 0.089, 2-2 0.011. The 468 beads of tests/gold/beads, to which nothing was fitted, have 1-1 0.908, 2-1 0.051,
# 1-2 0.034, 3-1 0.004 and 2-2 0.002.
PRIOR: dict[Shape, float] = {
    (1, 1): math.log(0.89),
    (1, 2): math.log(0.04),
    (2, 1): math.log(0.04),
    (1, 3): math.log(0.006),
    (3, 1): math.log(0.006),
    (1, 4): math.log(0.002),
    (4, 1): math.log(0.002),
    (2, 2): math.log(0.014),
}
MOST = 4  # segments on one side: as PRIOR has them; by hand, the beads read by hand have three at most
NEVER = -1e9  # log-odds of what cannot be; finite, because the difference of two infinities is no number


def possible(sources: int, targets: int) -> list[Shape]:
    """Return the shapes that fit this many segments on each side, in the order of PRIOR."""
    return [(k, m) for k, m in PRIOR if k <= sources and m <= targets]


def sums(values: Figures, k: int) -> Figures:
    """Return the sum of each value and the k-1 after it: float64[n - k + 1] for float64[n], where 1 <= k <= n."""
    total = np.concatenate([[0.0], np.cumsum(values)])
    differences: Figures = total[k:] - total[:-k]
    return differences


def lowest(figures: Figures, shape: Shape) -> Figures:
    """Return, for each bead of this shape, the lowest figure among the single pairs in it. float64[sources - k + 1,
    targets - m + 1] for float64[sources, targets], where the shape (k, m) fits.
    """
    k, m = shape
    rows, columns = figures.shape[0] - k + 1, figures.shape[1] - m + 1
    parts = [figures[i : i + rows, j : j + columns] for i in range(k) for j in range(m)]
    least: Figures = np.minimum.reduce(parts)
    return least


@dataclass(frozen=True, slots=True)
class BeadField:
    """The log-odds of every bead between two documents, or parts of them, including the prior of its shape."""

    shapes: list[Shape]
    ends: Figures  # float64[sources + 1, shapes, targets + 1]: the bead that ends there, NEVER where none can

    @property
    def size(self) -> tuple[int, int]:
        """The number of segments on each side."""
        return self.ends.shape[0] - 1, self.ends.shape[2] - 1

    @property
    def counts(self) -> tuple[Indices, Indices]:
        """The number of segments that each shape takes on each side: two int64[shapes]."""
        shapes = np.array(self.shapes, dtype=np.int64).reshape(-1, 2)
        return shapes[:, 0], shapes[:, 1]


def bead_field(scores: Scores, sources: int, targets: int) -> BeadField:
    """Return the field of these scores by shape; shape (k, m) has float64[sources - k + 1, targets - m + 1]."""
    shapes = list(scores)
    ends = np.full((sources + 1, len(shapes), targets + 1), NEVER)
    for number, (k, m) in enumerate(shapes):
        ends[k:, number, m:] = scores[k, m] + PRIOR[k, m]
    return BeadField(shapes, ends)


def joining_neighbours(scores: Scores, rows: Indices, columns: Indices) -> Scores:
    """Return the scores of beads that join adjacent segments, and NEVER for all others. `rows` and `columns` are the
    document numbers of the scored segments: int64[sources] and int64[targets].
    """
    breaks = [np.append(0, np.cumsum(np.diff(numbers) != 1)) for numbers in (rows, columns)]
    if not any(run[-1] for run in breaks):
        return scores
    joining: Scores = {}
    for (k, m), figures in scores.items():
        apart = [run[: len(run) - size + 1] != run[size - 1 :] for run, size in zip(breaks, (k, m), strict=True)]
        joining[k, m] = np.where(apart[0][:, None] | apart[1], NEVER, figures)
    return joining


class PaddedRows:
    """A figure for each place between segments, NEVER until it is filled; rows are looked up for all shapes at once."""

    def __init__(self, field: BeadField) -> None:
        sources, targets = field.size
        padded = np.full((sources + 1 + MOST, targets + 1 + MOST), NEVER)
        self.rows: Figures = padded[MOST:, MOST:]
        self._flat = padded.reshape(-1)
        self._width = padded.shape[1]
        rows, columns = field.counts
        first = (MOST - rows) * self._width + MOST - columns
        self._before = first[:, None] + np.arange(targets + 1)[None, :]

    def before(self, i: int) -> Figures:
        """Return, by shape and place of row i, the figure where its bead begins: float64[shapes, targets + 1]."""
        return self._flat.take(self._before + i * self._width)


def log_sum(figures: Figures) -> Figures:
    """Return the log of the sum of exponentials over the first dimension, like `numpy.logaddexp.reduce` but faster."""
    if not len(figures):
        return np.full(figures.shape[1:], NEVER)
    greatest = figures.max(axis=0)
    total: Figures = np.log(np.exp(figures - greatest).sum(axis=0)) + greatest
    return total
