"""The matcher: from text to the uses of concepts in it."""

from __future__ import annotations

from collections.abc import Container, Sequence

from glossary.matching.doubt import doubt
from glossary.matching.found import Found
from glossary.matching.index import index
from glossary.matching.longest import Hit, longest, order
from glossary.matching.names import CodeNames
from glossary.matching.search import Search
from glossary.matching.single import by_themselves
from glossary.matching.spans import SpanLike
from glossary.terms import Termbase


class Matcher:
    """Finds the forms of a termbase; what it needs for a language is built when it first meets it."""

    def __init__(self, termbase: Termbase) -> None:
        self._termbase = termbase
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
    ) -> list[Found]:
        """The uses of concepts in a segment, in order.

        `spans` are its protected stretches, in order; `kind` its kind; `context` the heading it stands under;
        `borders` the offsets at which its words begin and end, 0 and its length too: without them forms of
        one character are silent. All offsets count from the start of `text`.
        """
        hits = self._search(lang).hits(text, spans, context, borders)
        zone = "heading" if kind == "heading" else "prose"
        found = [one for hit in _standing(text, hits, borders) for one in _found(text, hit, zone, borders)]
        names = list(self._names.find(text, lang, spans)) if spans else []
        return sorted(found + names, key=_order) if names else found

    def _search(self, lang: str) -> Search:
        if lang not in self._searches:
            self._searches[lang] = Search(index(self._termbase, lang), lang)
        return self._searches[lang]


def _standing(text: str, hits: list[Hit], borders: Container[int] | None) -> list[Hit]:
    """The hits that stand beside each other and within each other, in order."""
    words = [hit for hit in hits if not hit.single]
    kept = list(longest(words))
    if len(words) == len(hits) or borders is None:
        return kept
    single = [hit for hit in hits if hit.single]
    return sorted([*kept, *by_themselves(text, single, kept, borders)], key=order)


def _found(text: str, hit: Hit, zone: str, borders: Container[int] | None) -> list[Found]:
    start, end, surface, readings, _, nested = hit
    sure = doubt(text, hit, borders)
    return [
        Found(
            start,
            end,
            surface,
            reading.candidate.concept_id,
            reading.candidate.form.form,
            reading.status,
            zone,
            nested,
            reading.confidence * sure,
        )
        for reading in readings
    ]


def _order(one: Found) -> tuple[int, int, str]:
    return one.start, -one.end, one.concept_id
