"""Heights of rows, reckoned from their texts: LibreOffice fits no rows of a file that says it comes from Excel."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, fsum
from unicodedata import east_asian_width

_LINE = 15.0  # points, of a font of 10 points for Chinese or Japanese
_MOST = 400.0  # Excel takes 409


def height(cells: Iterable[tuple[str, float]]) -> float:
    """Return the points that a row needs for its texts, each with the width of its column."""
    most = max((_lines(text, width) for text, width in cells), default=1)
    return min(_LINE * most + 3, _MOST)


def _lines(text: str, width: float) -> int:
    return sum(max(1, ceil(_text_width(line) / width)) for line in text.split("\n"))


def _text_width(text: str) -> float:
    """Return the width of a text in digits of 11 points, in which widths of columns are measured."""
    return fsum(1.95 if east_asian_width(char) in "WFA" else 0.95 for char in text)
