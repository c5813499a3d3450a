"""Items that the original lists apart and that stand side by side on the page, as where links lost their marks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.records import TermAlignment
from glossary.matching.characters import is_cjk
from glossary.rules.context import RuleContext
from glossary.rules.fidelity._source_counterparts import likely_pairs
from glossary.rules.source_context import SegmentPair

_SURE = 0.6  # confidence of links, which is how often they are right
_SHORTEST = 3  # characters of an item: shorter words make compounds (训练推理)
# What parts two items: the marks of the first, a comma, a bar or a conjunction, an article, the marks of the second.
_APART = re.compile(
    r"[`*_\]\"”]*(?:\([^()\n]*\))?\s*(?:[,;|/·•、]\s*(?:(?:and|or|&)\s+)?|(?:and|or|&)\s+)(the\s+|an?\s+)?([\[`*_\"“]*)"
)
_LINKS_BESIDE = re.compile(r"(?<!!)(\[[^\[\]\n]{1,80}\]\(([^()\s]{1,300})\))(\[[^\[\]\n]{1,80}\]\(([^()\s]{1,300})\))")
_ADDRESS = re.compile(r"(?<!!)\[[^\[\]\n]{1,80}\]\(([^()\s]{1,300})\)")


class FusedItems(NamedTuple):
    """Two items side by side; offsets into the document's text."""

    start: int
    middle: int  # where the second begins
    end: int


def fused_items(page: RuleContext) -> Iterator[FusedItems]:
    """Yield the renderings, then the links, that nothing parts on the page and that the original sets apart."""
    if page.original is None:
        return
    for _, rows in groupby(_long_links(page), key=attrgetter("alignment_id")):
        for row, following in pairwise(sorted(rows, key=attrgetter("source_start"))):
            if row.end == following.start and _are_items(page, row, following):
                yield FusedItems(row.start or 0, following.start or 0, following.end or 0)
    for pair in likely_pairs(page):
        yield from _links_beside(pair)


def _long_links(page: RuleContext) -> list[TermAlignment]:
    """Return the links to whole items: what lies in a longer term of the original is a part of one."""
    rows = [row for row in page.terms if row.surface and row.confidence >= _SURE]
    rows.sort(key=lambda row: (row.alignment_id, row.source_start, -row.source_end))
    whole: list[TermAlignment] = []
    for row in rows:
        last = whole[-1] if whole else None
        if last is None or last.alignment_id != row.alignment_id or row.source_start >= last.source_end:
            whole.append(row)
    return whole


def _are_items(page: RuleContext, row: TermAlignment, following: TermAlignment) -> bool:
    """Return whether two terms are items of a list: each of several words or a link, and something parts them."""
    apart = _APART.fullmatch(page.source, row.source_end, following.source_start)
    if apart is None or not (apart[1] or "[" in apart[2]):
        return False
    return all(
        len(item.surface or "") >= _SHORTEST
        and any(map(is_cjk, item.surface or ""))
        and (" " in item.source_surface.strip() or "[" in apart[2])
        for item in (row, following)
    )


def _links_beside(pair: SegmentPair) -> Iterator[FusedItems]:
    """Yield the links with nothing between them whose like the original parts with a comma or a conjunction."""
    source = "\n".join(segment.text for segment in pair.source)
    links = list(_ADDRESS.finditer(source))
    parted = [
        (first[1], second[1])
        for first, second in pairwise(links)
        if _APART.fullmatch(source, first.end(), second.start() + 1)
    ]
    for segment in pair.target if parted else ():
        for match in _LINKS_BESIDE.finditer(segment.text):
            if any(_are_same(match[2], first) and _are_same(match[4], second) for first, second in parted):
                start = segment.start
                yield FusedItems(start + match.start(1), start + match.start(3), start + match.end(3))


def _are_same(address: str, other: str) -> bool:
    """Return whether two addresses end alike: a localized one has another beginning."""
    return address.rstrip("/").rpartition("/")[2] == other.rstrip("/").rpartition("/")[2]
