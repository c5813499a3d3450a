"""Pieces: the segments of units, each with where its readable text stands in that of the unit."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from corpus.formats import MARKED_UP
from corpus.languages import pack
from corpus.records import Span
from corpus.text.plain_text import readable
from glossary.desk.review.packets.term_positions import Piece
from glossary.desk.review.packets.unit_lookup import PacketUnit

# The tables that this is made from, and the columns of them that it reads.
READS: Mapping[str, list[str]] = {
    "documents": ["doc_id", "media_type"],
    "segments": ["segment_id", "doc_id", "start", "text", "protected"],
}

UnitKey = tuple[str, str]  # unit and language


def pieces(
    units: Collection[PacketUnit], languages: Collection[str], tables: Mapping[str, pa.Table]
) -> dict[UnitKey, tuple[Piece, ...]]:
    """Return the pieces of these units in these languages; none where the unit's text was not made of its segments."""
    ids = {segment_id for unit in units for lang in languages for segment_id in unit.segments[lang]}
    segments, marked_up = _segments(ids, tables["segments"]), _marked_up(tables["documents"])
    return {(unit.unit_id, lang): _pieces(unit, lang, segments, marked_up) for unit in units for lang in languages}


def _segments(ids: Collection[str], segments: pa.Table) -> dict[str, dict[str, Any]]:
    rows = segments.filter(pc.is_in(segments["segment_id"], pa.array(sorted(ids), pa.string())))
    return {row["segment_id"]: row for row in rows.select(READS["segments"]).to_pylist()}


def _marked_up(documents: pa.Table) -> set[str]:
    return set(documents["doc_id"].filter(pc.is_in(documents["media_type"], pa.array(MARKED_UP))).to_pylist())


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
