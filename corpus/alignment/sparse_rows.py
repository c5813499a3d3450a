"""Sparse rows: matrices with mostly zero entries, on NumPy alone, as scipy is 143 MB and slow to import.

They have the layout and names of compressed sparse rows (CSR). Sums run in the order of entries, so that results equal
those of scipy to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corpus.alignment.bead_field import Figures, Indices


@dataclass(frozen=True, slots=True)
class SparseRows:
    """A matrix by rows: row r has the entries from `indptr[r]` to `indptr[r + 1]`, without duplicates."""

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
        """Return the matrix product. In each row the column met last comes first, as in scipy."""
        keys, values = self._terms(other)
        places, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        rows = places // max(other.width, 1)
        order = np.lexsort((-first, rows))
        sums = _sums(inverse, values, len(places))
        sizes = np.bincount(rows, minlength=self.shape[0])
        return SparseRows(sums[order], (places % max(other.width, 1))[order], _ends(sizes), other.width)

    def dense_product(self, other: SparseRows) -> Figures:
        """Return the product as a dense array: float64[rows, columns]."""
        shape = self.shape[0], other.width
        return _sums(*self._terms(other), shape[0] * shape[1]).reshape(shape)

    def times(self, vector: Figures) -> Figures:
        """Return the product with a vector: float64[rows]."""
        return _sums(self.rows, self.data * vector[self.indices], self.shape[0])

    def transposed(self) -> SparseRows:
        """Return the transposed matrix."""
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
    """Return the matrix with these values at these places, which must not repeat."""
    order = np.lexsort((columns, rows))
    return SparseRows(values[order], columns[order], _ends(np.bincount(rows, minlength=shape[0])), shape[1])


def diagonal(values: Sequence[float]) -> SparseRows:
    """Return the square matrix with these values on its diagonal."""
    places = np.arange(len(values) + 1)
    return SparseRows(np.array(values, dtype=np.float64), places[:-1], places, len(values))


def side_by_side(parts: Sequence[SparseRows]) -> SparseRows:
    """Return matrices with the same number of rows joined side by side, from left to right."""
    offsets = np.cumsum([0, *(part.width for part in parts)])
    order = np.argsort(np.concatenate([part.rows for part in parts]), kind="stable")
    columns = np.concatenate([part.indices + offset for part, offset in zip(parts, offsets[:-1], strict=True)])
    sizes = np.sum([np.diff(part.indptr) for part in parts], axis=0)
    return SparseRows(np.concatenate([part.data for part in parts])[order], columns[order], _ends(sizes), offsets[-1])


def block_diagonal(parts: Sequence[SparseRows]) -> SparseRows:
    """Return matrices joined along the diagonal, with zeros elsewhere."""
    rows, columns = (np.cumsum([0, *(part.shape[axis] for part in parts)]) for axis in (0, 1))
    return from_entries(
        np.concatenate([part.data for part in parts]),
        np.concatenate([part.rows + offset for part, offset in zip(parts, rows[:-1], strict=True)]),
        np.concatenate([part.indices + offset for part, offset in zip(parts, columns[:-1], strict=True)]),
        (int(rows[-1]), int(columns[-1])),
    )


def _sums(places: Indices, values: Figures, most: int) -> Figures:
    """Return the sum of the values at each place, added in order. Without values NumPy would count in integers."""
    return np.bincount(places, values, minlength=most).astype(np.float64, copy=False)


def _ends(sizes: Indices) -> Indices:
    return np.concatenate(([0], np.cumsum(sizes, dtype=np.int64)))


def _ranges(starts: Indices, sizes: Indices) -> Indices:
    """Return the numbers from each start on, `sizes` of them, concatenated."""
    ends = np.cumsum(sizes)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(starts - ends + sizes, sizes)
