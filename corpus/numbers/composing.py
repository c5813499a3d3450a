"""Composing: numbers that one text says in several and another in one: half a million, 1 in 1,000, 1時間半."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from corpus.numbers.comparison import EQUAL, compare_quantities
from corpus.numbers.quantity import Quantity

_APART = 12  # characters between two that are said together
_GREAT = 100  # such a factor is a scale: 5 thousand million


def composed(quantities: Sequence[Quantity], whole: Quantity) -> tuple[Quantity, ...]:
    """Return two neighbours among the quantities, in order, that together say what `whole` says; nothing if none do."""
    for quantity, other in pairwise(quantities):
        if 0 <= other.start - quantity.end <= _APART and any(
            compare_quantities(amount, whole) == EQUAL for amount in _combinations(quantity, other)
        ):
            return quantity, other
    return ()


def _combinations(quantity: Quantity, other: Quantity) -> Iterator[Quantity]:
    """Yield values that two neighbours may have: their product, their sum, or the share that one is of the other."""
    a, b = quantity.value, other.value
    if a <= 0 or b <= 0 or not {quantity.kind, other.kind} <= {"number", "ordinal", "magnitude"}:
        return
    if a < 1 or max(a, b) >= _GREAT:
        yield _with_value(quantity, other, a * b)
    if b < 1 or a >= _GREAT * b:
        yield _with_value(quantity, other, a + b)
    if a < b:
        yield _with_value(quantity, other, a / b)


def _with_value(quantity: Quantity, other: Quantity, value: Fraction) -> Quantity:
    unit = other.unit or quantity.unit
    return replace(quantity, end=other.end, kind="number", value=value, below=None, unit=unit, parts=(), readings=())
