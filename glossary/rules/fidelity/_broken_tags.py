"""Broken tags: components and elements of HTML that a translation left open, spaced, or quoted as prose is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from corpus import lazy_re as re
from glossary.rules.fidelity._markup_faults import MarkupFault, Side

_OPENS = re.compile(r"<(?P<closes>/?)(?P<name>[A-Za-z][A-Za-z0-9.:_-]*)(?=[\s/>])", re.ASCII)
_APART = re.compile(
    r"<(?:[ \u3000]+/?|/[ \u3000]+)"
    r"(?P<name>[A-Za-z][\w.-]*)[^<>\n]*>|＜/?[ ]*(?P<wide>[A-Za-z][\w.-]*)[^<>＜＞\n]*[＞>]",
    re.ASCII,
)
_CURLED = re.compile(r"=\s*[“”„‟＂「](?P<value>[^“”„‟＂「」\"<>\n]*)[“”„‟＂」\"]")
_VOID = frozenset(re.findall(r"\S+", "area base br col embed hr img input link meta param source track wbr"))
_ENDS_ITSELF = frozenset(re.findall(r"\S+", "p li dt dd td th tr thead tbody tfoot option colgroup rp rt"))
_LONGEST = 4_000  # characters of a tag


class Tag(NamedTuple):
    """A tag; offsets into the text."""

    start: int
    end: int
    name: str
    role: str  # opens, closes or empty


def tags(side: Side) -> Iterator[Tag]:
    """Yield the tags of a page outside code, in order; braces and quotes of a component may hold `>`."""
    text, position = side.masked, 0
    while match := _OPENS.search(text, position):
        end = _end(text, match.end())
        position = max(end, match.end())
        if end:
            is_empty = text[end - 2] == "/" or match["name"].lower() in _VOID
            role = "closes" if match["closes"] else "empty" if is_empty else "opens"
            yield Tag(match.start(), end, match["name"], role)


def _end(text: str, position: int) -> int:
    """Return the offset after the `>` of a tag, 0 where none comes."""
    depth, quote = 0, ""
    last = text.rfind(">", position, position + _LONGEST)
    for offset in range(position, last + 1):
        char = text[offset]
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'" and (depth or text[offset - 1] in "= \t\n"):
            quote = char
        elif char in "{}":
            depth += 1 if char == "{" else -1
        elif char == "<" and not depth:
            return 0
        elif char == ">" and depth <= 0:
            return offset + 1
    return 0


def broken_tags(page: Side, original: Side) -> Iterator[MarkupFault]:
    """Yield tags without partner where all of the original have one, and tags that are none any more."""
    source = list(tags(original))
    names = {tag.name for tag in source}
    lonely = {tag.name for tag in _lonely(source)}
    for tag in _lonely(list(tags(page))):
        if tag.name in names and tag.name not in lonely and tag.name.lower() not in _ENDS_ITSELF:
            yield MarkupFault(tag.start, tag.end, "unclosed" if tag.role == "opens" else "unopened")
    yield from _apart(page, original, names)
    yield from _curled(page, original)


def _lonely(tags: list[Tag]) -> list[Tag]:
    """Return the tags that open or close without a partner."""
    opened: defaultdict[str, list[Tag]] = defaultdict(list)
    lonely: list[Tag] = []
    for tag in tags:
        if tag.role == "opens":
            opened[tag.name].append(tag)
        elif tag.role == "closes":
            if opened[tag.name]:
                opened[tag.name].pop()
            else:
                lonely.append(tag)
    return sorted([*lonely, *(tag for rest in opened.values() for tag in rest)])


def _apart(page: Side, original: Side, names: set[str]) -> Iterator[MarkupFault]:
    """Yield the tags with a space after `<`, or with signs of full width."""
    if _APART.search(original.masked):
        return
    for match in _APART.finditer(page.masked):
        if (match["name"] or match["wide"]) in names:
            right = re.sub(r"^[<＜]\s*(/?)\s*", r"<\1", match.group()).replace("＞", ">")
            yield MarkupFault(*match.span(), "tag", right)


def _curled(page: Side, original: Side) -> Iterator[MarkupFault]:
    """Yield the tags whose attributes stand in typographic quotes."""
    if not any(quote in page.masked for quote in "“”„‟＂「"):
        return
    for match in _OPENS.finditer(page.masked):
        end = page.masked.find(">", match.end(), match.end() + _LONGEST)
        if end > 0 and "<" not in page.masked[match.end() : end] and _CURLED.search(page.masked, match.end(), end):
            surface = page.text[match.start() : end + 1]
            yield MarkupFault(match.start(), end + 1, "quotes", _CURLED.sub(r'="\g<value>"', surface))
