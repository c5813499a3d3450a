"""Cues: evidence that a phrase is a term, each a figure between 0 and about 1; some are about its renderings."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import log2, log10
from typing import Any, NamedTuple

from wordfreq import zipf_frequency

from corpus import lazy_re as re
from corpus.grouping import grouped
from corpus.languages.scripts import KATAKANA
from glossary.bitext.rendering_words import commonest, folded
from glossary.desk.mining.english_phrases import Phrase, PhraseUse
from glossary.matching.context_words import DETERMINERS, VERB_BEFORE

READS = ["source_doc_id", "lang", "doc_id", "source_start", "source_end", "start", "end", "relation", "confidence"]
_LEAST = 0.5  # confidence of a link that says something
_RUNS = re.compile(rf"[{KATAKANA}\u30fc]+|[A-Za-z0-9]+")  # what no rendering cuts; katakana with its long mark
_REACH = 200  # characters of English in which another link may hold the rest of a run
_GAPS = ("", " ", "の", "的", "な", "・", "-")  # what may stand between the parts of a rendering


class PhraseRenderings(NamedTuple):
    """The renderings of a phrase in one language."""

    counts: tuple[tuple[str, int], ...]  # each rendering as it is written most often, the commonest first
    omitted: int  # uses for which nothing stands
    in_english: int  # uses left in English

    @property
    def total(self) -> int:
        """Return the number of places with a rendering."""
        return sum(count for _, count in self.counts)


class AlignedTerms:
    """The aligned terms of a build, to look up the renderings of a stretch of an English document."""

    def __init__(self, rows: Iterable[Mapping[str, Any]], texts: Mapping[str, str]) -> None:
        self._texts = texts
        by_document = grouped(rows, lambda row: (row["source_doc_id"], row["lang"]))
        self._rows = {
            key: sorted(group, key=lambda row: (row["source_start"], -row["source_end"]))
            for key, group in by_document.items()
        }
        self._starts = {key: [row["source_start"] for row in group] for key, group in self._rows.items()}

    def renderings(self, uses: Sequence[PhraseUse], lang: str) -> PhraseRenderings:
        """Return the renderings of a phrase in a language."""
        written: defaultdict[str, Counter[str]] = defaultdict(Counter)
        omitted = in_english = 0
        for use in uses:
            parts = self._parts(use, lang)
            if not parts:
                continue
            linked = [part for part in parts if part["start"] is not None]
            if len(linked) < len(parts):
                omitted += 1
                continue
            surface = self._surface(linked, use, lang)
            if surface:
                written[folded(surface)][surface] += 1
                in_english += surface.isascii()
        counts = [(commonest(surfaces), sum(surfaces.values())) for surfaces in written.values()]
        return PhraseRenderings(tuple(sorted(counts, key=lambda item: (-item[1], item[0]))), omitted, in_english)

    def _parts(self, use: PhraseUse, lang: str) -> list[Mapping[str, Any]]:
        """Return the sure links of the terms in a stretch of English: one for the whole, or one for each part."""
        rows, starts = self._rows.get((use.doc_id, lang), []), self._starts.get((use.doc_id, lang), [])
        inside = []
        for row in rows[bisect_left(starts, use.start) :]:
            if row["source_start"] >= use.end:
                break
            if row["source_end"] <= use.end and row["confidence"] >= _LEAST:
                inside.append(row)
        whole = [row for row in inside if (row["source_start"], row["source_end"]) == (use.start, use.end)]
        return whole[:1] or inside

    def _surface(self, parts: Sequence[Mapping[str, Any]], use: PhraseUse, lang: str) -> str:
        """Return the stretch that the parts form, extended to whole runs of katakana or letters at its ends. Empty if
        the parts are not adjacent, or if the rest of a run renders other words.
        """
        if len({part["doc_id"] for part in parts}) > 1:
            return ""
        text = self._texts[parts[0]["doc_id"]]
        ordered = sorted({(part["start"], part["end"]) for part in parts})
        for (_, end), (start, _) in pairwise(ordered):
            if start < end or text[end:start] not in _GAPS:
                return ""
        start, end = ordered[0][0], ordered[-1][1]
        whole_start, whole_end = _whole_run(text, start)[0], _whole_run(text, end)[1]
        rows, starts = self._rows[use.doc_id, lang], self._starts[use.doc_id, lang]
        near = rows[bisect_left(starts, use.start - _REACH) : bisect_left(starts, use.end + _REACH)]
        for row in near if (whole_start, whole_end) != (start, end) else ():
            is_other = row["source_end"] <= use.start or row["source_start"] >= use.end
            is_sure = row["start"] is not None and row["confidence"] >= _LEAST
            if is_other and is_sure and (whole_start < row["end"] <= start or end <= row["start"] < whole_end):
                return ""
        return text[whole_start:whole_end].strip("*_`\"'“”「」: \n")


def _whole_run(text: str, place: int) -> tuple[int, int]:
    """Return the bounds of the run that a place is inside; the place itself, twice, if it is in none."""
    first = max(0, place - _REACH)
    for run in _RUNS.finditer(text, first, place + _REACH):
        if run.start() < place < run.end():
            return run.span()
        if run.start() >= place:
            break
    return place, place


_HUMPS = re.compile(r"[A-Z][a-z]+[A-Z][a-z]+|[a-z][A-Z][a-z]+")
_BILLION = 1e9
_COMMONEST = 8.0  # of Zipf frequencies: log10 of uses in a billion words


class Cues(NamedTuple):
    """The evidence of one phrase."""

    rarity: float  # of its rarest word in general English
    commonness: float  # of its commonest word
    keyness: float  # how much more often than in general English: orders of magnitude
    c_value: float  # how often, as a phrase of its own
    spread: float  # in how many documents
    burst: float  # how often where it stands at all
    agreement_zh: float  # share of its commonest rendering
    agreement_ja: float
    rendered_zh: float  # 1 where there is a rendering
    rendered_ja: float
    in_english: float  # share of its renderings that are English
    omitted: float  # share of its uses for which nothing stands
    headings: float  # share of its uses in headings
    nominal: float  # share after an article or the like
    verbal: float  # share after what stands before verbs
    words: float  # more than one
    adverb: float  # ends as adverbs do
    participle: float  # ends as participles do
    noun: float  # ends as nouns do
    capital: float  # written with capitals
    humps: float  # written as names of classes are: several words in one
    digits: float  # has digits


def cues(phrase: Phrase, renderings: Mapping[str, PhraseRenderings], words_in_corpus: int) -> Cues:
    """Return the cues of a phrase, given its renderings by language and the number of English words in the corpus."""
    words = phrase.term.split()
    frequencies = [_frequency(word) for word in words]
    uses, documents = len(phrase.uses), phrase.documents
    zh, ja = renderings["zh"], renderings["ja"]
    rendered = zh.total + ja.total
    omitted = zh.omitted + ja.omitted
    head = words[-1]
    return Cues(
        rarity=1 - min(frequencies) / _COMMONEST,
        commonness=max(frequencies) / _COMMONEST,
        keyness=(log10(uses * _BILLION / words_in_corpus) - min(frequencies)) / 5,
        c_value=log2(1 + max(phrase.c_value, 0)) / 10,
        spread=log2(documents) / 10,
        burst=log2(uses / documents) / 5,
        agreement_zh=_agreement(zh),
        agreement_ja=_agreement(ja),
        rendered_zh=float(bool(zh.counts)),
        rendered_ja=float(bool(ja.counts)),
        in_english=(zh.in_english + ja.in_english) / rendered if rendered else 0.0,
        omitted=omitted / (omitted + rendered) if omitted else 0.0,
        headings=sum(use.kind == "heading" for use in phrase.uses) / uses,
        nominal=sum(use.before in DETERMINERS for use in phrase.uses) / uses,
        verbal=sum(use.before in VERB_BEFORE for use in phrase.uses) / uses,
        words=float(len(words) > 1),
        adverb=float(head.endswith("ly")),
        participle=float(head.endswith(("ed", "ing"))),
        noun=float(head.endswith(("tion", "sion", "ment", "ness", "ity", "er", "or", "ance", "ence", "ism", "set"))),
        capital=float(any(char.isupper() for char in phrase.surface)),
        humps=float(_HUMPS.search(phrase.surface) is not None),
        digits=float(any(char.isdigit() for char in phrase.term)),
    )


def _agreement(renderings: PhraseRenderings) -> float:
    """Return the share of the commonest rendering after adding one contrary use, as few uses prove little."""
    return renderings.counts[0][1] / (renderings.total + 1) if renderings.total else 0.0


@lru_cache(1 << 16)
def _frequency(word: str) -> float:
    return float(zipf_frequency(word, "en"))
