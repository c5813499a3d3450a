"""Sparse rows: matrices most of whose entries are 0, over NumPy, as scipy is 143 MB and takes long to import.

They have the layout and the names of compressed sparse rows. Sums run in the order of entries, so that results are
those of scipy to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corpus.alignment.bead_types import Figures, Indices


@dataclass(frozen=True, slots=True)
class SparseRows:
    """A matrix by rows: of row r the entries from `indptr[r]` to `indptr[r + 1]`, none twice."""

    data: Figures  # float64[entries]
    indices: Indices  # int64[entries]: the column of each
    indptr: Indices  # int64[rows + 1]
    width: int  # columns

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and of columns."""
        return len(self.indptr) - 1, self.width

    @property
    def rows(self) -> Indices:
        """The row of each entry."""
        return np.repeat(np.arange(len(self.indptr) - 1), np.diff(self.indptr))

    def __getitem__(self, rows: slice | Indices) -> SparseRows:
        """Return the matrix of some rows."""
        starts, sizes = self.indptr[:-1][rows], np.diff(self.indptr)[rows]
        places = _ranges(starts, sizes)
        return SparseRows(self.data[places], self.indices[places], _ends(sizes), self.width)

    def __matmul__(self, other: SparseRows) -> SparseRows:
        """Return the product; in each row the column that was met last comes first, as scipy has it."""
        keys, values = self._terms(other)
        places, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        rows = places // max(other.width, 1)
        order = np.lexsort((-first, rows))
        sums = _sums(inverse, values, len(places))
        sizes = np.bincount(rows, minlength=self.shape[0])
        return SparseRows(sums[order], (places % max(other.width, 1))[order], _ends(sizes), other.width)

    def dense_product(self, other: SparseRows) -> Figures:
        """Return the product with its zeros: float64[rows, columns]."""
        shape = self.shape[0], other.width
        return _sums(*self._terms(other), shape[0] * shape[1]).reshape(shape)

    def times(self, vector: Figures) -> Figures:
        """Return the product with a vector: float64[rows]."""
        return _sums(self.rows, self.data * vector[self.indices], self.shape[0])

    def transposed(self) -> SparseRows:
        """Return the matrix of which the columns are the rows."""
        order = np.argsort(self.indices, kind="stable")
        sizes = np.bincount(self.indices, minlength=self.width)
        return SparseRows(self.data[order], self.rows[order], _ends(sizes), self.shape[0])

    def _terms(self, other: SparseRows) -> tuple[Indices, Figures]:
        """Return the terms of the product in the order of the entries: row × width + column of each, and the terms."""
        sizes = np.diff(other.indptr)[self.indices]
        places = _ranges(other.indptr[self.indices], sizes)
        keys = np.repeat(self.rows * other.width, sizes) + other.indices[places]
        return keys, np.repeat(self.data, sizes) * other.data[places]


def from_entries(values: Figures, rows: Indices, columns: Indices, shape: tuple[int, int]) -> SparseRows:
    """Return the matrix that has these values at these places, none of them twice."""
    order = np.lexsort((columns, rows))
    return SparseRows(values[order], columns[order], _ends(np.bincount(rows, minlength=shape[0])), shape[1])


def diagonal(values: Sequence[float]) -> SparseRows:
    """Return the square matrix with these values from its first place to its last."""
    places = np.arange(len(values) + 1)
    return SparseRows(np.array(values, dtype=np.float64), places[:-1], places, len(values))


def side_by_side(parts: Sequence[SparseRows]) -> SparseRows:
    """Return matrices with as many rows as one, the columns of each after those of the one before."""
    offsets = np.cumsum([0, *(part.width for part in parts)])
    order = np.argsort(np.concatenate([part.rows for part in parts]), kind="stable")
    columns = np.concatenate([part.indices + offset for part, offset in zip(parts, offsets[:-1], strict=True)])
    sizes = np.sum([np.diff(part.indptr) for part in parts], axis=0)
    return SparseRows(np.concatenate([part.data for part in parts])[order], columns[order], _ends(sizes), offsets[-1])


def block_diagonal(parts: Sequence[SparseRows]) -> SparseRows:
    """Return matrices as one: the rows and columns of each after those of the one before, and zeros elsewhere."""
    rows, columns = (np.cumsum([0, *(part.shape[axis] for part in parts)]) for axis in (0, 1))
    return from_entries(
        np.concatenate([part.data for part in parts]),
        np.concatenate([part.rows + offset for part, offset in zip(parts, rows[:-1], strict=True)]),
        np.concatenate([part.indices + offset for part, offset in zip(parts, columns[:-1], strict=True)]),
        (int(rows[-1]), int(columns[-1])),
    )


def _sums(places: Indices, values: Figures, most: int) -> Figures:
    """Return the sum of the values at each place, in their order; without values NumPy would count in integers."""
    return np.bincount(places, values, minlength=most).astype(np.float64, copy=False)


def _ends(sizes: Indices) -> Indices:
    return np.concatenate(([0], np.cumsum(sizes, dtype=np.int64)))


def _ranges(starts: Indices, sizes: Indices) -> Indices:
    """Return the numbers from each start on, so many each."""
    ends = np.cumsum(sizes)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(starts - ends + sizes, sizes)
