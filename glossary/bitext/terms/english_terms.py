"""Terms in the English: uses of the glossary's concepts, and all other words with a meaning of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from corpus import lazy_re as re
from corpus.alignment.lexicon import stem
from corpus.grouping import grouped
from corpus.records import Mention, Segment
from glossary.termbase.termbase import ALLOWED, Termbase

Extents = Sequence[tuple[int, int]]  # start and end

_OPAQUE = frozenset(("code", "url", "link", "math", "tag", "placeholder"))  # names in running text are words


def opaque_spans(segment: Segment) -> list[tuple[int, int]]:
    """Return the stretches of a segment that are no words, in order."""
    return [(span.start, span.end) for span in segment.protected if span.kind in _OPAQUE]


def touches(start: int, end: int, places: Extents) -> bool:
    """Return whether a stretch overlaps any of these places."""
    return any(start < last and first < end for first, last in places)


_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:['’-][A-Za-z0-9]+)*")
_PART = re.compile(r"[a-z]+|[0-9]+")
_MUTE = ("code", "url")  # zones whose mentions are no words
_PLURAL = (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("s", ""))
_IN_IE = ("movies", "cookies", "zombies", "calories", "genies", "selfies", "rookies", "newbies", "ties", "lies")
_NO_PLURAL = ("ss", "us", "is", "as", "os", "series", "species")


_LONGEST = 300  # tokens; by hand. The longest sentences of documentation have 150


def are_sentences(segments: Iterable[Segment]) -> bool:
    """Return whether segments are short enough for aligning their terms, whose cost is quadratic."""
    return sum(len(segment.tokens) for segment in segments) <= _LONGEST


@dataclass(frozen=True, slots=True)
class SourceTerm:
    """A use of an English term; offsets count in the English document."""

    start: int
    end: int
    surface: str
    concept_ids: tuple[str, ...]  # the glossary's readings of it; none where the glossary has none
    stems: tuple[str, ...]  # of its words
    term: str  # what it is counted under: the glossary's form, or itself in small letters and the singular


def source_terms(segments: Iterable[Segment], mentions: Iterable[Mention]) -> list[SourceTerm]:
    """Return the terms of English segments in order, disjoint; `mentions` are those of the segments."""
    by_segment = grouped(mentions, lambda mention: mention.segment_id)
    return [term for segment in segments for term in _terms(segment, by_segment.get(segment.segment_id, ()))]


def _terms(segment: Segment, mentions: Sequence[Mention]) -> list[SourceTerm]:
    opaque = opaque_spans(segment)
    known = list(_known(mentions, opaque))
    taken = [*opaque, *((term.start, term.end) for term in known)]
    return sorted([*known, *_other_words(segment, taken)], key=lambda term: term.start)


def _known(mentions: Sequence[Mention], opaque: Extents) -> Iterator[SourceTerm]:
    readings: dict[tuple[int, int], list[Mention]] = {}
    for mention in mentions:
        if not mention.nested and mention.zone not in _MUTE and not touches(mention.start, mention.end, opaque):
            readings.setdefault((mention.start, mention.end), []).append(mention)
    end = -1
    for (first, last), uses in sorted(readings.items()):
        if first >= end:
            concept_ids = tuple(dict.fromkeys(use.concept_id for use in uses))
            yield SourceTerm(first, last, uses[0].surface, concept_ids, stems_of(uses[0].surface), uses[0].form)
            end = last


def _other_words(segment: Segment, taken: Extents) -> Iterator[SourceTerm]:
    for match in _WORD.finditer(segment.text):
        start, end = match.start() + segment.start, match.end() + segment.start
        word_stems = stems_of(match[0])
        if word_stems and end - start > 1 and not touches(start, end, taken):
            yield SourceTerm(start, end, match[0], (), word_stems, singular(match[0]))


@lru_cache(1 << 15)
def stems_of(words: str) -> tuple[str, ...]:
    """Return the stems of English words; none for words without meaning of their own (the, of, is)."""
    return tuple(filter(None, map(stem, _PART.findall(words.lower()))))


@lru_cache(1 << 14)
def english_stems(termbase: Termbase, concept_id: str) -> frozenset[tuple[str, ...]]:
    """Return the stems of the allowed English forms of a concept."""
    forms = termbase.by_id[concept_id].in_language("en")
    return frozenset(stems_of(form.form) for form in forms if form.status in ALLOWED)


def singular(word: str) -> str:
    """Return a word as it is counted: in lower case, nouns in the singular."""
    plain = word.casefold()
    if len(plain) < 4 or plain.endswith(_NO_PLURAL):
        return plain
    if plain in _IN_IE:
        return plain[:-1]
    return next((plain.removesuffix(ending) + other for ending, other in _PLURAL if plain.endswith(ending)), plain)
