"""Renderings: the ways in which a corpus says each English term, counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from corpus.records import Rendering
from glossary.bitext.rendering_words import commonest, folded

LEAST = 0.5  # confidence: a link that is more likely wrong than right says nothing of how a term is rendered


class _Use(NamedTuple):
    """A use of an English term and its rendering: the columns of `term_alignments` that are counted."""

    term_alignment_id: str
    term: str
    concept_id: str | None
    lang: str
    surface: str | None
    relation: str
    doc_id: str
    work: str
    confidence: float


READS = list(_Use._fields)
_Term = tuple[str, str, str]  # language, concept or nothing, English
_Shape = tuple[str, str]  # words as they are compared, relation


@dataclass(slots=True)
class _Tally:
    """The counts of one rendering of a term."""

    surest: tuple[float, str] = (0.0, "")  # the least of confidence, negated, and id
    uses: int = 0
    documents: int = 0
    works: int = 0
    confidence: float = 0.0  # summed
    surfaces: Counter[str] = field(default_factory=Counter)


def rendering_rows(term_alignments: Iterable[pa.Table]) -> list[Rendering]:
    """Return the renderings of all terms, by language, concept, term and descending number of uses. `term_alignments`
    come in parts; all rows of a work are in one part.
    """
    names: defaultdict[_Term, Counter[str]] = defaultdict(Counter)
    tallies: defaultdict[_Term, defaultdict[_Shape, _Tally]] = defaultdict(lambda: defaultdict(_Tally))
    for part in term_alignments:
        documents: defaultdict[tuple[_Term, _Shape], set[tuple[str, str]]] = defaultdict(set)
        sure = part.select(READS).filter(pc.field("confidence") >= LEAST)
        for use in map(_Use._make, zip(*(column.to_pylist() for column in sure.columns), strict=True)):
            # All English forms of a concept are one term.
            term = use.lang, use.concept_id or "", "" if use.concept_id else use.term
            shape = folded(use.surface or ""), use.relation
            names[term][use.term] += 1
            documents[term, shape].add((use.work, use.doc_id))
            tally = tallies[term][shape]
            tally.uses += 1
            tally.confidence += use.confidence
            tally.surest = min(tally.surest, (-use.confidence, use.term_alignment_id))
            tally.surfaces[use.surface or ""] += 1
        for (term, shape), places in documents.items():
            tallies[term][shape].documents += len({doc_id for _, doc_id in places})
            tallies[term][shape].works += len({work for work, _ in places})
    return [rendering for term in sorted(names) for rendering in _renderings(term, names[term], tallies[term])]


def _renderings(term: _Term, names: Counter[str], tallies: Mapping[_Shape, _Tally]) -> Iterator[Rendering]:
    """Yield the renderings of one term in one language."""
    lang, concept_id, _ = term
    for (rendering, relation), tally in sorted(tallies.items(), key=lambda group: (-group[1].uses, group[0])):
        yield Rendering(
            term=commonest(names),
            concept_id=concept_id or None,
            lang=lang,
            rendering=commonest(tally.surfaces) if rendering else None,
            relation=relation,
            uses=tally.uses,
            documents=tally.documents,
            works=tally.works,
            share=round(tally.uses / names.total(), 4),
            confidence=round(tally.confidence / tally.uses, 4),
            example=tally.surest[1],
        )
