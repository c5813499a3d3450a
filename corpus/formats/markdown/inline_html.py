"""HTML in a Markdown page: tags and comments are markup, the text between them is prose, `<pre>` and fences code."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it.common.html_blocks import block_names

from corpus import lazy_re as re
from corpus.formats.markdown import attributes
from corpus.formats.markdown.line_map import LineMap, Skip
from corpus.formats.markdown.mdx import INLINE_TAGS
from corpus.records import Block

_RAW = "script|style|svg|iframe|video|audio|textarea|object|canvas"  # what they hold is nothing to read
_CODE = "code|kbd|samp|tt|var"  # belong to the words that they mark, also at the edge of a cell
_PIECE = re.compile(
    rf"""
    (?P<code><pre\b.*?(?:</pre\s*>|\Z)
      | (?<![^\s>])(?P<fence>`{{3,}}(?!`)|~{{3,}}(?!~))[^\r\n`]*[\r\n]
        .*?(?:[\r\n][ \t>]*(?P=fence)[ \t]*(?=[\r\n]|\Z)|\Z))
  | (?P<raw><(?P<name>{_RAW})\b[^<>]*(?:/>|.*?(?:</(?P=name)\s*>|\Z)))
  | (?P<template>(?<![^\s>])\{{[\#/:@%][^{{}}\r\n]*\}}[ \t]*(?=[\r\n]|\Z))
  | (?P<tags>(?:<!--.*?(?:-->|\Z)|</?(?!(?:pre|{_CODE}|{_RAW})\b)[A-Za-z][^<>]*>|<![A-Z][^<>]*>|\s)+)
    """,
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
_OPENING = re.compile(r"<([a-z][a-z0-9]*)")
_BLANK_LINE = re.compile(r"\r?\n[ \t]*(?=\r?\n)")
_BLOCK_TAG = re.compile(r"\s*</?(?P<name>[A-Za-z][A-Za-z0-9-]*)")
_NAMES = re.compile(r"</?([a-z][a-z0-9]*)")
_QUOTED_END = re.compile(r"(?<!\s)(?:\s*[\r\n][ \t]*(?:>[ \t]?)+)+\Z")
_KINDS = {
    **{f"h{level}": ("heading", level) for level in range(1, 7)},
    "summary": ("heading", 0),
    **dict.fromkeys(("td", "th"), ("table_cell", 0)),
    **dict.fromkeys(("li", "dt", "dd"), ("list_item", 0)),
}
Kind = tuple[str, int]


def blocks(page: LineMap, first: int, last: int, kind: str) -> Iterator[Block]:
    """Yield the blocks on lines first … last - 1, whose text is of this kind unless a tag says otherwise."""
    last = min(last, len(page.starts))
    start, end = page.starts[first], page.ends[last - 1]
    skip = page.quote_signs(first + 1, last)
    position, block_kind = max(start, page.text.find("<", start, end)), (kind, 0)
    for piece in _PIECE.finditer(page.text, position, end):
        if piece["tags"] and _inline(piece["tags"]):
            continue
        yield from _prose(page, position, piece.start(), block_kind, skip)
        if piece["code"]:
            yield from page.span(*piece.span(), "code")
        else:
            yield from attributes.markup(page, *piece.span())
        if piece["code"] or position < piece.start():
            kind = "paragraph"
        position, block_kind = piece.end(), _kind_in(piece["tags"] or "", kind)
    yield from _prose(page, position, end, block_kind, skip)


def is_raw_html(text: str, at: int) -> bool:
    """Return whether Markdown's marks mean nothing there: one that begins with the tag of a block is raw throughout."""
    opening = _BLOCK_TAG.match(text, max((blank.end() for blank in _BLANK_LINE.finditer(text, 0, at)), default=0))
    return opening is not None and opening["name"].lower() in block_names


def _prose(page: LineMap, start: int, end: int, block_kind: Kind, skip: Skip) -> Iterator[Block]:
    quoted = _QUOTED_END.search(page.text, start, end) if skip else None
    yield from page.span(start, quoted.start() if quoted else end, *block_kind, skip)


def _inline(tags: str) -> bool:
    """Return whether tags stand within a sentence, as white space does."""
    return INLINE_TAGS.issuperset(_NAMES.findall(tags.lower())) and not tags.lstrip().startswith("<!")


def _kind_in(tags: str, otherwise: str) -> Kind:
    """Return the kind and level of the text that follows these tags."""
    kinds = [_KINDS[tag] for tag in _OPENING.findall(tags.lower()) if tag in _KINDS]
    return kinds[-1] if kinds else (otherwise, 0)
