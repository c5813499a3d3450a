"""Contextless wrong forms: those whose context words stand elsewhere on the page.

An ordinary word (检查站, 労働者) counts as wrong where its context words stand in the same sentence. On a page that has
this context, another sentence means the same thing with it most of the time: enough for a hint, not for a verdict. Of
20 such places on tf-docs, hf-course and llm-docs whose English was known, 18 stood for the concept.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from corpus.records import Segment
from glossary.matching.context_words import FormContext
from glossary.matching.index import BlockingStrings, longer_strings
from glossary.matching.normalized_view import fold, view
from glossary.rules.context import RuleContext
from glossary.termbase.termbase import ALLOWED, Form, Termbase
from glossary.termbase.termbase_facts import termbase_fact


class WrongFormHint(NamedTuple):
    """A place where a wrong form stands without context."""

    start: int
    end: int
    concept_id: str
    form: Form


def hints(page: RuleContext) -> Iterator[WrongFormHint]:
    """Yield the wrong forms that stand as words of their own where nothing was found; by form."""
    normalized = view(page.text, page.lang)
    company = FormContext(normalized, "", page.lang)
    characters = set(normalized.text)
    for key, concept_id, form in _ordinary_wrong_forms(page.termbase, page.lang):
        if not characters.issuperset(key):  # most are not there, and that is known sooner
            continue
        for start in _places(normalized.text, key):
            place = normalized.place(start, start + len(key))
            longer = _longer(key, form, page.lang)
            silent = longer is not None and longer.hold(normalized.text, start)
            if place and not silent and _stands_in_prose(page, *place) and company.has(form.only_near):
                yield WrongFormHint(*place, concept_id, form)


@termbase_fact
def _ordinary_wrong_forms(termbase: Termbase, lang: str) -> tuple[tuple[str, str, Form], ...]:
    """Return the wrong forms that ask for context and are right for no concept: folded, their concept, themselves."""
    forms = [(concept.id, form) for concept in termbase.concepts for form in concept.in_language(lang)]
    right = {fold(form.form, lang) for _, form in forms if form.status in ALLOWED}
    wrong = [
        (fold(form.form, lang), concept_id, form)
        for concept_id, form in forms
        if form.status == "wrong" and form.only_near and len(form.form) > 1
    ]
    return tuple(sorted((pair for pair in wrong if pair[0] not in right), key=lambda pair: pair[:2]))


@lru_cache(1 << 12)
def _longer(key: str, form: Form, lang: str) -> BlockingStrings | None:
    return longer_strings(key, form.not_in, lang)


def _places(text: str, key: str) -> Iterator[int]:
    start = text.find(key)
    while start >= 0:
        yield start
        start = text.find(key, start + len(key))


def _stands_in_prose(page: RuleContext, start: int, end: int) -> bool:
    """Return whether words stand in the page's own prose, between borders of words, and are no part of a term."""
    segment = page.segment_at(start)
    if segment is None or end > segment.end or segment.text_lang != page.lang or not segment.tokens:
        return False
    return (
        is_whole_words(segment, start, end)
        and not page.is_protected(start, end)
        and not page.mentions_touching(start, end)
    )


def is_whole_words(segment: Segment, start: int, end: int) -> bool:
    """Return whether a place of the document begins and ends where words of the segment do."""
    first, last = bisect_left(segment.token_starts, start), bisect_left(segment.token_starts, end) - 1
    if last < first or segment.token_starts[first] != start:
        return False
    return segment.token_starts[last] + len(segment.tokens[last]) == end
