"""Glued markup: what docutils shows as it stands, since Han or kana stands where it wants a space or punctuation."""

from __future__ import annotations

from collections.abc import Iterator

from corpus import lazy_re as re
from corpus.languages.scripts import CJK, WIDE
from corpus.text.rst_spans import InlineMarkup, inline_markup, may_follow, may_precede
from corpus.text.segments import PROSE
from glossary.rules.fidelity._markup_faults import MarkupFault, Side

_WIDE_CHARACTER = re.compile(f"[{WIDE}]")
_WIDE_ROLE = re.compile(r"[:：][A-Za-z][\w.+-]*(?::[A-Za-z][\w.+-]*)*[:：]`[^`\n]+`", re.ASCII)
_SPACED = re.compile(rf"[{CJK}] [`:|*]|[`|*] [{CJK}]")
_ESCAPED = re.compile(r"\\ [`:|*]|[`|*_]\\ ")
# What docutils takes for a directive: its name, two colons, a space. What only looks like one is a comment, or text.
_DIRECTIVE = re.compile(
    r"(?P<indent>[ \t]*)\.\.(?P<gap>[ \t]*)"
    r"(?P<name>[\w-]+(?:[:.][\w-]+)*)(?P<colons>[ \t]?[:：][ \t]?[:：])(?P<rest>.*)"
)
_GOOD_DIRECTIVE = re.compile(r"[ \t]*\.\.[ \t]+[\w-]+(?:[:.][\w-]+)*[ ]?::(?:[ \t]|$)")


def glued(page: Side, *, is_extracted: bool) -> Iterator[MarkupFault]:
    """Yield each role, literal, link and emphasis that touches Han or kana, with what keeps them apart."""
    gap = " " if is_extracted or len(_SPACED.findall(page.text)) > len(_ESCAPED.findall(page.text)) else "\\ "
    for segment in page.segments:
        if segment.kind in PROSE:
            for markup in inline_markup(page.text, segment.start, segment.end):
                yield from _fault(page.text, markup, segment.start, segment.end, gap, segment.kind == "table_cell")
            yield from _wide_roles(page, segment.start, segment.end)


def _fault(text: str, markup: InlineMarkup, first: int, last: int, gap: str, is_cell: bool) -> Iterator[MarkupFault]:
    """Yield the fault of what is meant as markup, if it has one; a table's cell is a text of its own."""
    before, after = text[markup.start - 1 : markup.start], text[markup.end : markup.end + 1]
    left = not (is_cell and markup.start == first) and _glues(before) and not may_precede(before)
    right = not (is_cell and markup.end == last) and _glues(after) and not may_follow(after)
    if left or right:
        surface = text[markup.start : markup.end]
        remedy = f"{gap * left}{surface}{gap * right}"
        yield MarkupFault(markup.start, markup.end, "glued", remedy, {"beside": before if left else after})


def _glues(char: str) -> bool:
    return _WIDE_CHARACTER.match(char) is not None


def _wide_roles(page: Side, start: int, end: int) -> Iterator[MarkupFault]:
    """Yield the roles whose colons are of full width."""
    for match in _WIDE_ROLE.finditer(page.text, start, end) if "：" in page.text else ():
        if "：" in match.group().partition("`")[0]:
            name, tick, rest = match.group().partition("`")
            yield MarkupFault(*match.span(), "role", name.replace("：", ":") + tick + rest)


def lost_directives(page: Side) -> Iterator[MarkupFault]:
    """Yield the lines that look like a directive and are a comment or text: colons of full width, lost spaces."""
    for start, end in page.lines:
        if page.text.startswith("..", start + len(page.text[start:end]) - len(page.text[start:end].lstrip())):
            match = _DIRECTIVE.match(page.text, start, end)
            if match and match["name"].isascii() and not _GOOD_DIRECTIVE.match(page.text, start, end):
                rest = match["rest"].strip()
                right = f".. {match['name']}::{' ' if rest else ''}{rest}"
                yield MarkupFault(start + len(match["indent"]), end, "directive", right)
