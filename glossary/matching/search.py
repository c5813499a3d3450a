"""The search through texts: every place where a form stands by itself and keeps its company."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from glossary.matching.choosing import readings
from glossary.matching.company import Company
from glossary.matching.edges import katakana_left, katakana_right, latin_left, latin_right
from glossary.matching.index import Candidate, Index, Pattern
from glossary.matching.judging import Reading
from glossary.matching.longest import Hit
from glossary.matching.slugs import is_slug
from glossary.matching.spans import Fence, SpanLike
from glossary.matching.straddling import IsWord, straddled
from glossary.matching.view import View, views

_MEMORY = 200_000  # surfaces whose readings are remembered; a language has far fewer
_BETWEEN = "\0"  # no form holds it: nothing is found across two texts

Match = tuple[int, int, int]  # number of the pattern, start and end in the view


class Text(NamedTuple):
    """A segment to search: all offsets count from its start."""

    text: str
    spans: Sequence[SpanLike] = ()  # its protected stretches, in order
    kind: str = "paragraph"
    context: str = ""  # the heading it stands under
    borders: Container[int] | None = None  # where its words begin and end, 0 and its length too


class Search:
    """What all texts of a language share: the index, and how the surfaces met so far were read."""

    def __init__(self, index: Index, lang: str, is_word: IsWord | None = None) -> None:
        self._index = index
        self._lang = lang
        self._is_word = is_word
        self._read: dict[tuple[str, tuple[Candidate, ...]], tuple[Reading, ...]] = {}

    def scan(self, texts: Sequence[str]) -> Iterator[tuple[View, list[Match]]]:
        """The view and the matches of each text; searched as one, as each call costs more than a sentence."""
        seen = views(texts, self._lang)
        if len(seen) == 1:
            yield seen[0], self._index.automaton.find_matches_as_indexes(seen[0].text, overlapping=True)
            return
        joined = _BETWEEN.join(view.text for view in seen)
        matches = iter(self._index.automaton.find_matches_as_indexes(joined, overlapping=True))  # by their end
        ahead = next(matches, None)
        start = 0
        for view in seen:
            own: list[Match] = []
            stop = start + len(view.text)
            while ahead is not None and ahead[2] <= stop:
                own.append((ahead[0], ahead[1] - start, ahead[2] - start))
                ahead = next(matches, None)
            yield view, own
            start = stop + 1

    def hits(self, one: Text, seen: View, matches: Iterable[Match]) -> list[Hit]:
        """All that fits where it stands, overlapping or not."""
        text, borders, patterns = one.text, one.borders, self._index.patterns
        fence = Fence(one.spans) if one.spans else None
        company = Company(seen, one.context, self._lang)
        found: list[Hit] = []
        for number, first, last in matches:
            pattern = patterns[number]
            place = seen.place(first, last) if seen.at else (first, last)
            if place is None:
                continue
            start, end = place
            if not (pattern.free or _fits(pattern, text, start, end, borders)):
                continue
            if fence is not None and not fence.lets(start, end):
                continue
            if pattern.free and self._is_word and borders and straddled(text, start, end, borders, self._is_word):
                continue
            candidates = pattern.candidates if pattern.alone else company.kept(pattern.candidates, first)
            surface = text[start:end]
            read = self._remembered(surface, candidates)
            if read and not (read[0].folded and is_slug(text, start, end)):
                found.append(Hit(start, end, surface, read, pattern.single))
        return found

    def _remembered(self, surface: str, candidates: tuple[Candidate, ...]) -> tuple[Reading, ...]:
        found = self._read.get((surface, candidates))
        if found is None:
            found = readings(surface, candidates, self._lang)
            if len(self._read) < _MEMORY:
                self._read[surface, candidates] = found
        return found


def _fits(pattern: Pattern, text: str, start: int, end: int, borders: Container[int] | None) -> bool:
    """Whether both edges are such that a word may end there."""
    if pattern.left == "latin" and not latin_left(text, start):
        return False
    if pattern.right == "latin" and not latin_right(text, end, pattern.name):
        return False
    if pattern.left == "katakana" and not katakana_left(text, start, borders, pattern.short):
        return False
    return pattern.right != "katakana" or katakana_right(text, end, borders, pattern.short)
