"""Source terms: the terms of the English that a row shows, each with what the glossary prefers for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from glossary.desk.review.packets.row import Term
from glossary.desk.review.packets.term_positions import Piece, stretch
from glossary.desk.review.packets.unit_lookup import PacketUnit
from glossary.desk.review.packets.unit_segments import UnitKey
from glossary.termbase.termbase import Termbase

# The table that this is made from, and the columns of it that it reads.
READS: Mapping[str, list[str]] = {"mentions": ["segment_id", "doc_id", "concept_id", "start", "end", "zone", "nested"]}
_ZONES = ["prose", "heading"]  # where a term is translated


def source_terms(
    units: Iterable[PacketUnit],
    pieces: Mapping[UnitKey, Sequence[Piece]],
    mentions: pa.Table,
    termbase: Termbase,
    lang: str,
) -> dict[str, list[Term]]:
    """Return the terms of each unit's English; all of a stretch, for `without_overlaps` to choose."""
    unit_ids = {segment_id: unit.unit_id for unit in units for segment_id in unit.segments["en"]}
    terms_by_unit: defaultdict[str, list[Term]] = defaultdict(list)
    segment_mask = pc.is_in(mentions["segment_id"], pa.array(sorted(unit_ids), pa.string()))
    term_mask = pc.and_(pc.is_in(mentions["zone"], pa.array(_ZONES)), pc.invert(mentions["nested"]))
    rows: list[dict[str, Any]] = mentions.filter(pc.and_(segment_mask, term_mask)).select(READS["mentions"]).to_pylist()
    for row in rows:
        unit_id, concept_id = unit_ids[row["segment_id"]], row["concept_id"]
        place = stretch(pieces[unit_id, "en"], row["doc_id"], row["start"], row["end"])
        if place and concept_id in termbase.by_id:
            terms_by_unit[unit_id].append(Term(*place, concept_id, termbase.preferred(concept_id, lang)))
    return terms_by_unit


def without_overlaps(terms: Iterable[Term], concept_id: str) -> tuple[Term, ...]:
    """Return terms that do not overlap, in order; of those that do, the concept asked about, else the longest."""
    ordered = sorted(terms, key=lambda term: (term.concept_id != concept_id, term.start - term.end, term.start))
    return tuple(sorted(_first_come(ordered), key=lambda term: term.start))


def _first_come(terms: Iterable[Term]) -> Iterator[Term]:
    disjoint_terms: list[Term] = []
    for term in terms:
        if all(term.end <= other.start or term.start >= other.end for other in disjoint_terms):
            disjoint_terms.append(term)
            yield term
