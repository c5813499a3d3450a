"""Near forms: words that are a form of a concept but for one slip of writing, as 機会学習 for 機械学習."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from rapidfuzz.distance import OSA

from glossary.bitext.terms.counterparts import BeadView
from glossary.bitext.terms.english_terms import SourceTerm, english_stems
from glossary.bitext.terms.listed_forms import Extent
from glossary.bitext.terms.target_words import TargetWord
from glossary.matching.characters import is_cjk
from glossary.termbase.termbase import ALLOWED, Termbase

_SHORTEST = 4  # characters; of shorter words many are one character away from another one: 训练集, 测试集; by hand
_MOST_WORDS = 6  # of a form
_PUT_FREELY = str.maketrans("", "", " ー・-")  # spelled in several ways, which other rules judge


def near_places(
    term: SourceTerm, bead: BeadView, termbase: Termbase, is_rare: Callable[[TargetWord], bool]
) -> frozenset[Extent]:
    """Return the stretches that are one character away from an allowed form of the term's concepts.

    The slip lies in a word that is hardly known, or in a term that the English has not.
    """
    forms = _forms_of(term, bead.target.lang, termbase)
    if not forms:
        return frozenset()
    others = (place for place, uses in bead.uses.items() if uses.isdisjoint(bead.concepts))
    near = {place for place in others if _differs_in_one(bead.target.text[slice(*place)], forms)}
    for number in _slips(term, bead, termbase, is_rare):
        near.update(_places_around(number, bead.words, forms))
    return frozenset(near)


def _differs_in_one(surface: str, forms: Sequence[str]) -> bool:
    words = _folded(surface)
    return any(len(form) == len(words) and OSA.distance(words, form, score_cutoff=1) == 1 for form in forms)


def _slips(
    term: SourceTerm, bead: BeadView, termbase: Termbase, is_rare: Callable[[TargetWord], bool]
) -> Iterator[int]:
    """Yield the numbers of the words that may hold a slip: hardly known, or in terms of which the term has no word."""
    foreign = [
        place
        for place, uses in bead.uses.items()
        if not any(_touches(term, english_stems(termbase, concept_id)) for concept_id in uses)
    ]
    for number, word in enumerate(bead.words):
        if word.means and (is_rare(word) or any(start <= word.start and word.end <= end for start, end in foreign)):
            yield number


def _touches(term: SourceTerm, names: Iterable[tuple[str, ...]]) -> bool:
    """Return whether names have a word in common with a term: batch, with batch size."""
    return any(not set(stems).isdisjoint(term.stems) for stems in names)


def _places_around(number: int, words: Sequence[TargetWord], forms: Sequence[str]) -> Iterator[Extent]:
    slip = _folded(words[number].surface)
    others = [form for form in forms if slip not in form]
    longest = max(map(len, others), default=0) + 1
    for first, last, surface in _stretches(words, number, longest) if others else ():
        if any(OSA.distance(surface, form, score_cutoff=1) == 1 for form in others):
            yield words[first].start, words[last].end


def _forms_of(term: SourceTerm, lang: str, termbase: Termbase) -> list[str]:
    return [form for concept_id in term.concept_ids for form in _forms(termbase, concept_id, lang)]


def _stretches(words: Sequence[TargetWord], number: int, longest: int) -> Iterator[tuple[int, int, str]]:
    """Yield the stretches of adjoining words around one, by their first and last numbers, with their text."""
    for first in range(number, max(-1, number - _MOST_WORDS), -1):
        if first < number and words[first].end != words[first + 1].start:
            return
        surface = _folded("".join(word.surface for word in words[first:number]))
        for last in range(number, min(len(words), first + _MOST_WORDS)):
            if last > number and words[last - 1].end != words[last].start:
                break
            surface += _folded(words[last].surface)
            if len(surface) > longest:
                break
            yield first, last, surface


@lru_cache(1 << 14)
def _forms(termbase: Termbase, concept_id: str, lang: str) -> tuple[str, ...]:
    """Return the allowed forms of a language, long enough to differ from other words."""
    forms = (form.form for form in termbase.by_id[concept_id].in_language(lang) if form.status in ALLOWED)
    return tuple(
        form for form in dict.fromkeys(map(_folded, forms)) if len(form) >= _SHORTEST and any(map(is_cjk, form))
    )


def _folded(words: str) -> str:
    return words.casefold().translate(_PUT_FREELY)
