"""Pictures in Markdown: the words that stand for one, ![here](…), which not every reader sees."""

from __future__ import annotations

from bisect import bisect_right

from corpus import lazy_re as re
from corpus.formats import format_of
from glossary.rules.context import RuleContext, page_fact

_PICTURE = re.compile(r"!\[(?P<words>[^\[\]\n]*)\](?:\([^()\n]*\)|\[[^\[\]\n]*\])")


@page_fact
def picture_words(page: RuleContext) -> tuple[tuple[int, int], ...]:
    """Return where they stand, in order; offsets into the document's text."""
    if not format_of(page.document.media_type).keeps_markup:
        return ()
    return tuple(match.span("words") for match in _PICTURE.finditer(page.text))


def in_picture(page: RuleContext, offset: int) -> bool:
    """Return whether a place lies in such words."""
    places = picture_words(page)
    before = bisect_right(places, (offset, len(page.text))) - 1
    return before >= 0 and offset < places[before][1]
