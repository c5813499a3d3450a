"""Counterparts: the stretches of a translation that may render a term, each with numeric evidence."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from glossary.bitext.terms.english_terms import SourceTerm, touches
from glossary.bitext.terms.listed_forms import Extent, Listed, TargetText
from glossary.bitext.terms.target_words import TargetWord
from glossary.bitext.terms.word_weights import WordWeights
from glossary.termbase.termbase import ALLOWED

_MOST_WORDS = 5  # of a stretch: longer ones were no terms in the gold; this and what follows by hand
_SUFFIX = 2  # characters: a word that is no longer may belong to its neighbour, as 器 in 分词器
_FREE = 0.12  # a word for which less speaks than this, all terms together, is free for what nothing is known of
_FREE_WORDS = 3  # of them in a row
_FAR = 0.4  # of the sentence: a free word that stands further off than this says something else
_DOUBT = 0.05  # beside the weights of all terms for a word, for those that are not known
_ALLOWED = frozenset((*ALLOWED, "variant", "source"))


class Evidence(NamedTuple):
    """The evidence for and against a stretch; the model has a weight for each value."""

    listed: float  # 1: an allowed form of the concept, or one but for a slip of writing
    unwanted: float  # 1: a deprecated or wrong one
    other_concept: float  # 1: a form of a concept that the English does not have
    share: float  # how much of what speaks for its words speaks for this term; mean
    outside: float  # the most that speaks for a word outside of it
    beside: float  # the most that speaks for a word next to it
    words: float  # words, less one
    more_words: float  # words more than the term has
    length: float  # how far its length is from the usual one: the absolute log of the ratio
    compound: float  # 1: the term has several words
    concept: float  # 1: the glossary has the term, or the translation what is said for an everyday word
    weight: float  # the square root of what speaks for its words; mean
    distance: float  # how far it stands from where the term stands, as parts of both sentences
    free: float  # 1: nothing speaks for it, nor for any other term
    alone: float  # 1: an allowed form of the concept that nothing else speaks for, such as a project's own
    alone_compound: float  # 1: such a form of a term of several words


class Counterpart(NamedTuple):
    """A stretch that may render a term; offsets are in the translation's document."""

    start: int
    end: int
    listed: Listed | None  # what the glossary says of it, for this term
    kinds: frozenset[str]  # of what speaks for it: form, dictionary, spelling, lexicon, name, sound, place
    evidence: Evidence


class BeadView(NamedTuple):
    """A bead as prepared for the search for candidates."""

    source: Extent  # in the English document
    target: TargetText
    extent: Extent  # of the translation in its document
    words: Sequence[TargetWord]
    starts: Sequence[int]  # of the words
    parts: Sequence[float]  # where in the sentence each word begins, 0 to 1
    totals: Sequence[float]  # what speaks for each word, all terms together
    free: frozenset[int]  # numbers of the words that may stand for what nothing is known of
    foreign: frozenset[int]  # numbers of the words of terms that the English lacks
    concepts: frozenset[str]  # that the English has
    uses: Mapping[Extent, frozenset[str]]  # concepts of the mentions that lie in no longer one
    characters: float  # of English that say as much as one of the translation


def free_words(words: Sequence[TargetWord], totals: Sequence[float]) -> frozenset[int]:
    """Return the numbers of the words for which there is hardly any evidence."""
    return frozenset(n for n, word in enumerate(words) if word.means and totals[n] < _FREE)


class Forms(NamedTuple):
    """The places of the glossary's forms of a term in a translation."""

    listed: Mapping[Extent, Listed]
    near: frozenset[Extent]  # an allowed form but for a slip of writing


def counterparts(term: SourceTerm, weights: WordWeights, forms: Forms, bead: BeadView) -> list[Counterpart]:
    """Return the stretches that may render a term, in no particular order. If an allowed form of it is there, other
    stretches that overlap it are left out unless they are forms too.
    """
    allowed = [place for place, (_, status) in forms.listed.items() if status in _ALLOWED]
    allowed += forms.near
    part = part_of(term.start, term.end, bead.source)
    places = dict.fromkeys(
        [*forms.listed, *forms.near, *_known_stretches(weights, bead), *_free_stretches(term, bead, part)]
    )
    strongest = sorted(weights, key=lambda number: -weights[number].weight)
    return [
        _counterpart(term, weights, strongest, place, forms, bead, part)
        for place in places
        if place in forms.listed or place in forms.near or not touches(*place, allowed)
    ]


def has_allowed(listed: Mapping[Extent, Listed]) -> bool:
    """Return whether an allowed form is anywhere in the translation."""
    return any(status in _ALLOWED for _, status in listed.values())


def _known_stretches(weights: WordWeights, bead: BeadView) -> Iterator[Extent]:
    """Yield stretches between words with evidence, with at most one other word inside, or a short one added."""
    words = bead.words
    for first in sorted(weights):
        others = 0
        for last in range(first, min(first + _MOST_WORDS, len(words))):
            if last > first and not _adjoins(bead, last):
                break
            others += last not in weights and words[last].means
            if others > 1:
                break
            if last in weights:
                yield words[first].start, words[last].end
                if first and _is_suffix(bead, first - 1, first, weights):
                    yield words[first - 1].start, words[last].end
                if last + 1 < len(words) and _is_suffix(bead, last + 1, last + 1, weights):
                    yield words[first].start, words[last + 1].end


def _adjoins(bead: BeadView, number: int) -> bool:
    """Return whether a word can belong to the same stretch as the word before it."""
    before, word = bead.words[number - 1], bead.words[number]
    return not (word.parts or before.parts) and not bead.target.text[before.end : word.start].strip()


def _is_suffix(bead: BeadView, number: int, second: int, weights: WordWeights) -> bool:
    """Return whether a word without evidence is short enough to belong to its neighbour."""
    word = bead.words[number]
    is_free = word.means and number not in weights and len(word.surface) <= _SUFFIX
    return is_free and bead.words[second - 1].end == bead.words[second].start


def _free_stretches(term: SourceTerm, bead: BeadView, part: float) -> Iterator[Extent]:
    """Yield one to three words without evidence, near the term's relative position: at `part` of its sentence. Words
    of terms that the English lacks may render a term of the glossary, but hardly any other word.
    """
    free = bead.free if term.concept_ids else bead.free - bead.foreign
    for first in free:
        if abs(bead.parts[first] - part) > _FAR:
            continue
        for last in range(first, first + _FREE_WORDS):
            if last not in free or (last > first and bead.words[last - 1].end != bead.words[last].start):
                break
            yield bead.words[first].start, bead.words[last].end


def part_of(start: int, end: int, text: Extent) -> float:
    """Return the relative position of a stretch's middle in its sentence, 0 to 1."""
    return ((start + end) / 2 - text[0]) / max(1, text[1] - text[0])


def _counterpart(
    term: SourceTerm,
    weights: WordWeights,
    strongest: Sequence[int],
    place: Extent,
    forms: Forms,
    bead: BeadView,
    part: float,
) -> Counterpart:
    """Return a stretch with its evidence. `strongest` are the numbers of words with evidence, the strongest first;
    `part` is the term's relative position.
    """
    start, end = place
    listed, is_near = forms.listed.get(place), place in forms.near
    first, last = _covered(bead, start, end)
    inside = [n for n in range(first, last) if bead.words[n].means] or range(first, last)
    spoken = [(n, weights[n]) for n in inside if n in weights]
    count, total = len(inside) or 1, sum([weight for _, (weight, _) in spoken])
    is_allowed = listed is not None and listed.status in _ALLOWED
    uses = bead.uses.get(place)
    is_listed, is_compound = is_allowed or is_near, len(term.stems) > 1
    evidence = Evidence(
        listed=is_listed,
        unwanted=listed is not None and not is_allowed,
        other_concept=uses is not None and _is_other(uses, term, bead),
        share=sum([weight / (bead.totals[n] + _DOUBT) for n, (weight, _) in spoken]) / count,
        outside=next((weights[n].weight for n in strongest if not first <= n < last), 0.0),
        beside=_beside(weights, first, last, place, bead) if weights else 0.0,
        words=count - 1,
        more_words=max(0, count - len(term.stems)),
        length=abs(math.log((end - start) * bead.characters / len(term.surface))),
        compound=is_compound,
        concept=bool(term.concept_ids or forms.listed),
        weight=math.sqrt(total / count),
        distance=abs(part_of(start, end, bead.extent) - part),
        free=not total,
        alone=is_listed and not total,
        alone_compound=is_listed and is_compound and not total,
    )
    kinds = {kind for _, (_, kind) in spoken}
    if listed:
        kinds.add("form" if listed.concept_id else "dictionary")
    if is_near:
        kinds.add("spelling")
    return Counterpart(start, end, listed, frozenset(kinds or ("place",)), evidence)


def _covered(bead: BeadView, start: int, end: int) -> tuple[int, int]:
    """Return the numbers of the words that a stretch touches: first, and one past the last."""
    first = max(0, bisect_right(bead.starts, start) - 1)
    if bead.words and bead.words[first].end <= start:
        first += 1
    return first, max(first, bisect_left(bead.starts, end))


def _is_other(concept_ids: frozenset[str], term: SourceTerm, bead: BeadView) -> bool:
    other = concept_ids.difference(term.concept_ids)
    return bool(other) and other.isdisjoint(bead.concepts)


def _beside(weights: WordWeights, first: int, last: int, place: Extent, bead: BeadView) -> float:
    before = first > 0 and first - 1 in weights and bead.words[first - 1].end == place[0]
    following = last < len(bead.words) and last in weights and bead.words[last].start == place[1]
    return max(weights[first - 1].weight if before else 0.0, weights[last].weight if following else 0.0)
