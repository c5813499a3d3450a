"""The search in texts: finds every place where a form is a separate word and in its context."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cache, cached_property, partial
from itertools import accumulate, pairwise
from typing import NamedTuple

from glossary.matching.characters import is_hiragana
from glossary.matching.context_words import FormContext, domain_names, folded_words, part_of_speech_at, places_of
from glossary.matching.index import Candidate, Index, Match, Pattern
from glossary.matching.longest_match import Hit
from glossary.matching.normalized_view import NormalizedView, views
from glossary.matching.slugs import is_slug
from glossary.matching.spans import Fence, SpanLike
from glossary.matching.variant_status import FormReading, read_surface
from glossary.matching.word_boundaries import OPEN, katakana_left, katakana_right, latin_left, latin_right
from glossary.termbase.termbase import UNWANTED

IsWord = Callable[[str], bool]

_REACH = 3  # a word of the dictionary reaches no farther beyond an edge


def is_straddled(text: str, start: int, end: int, borders: Container[int], is_word: IsWord) -> bool:
    """Return whether two words of tokenizer and dictionary meet inside a two-character match and cross both its edges.

    Less is no proof. On hf-course and the five articles, of 130 matches with a dictionary word across one edge all
    but one were true, even where the tokenizer had cut that word: 集中 in 数据集中, 子集 in 算子集, 所有权 in 所有权重.
    Two words across both edges were wrong where the tokenizer had cut otherwise (练功 and 能来 in 训练功能来训练), and
    its own words are sometimes invented (查数/据集 in 检查数据集). A word across one edge that does speak against a
    form (引导 in 引导出) belongs in the form's `not_in`.
    """
    place = start + 1
    if end - start != 2 or start in borders or end in borders or place not in borders:
        return False
    before = (text[begin:place] for begin in range(max(start - _REACH, 0), start) if begin in borders)
    after = (text[place:stop] for stop in range(end + 1, min(end + _REACH, len(text)) + 1) if stop in borders)
    return any(map(is_word, before)) and any(map(is_word, after))


# What a page is about, its other sentences say: 步幅 is the stride where the convolution is named three lines above.
# Forms that a page may use count by that context too, unwanted ones do not: those of an ordinary word are hints
# (`glossary.rules.shared.contextless_wrong_forms`).
_OFTEN = 3  # texts of a page that have the context words


class PageContext:
    """The folded texts of a page; which of them have context words is found when first needed."""

    def __init__(
        self, texts: Sequence[str], headings: Sequence[str], lang: str, domains_of: Callable[[int], frozenset[str]]
    ) -> None:
        self._texts, self._headings, self._lang, self._domains_of = texts, headings, lang, domains_of
        self._texts_by_word: dict[str, frozenset[int]] = {}
        self._sections_by_words: dict[tuple[str, ...], frozenset[int] | None] = {}

    @cached_property
    def _joined(self) -> str:
        return _BETWEEN.join(self._texts)

    @cached_property
    def _texts_by_domain(self) -> Mapping[str, frozenset[int]]:
        """The texts that mention each domain, up to the number that counts as often."""
        texts: defaultdict[str, set[int]] = defaultdict(set)
        for number in range(len(self._texts)):
            for domain in self._domains_of(number):
                if len(texts[domain]) < _OFTEN:
                    texts[domain].add(number)
        return {domain: frozenset(numbers) for domain, numbers in texts.items()}

    @cached_property
    def _starts(self) -> list[int]:
        """The start of each text in the joined one."""
        return list(accumulate((len(text) + 1 for text in self._texts), initial=0))

    @cached_property
    def _sections(self) -> list[int]:
        """The number of the section of each text."""
        return list(accumulate((above != below for above, below in pairwise(self._headings)), initial=0))

    def active_candidates(self, candidates: Sequence[Candidate], text: int, start: int) -> tuple[Candidate, ...]:
        """Return the candidates for the form at a place in a text whose context words are elsewhere on the page."""
        return tuple(
            candidate
            for candidate in candidates
            if candidate.form.only_near
            and candidate.status not in UNWANTED
            and not (candidate.longer and candidate.longer.hold(self._texts[text], start))
            and self._has(candidate.form.only_near, text)
        )

    def _has(self, words: tuple[str, ...], text: int) -> bool:
        if words not in self._sections_by_words:
            self._sections_by_words[words] = self._sections_with(words)
        sections = self._sections_by_words[words]
        return sections is None or self._sections[text] in sections

    def _sections_with(self, words: tuple[str, ...]) -> frozenset[int] | None:
        """Return the sections that have one of the words; None for all, if it occurs often on the page."""
        texts: set[int] = set()
        for domain in domain_names(words):
            texts |= self._texts_by_domain.get(domain, frozenset())
            if len(texts) >= _OFTEN:
                return None
        for word in folded_words(words, self._lang):
            if word not in self._texts_by_word:
                self._texts_by_word[word] = self._texts_with(word)
            texts |= self._texts_by_word[word]
            if len(texts) >= _OFTEN:
                return None
        return frozenset(self._sections[text] for text in texts)

    def _texts_with(self, word: str) -> frozenset[int]:
        """Return the first texts that have a word, up to the number that counts as often."""
        if word not in self._joined:
            return frozenset()
        texts: set[int] = set()
        for place in places_of(word, self._joined):
            texts.add(bisect_right(self._starts, place) - 1)
            if len(texts) >= _OFTEN:
                break
        return frozenset(texts)


Readings = tuple[FormReading, ...]

# What speaks for one concept against another, strongest first. 后端 is *backend* wherever nothing says that it is
# meant for *backward*; "Data Loader" is data loader in capitals before it is the class DataLoader in two words.
# What the project's own glossary says goes before what the built-in entries say.
_EVIDENCE: tuple[Callable[[FormReading], bool], ...] = (
    lambda reading: reading.candidate.is_project,
    lambda reading: not reading.folded,
    lambda reading: reading.status != "source",
    lambda reading: bool(reading.candidate.form.only_near),
    lambda reading: reading.candidate.form.status not in UNWANTED,
)


def readings(surface: str, candidates: Iterable[Candidate], lang: str) -> Readings:
    """Return the best readings of candidates whose context is present, at most one for each concept."""
    best: dict[str, FormReading] = {}
    for candidate in candidates:
        reading = read_surface(surface, candidate, lang)
        if reading is not None:
            best_reading = best.setdefault(candidate.concept_id, reading)
            if reading.rank < best_reading.rank:
                best[candidate.concept_id] = reading
    remaining = tuple(best[concept_id] for concept_id in sorted(best))
    if len(remaining) > 1:
        for speaks_for in _EVIDENCE:
            remaining = tuple(filter(speaks_for, remaining)) or remaining
    return remaining


_MEMORY = 200_000  # surfaces whose readings are remembered; a language has far fewer
_BETWEEN = "\0"  # no form holds it: nothing is found across two texts

FarCandidates = Callable[..., tuple[Candidate, ...]]


class Text(NamedTuple):
    """A segment to search; all offsets count from its start."""

    text: str
    spans: Sequence[SpanLike] = ()  # its protected stretches, in order
    kind: str = "paragraph"
    context: str = ""  # the heading it stands under
    borders: Container[int] | None = None  # where its words begin and end, 0 and its length too
    foreign: bool = False  # an English sentence in a Chinese or Japanese page


class Search:
    """What all texts of a language share: the index, and the readings of surfaces met so far."""

    def __init__(self, index: Index, lang: str, is_word: IsWord | None = None) -> None:
        self._index = index
        self._lang = lang
        self._is_word = is_word
        self._read: dict[tuple[str, tuple[Candidate, ...]], tuple[FormReading, ...]] = {}

    def hits(self, texts: Sequence[Text], is_page: bool) -> list[list[Hit]]:
        """Return all fitting hits of each text, overlapping or not; context on the page counts if the texts are one.
        They are searched as one text, since each call of the automaton costs more than a sentence.
        """
        headings = list(dict.fromkeys(segment.context for segment in texts if segment.context))
        folded_views = views([*(segment.text for segment in texts), *headings], self._lang)
        groups = self._matches(folded_views)
        domains = cache(lambda number: self._domains(folded_views[number], *groups[number]))
        number_by_heading = {heading: number for number, heading in enumerate(headings, len(texts))}
        page = None
        if is_page:
            page_texts = [view.text for view in folded_views[: len(texts)]]
            page = PageContext(page_texts, [segment.context for segment in texts], self._lang, domains)
        hit_lists: list[list[Hit]] = []
        for number, segment in enumerate(texts):
            matches, start = groups[number]
            far = partial(page.active_candidates, text=number) if page else None
            near = partial(_union, domains, (number, *filter(None, [number_by_heading.get(segment.context)])))
            hit_lists.append(self._fitting(segment, folded_views[number], matches, start, near, far) if matches else [])
        return hit_lists

    def _domains(self, view: NormalizedView, matches: Iterable[Match], begin: int) -> frozenset[str]:
        """Return the domains mentioned in a text, which begins at `begin` in the joined text."""
        domains: set[str] = set()
        for number, first, last in matches:
            pattern = self._index.patterns[number] or self._index.pattern(number)
            if pattern.free or _fits_edges(pattern, view.text, first - begin, last - begin, None):
                domains |= pattern.domains
        return frozenset(domains)

    def _matches(self, folded_views: Sequence[NormalizedView]) -> list[tuple[list[Match], int]]:
        """Return the matches in each text, and where that text begins in the joined text."""
        joined = _BETWEEN.join([view.text for view in folded_views])
        matches = self._index.matches(joined)
        matches.append((0, len(joined) + 1, len(joined) + 1))
        groups: list[tuple[list[Match], int]] = []
        begin = start = 0
        for view in folded_views:
            last, stop = begin, start + len(view.text)
            while matches[last][2] <= stop:
                last += 1
            groups.append((matches[begin:last], start))
            begin, start = last, stop + 1
        return groups

    def _fitting(
        self,
        segment: Text,
        view: NormalizedView,
        matches: Iterable[Match],
        begin: int,
        domains: Callable[[], frozenset[str]],
        far: FarCandidates | None,
    ) -> list[Hit]:
        """Return the fitting hits of one text, which begins at `begin` in the joined text."""
        text, borders, patterns = segment.text, segment.borders, self._index.patterns
        lang = "en" if segment.foreign else self._lang
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
            if pattern.has_parts and (part := part_of_speech_at(text, start, end, lang)):
                candidates = tuple(candidate for candidate in candidates if candidate.form.part_of_speech in ("", part))
            if not pattern.alone:
                company = company or FormContext(view, segment.context, self._lang, domains)
                near = company.active_candidates(candidates, first - begin)
                is_far = bool(far) and not near
                candidates = far(candidates, start=first - begin) if far and not near else near
            surface = text[start:end]
            read = cache.get((surface, candidates))
            if read is None:
                read = self._readings(surface, candidates)
            if read and not (read[0].folded and (is_slug(text, start, end) or _is_stem(text, end, borders))):
                hits.append(Hit(start, end, surface, read, pattern.single, False, is_far))
        return hits

    def _readings(self, surface: str, candidates: tuple[Candidate, ...]) -> tuple[FormReading, ...]:
        """Return the readings of a surface met for the first time, and keep them."""
        surface_readings = readings(surface, candidates, self._lang)
        if len(self._read) < _MEMORY:
            self._read[surface, candidates] = surface_readings
        return surface_readings


def _union(domains: Callable[[int], frozenset[str]], numbers: Iterable[int]) -> frozenset[str]:
    """Return the domains of the texts with these numbers."""
    return frozenset().union(*map(domains, numbers))


def _is_stem(text: str, end: int, borders: Container[int] | None) -> bool:
    """Return whether hiragana continue the word: 読込む is a verb, and not 読み込み without its kana."""
    return borders is not None and end < len(text) and end not in borders and is_hiragana(text[end])


def _fits_edges(pattern: Pattern, text: str, start: int, end: int, borders: Container[int] | None) -> bool:
    """Return whether a word may end at both edges."""
    if pattern.left and start and text[start - 1] not in OPEN:
        is_latin = pattern.left == "latin"
        if not (latin_left(text, start) if is_latin else katakana_left(text, start, borders, pattern.short)):
            return False
    if not pattern.right or end == len(text) or text[end] in OPEN:
        return True
    if pattern.right == "latin":
        return latin_right(text, end, pattern.name)
    return katakana_right(text, end, borders, pattern.short)
