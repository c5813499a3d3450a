"""Renderings: the ways in which a corpus says each English term, counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from corpus.records import Rendering
from glossary.matching.characters import is_cjk

LEAST = 0.5  # confidence: a link that is more likely wrong than right says nothing of how a term is rendered


class _Use(NamedTuple):
    """A use of an English term and what stands for it, as far as it is counted: columns of `term_alignments`."""

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


def rendering_rows(term_alignments: pa.Table) -> list[Rendering]:
    """The renderings of all terms, by language, concept, term and falling number of uses."""
    by_term: defaultdict[_Term, list[_Use]] = defaultdict(list)
    sure = term_alignments.select(READS).filter(pc.field("confidence") >= LEAST)
    for use in map(_Use._make, zip(*(column.to_pylist() for column in sure.columns), strict=True)):
        # All English forms of a concept are one term.
        by_term[use.lang, use.concept_id or "", "" if use.concept_id else use.term].append(use)
    return [rendering for _, rows in sorted(by_term.items()) for rendering in _renderings(rows)]


def _renderings(term_uses: list[_Use]) -> Iterator[Rendering]:
    """The renderings of one term in one language."""
    term = commonest(use.term for use in term_uses)
    groups: defaultdict[tuple[str, str], list[_Use]] = defaultdict(list)
    for use in term_uses:
        groups[folded(use.surface or ""), use.relation].append(use)
    for (rendering, relation), uses in sorted(groups.items(), key=lambda group: (-len(group[1]), group[0])):
        surest = min(uses, key=lambda use: (-use.confidence, use.term_alignment_id))
        yield Rendering(
            term=term,
            concept_id=term_uses[0].concept_id,
            lang=term_uses[0].lang,
            rendering=commonest(use.surface or "" for use in uses) if rendering else None,
            relation=relation,
            uses=len(uses),
            documents=len({use.doc_id for use in uses}),
            works=len({use.work for use in uses}),
            share=round(len(uses) / len(term_uses), 4),
            confidence=round(sum(use.confidence for use in uses) / len(uses), 4),
            example=surest.term_alignment_id,
        )


def commonest(words: Iterable[str]) -> str:
    """What stands most often among words, the first in order of several."""
    return min(Counter(words).items(), key=lambda count: (-count[1], count[0]))[0]


@lru_cache(1 << 16)
def folded(surface: str) -> str:
    """Words as they are compared: in small letters, without spaces beside CJK characters."""
    words = surface.casefold().split()
    text = words[0] if words else ""
    for word in words[1:]:
        text += word if is_cjk(text[-1]) or is_cjk(word[0]) else f" {word}"
    return text
