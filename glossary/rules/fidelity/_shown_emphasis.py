"""Emphasis that is shown as asterisks: Markdown takes ** for a mark only where blanks and punctuation let it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt

from corpus import lazy_re as re
from corpus.records import Segment

_MARK = re.compile(r"(?<![\\*])\*\*(?!\*)")
_SYNTAX = re.compile(r"[*_\\&\[\]<>]")
_LONGEST = 4_000  # characters of a paragraph; longer ones are data


def shown_marks(text: str, paragraph: Sequence[Segment]) -> Iterator[tuple[int, int]]:
    """Yield the places where a paragraph's ** stays ** for a reader; two of a line with what is between are one."""
    start, end = paragraph[0].start, paragraph[-1].end
    if end - start > _LONGEST or not _MARK.search(text, start, end):
        return
    shown = list(_shown(_without_syntax(text, paragraph)))
    while shown:
        first = shown.pop(0)
        last = shown.pop(0) if shown and "\n" not in text[start + first : start + shown[0]] else first
        yield start + first, start + last + 2


def _without_syntax(text: str, paragraph: Sequence[Segment]) -> str:
    """Return the paragraph with no signs of Markdown inside code, formulas and addresses; offsets stay."""
    start = paragraph[0].start
    pieces, position = [], start
    for span in (span for segment in paragraph for span in segment.protected):
        if span.start >= position:
            pieces += [text[position : span.start], _SYNTAX.sub(".", text[span.start : span.end])]
            position = span.end
    return "".join([*pieces, text[position : paragraph[-1].end]])


def _shown(text: str) -> Iterator[int]:
    """Yield the offsets at which ** is text to CommonMark."""
    position = 0
    for token in _parser().parseInline(text)[0].children or ():
        if token.type != "text" or not token.content:
            continue
        found = text.find(token.content, position)
        if found < 0:
            continue
        position = found + len(token.content)
        yield from (match.start() for match in _MARK.finditer(text, found, position))


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark")
