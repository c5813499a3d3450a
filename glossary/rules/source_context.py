"""The source context of rules: the English original of a page, and which of its sentences the page translates."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from corpus.records import Document, Mention, Segment, TermAlignment

# Scores of pairs: of those with the second about 97 in 100 are right; a rare word that is nearly the same is believed
# of the first.
LIKELY_PAIR, SURE_PAIR = 0.5, 0.9


class SegmentPair(NamedTuple):
    """Segments of a page and those of the original that they translate; either side may be empty."""

    target: tuple[Segment, ...]
    source: tuple[Segment, ...]
    score: float  # the probability that this is right; of one side alone, that it has no counterpart
    copied: bool  # both have the same letters

    @property
    def is_sure(self) -> bool:
        """Return whether both sides have text and surely belong together."""
        return bool(self.target and self.source) and self.score >= SURE_PAIR


class ReadOriginal(NamedTuple):
    """The segments and mentions of an original."""

    segments: tuple[Segment, ...]
    mentions: tuple[Mention, ...]  # in order, nested ones included


@dataclass(frozen=True, eq=False)
class Original:
    """The English document that a page translates. It is searched for terms, and aligned, when a rule first asks."""

    document: Document
    read: Callable[[], ReadOriginal]
    align: Callable[[ReadOriginal], Iterable[SegmentPair]]  # in the order of the page
    align_terms: Callable[[], Iterable[TermAlignment]] = tuple  # in the order of the page's sentences

    @cached_property
    def _read(self) -> ReadOriginal:
        return self.read()

    @property
    def segments(self) -> tuple[Segment, ...]:
        """Its segments, in order."""
        return self._read.segments

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """Its mentions in order, nested ones included."""
        return self._read.mentions

    @cached_property
    def pairs(self) -> tuple[SegmentPair, ...]:
        """Its pairs with the page, in page order, including segments without counterpart."""
        return tuple(self.align(self._read))

    @cached_property
    def terms(self) -> tuple[TermAlignment, ...]:
        """Its terms, each with its rendering on the page."""
        return tuple(self.align_terms())

    @cached_property
    def _starts(self) -> list[int]:
        return [mention.start for mention in self.mentions]

    def mentions_in(self, segment: Segment) -> tuple[Mention, ...]:
        """Return the mentions that lie in a segment of it, nested ones included."""
        return self.mentions[bisect_left(self._starts, segment.start) : bisect_left(self._starts, segment.end)]
