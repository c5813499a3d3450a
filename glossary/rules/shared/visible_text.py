"""Visible text: what readers see of a page in its own language, and the alternative texts of pictures."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from corpus import lazy_re as re
from corpus.formats import format_of
from corpus.records import Segment
from corpus.text.segments import PROSE
from glossary.rules.context import RuleContext, page_fact

_PICTURE = re.compile(r"!\[(?P<words>[^\[\]\n]*)\](?:\([^()\n]*\)|\[[^\[\]\n]*\])")


@page_fact
def picture_words(page: RuleContext) -> tuple[tuple[int, int], ...]:
    """Return the places of the alternative texts of pictures, in order; offsets into the document's text."""
    if not format_of(page.document.media_type).keeps_markup:
        return ()
    return tuple(match.span("words") for match in _PICTURE.finditer(page.text))


def in_picture(page: RuleContext, offset: int) -> bool:
    """Return whether a place lies in the alternative text of a picture."""
    places = picture_words(page)
    before = bisect_right(places, (offset, len(page.text))) - 1
    return before >= 0 and offset < places[before][1]


_KINDS = (*PROSE, "boilerplate")


def visible(page: RuleContext) -> Iterator[tuple[Segment, str]]:
    """Yield prose and what a site adds to it, even without words, each with its text, code and addresses blanked."""
    for segment in page.blocks:
        if segment.kind in _KINDS and segment.text_lang == page.lang:
            yield segment, page.plain(segment)


def paragraphs(page: RuleContext) -> Iterator[list[Segment]]:
    """Yield the paragraphs, items and cells with a sentence in the page's language, each as a list of its segments."""
    paragraph: list[Segment] = []
    for segment in page.blocks:
        if paragraph and not _continues_block(page.text, paragraph[-1], segment):
            if any(part.text_lang == page.lang for part in paragraph):
                yield paragraph
            paragraph = []
        if segment.kind in _KINDS:
            paragraph.append(segment)
    if any(part.text_lang == page.lang for part in paragraph):
        yield paragraph


def _continues_block(text: str, last: Segment, segment: Segment) -> bool:
    """Return whether a segment belongs to the same paragraph, item or cell as the one before it."""
    if last.kind != segment.kind or (segment.kind == "table_cell" and "|" in last.text[-1:] + segment.text[:1]):
        return False
    return text.count("\n", last.end, segment.start) <= (1 if segment.kind == "paragraph" else 0)
