"""The search through texts: every place where a form stands by itself and in its context."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from glossary.matching.characters import is_hiragana
from glossary.matching.context_words import FormContext
from glossary.matching.crossing_words import IsWord, is_straddled
from glossary.matching.disambiguation import readings
from glossary.matching.index import Candidate, Index, Match, Pattern
from glossary.matching.longest_match import Hit
from glossary.matching.normalized_view import NormalizedView, views
from glossary.matching.page_context import PageContext
from glossary.matching.slugs import is_slug
from glossary.matching.spans import Fence, SpanLike
from glossary.matching.variant_status import FormReading
from glossary.matching.word_boundaries import OPEN, katakana_left, katakana_right, latin_left, latin_right

_MEMORY = 200_000  # surfaces whose readings are remembered; a language has far fewer
_BETWEEN = "\0"  # no form holds it: nothing is found across two texts

FarCandidates = Callable[..., tuple[Candidate, ...]]


class Text(NamedTuple):
    """A segment to search: all offsets count from its start."""

    text: str
    spans: Sequence[SpanLike] = ()  # its protected stretches, in order
    kind: str = "paragraph"
    context: str = ""  # the heading it stands under
    borders: Container[int] | None = None  # where its words begin and end, 0 and its length too
    foreign: bool = False  # an English sentence in a Chinese or Japanese page


class Search:
    """What all texts of a language share: the index, and how the surfaces met so far were read."""

    def __init__(self, index: Index, lang: str, is_word: IsWord | None = None) -> None:
        self._index = index
        self._lang = lang
        self._is_word = is_word
        self._read: dict[tuple[str, tuple[Candidate, ...]], tuple[FormReading, ...]] = {}

    def hits(self, texts: Sequence[Text], is_page: bool) -> list[list[Hit]]:
        """Return all that fits where it stands, overlapping or not, for each text; context on the page counts if they
        are one.

        They are searched as one, as each call of the automaton costs more than a sentence.
        """
        folded_views = views([segment.text for segment in texts], self._lang)
        joined = _BETWEEN.join([view.text for view in folded_views])
        matches = self._index.matches(joined)
        matches.append((0, len(joined) + 1, len(joined) + 1))
        hit_lists: list[list[Hit]] = []
        page = None
        if is_page:
            headings = [segment.context for segment in texts]
            page = PageContext([view.text for view in folded_views], joined, headings, self._lang)
        begin = start = 0
        for number, (segment, view) in enumerate(zip(texts, folded_views, strict=True)):
            last, stop = begin, start + len(view.text)
            while matches[last][2] <= stop:
                last += 1
            far = partial(page.active_candidates, text=number) if page else None
            hit_lists.append(self._fitting(segment, view, matches[begin:last], start, far) if last > begin else [])
            begin, start = last, stop + 1
        return hit_lists

    def _fitting(
        self, segment: Text, view: NormalizedView, matches: Iterable[Match], begin: int, far: FarCandidates | None
    ) -> list[Hit]:
        """Return the matches that fit, of one text that begins at `begin` in what was searched."""
        text, borders, patterns = segment.text, segment.borders, self._index.patterns
        cache, is_word = self._read, self._is_word if borders else None
        fence = Fence(segment.spans) if segment.spans else None
        company: FormContext | None = None
        hits: list[Hit] = []
        for number, first, last in matches:
            pattern = patterns[number] or self._index.pattern(number)
            place = view.place(first - begin, last - begin) if view.starts else (first - begin, last - begin)
            if place is None:
                continue
            start, end = place
            if not (pattern.free or _fits_edges(pattern, text, start, end, borders)):
                continue
            if fence is not None and not fence.allows(start, end):
                continue
            if is_word and borders and pattern.free and is_straddled(text, start, end, borders, is_word):
                continue
            candidates, is_far = pattern.candidates, False
            if not pattern.alone:
                company = company or FormContext(view, segment.context, self._lang)
                candidates = company.active_candidates(candidates, first - begin)
                if not candidates and far:
                    candidates = far(pattern.candidates, start=first - begin)
                    is_far = True
            surface = text[start:end]
            read = cache.get((surface, candidates))
            if read is None:
                read = self._readings(surface, candidates)
            if read and not (read[0].folded and (is_slug(text, start, end) or _is_stem(text, end, borders))):
                hits.append(Hit(start, end, surface, read, pattern.single, False, is_far))
        return hits

    def _readings(self, surface: str, candidates: tuple[Candidate, ...]) -> tuple[FormReading, ...]:
        """Return the readings of a surface met for the first time, kept for the next."""
        surface_readings = readings(surface, candidates, self._lang)
        if len(self._read) < _MEMORY:
            self._read[surface, candidates] = surface_readings
        return surface_readings


def _is_stem(text: str, end: int, borders: Container[int] | None) -> bool:
    """Return whether kana follow within the word: 読込む is a verb, and not 読み込み without its kana."""
    return borders is not None and end < len(text) and end not in borders and is_hiragana(text[end])


def _fits_edges(pattern: Pattern, text: str, start: int, end: int, borders: Container[int] | None) -> bool:
    """Return whether both edges are such that a word may end there."""
    if pattern.left and start and text[start - 1] not in OPEN:
        is_latin = pattern.left == "latin"
        if not (latin_left(text, start) if is_latin else katakana_left(text, start, borders, pattern.short)):
            return False
    if not pattern.right or end == len(text) or text[end] in OPEN:
        return True
    if pattern.right == "latin":
        return latin_right(text, end, pattern.name)
    return katakana_right(text, end, borders, pattern.short)
