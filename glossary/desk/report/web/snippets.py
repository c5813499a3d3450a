"""Snippets: where a finding or a mention stands, and how much of the text around it is shown."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence

from glossary.desk.report.web.tables import ReportTables, ShownDocument, frame

_AROUND = 90  # characters of the sentence on either side of the words
_PASSAGE, _LONGEST = 200, 2_000  # characters on either side of a place where a text is not whole; of the place itself
_LINE = 30  # characters on either side in a line of a concordance

Sentences = tuple[Sequence[int], Sequence[int]]  # where the segments of a document begin and where they end


def sentences(build: ReportTables, doc_ids: Collection[str]) -> dict[str, Sentences]:
    """Return the places of the segments of these documents."""
    rows = frame(build.rows("segments", doc_ids), ["doc_id", "start", "end"])
    return {str(doc_id): (group["start"].tolist(), group["end"].tolist()) for doc_id, group in rows.groupby("doc_id")}


def place(source: ShownDocument, start: int, end: int, segments: Sentences) -> list[int]:
    """Return a place with its sentence: document, words, what is shown around them, whether that is cut (1 before, 2
    after, 3 both), line, column.
    """
    first, last = _sentence(source, start, end, segments)
    begin, stop = max(first, start - _AROUND), min(last, end + _AROUND)
    cut = (begin > first) + 2 * (stop < last)
    offsets = [source.units(offset) for offset in (start, end, begin, stop)]
    return [source.number, *offsets, cut, *source.lines.position(start)]


def spot(source: ShownDocument, start: int, end: int) -> list[int]:
    """Return a place for a concordance: document, words, what is shown around them, line, column."""
    offsets = [source.units(offset) for offset in (start, end, *snippet_bounds(source, start, end))]
    return [source.number, *offsets, *source.lines.position(start)]


def snippet_bounds(source: ShownDocument, start: int, end: int, room: int = _LINE) -> tuple[int, int]:
    """Return the bounds of the text around a place that a line of a concordance shows."""
    return max(0, start - room), min(len(source.text), end + room)


def passage_bounds(source: ShownDocument, start: int, end: int) -> tuple[int, int]:
    """Return the bounds of the text that is there around a place where the text is not whole."""
    return snippet_bounds(source, start, min(end, start + _LONGEST), _PASSAGE)


def _sentence(source: ShownDocument, start: int, end: int, segments: Sentences) -> tuple[int, int]:
    """Return the segment that a place begins in; its line where none holds it."""
    starts, ends = segments
    number = bisect_right(starts, start) - 1
    if number >= 0 and start < ends[number]:
        return starts[number], max(end, ends[number])
    first, last = source.lines.bounds(start)
    return first, max(end, last)
