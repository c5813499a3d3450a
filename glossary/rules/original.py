"""The English original of a page as rules see it: its terms, and which of its sentences those of the page translate."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from corpus.records import Document, Mention, Segment


class Pair(NamedTuple):
    """Segments of a page and those of the original that they translate; either side may be empty."""

    own: tuple[Segment, ...]
    source: tuple[Segment, ...]
    score: float  # the probability that this is right; of one side alone, that it has no counterpart
    copied: bool  # both have the same letters


class Aligned(NamedTuple):
    """An original that was read, and aligned with a page."""

    segments: tuple[Segment, ...]
    mentions: tuple[Mention, ...]  # in order, nested ones included
    pairs: tuple[Pair, ...]  # in the order of the page


@dataclass(frozen=True, eq=False)
class Original:
    """The English document that a page translates, aligned with it when a rule first asks."""

    document: Document
    align: Callable[[], Aligned]

    @cached_property
    def _aligned(self) -> Aligned:
        return self.align()

    @property
    def segments(self) -> tuple[Segment, ...]:
        """Its segments, in order."""
        return self._aligned.segments

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """Its mentions in order, nested ones included."""
        return self._aligned.mentions

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """What the page translates of it, in the order of the page; segments without counterpart included."""
        return self._aligned.pairs

    @cached_property
    def _starts(self) -> list[int]:
        return [one.start for one in self.mentions]

    def inside(self, segment: Segment) -> tuple[Mention, ...]:
        """The mentions that lie in a segment of it, nested ones included."""
        return self.mentions[bisect_left(self._starts, segment.start) : bisect_left(self._starts, segment.end)]
