"""The field of beads: the log-odds of every bead by where it ends, laid out so that a row is computed in one piece.

Dynamic programming over beads goes row by row, each row from those before it. Done shape by shape, a row of a hundred
segments takes about a hundred small operations, mostly call overhead; over all shapes at once it takes ten.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corpus.alignment.bead_types import MOST, NEVER, PRIOR, Figures, Indices, Scores, Shape


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
    """A figure for each place between segments; a row can be looked up for all shapes at once. `rows` is
    float64[sources + 1, targets + 1], NEVER until it is filled.
    """

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
