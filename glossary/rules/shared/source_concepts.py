"""Source concepts: whether the original has a concept at all. If not, it is doubtful that a word renders it.

The original is searched as a whole, without alignment. The sentence is only looked up if that finds nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache

from corpus.text.segments import is_prose
from glossary.rules.calibration import PERHAPS, sign
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.shared.source_pairs import plain, stems, unit_at
from glossary.termbase.termbase import ALLOWED, Concept, Termbase
from glossary.termbase.termbase_facts import termbase_fact

_DOUBTFUL = sign("source.not-named", PERHAPS)  # the original may have it under a name that the glossary lacks
# Domains of the field itself; others are of software and of every day.
FIELD = frozenset([
    "nn", "training", "nlp", "vision", "tensors", "compiler", "distributed", "hardware", "ml", "math", "generative",
    "reinforcement", "graphs", "algorithms", "autograd", "quantization", "metrics", "statistics", "audio",
])  # fmt: skip
TELLING = 3  # concepts that a word belongs to: words of more, such as model and data, tell of none


def is_spoken_of(page: RuleContext, concept_id: str) -> bool:
    """Return whether the original has a concept: as a term, or all words of a context-free name in one sentence."""
    free, _ = _names(page.termbase, concept_id)
    return concept_id in _mentioned(page) or any(_are_stems_together(page, name) for name in free)


def may_be_spoken_of(page: RuleContext, concept_id: str) -> bool:
    """Return whether one sentence of the original has a concept, or the words of any of its names, in any context."""
    names = _names(page.termbase, concept_id)
    return concept_id in _known_concepts(page) or any(
        _are_stems_together(page, name) for group in names for name in group
    )


def rendering_factor(page: RuleContext, concept_id: str, places: Iterable[int]) -> float:
    """Return the factor on the confidence that words at some places render a concept; 0 where they surely do not."""
    if page.original is None or is_spoken_of(page, concept_id):
        return 1.0
    return max((_rendering_factor_at(page, concept_id, place) for place in places), default=1.0)


def _rendering_factor_at(page: RuleContext, concept_id: str, place: int) -> float:
    """Return that factor for one place: a word of a name in its sentence speaks for the concept, unless ordinary."""
    unit = unit_at(page, place)
    free, ordinary = _words(page.termbase, concept_id)
    if unit is None:
        telling = any(
            _are_stems_together(page, frozenset([word])) for word in free if word_counts(page.termbase)[word] <= TELLING
        )
        return 1.0 if telling else _DOUBTFUL
    if not free.isdisjoint(unit.stems) or concept_id in unit.source_concepts:
        return 1.0
    return 0.0 if ordinary.isdisjoint(unit.stems) else _DOUBTFUL


def domains_met(page: RuleContext, concept_id: str) -> frozenset[str]:
    """Return the domains of the other concepts that the page or its original speaks of."""
    concept_ids = _known_concepts(page) | frozenset(use.concept_id for use in page.uses)
    return frozenset(page.termbase.by_id[other].domain for other in concept_ids if other != concept_id)


@page_fact
def _known_concepts(page: RuleContext) -> frozenset[str]:
    return frozenset(mention.concept_id for mention in page.original.mentions) if page.original else frozenset()


@page_fact
def _mentioned(page: RuleContext) -> frozenset[str]:
    """Return the concepts that the original mentions, except as part of a name of code."""
    mentions = page.original.mentions if page.original else ()
    return frozenset(mention.concept_id for mention in mentions if mention.zone != "identifier")


def _are_stems_together(page: RuleContext, name: frozenset[str]) -> bool:
    """Return whether one sentence of the original has all of some stems."""
    sentences = _sentences(page)
    return bool(set[int].intersection(*(sentences.get(word, set()) for word in name)))


@page_fact
def _sentences(page: RuleContext) -> dict[str, set[int]]:
    """Return, by stem, the numbers of the original's sentences that have it."""
    numbers_by_stem: dict[str, set[int]] = defaultdict(set)
    for number, segment in enumerate(filter(is_prose, page.original.segments) if page.original else ()):
        for word in stems(plain(segment)):
            numbers_by_stem[word].add(number)
    return numbers_by_stem


@lru_cache(maxsize=20_000)
def _names(termbase: Termbase, concept_id: str) -> tuple[tuple[frozenset[str], ...], tuple[frozenset[str], ...]]:
    return _names_of(termbase.by_id[concept_id])


def _names_of(concept: Concept) -> tuple[tuple[frozenset[str], ...], tuple[frozenset[str], ...]]:
    """Return the stems of a concept's English names: those that count anywhere, and those that require context."""
    forms = [form for form in concept.in_language("en") if form.status in ALLOWED]
    return _stems(form.form for form in forms if not form.only_near), _stems(f.form for f in forms if f.only_near)


def _stems(names: Iterable[str]) -> tuple[frozenset[str], ...]:
    return tuple(dict.fromkeys(filter(None, map(stems, names))))


@lru_cache(maxsize=20_000)
def _words(termbase: Termbase, concept_id: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of a concept's names that are only its own, and those that are ordinary words too."""
    free, near = (frozenset[str]().union(*names) for names in _names(termbase, concept_id))
    return free - near, near


@termbase_fact
def word_counts(termbase: Termbase) -> Counter[str]:
    """Count, for each word, the concepts with that word in their names."""
    return Counter(word for concept in termbase.concepts for word in concept_words(concept))


def concept_words(concept: Concept) -> frozenset[str]:
    """Return the words of a concept's English names."""
    return frozenset(word for names in _names_of(concept) for name in names for word in name)
