"""English words that ran together where the emphasis or the link between them was lost: intorch for in *torch*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages import pack
from corpus.records import Segment, TermAlignment
from glossary.inventory import load
from glossary.matching.characters import is_cjk
from glossary.rules.context import RuleContext
from glossary.rules.fidelity._misspelled_words import is_word
from glossary.rules.fidelity._source_counterparts import likely_pairs
from glossary.rules.shared.names_in_code import is_named_in_code
from glossary.rules.source_context import SegmentPair
from glossary.termbase.termbase import Termbase

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
        # The links with nothing between them whose like the original parts with a comma or a conjunction.
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


def _are_same(address: str, other: str) -> bool:
    """Return whether two addresses end alike: a localized one has another beginning."""
    return address.rstrip("/").rpartition("/")[2] == other.rstrip("/").rpartition("/")[2]


_RUN = re.compile(r"(?<![\w/.@#\\-])[A-Za-z]{6,40}(?![\w@/\\]|[.:-]\w)", re.ASCII)
# A word beside one with a mark of its own: in *torch*, from [torch](…), the `model`.
_BESIDE = re.compile(r"(?<![A-Za-z])([A-Za-z]+) (?:\*{1,3}|_{1,2}|`|\[)([A-Za-z]{3,})(?=[*_`\]])")
_SMALL = frozenset(["in", "of", "to", "from", "with", "the", "and", "for", "using", "use", "via", "by", "is"])
_SHORTEST_NAME = 4  # letters of a name that is known without an original


class FusedWords(NamedTuple):
    """Two words in one; offsets into the document's text."""

    start: int
    end: int
    parts: tuple[str, str]


def fused_words(page: RuleContext) -> Iterator[FusedWords]:
    """Yield the words of the page's own prose that are none, but a small English word and another in one.

    With an original, what it has side by side, with a mark that was lost; without, the name of a library.
    """
    unknown = list(_unknown_words(page))
    beside = _of_source(page) if unknown else {}
    for segment, start, word in unknown:
        if parts := beside.get(segment.segment_id, {}).get(word.casefold()) or _with_library(page.termbase, word):
            yield FusedWords(start, start + len(word), parts)


def _unknown_words(page: RuleContext) -> Iterator[tuple[Segment, int, str]]:
    """Yield the Latin words of the page's own prose that are neither English nor names, as far as is known."""
    is_known = is_word(page)
    for segment in page.own_prose:
        for run in _RUN.finditer(page.plain(segment)):
            word, start = run[0], segment.start + run.start()
            if is_known(word) or load().is_known(word) or is_named_in_code(page, word):
                continue
            if not page.mentions_touching(start, start + len(word)):
                yield segment, start, word


def _of_source(page: RuleContext) -> dict[str, Mapping[str, tuple[str, str]]]:
    """Return by segment the words beside marked ones in its original, by what both are without a space."""
    return {segment.segment_id: _side_by_side(pair) for pair in likely_pairs(page) for segment in pair.target}


def _side_by_side(pair: SegmentPair) -> Mapping[str, tuple[str, str]]:
    return {
        f"{first}{second}".casefold(): (first, second)
        for segment in pair.source
        for first, second in _BESIDE.findall(segment.text)
        if first.casefold() in pack("en").function_words
    }


def _with_library(termbase: Termbase, word: str) -> tuple[str, str] | None:
    """Return the name that a small word before the name of a library makes."""
    names = _libraries(termbase)
    ends = (end for end in range(2, len(word) - _SHORTEST_NAME + 1) if word[:end] in _SMALL and word[end:] in names)
    return next(((word[:end], word[end:]) for end in ends), None)


@lru_cache(4)
def _libraries(termbase: Termbase) -> frozenset[str]:
    """Return how code spells names: torch, numpy, torchvision."""
    return frozenset(
        name
        for concept in termbase.concepts
        for name in concept.identifiers
        if len(name) >= _SHORTEST_NAME and name.isalpha() and name.islower()
    )
