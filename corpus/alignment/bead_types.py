"""Shapes: how many neighbouring segments of each side a bead may join."""

from __future__ import annotations

import math

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
