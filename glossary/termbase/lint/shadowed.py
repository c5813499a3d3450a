"""T906 shadowed: a form that stands only inside longer terms, wherever a build has its words.

Why: a form that never counts looks like knowledge and is none.
Bad: 化感知 beside 量化感知训练.
Good: the longer form alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ahocorasick_rs import AhoCorasick

from corpus.languages import TARGETS
from glossary.termbase.fault import Fault, Place
from glossary.termbase.lint.diagnostics import LintCheck, Passage, Usage
from glossary.termbase.termbase import Termbase

_SOME = 10  # places, below which a corpus says nothing


def find(termbase: Termbase, usage: Usage | None) -> Iterator[Fault]:
    """Yield a fault for each form without a mention whose words always lie within a longer mention."""
    if usage is None:
        return
    for lang in TARGETS:
        idle = [
            (concept, form.form)
            for concept in termbase.concepts
            for form in concept.in_language(lang)
            if not form.form.isascii() and not usage.counts.get((concept.id, lang, form.form))
        ]
        places = _places(
            sorted({form for _, form in idle}), (passage for passage in usage.passages if passage.lang == lang)
        )
        for concept, form in idle:
            around = places.get(form, Counter())
            if around.total() >= _SOME and not {"", concept.id} & around.keys():
                yield Place(concept.source, concept.id, lang, form).fault("shadowed", count=around.total())


def _places(words: list[str], passages: Iterable[Passage]) -> dict[str, Counter[str]]:
    """Count how often each word stands inside a longer mention of which concept; under an empty id, inside none."""
    counts: dict[str, Counter[str]] = {}
    automaton = AhoCorasick(words or ["\0"])
    for passage in passages:
        for number, start, end in automaton.find_matches_as_indexes(passage.text, overlapping=True):
            around = [
                concept_id
                for first, last, concept_id in passage.mentions
                if first <= start and end <= last and last - first > end - start
            ]
            counts.setdefault(words[number], Counter()).update(around or [""])
    return counts


CHECK = LintCheck("T906", "shadowed", "neutral", "a form that a build has only inside longer terms", find)
