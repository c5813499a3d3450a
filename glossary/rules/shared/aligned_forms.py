"""Aligned: unwanted forms that stand for a term of the original, whatever company the entry asks of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from corpus.records import TermAlignment
from glossary.matching.normalized_view import fold, view
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.shared.homographs import senses
from glossary.termbase.termbase import ALLOWED, UNWANTED, Form

_SURE = 0.8  # of links with such a confidence 97 in 100 are right (tests.benchmarks.term_alignment.measure)


class AlignedForm(NamedTuple):
    """A place where an unwanted form stands for a term of the original."""

    start: int
    end: int
    concept_id: str
    form: Form
    sure: float  # that the words stand for the term


@page_fact
def aligned_unwanted_forms(page: RuleContext) -> tuple[AlignedForm, ...]:
    """The unwanted forms that stand for terms of the original, in the order of its sentences."""
    return tuple(_unwanted_links(page)) if _may_have_some(page) else ()


def _may_have_some(page: RuleContext) -> bool:
    """Whether the page has an unwanted form of a concept of its original: else nothing need be aligned."""
    if page.original is None:
        return False
    text = view(page.text, page.lang).text
    concept_ids = {use.concept_id for use in page.original.mentions}
    forms = (form for concept_id in concept_ids for form in page.termbase.by_id[concept_id].in_language(page.lang))
    return any(form.status in UNWANTED and fold(form.form, page.lang) in text for form in forms)


def _unwanted_links(page: RuleContext) -> Iterator[AlignedForm]:
    for term in page.terms:
        if term.relation in UNWANTED and term.confidence >= _SURE and term.surface and term.concept_id:
            words = fold(term.surface, page.lang)
            if _is_right_for_another_sense(page, term, words):
                continue
            for form in page.termbase.by_id[term.concept_id].in_language(page.lang):
                if form.status in UNWANTED and fold(form.form, page.lang) == words:
                    yield AlignedForm(term.start or 0, term.end or 0, term.concept_id, form, term.confidence)
                    break


def _is_right_for_another_sense(page: RuleContext, term: TermAlignment, words: str) -> bool:
    """Whether the English is the name of another concept too, of which the words are a right form: 特徴 for feature."""
    forms = (
        form
        for sense in senses(page.termbase, term.source_surface)
        if sense != term.concept_id
        for form in page.termbase.by_id[sense].in_language(page.lang)
    )
    return any(form.status in ALLOWED and fold(form.form, page.lang) == words for form in forms)
