"""Unit pairs: the units of a catalogue or a file of texts by key, each with its original."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from corpus.formats import contexts_of, format_of, keyed_texts_of, line_ends_of
from corpus.records import Segment
from glossary.rules.context import RuleContext, page_fact


class UnitPair(NamedTuple):
    """A unit of a page and its original, each with its segments."""

    start: int
    end: int
    text: str
    source: str
    context: str  # what tells it from another unit of the same English
    segments: tuple[Segment, ...]
    source_segments: tuple[Segment, ...]
    line_ends: tuple[str, str]  # of the unit and of its original, as `line_ends_of` says


@page_fact
def unit_pairs(page: RuleContext) -> tuple[UnitPair, ...]:
    """Return the units of a page that have an original, in order; none of a page that is no file of units."""
    if page.original is None or not format_of(page.document.media_type).has_units:
        return ()
    originals = {unit.key: unit for unit in keyed_texts_of(page.original.document)}
    contexts, line_ends = contexts_of(page.document), line_ends_of(page.document)
    line_ends_of_original = line_ends_of(page.original.document)
    pairs = []
    for unit in keyed_texts_of(page.document):
        if (source := originals.get(unit.key)) is not None:
            pairs.append(
                UnitPair(
                    unit.start,
                    unit.end,
                    page.text[unit.start : unit.end],
                    page.source[source.start : source.end],
                    contexts.get(unit.key, ""),
                    _inside(page.segments, unit.start, unit.end),
                    _inside(page.original.segments, source.start, source.end),
                    (line_ends.get(unit.key, ""), line_ends_of_original.get(unit.key, "")),
                )
            )
    return tuple(pairs)


def _inside(segments: Sequence[Segment], start: int, end: int) -> tuple[Segment, ...]:
    first = bisect_left(segments, start, key=lambda segment: segment.start)
    last = bisect_left(segments, end, key=lambda segment: segment.start)
    return tuple(segments[first:last])
