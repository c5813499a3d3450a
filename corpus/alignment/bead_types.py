"""Shapes: how many neighbouring segments of each side a bead may join."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Shape = tuple[int, int]
Figures = NDArray[np.float64]
Scores = dict[Shape, Figures]  # of each shape, a figure for the bead that begins at source i and target j

# How often translators make each of them, about as in documentation that was aligned by hand.
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
MOST = 4  # segments on one side
NEVER = -1e9


def possible(sources: int, targets: int) -> list[Shape]:
    """The shapes that find room among so many segments."""
    return [(k, m) for k, m in PRIOR if k <= sources and m <= targets]


def sums(values: Figures, k: int) -> Figures:
    """For each place, the sum of it and the k-1 after it."""
    total = np.concatenate([[0.0], np.cumsum(values)])
    differences: Figures = total[k:] - total[:-k]
    return differences


def lowest(figures: Figures, shape: Shape) -> Figures:
    """Of figures for single pairs, the lowest that each bead of this shape takes in."""
    k, m = shape
    rows, columns = figures.shape[0] - k + 1, figures.shape[1] - m + 1
    parts = [figures[i : i + rows, j : j + columns] for i in range(k) for j in range(m)]
    least: Figures = np.minimum.reduce(parts)
    return least
