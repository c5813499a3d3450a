"""The matcher: finds the uses of concepts in text."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from corpus.languages import KNOWN
from glossary.matching.characters import is_katakana
from glossary.matching.glosses import in_glosses
from glossary.matching.index import index
from glossary.matching.longest_match import Hit, longest, order
from glossary.matching.search import IsWord, Search, Text
from glossary.matching.slugs import is_joined_latin
from glossary.matching.spans import MatchedTerm, SpanLike, code_names
from glossary.termbase.termbase import ALLOWED, UNWANTED, Concept, Form, Termbase


# A common noun between backticks is the name of an argument or a method, and need not mean what it means in prose
# (`compile` of Keras, `model`): only identifiers, names that are kept and Chinese or Japanese words count there.
class CodeNames:
    """The meanings of names in code: a concept's identifier (counted as admitted), or one of its forms."""

    def __init__(self, concepts: Iterable[Concept]) -> None:
        self._owners: defaultdict[str, list[Concept]] = defaultdict(list)
        for concept in concepts:
            for form in concept.forms:
                if _counts_in_code(form, concept):
                    self._owners[form.form].append(concept)
            for name in concept.identifiers:
                self._owners[name].append(concept)

    def find(self, text: str, lang: str, spans: Sequence[SpanLike]) -> Iterator[MatchedTerm]:
        """Yield the concepts that whole protected spans name."""
        for start, end, kind in code_names(text, spans):
            surface = text[start:end]
            meanings = _meanings(surface, self._owners.get(surface, ()))
            for concept_id, form, status in _stands_for(meanings, lang):
                yield MatchedTerm(start, end, surface, concept_id, form, status, kind, False, 1.0)


def _counts_in_code(form: Form, concept: Concept) -> bool:
    return form.status in ALLOWED and (bool(concept.keep) or not form.form.isascii())


def _meanings(name: str, concepts: Iterable[Concept]) -> dict[tuple[str, str], tuple[str, str]]:
    """Return a name's meanings among these concepts, by language and concept: the form and its status."""
    meanings: dict[tuple[str, str], tuple[str, str]] = {}
    for concept in concepts:
        for form in concept.forms:
            if form.form == name and _counts_in_code(form, concept):
                meanings.setdefault((form.lang, concept.id), (name, form.status))
        if name in concept.identifiers:
            for lang in KNOWN:
                meanings.setdefault((lang, concept.id), (name, "admitted"))
    return meanings


def _stands_for(meanings: Mapping[tuple[str, str], tuple[str, str]], lang: str) -> Iterator[tuple[str, str, str]]:
    for (of, concept_id), (form, status) in meanings.items():
        if of == lang:
            yield concept_id, form, status
        elif of == "en" and (lang, concept_id) not in meanings:
            yield concept_id, form, "source"


# Then, for each doubt that its place raises, times one of the factors below.
_SINGLE = 0.8  # a single character
_AMBIGUOUS = 0.8  # another concept has the same words
_INSIDE = 0.8  # katakana within longer katakana, where no word of the base tokenizer ends
_CROSSED = 0.7  # a word of the base tokenizer lies across an edge
_FAR = 0.9  # its context words stand elsewhere on the page
_JOINED = 0.5  # a name respelled, with more Latin joined by - or /: a package, a path


def confidence_factor(text: str, hit: Hit, borders: Container[int] | None) -> float:
    """Return the factor for the confidence of a hit's readings."""
    start, end, surface, readings, single, _, far = hit
    factor = _SINGLE if single else 1.0
    if far:
        factor *= _FAR
    if len(readings) > 1:
        factor *= _AMBIGUOUS
    if borders is None or start not in borders or end not in borders:
        inside = is_katakana(surface[0]) and _is_word_inside(text, start, borders)
        if inside or (is_katakana(surface[-1]) and _is_word_inside(text, end, borders)):
            factor *= _INSIDE
        if borders is not None and any(place in borders for place in range(start + 1, end)):
            factor *= _CROSSED
    if readings[0].folded and is_joined_latin(text, start, end):
        factor *= _JOINED
    return factor


def _is_word_inside(text: str, edge: int, borders: Container[int] | None) -> bool:
    if not 0 < edge < len(text) or not is_katakana(text[edge]) or not is_katakana(text[edge - 1]):
        return False
    return borders is None or edge not in borders


# jieba joins such characters to the noun beside them (该库, 库中, 一层, 层会): a word that holds the form and
# nothing but these is the form itself. Those that make another word of it (多层, 上层, 层面) are not among them.
_BEFORE = frozenset("该此这那其各每某本对向在从由用以把被将和与及或等如若即是为一二两三四五六七八九十几")
_AFTER = frozenset("的了着过中里上下内外前后时来去为是有在会能可要将则均都也就又才还所用使让被把和与及或等以而且但")
_REACH = 3


def by_themselves(text: str, hits: Sequence[Hit], long_hits: Sequence[Hit], borders: Container[int]) -> Iterator[Hit]:
    """Yield one-character hits that are words: between word borders, longer terms or function characters."""
    if not hits:
        return
    starts, ends = {hit.start for hit in long_hits}, {hit.end for hit in long_hits}
    covered = {place for hit in long_hits for place in range(hit.start, hit.end)}
    for hit in hits:
        if (
            hit.start not in covered
            and _begins_word_at(text, hit.start, borders, ends)
            and _ends_word_at(text, hit.end, borders, starts)
        ):
            yield hit


def _begins_word_at(text: str, place: int, borders: Container[int], ends: Container[int]) -> bool:
    for start in range(place, max(place - _REACH, 0) - 1, -1):
        if start in borders or start in ends:
            return True
        if start == 0 or text[start - 1] not in _BEFORE:
            return False
    return False


def _ends_word_at(text: str, place: int, borders: Container[int], starts: Container[int]) -> bool:
    for end in range(place, min(place + _REACH, len(text)) + 1):
        if end in borders or end in starts:
            return True
        if end == len(text) or text[end] not in _AFTER:
            return False
    return False


class Matcher:
    """Finds the forms of a termbase; what it needs for a language is built on first use. `is_word` returns whether the
    language's dictionary has a word; words that cross a short match's edges speak against it.
    """

    def __init__(self, termbase: Termbase, is_word: Mapping[str, IsWord] | None = None) -> None:
        self.termbase = termbase
        self._is_word = is_word or {}
        self._searches: dict[str, Search] = {}
        self._names = CodeNames(termbase.concepts)

    def find(
        self,
        text: str,
        lang: str,
        spans: Sequence[SpanLike] = (),
        kind: str = "paragraph",
        context: str = "",
        borders: Container[int] | None = None,
    ) -> list[MatchedTerm]:
        """Return the uses of concepts in a segment, in order. `spans` are its protected stretches, in order; `kind`
        its kind; `context` the heading above it; `borders` the offsets at which its words begin and end, including 0
        and its length. Without borders, one-character forms are silent. All offsets count from the start of `text`.
        """
        return self.find_all([Text(text, spans, kind, context, borders)], lang)[0]

    def find_all(self, texts: Sequence[Text], lang: str) -> list[list[MatchedTerm]]:
        """Return the results of `find` for many segments, in less time."""
        return self._find_in(texts, lang, is_page=False)

    def find_on_page(self, texts: Sequence[Text], lang: str) -> list[list[MatchedTerm]]:
        """Return the uses in each segment of a page; context words in its section, or often on the page, count too."""
        return self._find_in(texts, lang, is_page=True)

    def _find_in(self, texts: Sequence[Text], lang: str, is_page: bool) -> list[list[MatchedTerm]]:
        if not texts:
            return []
        hits = self._search(lang).hits(texts, is_page)
        return [
            self._find_in_segment(segment, lang, segment_hits) if segment_hits or segment.spans else []
            for segment, segment_hits in zip(texts, hits, strict=True)
        ]

    def _search(self, lang: str) -> Search:
        if lang not in self._searches:
            self._searches[lang] = Search(index(self.termbase, lang), lang, self._is_word.get(lang))
        return self._searches[lang]

    def _find_in_segment(self, segment: Text, lang: str, hits: list[Hit]) -> list[MatchedTerm]:
        zone = "heading" if segment.kind == "heading" else "prose"
        uses = (
            [use for hit in _standing_hits(segment, hits) for use in _matched_terms(segment, hit, zone)] if hits else []
        )
        if segment.spans:
            names = _without_nested_names(self._names.find(segment.text, lang, segment.spans), uses)
            uses = sorted([*uses, *names], key=lambda use: (use.start, -use.end, use.concept_id)) if names else uses
        if segment.foreign:
            uses = [self._as_source(use, lang) for use in uses]
        return in_glosses(segment, uses) if uses and _brackets_before(segment.text, uses[-1].start) else uses

    def _as_source(self, use: MatchedTerm, lang: str) -> MatchedTerm:
        """Read a term in an English sentence as English, even if this language uses it by custom; names excepted."""
        name = use.zone in ("code", "identifier") or lang in self.termbase.by_id[use.concept_id].keep
        return use if name or use.status in UNWANTED else use._replace(status="source")


def _standing_hits(segment: Text, hits: list[Hit]) -> list[Hit]:
    """Return the winning hits, next to and within each other, in order."""
    single = [hit for hit in hits if hit.single]
    if not single:
        return list(longest(hits)) if len(hits) > 1 else hits
    long_hits = list(longest([hit for hit in hits if not hit.single]))
    return (
        sorted([*long_hits, *by_themselves(segment.text, single, long_hits, segment.borders)], key=order)
        if segment.borders
        else long_hits
    )


def _brackets_before(text: str, last: int) -> bool:
    return text.find("(", 0, last) >= 0 or text.find("（", 0, last) >= 0


def _matched_terms(segment: Text, hit: Hit, zone: str) -> list[MatchedTerm]:
    start, end, surface, readings, _, nested, _ = hit
    sure = confidence_factor(segment.text, hit, segment.borders)
    if len(readings) == 1:  # nearly always
        candidate, _, confidence, status = readings[0]
        return [
            MatchedTerm(
                start, end, surface, candidate.concept_id, candidate.form.form, status, zone, nested, confidence * sure
            )
        ]
    return [
        MatchedTerm(
            start, end, surface, candidate.concept_id, candidate.form.form, status, zone, nested, confidence * sure
        )
        for candidate, _, confidence, status in readings
    ]


def _without_nested_names(names: Iterable[MatchedTerm], uses: Sequence[MatchedTerm]) -> list[MatchedTerm]:
    """Return the names of code that are not part of a longer term, unlike torch.compile in torch.compile 模式."""
    starts = [use.start for use in uses]
    reach = [0, *accumulate((use.end for use in uses), max)]  # how far those before a place go at most
    return [name for name in names if reach[bisect_right(starts, name.start)] < name.end]
