"""Near forms: words one slip of writing away from a form of a concept, such as 機会学習 for 機械学習."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from corpus import lazy_re as re
from glossary.bitext.terms.counterparts import BeadView, Counterpart
from glossary.bitext.terms.english_terms import SourceTerm, english_stems
from glossary.bitext.terms.listed_forms import Extent
from glossary.bitext.terms.target_words import TargetWord
from glossary.matching.characters import is_cjk
from glossary.matching.context_words import BEFORE_VERB, LOOK_BACK
from glossary.termbase.termbase import ALLOWED, Termbase

_MOST = 4  # terms in a compound; with what follows by hand
_SURE = 0.5  # probability of each part
_ENGLISH_GAP = re.compile(r"[ -]")
_GAP = re.compile(r"[ \u3000]?[のな的・]?[ \u3000]?")  # what may stand between the parts of a translation
_ADVERB = re.compile(r"\w{3,}ly", re.IGNORECASE)


class Part(NamedTuple):
    """A term with the words that render it."""

    term: SourceTerm
    candidate: Counterpart
    probability: float


def compounds(parts: Sequence[Part], source: str, source_start: int, text: str) -> Iterator[Part]:
    """Yield the longest compounds of a bead's terms, given in order. `source` is the English from `source_start` on,
    `text` the document of the translation.
    """
    run: list[Part] = []
    for part in parts:
        if run and not (len(run) < _MOST and _adjoin(run[-1], part, source, source_start, text)):
            yield from _compound(run, source, source_start)
            run = []
        if run or _may_begin(part, source, source_start):
            run.append(part)
    yield from _compound(run, source, source_start)


def _may_begin(part: Part, source: str, source_start: int) -> bool:
    if part.probability < _SURE or _ADVERB.fullmatch(part.term.surface):
        return False
    place = part.term.start - source_start
    # The object of a verb is no part of a term with it.
    return bool(part.term.concept_ids) or not BEFORE_VERB.search(source[max(0, place - LOOK_BACK) : place])


def _adjoin(part: Part, other: Part, source: str, source_start: int, text: str) -> bool:
    between = source[part.term.end - source_start : other.term.start - source_start]
    if other.probability < _SURE or not _ENGLISH_GAP.fullmatch(between):
        return False
    gap = text[part.candidate.end : other.candidate.start]
    return part.candidate.end <= other.candidate.start and _GAP.fullmatch(gap) is not None


def _compound(run: Sequence[Part], source: str, source_start: int) -> Iterator[Part]:
    if len(run) < 2:
        return
    start, end = run[0].term.start, run[-1].term.end
    surface = source[start - source_start : end - source_start]
    stems = tuple(stem for part in run for stem in part.term.stems)
    words = [part.term.term if part.term.concept_ids else part.term.surface.casefold() for part in run[:-1]]
    term = SourceTerm(start, end, surface, (), stems, " ".join([*words, run[-1].term.term]))
    whole = run[0].candidate._replace(end=run[-1].candidate.end, listed=None, kinds=frozenset(("parts",)))
    yield Part(term, whole, min(part.probability for part in run))


_SHORTEST = 4  # characters; of shorter words many are one character away from another one: 训练集, 测试集; by hand
_MOST_WORDS = 6  # of a form
_PUT_FREELY = str.maketrans("", "", " ー・-")  # spelled in several ways, which other rules judge


def near_places(
    term: SourceTerm, bead: BeadView, termbase: Termbase, is_rare: Callable[[TargetWord], bool]
) -> frozenset[Extent]:
    """Return the stretches that are one edit away from an allowed form of the term's concepts. The slip is in a rare
    word, or in a term that the English lacks.
    """
    forms = [form for concept_id in term.concept_ids for form in _forms(termbase, concept_id, bead.target.lang)]
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
    """Yield the numbers of words that may hold a slip: rare ones, or in terms that share no word with the term."""
    term_words = set(term.stems)
    foreign = [
        place
        for place, uses in bead.uses.items()
        if all(term_words.isdisjoint(stems) for concept_id in uses for stems in english_stems(termbase, concept_id))
    ]
    for number, word in enumerate(bead.words):
        if word.means and (is_rare(word) or any(start <= word.start and word.end <= end for start, end in foreign)):
            yield number


def _places_around(number: int, words: Sequence[TargetWord], forms: Sequence[str]) -> Iterator[Extent]:
    slip = _folded(words[number].surface)
    others = [form for form in forms if slip not in form]
    longest = max(map(len, others), default=0) + 1
    for first, last, surface in _stretches(words, number, longest) if others else ():
        if any(OSA.distance(surface, form, score_cutoff=1) == 1 for form in others):
            yield words[first].start, words[last].end


def _stretches(words: Sequence[TargetWord], number: int, longest: int) -> Iterator[tuple[int, int, str]]:
    """Yield the stretches of adjoining words around a word: numbers of the first and the last one, and text."""
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
    """Return the allowed forms in a language that are long enough to be distinct from other words."""
    forms = (form.form for form in termbase.by_id[concept_id].in_language(lang) if form.status in ALLOWED)
    return tuple(
        form for form in dict.fromkeys(map(_folded, forms)) if len(form) >= _SHORTEST and any(map(is_cjk, form))
    )


def _folded(words: str) -> str:
    return words.casefold().translate(_PUT_FREELY)
