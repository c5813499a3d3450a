"""Numbers as digits of base 64."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from glossary.desk.report.web.pairs import DIGITS, packed


def unpacked(text: str) -> Iterator[int]:
    """The numbers, as the page's script reads them."""
    rest, weight = 0, 1
    for digit in text:
        value = DIGITS.index(digit)
        rest, weight = rest + value % 32 * weight, weight * 32
        if value < 32:
            yield -(rest // 2) if rest % 2 else rest // 2
            rest, weight = 0, 1


def test_numbers_near_nought_take_one_digit():
    assert packed([0, 1, -1, 15, -15]) == "ACDef"
    assert list(map(len, map(packed, ([16], [-511], [512])))) == [2, 2, 3]


@given(st.lists(st.integers(-(2**40), 2**40)))
def test_numbers_come_back(numbers: list[int]):
    assert list(unpacked(packed(numbers))) == numbers
