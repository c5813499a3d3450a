"""Packing: whole numbers as a short text of base 64 digits, as source maps have them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_MORE = 32  # a digit that is followed by another one of its number


def packed(numbers: Iterable[int]) -> str:
    """Write numbers as a text: those near nought take one digit each, five bits and a sign."""
    return "".join(map(_digits, numbers))


@lru_cache(maxsize=4096)
def _digits(number: int) -> str:
    rest = abs(number) * 2 + (number < 0)
    digits = ""
    while rest >= _MORE:
        digits += DIGITS[_MORE + rest % _MORE]
        rest //= _MORE
    return digits + DIGITS[rest]
