"""Units of packets: which unit of a build holds a place, and where words are in its readable text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from corpus.formats import MARKED_UP
from corpus.languages import pack
from corpus.records import LANGUAGE_COLUMNS, Finding, Location, Span
from corpus.text.plain_text import readable
from glossary.desk.memory.memory_units import flattened
from glossary.desk.review.packets.row import Stretch

# The tables that this is made from, and the columns of them that it reads.
READS: Mapping[str, list[str]] = {
    "segments": ["segment_id", "doc_id", "start", "end"],
    "parallel": ["unit_id", "work", *LANGUAGE_COLUMNS, *(f"{lang}_segments" for lang in LANGUAGE_COLUMNS)],
}


@dataclass(frozen=True, slots=True)
class PacketUnit:
    """A unit with its text and segments in each language."""

    unit_id: str
    work: str
    texts: Mapping[str, str]  # empty in a language that it lacks
    segments: Mapping[str, Sequence[str]]


_NOWHERE = Location("", 0, 0)
NO_UNIT = PacketUnit("", "", dict.fromkeys(LANGUAGE_COLUMNS, ""), dict.fromkeys(LANGUAGE_COLUMNS, ()))


def units_of(findings: Sequence[Finding], tables: Mapping[str, pa.Table]) -> list[PacketUnit]:
    """Return the unit that holds the first place of each of these findings; NO_UNIT if none does."""
    firsts = [finding.locations[0] if finding.locations else _NOWHERE for finding in findings]
    segments = segments_at(firsts, tables["segments"])
    units = units_with({segment_id for segment_id in segments if segment_id}, tables["parallel"])
    return [units.get(segment_id, NO_UNIT) for segment_id in segments]


def segments_at(places: Sequence[Location], segments: pa.Table) -> list[str]:
    """Return the id of the segment in which each of these places begins; empty if none does."""
    table = of_documents({place.doc_id for place in places}, segments.select(READS["segments"]))
    ids, starts, ends = (table[name].to_pylist() for name in ("segment_id", "start", "end"))
    bounds: dict[str, tuple[int, int]] = {}
    for number, doc_id in enumerate(table["doc_id"].to_pylist()):
        bounds[doc_id] = bounds.get(doc_id, (number, 0))[0], number + 1
    segment_ids = []
    for place in places:
        first, last = bounds.get(place.doc_id, (0, 0))
        number = bisect_right(starts, place.start, first, last) - 1
        segment_ids.append(ids[number] if first <= number and place.start < ends[number] else "")
    return segment_ids


def of_documents(doc_ids: Collection[str], table: pa.Table) -> pa.Table:
    """Return the rows of a table that belong to these documents."""
    return table.filter(pc.is_in(table["doc_id"], pa.array(sorted(doc_ids), pa.string())))


def units_with(segments: Collection[str], parallel: pa.Table) -> dict[str, PacketUnit]:
    """Return the unit of each of these segments that is in one."""
    values = pa.array(sorted(segments), pa.string())
    rows: dict[str, int] = {}  # the number of the row that holds each segment
    for lang in LANGUAGE_COLUMNS:
        ids, row_numbers = flattened(parallel[f"{lang}_segments"])
        mask = pc.is_in(ids, values)
        rows.update(zip(ids.filter(mask).to_pylist(), row_numbers.filter(mask).to_pylist(), strict=True))
    numbers = {number: index for index, number in enumerate(sorted(set(rows.values())))}
    unit_rows = parallel.select(READS["parallel"]).take(pa.array(numbers, pa.int64())).to_pylist()
    held = [
        PacketUnit(
            row["unit_id"],
            row["work"],
            {lang: row[lang] or "" for lang in LANGUAGE_COLUMNS},
            {lang: row[f"{lang}_segments"] for lang in LANGUAGE_COLUMNS},
        )
        for row in unit_rows
    ]
    return {segment_id: held[numbers[number]] for segment_id, number in rows.items()}


# What is put where words begin or end, to be found again when the text was made readable: no characters, and the
# second is Han to the patterns of `corpus.text.plain_text`, some of which look at what stands on either side.
_SIGNS = ("\U000ffffe", "\U0002fffe")


@dataclass(frozen=True, slots=True)
class Piece:
    """A segment of a unit, and where its readable text is in that of the unit."""

    doc_id: str
    start: int  # in its document
    text: str
    spans: tuple[Span, ...]  # protected, counted from the segment's start
    markup: bool
    plain_start: int
    plain: str

    @property
    def end(self) -> int:
        """The offset just after its last character, in its document."""
        return self.start + len(self.text)


def stretch(pieces: Sequence[Piece], doc_id: str, start: int, end: int) -> Stretch | None:
    """Return the span, in a unit's readable text, of a place in a document; None if it has none."""
    stretches: list[Stretch] = []
    for piece in pieces:
        if piece.doc_id == doc_id and start < piece.end and end > piece.start:
            first = _edge(piece, max(start, piece.start) - piece.start)
            last = _edge(piece, min(end, piece.end) - piece.start)
            part = None if first is None or last is None else _trimmed(piece.plain, first, last)
            stretches += [(piece.plain_start + part[0], piece.plain_start + part[1])] if part else []
    return (stretches[0][0], stretches[-1][1]) if stretches else None


def _trimmed(text: str, start: int, end: int) -> Stretch | None:
    """Return the stretch without white space around it; None if nothing is left."""
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    end = start + len(words.strip())
    return (start, end) if start < end else None


def _edge(piece: Piece, offset: int) -> int | None:
    """Return where an offset of the segment falls in its readable text; None if that is unclear."""
    if not piece.text[:offset].strip():
        return 0
    if not piece.text[offset:].strip():
        return len(piece.plain)
    return next((position for sign in _SIGNS if (position := _find_offset(piece, offset, sign)) is not None), None)


def _find_offset(piece: Piece, offset: int, sign: str) -> int | None:
    spans = [
        Span(span.start + (span.start >= offset), span.end + (span.end > offset), span.kind) for span in piece.spans
    ]
    text = readable(
        piece.text[:offset] + sign + piece.text[offset:], 0, len(piece.text) + 1, spans, markup=piece.markup
    )
    position = text.find(sign)
    return position if position >= 0 and text[:position] + text[position + 1 :] == piece.plain else None


# The tables that this is made from, and the columns of them that it reads.
PIECE_READS: Mapping[str, list[str]] = {
    "documents": ["doc_id", "media_type"],
    "segments": ["segment_id", "doc_id", "start", "text", "protected"],
}

UnitKey = tuple[str, str]  # unit and language


def pieces(
    units: Collection[PacketUnit], languages: Collection[str], tables: Mapping[str, pa.Table]
) -> dict[UnitKey, tuple[Piece, ...]]:
    """Return the pieces of these units in these languages; empty if joining them does not give the unit's text."""
    ids = {segment_id for unit in units for lang in languages for segment_id in unit.segments[lang]}
    segments, documents = _segments(ids, tables["segments"]), tables["documents"]
    has_markup = pc.is_in(documents["media_type"], pa.array(MARKED_UP))
    marked_up = set(documents["doc_id"].filter(has_markup).to_pylist())
    return {(unit.unit_id, lang): _pieces(unit, lang, segments, marked_up) for unit in units for lang in languages}


def _segments(ids: Collection[str], segments: pa.Table) -> dict[str, dict[str, Any]]:
    rows = segments.filter(pc.is_in(segments["segment_id"], pa.array(sorted(ids), pa.string())))
    return {row["segment_id"]: row for row in rows.select(PIECE_READS["segments"]).to_pylist()}


def _pieces(
    unit: PacketUnit, lang: str, segments: Mapping[str, Mapping[str, Any]], marked_up: Collection[str]
) -> tuple[Piece, ...]:
    unit_pieces: list[Piece] = []
    plain_start = 0
    for segment_id in unit.segments[lang]:
        row = segments[segment_id]
        markup = row["doc_id"] in marked_up
        text, start = row["text"], row["start"]
        spans = tuple(Span(span["start"] - start, span["end"] - start, span["kind"]) for span in row["protected"])
        plain = readable(text, 0, len(text), spans, markup=markup)
        unit_pieces.append(Piece(row["doc_id"], start, text, spans, markup, plain_start, plain))
        plain_start += len(unit_pieces[-1].plain) + len(pack(lang).joiner)
    joined = pack(lang).joiner.join(piece.plain for piece in unit_pieces)
    return tuple(unit_pieces) if joined == unit.texts[lang] else ()
