"""UTF16 offsets, as JavaScript counts them: a character outside the basic plane, such as an emoji, counts two there."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from corpus import lazy_re as re

_TWO = re.compile("[\U00010000-\U0010ffff]")


def units(text: str) -> Callable[[int], int]:
    """Return the function from an offset in code points of this text to one in UTF-16 units."""
    twos = [match.start() for match in _TWO.finditer(text)]
    return (lambda offset: offset + bisect_left(twos, offset)) if twos else (lambda offset: offset)
