"""The search through one text: every place where a form stands by itself and keeps its company."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from glossary.matching.choosing import readings
from glossary.matching.company import Company
from glossary.matching.edges import katakana_left, katakana_right, latin_left, latin_right
from glossary.matching.index import Candidate, Index, Pattern
from glossary.matching.judging import Reading
from glossary.matching.longest import Hit
from glossary.matching.spans import Fence, SpanLike
from glossary.matching.view import View, view

_MEMORY = 200_000  # surfaces whose readings are remembered; a language has far fewer


class Search:
    """What all texts of a language share: the index, and how the surfaces met so far were read."""

    def __init__(self, index: Index, lang: str) -> None:
        self._index = index
        self._lang = lang
        self._read: dict[tuple[str, tuple[Candidate, ...]], tuple[Reading, ...]] = {}

    def hits(self, text: str, spans: Sequence[SpanLike], context: str, borders: Container[int] | None) -> list[Hit]:
        """All that fits where it stands, overlapping or not."""
        seen = view(text)
        matches = self._index.automaton.find_matches_as_indexes(seen.text, overlapping=True)
        found: list[Hit] = []
        if not matches:
            return found
        company = Company(seen.text, context)
        for pattern, first, start, end in self._standing(matches, text, seen, spans, borders):
            candidates = pattern.candidates if pattern.alone else company.kept(pattern.candidates, first)
            surface = text[start:end]
            read = self._remembered(surface, candidates)
            if read:
                found.append(Hit(start, end, surface, read, pattern.single))
        return found

    def _standing(
        self,
        matches: list[tuple[int, int, int]],
        text: str,
        seen: View,
        spans: Sequence[SpanLike],
        borders: Container[int] | None,
    ) -> Iterator[tuple[Pattern, int, int, int]]:
        """What has clean edges and touches no protected span: pattern, start in the view, start and end in the text."""
        fence = Fence(spans) if spans else None
        for number, first, last in matches:
            pattern = self._index.patterns[number]
            place = seen.place(first, last) if seen.at else (first, last)
            if place is None or (fence is not None and not fence.lets(*place)):
                continue
            if pattern.free or _fits(pattern, text, *place, borders):
                yield pattern, first, *place

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
