"""Opaque text, which is no word of a language: code, addresses, formulas and tags, which stand for no term."""

from __future__ import annotations

from collections.abc import Sequence

from corpus.records import Segment

Extents = Sequence[tuple[int, int]]  # start and end

_OPAQUE = frozenset(("code", "url", "link", "math", "tag", "placeholder"))  # names in running text are words


def opaque_spans(segment: Segment) -> list[tuple[int, int]]:
    """Return the stretches of a segment that are no words, in order."""
    return [(span.start, span.end) for span in segment.protected if span.kind in _OPAQUE]


def touches(start: int, end: int, places: Extents) -> bool:
    """Return whether a stretch shares a character with one of these."""
    return any(start < last and first < end for first, last in places)
