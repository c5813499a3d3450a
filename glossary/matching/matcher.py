"""The matcher: from text to the uses of concepts in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import accumulate

from glossary.matching.code_names import CodeNames
from glossary.matching.confidence import confidence_factor
from glossary.matching.crossing_words import IsWord
from glossary.matching.glosses import in_glosses
from glossary.matching.index import index
from glossary.matching.longest_match import Hit, longest, order
from glossary.matching.match_record import MatchedTerm
from glossary.matching.search import Search, Text
from glossary.matching.single import by_themselves
from glossary.matching.spans import SpanLike
from glossary.termbase.termbase import UNWANTED, Termbase


class Matcher:
    """Finds the forms of a termbase; what it needs for a language is built when it first meets it.

    `is_word` says for a language what its dictionary knows: words that lie across a short match speak against it.
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
        """Return the uses of concepts in a segment, in order.

        `spans` are its protected stretches, in order; `kind` its kind; `context` the heading it stands under;
        `borders` the offsets at which its words begin and end, 0 and its length too: without them forms of
        one character are silent. All offsets count from the start of `text`.
        """
        return self.find_all([Text(text, spans, kind, context, borders)], lang)[0]

    def find_all(self, texts: Sequence[Text], lang: str) -> list[list[MatchedTerm]]:
        """Return what `find` gives for each of many segments, in less time."""
        return self._find_in(texts, lang, is_page=False)

    def find_on_page(self, texts: Sequence[Text], lang: str) -> list[list[MatchedTerm]]:
        """Return the uses in each segment of one page: context words in a form's section, or often on the page, count
        there too.
        """
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
            uses = sorted([*uses, *names], key=_order) if names else uses
        if segment.foreign:
            uses = [self._as_source(use, lang) for use in uses]
        return in_glosses(segment, uses) if uses and _brackets_before(segment.text, uses[-1].start) else uses

    def _as_source(self, use: MatchedTerm, lang: str) -> MatchedTerm:
        """Read a term in an English sentence as English, also where custom allows it in this language; names aside."""
        name = use.zone in ("code", "identifier") or lang in self.termbase.by_id[use.concept_id].keep
        return use if name or use.status in UNWANTED else use._replace(status="source")


def _standing_hits(segment: Text, hits: list[Hit]) -> list[Hit]:
    """Return the hits that stand beside each other and within each other, in order."""
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
    """Return the names of code that are no part of a longer term: torch.compile in torch.compile 模式 is one."""
    starts = [use.start for use in uses]
    reach = [0, *accumulate((use.end for use in uses), max)]  # how far those before a place go at most
    return [name for name in names if reach[bisect_right(starts, name.start)] < name.end]


def _order(use: MatchedTerm) -> tuple[int, int, str]:
    return use.start, -use.end, use.concept_id
