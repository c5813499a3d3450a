"""Renderings: the ways in which a corpus says each English term, counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa

from corpus.records import Rendering
from glossary.matching.characters import is_cjk

READS = ["term_alignment_id", "term", "concept_id", "lang", "surface", "relation", "doc_id", "work", "confidence"]
LEAST = 0.5  # confidence: a link that is more likely wrong than right says nothing of how a term is rendered

_Term = tuple[str, str, str]  # language, concept or nothing, English


def rendering_rows(term_alignments: pa.Table) -> list[Rendering]:
    """The renderings of all terms, by language, concept, term and falling number of uses."""
    by_term: defaultdict[_Term, list[dict[str, Any]]] = defaultdict(list)
    for row in term_alignments.select(READS).to_pylist():
        if row["confidence"] >= LEAST:
            # All English forms of a concept are one term.
            term = "" if row["concept_id"] else row["term"]
            by_term[row["lang"], row["concept_id"] or "", term].append(row)
    return [rendering for _, rows in sorted(by_term.items()) for rendering in _renderings(rows)]


def _renderings(rows: list[dict[str, Any]]) -> Iterator[Rendering]:
    """The renderings of one term in one language."""
    term = commonest(row["term"] for row in rows)
    groups: defaultdict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        groups[folded(row["surface"] or ""), row["relation"]].append(row)
    for (rendering, relation), uses in sorted(groups.items(), key=lambda group: (-len(group[1]), group[0])):
        surest = min(uses, key=lambda row: (-row["confidence"], row["term_alignment_id"]))
        yield Rendering(
            term=term,
            concept_id=rows[0]["concept_id"],
            lang=rows[0]["lang"],
            rendering=commonest(row["surface"] for row in uses) if rendering else None,
            relation=relation,
            uses=len(uses),
            documents=len({row["doc_id"] for row in uses}),
            works=len({row["work"] for row in uses}),
            share=round(len(uses) / len(rows), 4),
            confidence=round(sum(row["confidence"] for row in uses) / len(uses), 4),
            example=surest["term_alignment_id"],
        )


def commonest(words: Iterable[str]) -> str:
    """What stands most often among words, the first in order of several."""
    return min(Counter(words).items(), key=lambda count: (-count[1], count[0]))[0]


def folded(surface: str) -> str:
    """Words as they are compared: in small letters, without spaces beside CJK characters."""
    words = surface.casefold().split()
    text = words[0] if words else ""
    for word in words[1:]:
        text += word if is_cjk(text[-1]) or is_cjk(word[0]) else f" {word}"
    return text
