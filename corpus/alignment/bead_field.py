"""The field of beads: the log-odds of every bead by where it ends, laid out so that a row is computed in one piece.

Dynamic programming over beads goes from row to row, each from the rows before it. Shape by shape that is some hundred
small operations for a row of a hundred segments, most of whose cost is calling them; over all shapes at once it is ten.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corpus.alignment.bead_types import MOST, NEVER, PRIOR, Figures, Indices, Scores, Shape


@dataclass(frozen=True, slots=True)
class BeadField:
    """What every bead between two documents, or parts of them, speaks for, the prior of its shape included."""

    shapes: list[Shape]
    ends: Figures  # float64[sources + 1, shapes, targets + 1]: the bead that ends there, NEVER where none can

    @property
    def size(self) -> tuple[int, int]:
        """The number of segments of both sides."""
        return self.ends.shape[0] - 1, self.ends.shape[2] - 1

    @property
    def counts(self) -> tuple[Indices, Indices]:
        """The number of segments that the shapes take of each side: int64[shapes] twice."""
        shapes = np.array(self.shapes, dtype=np.int64).reshape(-1, 2)
        return shapes[:, 0], shapes[:, 1]


def bead_field(scores: Scores, sources: int, targets: int) -> BeadField:
    """Return the field of scores by shape, of shape (k, m) float64[sources - k + 1, targets - m + 1]."""
    shapes = list(scores)
    ends = np.full((sources + 1, len(shapes), targets + 1), NEVER)
    for number, (k, m) in enumerate(shapes):
        ends[k:, number, m:] = scores[k, m] + PRIOR[k, m]
    return BeadField(shapes, ends)


def joining_neighbours(scores: Scores, rows: Indices, columns: Indices) -> Scores:
    """Return the scores of beads that join what stands together, NEVER for others.

    `rows` and `columns` are the numbers in their documents of the segments that are scored: int64[sources] and
    int64[targets].
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
    """A figure for each place between segments, of which a row is looked up for all shapes at once.

    `rows` is float64[sources + 1, targets + 1], NEVER until it is filled.
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
        """Return for each shape and place of row i the figure at its bead's beginning: float64[shapes, targets + 1]."""
        return self._flat.take(self._before + i * self._width)


def log_sum(figures: Figures) -> Figures:
    """Return the log of the sum of exponentials over the first dimension, as `numpy.logaddexp.reduce`, in less time."""
    if not len(figures):
        return np.full(figures.shape[1:], NEVER)
    greatest = figures.max(axis=0)
    total: Figures = np.log(np.exp(figures - greatest).sum(axis=0)) + greatest
    return total
