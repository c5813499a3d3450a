"""Building rows: the decisions of a packet, each with all that is needed to make it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from corpus.formats import format_of
from corpus.records import MESSAGE_COLUMNS, Finding
from corpus.text.printable import printable
from glossary.decisions.decision import Question
from glossary.desk.report.positions import LineIndex, cells_of_row, place_text, places_of_row
from glossary.desk.review.packets.packet_units import PacketUnit, Piece, UnitKey, pieces, stretch, units_of
from glossary.desk.review.packets.row import PacketRow, SimilarUnit, Stretch, Term, disjoint
from glossary.termbase.termbase import Termbase

# The table that this is made from, and the columns of it that it reads.
MENTION_READS: Mapping[str, list[str]] = {
    "mentions": ["segment_id", "doc_id", "concept_id", "start", "end", "zone", "nested"]
}
_ZONES = ["prose", "heading"]  # where a term is translated


def source_terms(
    units: Iterable[PacketUnit],
    pieces: Mapping[UnitKey, Sequence[Piece]],
    mentions: pa.Table,
    termbase: Termbase,
    lang: str,
) -> dict[str, list[Term]]:
    """Return the terms of each unit's English, including overlapping ones; `without_overlaps` chooses."""
    unit_ids = {segment_id: unit.unit_id for unit in units for segment_id in unit.segments["en"]}
    terms_by_unit: defaultdict[str, list[Term]] = defaultdict(list)
    segment_mask = pc.is_in(mentions["segment_id"], pa.array(sorted(unit_ids), pa.string()))
    term_mask = pc.and_(pc.is_in(mentions["zone"], pa.array(_ZONES)), pc.invert(mentions["nested"]))
    rows: list[dict[str, Any]] = (
        mentions.filter(pc.and_(segment_mask, term_mask)).select(MENTION_READS["mentions"]).to_pylist()
    )
    for row in rows:
        unit_id, concept_id = unit_ids[row["segment_id"]], row["concept_id"]
        place = stretch(pieces[unit_id, "en"], row["doc_id"], row["start"], row["end"])
        if place and concept_id in termbase.by_id:
            terms_by_unit[unit_id].append(Term(*place, concept_id, termbase.preferred(concept_id, lang)))
    return terms_by_unit


def without_overlaps(terms: Iterable[Term], concept_id: str) -> tuple[Term, ...]:
    """Return terms that do not overlap, in order; of those that do, the one of the concept, else the longest."""
    ordered = sorted(terms, key=lambda term: (term.concept_id != concept_id, term.start - term.end, term.start))
    return disjoint(ordered)


# What rows need of the table besides what `pieces` and `source_terms` read.
READS: Mapping[str, list[str]] = {"documents": ["doc_id", "path", "media_type", "metadata", "text"]}


@dataclass(frozen=True, slots=True)
class _RowContext:
    """What rows need to know of the units that findings begin in, and of the glossary."""

    pieces: Mapping[UnitKey, Sequence[Piece]]
    terms: Mapping[str, Sequence[Term]]  # by unit
    matches: Mapping[str, SimilarUnit]  # by unit
    termbase: Termbase


def rows(
    findings: Sequence[Finding],
    questions: Sequence[Question],
    tables: Mapping[str, pa.Table],
    termbase: Termbase,
    matches: Mapping[str, SimilarUnit],
    lang: str,
) -> list[PacketRow]:
    """Return a row for each of these findings in a language, in their order; `matches` are by unit."""
    units = units_of(findings, tables)
    distinct_units = list({unit.unit_id: unit for unit in units if unit.unit_id}.values())
    unit_pieces = pieces(distinct_units, dict.fromkeys((lang, "en")), tables)
    terms = source_terms(distinct_units, unit_pieces, tables["mentions"], termbase, lang)
    context = _RowContext(unit_pieces, terms, matches, termbase)
    documents = tables["documents"]
    doc_ids = pa.array(sorted({finding.doc_id for finding in findings}), pa.string())
    document_rows = documents.select(READS["documents"]).filter(pc.is_in(documents["doc_id"], doc_ids)).to_pylist()
    rows = {row["doc_id"]: row for row in document_rows}
    lines = {doc_id: LineIndex(row["text"], places_of_row(row)) for doc_id, row in rows.items()}
    together = zip(
        findings,
        questions,
        units,
        [_finding_place(finding, rows[finding.doc_id], lines[finding.doc_id]) for finding in findings],
        strict=True,
    )
    return [_row(number, *arguments, context) for number, arguments in enumerate(together, 1)]


def _row(
    number: int, finding: Finding, question: Question, unit: PacketUnit, location: str, context: _RowContext
) -> PacketRow:
    concept = context.termbase.by_id.get(question.concept_id)
    pairs = dict.fromkeys((place.surface, place.offered) for place in finding.locations)
    stretches = (
        stretch(context.pieces.get((unit.unit_id, finding.lang), ()), place.doc_id, place.start, place.end)
        for place in finding.locations
    )
    marks: list[Stretch] = []
    for mark in sorted({mark for mark in stretches if mark}):
        if not marks or mark[0] >= marks[-1][1]:
            marks.append(mark)
    return PacketRow(
        question=question,
        number=number,
        name=finding.name,
        severity=finding.severity,
        confidence=finding.confidence,
        message=getattr(finding, MESSAGE_COLUMNS.get(finding.lang, "message")),
        expected=tuple(finding.expected),
        suggestion=finding.suggestion or "",
        occurrences=finding.occurrences,
        elsewhere=tuple(pair for pair in pairs if pair[0] != finding.surface),
        location=location,
        work=finding.work,
        unit_id=unit.unit_id,
        marks=tuple(marks),
        terms=without_overlaps(context.terms.get(unit.unit_id, ()), question.concept_id) if question.source else (),
        definition=concept.definition if concept else "",
        match=context.matches.get(unit.unit_id),
    )


def _finding_place(finding: Finding, row: Mapping[str, Any], lines: LineIndex) -> str:
    position = None if finding.start is None else lines.position(finding.start)
    is_extracted = format_of(row["media_type"]).is_extracted and not lines.in_file
    return place_text(printable(row["path"]), position, is_extracted, cells_of_row(row))
