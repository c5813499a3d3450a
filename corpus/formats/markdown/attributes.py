"""Visible attributes: titles, labels, captions of components, pictures and shortcodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from markdown_it.common.html_blocks import block_names

from corpus import lazy_re as re
from corpus.formats.markdown.line_map import LineMap, Skip
from corpus.formats.markdown.mdx import INLINE_TAGS, is_html
from corpus.languages.scripts import LETTER
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


def inline_html_blocks(page: LineMap, first: int, last: int, kind: str) -> Iterator[Block]:
    """Yield the blocks on lines first … last - 1. Their text is of this kind unless a tag says otherwise."""
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
            yield from markup(page, *piece.span())
        if piece["code"] or position < piece.start():
            kind = "paragraph"
        kinds = [_KINDS[tag] for tag in _OPENING.findall((piece["tags"] or "").lower()) if tag in _KINDS]
        position, block_kind = piece.end(), kinds[-1] if kinds else (kind, 0)
    yield from _prose(page, position, end, block_kind, skip)


def is_raw_html(text: str, at: int) -> bool:
    """Return whether Markdown's marks mean nothing there, as the paragraph begins with a block-level HTML tag."""
    opening = _BLOCK_TAG.match(text, max((blank.end() for blank in _BLANK_LINE.finditer(text, 0, at)), default=0))
    return opening is not None and opening["name"].lower() in block_names


def _prose(page: LineMap, start: int, end: int, block_kind: Kind, skip: Skip) -> Iterator[Block]:
    quoted = _QUOTED_END.search(page.text, start, end) if skip else None
    yield from page.span(start, quoted.start() if quoted else end, *block_kind, skip)


def _inline(tags: str) -> bool:
    """Return whether tags belong inside a sentence, as does white space."""
    return INLINE_TAGS.issuperset(_NAMES.findall(tags.lower())) and not tags.lstrip().startswith("<!")


_REACH = 20_000  # characters that a tag may take
_START = re.compile(r"<(?P<slash>/?)(?:(?P<name>[A-Za-z][\w.:-]*)(?=[\s/>{]|\Z)|(?=>))")
_PART = re.compile(
    r"""\s*(?: (?P<end>/?>|/?[%>]\}\}|-?%\})
      | (?P<name>[A-Za-z_@:\#*][^\s=<>{}"'`/%]*)
        (?:\s*=\s*(?: "(?P<double>[^"]*)" | '(?P<single>[^']*)' | `(?P<raw>[^`]*)` | (?P<braced>\{)
          | [^\s"'`{}<>=]*[^\s"'`{}<>=/] ))?
      | (?P<spread>\{) | "[^"]*" | '[^']*' | `[^`]*` | [\d.,-]+ | /(?=[A-Za-z]) )""",
    re.VERBOSE,
)
_BRACE_OR_STRING = re.compile(r"""[{}]|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`""", re.DOTALL)
_STRING = re.compile(r"""\s*(?P<quote>["'`])(?P<value>(?:(?!(?P=quote))[^\\$]|\$(?!\{))*)(?P=quote)\s*""")
_SHORTCODE = re.compile(r"\{\{[<%]\s*(?P<name>[A-Za-z][\w./-]*)|\{%-?\s*(?P<liquid>[A-Za-z]\w*)")


class Attribute(NamedTuple):
    """An attribute whose value is text; the offsets are those of the value, without quotes."""

    name: str
    start: int
    end: int


class MarkupTag(NamedTuple):
    """A tag, or the opening of a shortcode."""

    name: str
    start: int
    end: int
    closing: bool
    self_closing: bool
    attributes: tuple[Attribute, ...]


def read_tag(text: str, start: int, end: int) -> MarkupTag | None:
    """Read the tag that begins at an offset; None if no tag ends before `end`."""
    match = _START.match(text, start, end)
    return match and _rest(text, match.end(), end, match["name"] or "", start, bool(match["slash"]))


def tags(text: str, start: int, end: int) -> Iterator[MarkupTag]:
    """Yield in order the tags and shortcodes of text[start:end] that may hold attributes."""
    position = start
    while position < end:
        start = min((sign_at for sign in "<{" if (sign_at := text.find(sign, position, end)) >= 0), default=-1)
        if start < 0:
            return
        tag = read_tag(text, start, end) if text[start] == "<" else _read_shortcode(text, start, end)
        position = tag.end if tag else start + 1
        if tag:
            yield tag


def _read_shortcode(text: str, start: int, end: int) -> MarkupTag | None:
    match = _SHORTCODE.match(text, start, end)
    return match and _rest(text, match.end(), end, f"{{{match['name'] or match['liquid']}", start, closing=False)


def _rest(text: str, position: int, end: int, name: str, start: int, closing: bool) -> MarkupTag | None:
    """Read the rest of the tag with this name, from the offset where its attributes begin."""
    attributes: list[Attribute] = []
    end = min(end, start + _REACH)
    while part := _PART.match(text, position, end):
        position = part.end()
        if part["end"]:
            return MarkupTag(name, start, position, closing, part["end"][0] == "/", tuple(attributes))
        if value := next((group for group in ("double", "single", "raw") if part[group]), None):
            attributes.append(Attribute(part["name"], *part.span(value)))
        if part["braced"] or part["spread"]:
            opened, position = position, _after_braces(text, position, end)
            if part["braced"] and (string := _STRING.fullmatch(text, opened, position - 1)):
                attributes.append(Attribute(part["name"], *string.span("value")))
    return None


def _after_braces(text: str, position: int, end: int) -> int:
    """Return the offset after the brace that closes the one opened just before an offset; `end` if none does."""
    depth = 1
    for match in _BRACE_OR_STRING.finditer(text, position, end):
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        if not depth:
            return match.end()
    return end


_HEADINGS = re.words("title label header heading subtitle sidebartitle sidebarlabel headline")
_CAPTIONS = re.words(
    "caption alt description summary placeholder tip tooltip tagline aria-label cta hint question answer"
)
# Of some tags alone.
_OF_TAGS: Mapping[str, Mapping[str, str]] = {
    "img": {"alt": "paragraph", "title": "heading"},
    "input": {"placeholder": "paragraph"},
    "textarea": {"placeholder": "paragraph"},
    "hfoption": {"id": "heading"},
}
# A name, an address, a version; a word that says no more than that there is a picture. Chinese and Japanese write no
# spaces: of 46 values in two sets of documents that hold such a sign beside their characters, all were texts.
_NO_TEXT = re.compile(
    r"[!-~]*[/_.:=@#][!-~]* | [^\s：:/]+\.[A-Za-z][A-Za-z0-9]{1,4} |"
    r"(?:image|img|picture|photo|screenshot|icon|logo)s?[\s\d_-]*",
    re.VERBOSE | re.ASCII | re.IGNORECASE,
)
_MARKS = r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?=<[A-Za-z])"
_TAG_AHEAD, _LINE_WITH_TAG = re.compile(_MARKS), re.compile(rf"(?<=[\r\n]){_MARKS}")
_REST_OF_LINE = re.compile(r"[^\r\n]*")
_TAGS_ALONE = re.compile(r"\s*(?:</?[A-Za-z][^<>]*>\s*)*")
_TRAILING_CLOSERS = re.compile(r"(?:\s*</[A-Za-z][\w.:-]*\s*>)+\s*\Z")
_MOST_FAILED = 50  # tags of a block that may be looked for in vain


def plain_name(name: str) -> str:
    """Return an attribute's name in its lookup form: `side_bar_title` becomes `sidebartitle`."""
    return name.lower().replace("_", "")


def _kind_of(page: LineMap, tag: MarkupTag, attribute: Attribute) -> str:
    """Return the kind of block for an attribute's value; empty if readers do not see it."""
    name = plain_name(attribute.name)
    if name in page.text_attributes:
        return "paragraph"
    if (kind := _OF_TAGS.get(tag.name, {}).get(name, "")) or is_html(tag.name):
        return kind
    return "heading" if name in _HEADINGS else "paragraph" if name in _CAPTIONS else ""


def is_text(value: str) -> bool:
    """Return whether a value is text, rather than only a name or an address."""
    return LETTER.search(value) is not None and _NO_TEXT.fullmatch(value.strip()) is None


def visible(page: LineMap, tag: MarkupTag) -> Iterator[tuple[Attribute, str]]:
    """Yield the attributes of a tag whose values readers see, each with the kind of block for its value."""
    for attribute in tag.attributes:
        kind = _kind_of(page, tag, attribute)
        if kind and is_text(page.text[attribute.start : attribute.end]):
            yield attribute, kind


def markup(page: LineMap, start: int, end: int) -> Iterator[Block]:
    """Yield the markup between two offsets and the attributes in it that readers see; a repeated `alt` counts once."""
    position, values = start, set[str]()
    for tag in tags(page.text, start, end):
        for attribute, kind in visible(page, tag):
            value = page.text[attribute.start : attribute.end]
            if value in values and attribute.name == "alt":
                continue
            values.add(value)
            yield from page.span(position, attribute.start, "markup")
            yield from page.span(attribute.start, attribute.end, kind)
            position = attribute.end
    yield from page.span(position, end, "markup")


def carved(page: LineMap, block: Block) -> Iterator[Block]:
    """Yield a block of prose, with the tags at the start of its lines split off if readers see their attributes."""
    text, position, first = page.text, block.start, True
    if block.kind not in ("paragraph", "list_item") or text.find("<", block.start, block.end) < 0:
        yield block
        return
    failed = 0
    ahead = _TAG_AHEAD.match(text, block.start, block.end)
    for match in chain([ahead] if ahead else (), _LINE_WITH_TAG.finditer(text, block.start, block.end)):
        start = match.end()
        if start < position or failed > _MOST_FAILED:
            continue
        end, shows = _leading_tags(page, start, block.end)
        failed += end == start
        if not shows:
            continue
        yield from _piece(page, block, position, start, first)
        yield from markup(page, start, end)
        position, first = end, False
    if position == block.start:
        yield block
    else:
        yield from _piece(page, block, position, block.end, first)


def _leading_tags(page: LineMap, start: int, end: int) -> tuple[int, bool]:
    """Return where the tags at the start of a line end, and whether they should be separated from the line."""
    text, position, in_component, in_picture = page.text, start, False, False
    while tag := read_tag(text, position, end):
        if any(visible(page, tag)):
            in_component, in_picture = in_component or not is_html(tag.name), True
        position = tag.end
        while position < end and text[position] in " \t":
            position += 1
        if not text.startswith("<", position) or text.startswith("</", position):
            break
    if in_picture and not in_component:
        rest = _REST_OF_LINE.match(text, position, end)
        in_component = rest is not None and _TAGS_ALONE.fullmatch(rest.group()) is not None
    return position, in_component


def _piece(page: LineMap, block: Block, start: int, end: int, is_first: bool) -> Iterator[Block]:
    """Yield the part of a block between two offsets. Closing tags at its end are markup."""
    stop = end
    if not is_first and (closers := _TRAILING_CLOSERS.search(page.text, max(start, end - 200), end)):
        stop = closers.start()
    kind = block.kind if any(map(str.isalnum, page.text[start:stop])) else "markup"
    yield from page.span(start, stop, kind, block.level, block.skip)
    yield from page.span(stop, end, "markup")
