"""Held: which unit of a build holds the first place of a finding, and what it says in each language."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from corpus.records import LANGUAGE_COLUMNS, Finding, Location
from glossary.desk.memory.memory_units import flattened

# The tables that this is made from, and the columns of them that it reads.
READS: Mapping[str, list[str]] = {
    "segments": ["segment_id", "doc_id", "start", "end"],
    "parallel": ["unit_id", "work", *LANGUAGE_COLUMNS, *(f"{lang}_segments" for lang in LANGUAGE_COLUMNS)],
}


@dataclass(frozen=True, slots=True)
class PacketUnit:
    """A unit, by what it says in each language."""

    unit_id: str
    work: str
    texts: Mapping[str, str]  # empty in a language that it lacks
    segments: Mapping[str, Sequence[str]]


_NOWHERE = Location("", 0, 0)
NO_UNIT = PacketUnit("", "", dict.fromkeys(LANGUAGE_COLUMNS, ""), dict.fromkeys(LANGUAGE_COLUMNS, ()))


def units_of(findings: Sequence[Finding], tables: Mapping[str, pa.Table]) -> list[PacketUnit]:
    """Return the unit that holds the first place of each of these findings; NO_UNIT where none does."""
    firsts = [finding.locations[0] if finding.locations else _NOWHERE for finding in findings]
    segments = segments_at(firsts, tables["segments"])
    units = units_with({segment_id for segment_id in segments if segment_id}, tables["parallel"])
    return [units.get(segment_id, NO_UNIT) for segment_id in segments]


def segments_at(places: Sequence[Location], segments: pa.Table) -> list[str]:
    """Return the segment in which each of these places begins; empty where none does."""
    table = of_documents({place.doc_id for place in places}, segments.select(READS["segments"]))
    ids, starts, ends = (table[name].to_pylist() for name in ("segment_id", "start", "end"))
    bounds = _bounds(table["doc_id"].to_pylist())
    segment_ids = []
    for place in places:
        first, last = bounds.get(place.doc_id, (0, 0))
        number = bisect_right(starts, place.start, first, last) - 1
        segment_ids.append(ids[number] if first <= number and place.start < ends[number] else "")
    return segment_ids


def _bounds(doc_ids: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Return the first row of each document, and one past its last."""
    bounds: dict[str, tuple[int, int]] = {}
    for number, doc_id in enumerate(doc_ids):
        bounds[doc_id] = bounds.get(doc_id, (number, 0))[0], number + 1
    return bounds


def of_documents(doc_ids: Collection[str], table: pa.Table) -> pa.Table:
    """Return the rows of a table that belong to these documents."""
    return table.filter(pc.is_in(table["doc_id"], pa.array(sorted(doc_ids), pa.string())))


def units_with(segments: Collection[str], parallel: pa.Table) -> dict[str, PacketUnit]:
    """Return the unit of each of these segments that any has."""
    rows = _rows_of(segments, parallel)
    numbers = {number: index for index, number in enumerate(sorted(set(rows.values())))}
    unit_rows = parallel.select(READS["parallel"]).take(pa.array(numbers, pa.int64())).to_pylist()
    held = [_packet_unit(row) for row in unit_rows]
    return {segment_id: held[numbers[number]] for segment_id, number in rows.items()}


def _rows_of(segment_ids: Collection[str], parallel: pa.Table) -> dict[str, int]:
    """Return the number of the row that holds each of these segments."""
    values = pa.array(sorted(segment_ids), pa.string())
    row_numbers: dict[str, int] = {}
    for lang in LANGUAGE_COLUMNS:
        segments, rows = flattened(parallel[f"{lang}_segments"])
        mask = pc.is_in(segments, values)
        row_numbers.update(zip(segments.filter(mask).to_pylist(), rows.filter(mask).to_pylist(), strict=True))
    return row_numbers


def _packet_unit(row: Mapping[str, Any]) -> PacketUnit:
    texts = {lang: row[lang] or "" for lang in LANGUAGE_COLUMNS}
    return PacketUnit(row["unit_id"], row["work"], texts, {lang: row[f"{lang}_segments"] for lang in LANGUAGE_COLUMNS})
