"""English words that ran together where the emphasis or the link between them was lost: intorch for in *torch*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages import pack
from corpus.records import Segment
from glossary.inventory import load
from glossary.rules.context import RuleContext
from glossary.rules.fidelity._misspelled_words import is_word
from glossary.rules.fidelity._source_counterparts import likely_pairs
from glossary.rules.shared.names_in_code import is_named_in_code
from glossary.rules.source_context import SegmentPair
from glossary.termbase.termbase import Termbase

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
