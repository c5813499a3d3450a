"""Rows: the decisions of a packet, each with all that is needed to make it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from corpus.records import Finding
from corpus.text.printable import printable
from glossary.decisions.decision import AskedFinding
from glossary.report.positions import LineIndex, where
from glossary.review.packets import source_terms
from glossary.review.packets.row import PacketRow, SimilarUnit, Stretch, Term
from glossary.review.packets.term_positions import Piece, stretch
from glossary.review.packets.unit_lookup import PacketUnit, units_of
from glossary.review.packets.unit_segments import Key, pieces
from glossary.termbase.termbase import Termbase

# The table that this is made from besides those of `held`, `pieces` and `source_terms`.
READS: Mapping[str, list[str]] = {"documents": ["doc_id", "path", "media_type", "text"]}


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of the units that findings begin in, and of the glossary."""

    pieces: Mapping[Key, Sequence[Piece]]
    terms: Mapping[str, Sequence[Term]]  # by unit
    matches: Mapping[str, SimilarUnit]  # by unit
    termbase: Termbase


def rows(
    found: Sequence[Finding],
    asked: Sequence[AskedFinding],
    tables: Mapping[str, pa.Table],
    termbase: Termbase,
    matches: Mapping[str, SimilarUnit],
    lang: str,
) -> list[PacketRow]:
    """A row for each of these findings of a language, in their order; `matches` are those of units."""
    units = units_of(found, tables)
    known = _known(units, tables, termbase, matches, lang)
    together = zip(found, asked, units, _places(found, tables["documents"]), strict=True)
    return [_row(number, *each, known) for number, each in enumerate(together, 1)]


def _known(
    units: Iterable[PacketUnit],
    tables: Mapping[str, pa.Table],
    termbase: Termbase,
    matches: Mapping[str, SimilarUnit],
    lang: str,
) -> _Known:
    own = list({one.unit_id: one for one in units if one.unit_id}.values())
    made = pieces(own, dict.fromkeys((lang, "en")), tables)
    terms = source_terms.source_terms(own, made, tables["mentions"], termbase, lang)
    return _Known(made, terms, matches, termbase)


def _row(number: int, one: Finding, asked: AskedFinding, unit: PacketUnit, where: str, known: _Known) -> PacketRow:
    concept = known.termbase.by_id.get(asked.concept_id)
    return PacketRow(
        asked=asked,
        number=number,
        name=one.name,
        severity=one.severity,
        confidence=one.confidence,
        message={"zh": one.message_zh, "ja": one.message_ja}.get(one.lang, one.message),
        expected=tuple(one.expected),
        suggestion=one.suggestion or "",
        occurrences=one.occurrences,
        elsewhere=_elsewhere(one),
        where=where,
        work=one.work,
        unit_id=unit.unit_id,
        marks=_marks(one, known.pieces.get((unit.unit_id, one.lang), ())),
        terms=source_terms.apart(known.terms.get(unit.unit_id, ()), asked.concept_id) if asked.source else (),
        definition=concept.definition if concept else "",
        match=known.matches.get(unit.unit_id),
    )


def _elsewhere(finding: Finding) -> tuple[tuple[str, str], ...]:
    """The words that stand at other places than the first with what is offered there, each pair once."""
    pairs = dict.fromkeys((place.surface, place.offered) for place in finding.locations)
    return tuple(pair for pair in pairs if pair[0] != finding.surface)


def _marks(one: Finding, pieces: Sequence[Piece]) -> tuple[Stretch, ...]:
    """Where the places of a finding stand in the text of a unit: in order, none over another."""
    found = (stretch(pieces, at.doc_id, at.start, at.end) for at in one.locations)
    marks: list[Stretch] = []
    for at in sorted({mark for mark in found if mark}):
        if not marks or at[0] >= marks[-1][1]:
            marks.append(at)
    return tuple(marks)


def _places(found: Iterable[Finding], documents: pa.Table) -> list[str]:
    """Where each finding's first place stands, as reports write it."""
    wanted = pa.array(sorted({one.doc_id for one in found}), pa.string())
    own = documents.select(READS["documents"]).filter(pc.is_in(documents["doc_id"], wanted)).to_pylist()
    rows = {row["doc_id"]: row for row in own}
    lines = {doc_id: LineIndex(row["text"]) for doc_id, row in rows.items()}
    return [_where(one, rows[one.doc_id], lines[one.doc_id]) for one in found]


def _where(one: Finding, row: Mapping[str, str], lines: LineIndex) -> str:
    at = None if one.start is None else lines.position(one.start)
    return where(printable(row["path"]), at, row["media_type"] == "text/html")
