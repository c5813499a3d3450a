"""Everyday words: mentions that rules do not see, as any word may stand for file, value or result."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from corpus.records import Mention, TermAlignment
from glossary.termbase.termbase import UNWANTED


def telling_mentions(mentions: Iterable[Mention], everyday: Collection[str]) -> Iterator[Mention]:
    """Yield the mentions, in order, without those of everyday words; what lay in one of these is not nested now."""
    reach = 0
    for mention in mentions:
        if mention.concept_id in everyday and mention.status not in UNWANTED:
            continue
        yield replace(mention, nested=False) if mention.nested and mention.end > reach else mention
        reach = max(reach, mention.end)


def telling_terms(terms: Iterable[TermAlignment], everyday: Collection[str]) -> Iterator[TermAlignment]:
    """Yield the aligned terms, everyday words as words that the glossary does not have."""
    return (replace(term, concept_id=None) if term.concept_id in everyday else term for term in terms)
