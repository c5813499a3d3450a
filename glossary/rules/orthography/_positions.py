"""Positions: what stands at a place of a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan

Spellings = Mapping[str, Sequence[DocumentSpan]]  # of a word: spelling → its places on the page
_QUOTES = "「『“《"


def in_title(page: RuleContext, place: DocumentSpan) -> bool:
    """Return whether a place lies in a quotation that is longer than itself: others' words, others' spelling."""
    alone = page.text[place.start - 1 : place.start] in _QUOTES and page.text[place.end : place.end + 1] in "」』”》"
    return not alone and page.is_quoted(place.start, place.end, _QUOTES)


def concept_at(page: RuleContext, place: DocumentSpan) -> str:
    """Return the concept whose term stands at a place; empty where the glossary knows none."""
    uses = page.mentions_touching(place.start, place.end)
    return next((use.concept_id for use in uses if (use.start, use.end) == (place.start, place.end)), "")
