"""The longest match at a place wins; a shorter term may stand inside it, nothing across its edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from glossary.matching.judging import Reading
from glossary.terms import UNWANTED


class Hit(NamedTuple):
    """A stretch of text and what it can be read as."""

    start: int
    end: int
    surface: str
    readings: tuple[Reading, ...]
    single: bool  # one character
    nested: bool = False  # within a longer term


def longest(hits: Sequence[Hit]) -> Iterator[Hit]:
    """The hits that stand: the longest from the left, and terms of other concepts within them, one level deep."""
    outer: Hit | None = None
    inner_end = 0
    for hit in sorted(hits, key=order) if len(hits) > 1 else hits:
        if outer is None or hit.start >= outer.end:
            outer, inner_end = hit, hit.start
            yield hit
        elif hit.end <= outer.end and hit.start >= inner_end:
            readings = _within(hit.readings, outer.readings)
            if readings:
                inner_end = hit.end
                yield hit._replace(readings=readings, nested=True)


def order(hit: Hit) -> tuple[int, int]:
    """From the left, the longer first."""
    return hit.start, -hit.end


def _within(readings: Iterable[Reading], outer: Iterable[Reading]) -> tuple[Reading, ...]:
    """What may stand inside a longer term: no unwanted form, no English left over where the whole is right."""
    known = {reading.candidate.concept_id for reading in outer}
    silent = {*UNWANTED} if any(reading.status == "source" for reading in outer) else {*UNWANTED, "source"}
    return tuple(
        reading
        for reading in readings
        if reading.candidate.status not in silent and reading.candidate.concept_id not in known
    )
