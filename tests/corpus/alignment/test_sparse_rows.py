"""Sparse rows give what scipy gives, to the last bit and in the same order."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from corpus.alignment.sparse_rows import SparseRows, block_diagonal, diagonal, from_entries, side_by_side

CHANCE = np.random.default_rng(46)


def drawn(rows: int, columns: int) -> tuple[SparseRows, sparse.csr_array]:
    """A matrix drawn at random, in both forms."""
    row_numbers, column_numbers = np.nonzero(CHANCE.random((rows, columns)) < 0.3)
    order, values = CHANCE.permutation(len(row_numbers)), CHANCE.random(len(row_numbers))
    places = row_numbers[order], column_numbers[order]
    return from_entries(values, *places, (rows, columns)), sparse.csr_array((values, places), shape=(rows, columns))


def assert_same(ours: SparseRows, scipys: sparse.csr_array) -> None:
    assert ours.shape == scipys.shape
    for part in ("data", "indices", "indptr"):
        assert getattr(ours, part).tolist() == getattr(scipys, part).tolist()


@pytest.mark.parametrize("sizes", [(12, 9, 20), (1, 1, 1), (5, 0, 4), (0, 3, 2), (3, 6, 0), *[(30, 40, 25)] * 20])
def test_every_operation_is_scipys(sizes: tuple[int, int, int]):
    (left, scipy_left), (right, scipy_right) = drawn(*sizes[:2]), drawn(*sizes[1:])
    product, scipy_product = left @ right, scipy_left @ scipy_right
    assert_same(left, scipy_left)
    assert_same(product, scipy_product)
    assert_same(product.transposed(), scipy_product.T.tocsr())
    dense = product.dense_product(right.transposed())
    assert dense.dtype == np.float64
    assert dense.tolist() == (scipy_product @ scipy_right.T.tocsr()).toarray().tolist()
    assert_same(side_by_side([product, left]), sparse.hstack([scipy_product, scipy_left], format="csr"))
    assert_same(block_diagonal([left, right]), sparse.block_diag([scipy_left, scipy_right], format="csr"))
    vector = CHANCE.random(sizes[1])
    assert left.times(vector).tolist() == (scipy_left @ vector).tolist()
    assert_same(left[1:4], scipy_left[1:4])
    if sizes[0]:
        rows, scale = CHANCE.integers(0, sizes[0], 7), CHANCE.random(sizes[0]).tolist()
        assert_same(left[rows], scipy_left[rows])
        assert_same(diagonal(scale) @ left, (sparse.diags_array(scale) @ scipy_left).tocsr())
