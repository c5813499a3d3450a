"""Spellings of names: what a page spells in one way throughout may be called so, whatever a rule takes it for."""

from __future__ import annotations

from corpus import lazy_re as re
from glossary.rules.context import RuleContext, page_fact

_FEWEST = 2  # places: one may be a slip


def is_spelled_throughout(page: RuleContext, start: int, end: int, right: str) -> bool:
    """Return whether a page has the words of a place in two places or more, and neither it nor its original has them
    as a rule wants them. Words of code count beside names of code alone; blocks of code never do.
    """
    return _is_throughout(page, page.text[start:end], right, page.is_protected(start, end))


@page_fact  # once for all places of the words
def _is_throughout(page: RuleContext, words: str, right: str, is_code: bool) -> bool:
    if any(right in text and _whole(right).search(text) for text in (page.text, page.source)):
        return False
    places = 0
    for segment in page.prose_blocks:
        if words in segment.text:
            places += len(_whole(words).findall(segment.text if is_code else page.plain(segment)))
    return places >= _FEWEST


def _whole(words: str) -> re.Pattern[str]:
    """Return the pattern of words where no Latin letters or digits stand beside them."""
    return re.compile(rf"(?<![A-Za-z0-9_]){re.escape(words)}(?![A-Za-z0-9_])")
