"""Hints: wrong forms whose company stands elsewhere on a page that has the concept in a right form as well.

An ordinary word (检查站, 労働者) counts as wrong where its company stands in the same sentence. On a page that speaks
of checkpoints, another sentence means the same thing with it most of the time: enough for a hint, not for a verdict.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from corpus.records import Segment
from glossary.matching.blocking_strings import longer_strings
from glossary.matching.context_words import FormContext
from glossary.matching.normalized_view import fold, view
from glossary.rules.context import RuleContext
from glossary.termbase.termbase import ALLOWED, Form, Termbase


class WrongFormHint(NamedTuple):
    """A place where a wrong form stands without company."""

    start: int
    end: int
    concept_id: str
    form: Form


def hints(page: RuleContext) -> Iterator[WrongFormHint]:
    """The wrong forms that stand as words of their own where nothing was found; by concept and form."""
    normalized = view(page.text, page.lang)
    company = FormContext(normalized, "", page.lang)
    for concept_id in sorted(page.form_counts):
        for form in _ordinary_wrong_forms(page.termbase, page.lang).get(concept_id, ()):
            key = fold(form.form, page.lang)
            longer = longer_strings(key, form.not_in, page.lang)
            for start in _places(normalized.text, key):
                place = normalized.place(start, start + len(key))
                silent = longer is not None and longer.hold(normalized.text, start)
                if place and not silent and _stands_in_prose(page, *place) and company.has(form.only_near):
                    yield WrongFormHint(*place, concept_id, form)


@lru_cache(maxsize=8)
def _ordinary_wrong_forms(termbase: Termbase, lang: str) -> dict[str, tuple[Form, ...]]:
    """The wrong forms of each concept that ask for company and are right for no concept."""
    forms = [(concept.id, form) for concept in termbase.concepts for form in concept.in_language(lang)]
    right = {fold(form.form, lang) for _, form in forms if form.status in ALLOWED}
    forms_by_concept: dict[str, tuple[Form, ...]] = {}
    for concept_id, form in forms:
        if form.status == "wrong" and form.only_near and len(form.form) > 1 and fold(form.form, lang) not in right:
            forms_by_concept[concept_id] = (*forms_by_concept.get(concept_id, ()), form)
    return forms_by_concept


def _places(text: str, key: str) -> Iterator[int]:
    start = text.find(key)
    while start >= 0:
        yield start
        start = text.find(key, start + len(key))


def _stands_in_prose(page: RuleContext, start: int, end: int) -> bool:
    """Whether words stand in the page's own prose, between borders of words, and are no part of a term."""
    segment = page.segment_at(start)
    if segment is None or end > segment.end or segment.text_lang != page.lang or not segment.tokens:
        return False
    return (
        is_whole_words(segment, start, end)
        and not page.is_protected(start, end)
        and not page.mentions_touching(start, end)
    )


def is_whole_words(segment: Segment, start: int, end: int) -> bool:
    """Whether a place of the document begins and ends where words of the segment do."""
    first, last = bisect_left(segment.token_starts, start), bisect_left(segment.token_starts, end) - 1
    if last < first or segment.token_starts[first] != start:
        return False
    return segment.token_starts[last] + len(segment.tokens[last]) == end
