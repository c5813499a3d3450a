"""Aligned forms: unwanted forms that stand for a term of the original, whatever context the entry requires.

An ordinary word (检查站, 労働者) is a wrong rendering if it stands for checkpoint, or for worker.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from corpus.records import TermAlignment
from corpus.text.segments import is_whole_words
from glossary.matching.normalized_view import fold
from glossary.matching.spellings import plurals
from glossary.rules.calibration import LIKELY, RATHER, sign
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.shared.ambiguous_forms import senses
from glossary.rules.shared.linked_terms import LIKELY_LINK
from glossary.rules.shared.source_concepts import domains_met, is_spoken_of
from glossary.termbase.termbase import ALLOWED, UNWANTED, Form, Termbase
from glossary.termbase.termbase_facts import termbase_fact

_UNMET = sign("aligned.no-term", LIKELY)  # the English is no term by itself, but another sentence names the concept
_TELLTALE = sign("aligned.telltale", RATHER)  # a word that most wrong forms have in common may be an ordinary one


class AlignedForm(NamedTuple):
    """A place where an unwanted form stands for a term of the original."""

    start: int
    end: int
    concept_id: str
    form: Form | None  # None for a word that most wrong forms have in common
    sure: float
    is_named: bool  # the entry lists the form, and the original has a name of the concept that means nothing else


_Reading = tuple[str, Form | None, float]  # a concept, the unwanted form, and how sure it is, of the link's confidence


@page_fact
def aligned_unwanted_forms(page: RuleContext) -> tuple[AlignedForm, ...]:
    """Return the unwanted forms that stand for terms of the original, in the order of its sentences."""
    return tuple(_unwanted_links(page))


def _unwanted_links(page: RuleContext) -> Iterator[AlignedForm]:
    for row in page.terms:
        if row.surface and row.confidence >= LIKELY_LINK and _is_whole(page, row):
            words = fold(row.surface, page.lang)
            links = _of_concept(page, row, words) if row.concept_id else _of_words(page, row, words)
            for concept_id, form, sure in links:
                if not _is_right_for_another_sense(page, row, concept_id, words):
                    is_named = form is not None and " " in row.source_surface.strip() and sure == 1.0
                    yield AlignedForm(row.start or 0, row.end or 0, concept_id, form, row.confidence * sure, is_named)
                    break


def _is_whole(page: RuleContext, row: TermAlignment) -> bool:
    """Return whether the rendering begins and ends at word boundaries."""
    segment = page.segment_at(row.start or 0)
    return segment is not None and is_whole_words(segment, row.start or 0, row.end or 0)


def _of_concept(page: RuleContext, row: TermAlignment, words: str) -> Iterator[_Reading]:
    """Yield the unwanted form that renders a concept; a product in lower case is none: python may be the snake."""
    concept_id = row.concept_id or ""
    is_word = row.source_surface.islower() and not row.term.islower()
    if row.relation in UNWANTED and not (is_word and page.termbase.by_id[concept_id].domain == "ecosystem"):
        form = _unwanted(page.termbase, page.lang).get((concept_id, words))
        yield concept_id, form, 1.0 if form else _TELLTALE


def _of_words(page: RuleContext, row: TermAlignment, words: str) -> Iterator[_Reading]:
    """Yield the wrong forms for words that name a concept, but without the context that the concept requires."""
    for concept_id in senses(page.termbase, row.source_surface):
        form = _unwanted(page.termbase, page.lang).get((concept_id, words))
        if form and form.status == "wrong" and is_spoken_of(page, concept_id):
            yield concept_id, form, _UNMET


@termbase_fact
def _unwanted(termbase: Termbase, lang: str) -> dict[tuple[str, str], Form]:
    """Return the unwanted forms by concept and folded words."""
    return {
        (concept.id, fold(form.form, lang)): form
        for concept in termbase.concepts
        for form in concept.in_language(lang)
        if form.status in UNWANTED
    }


def _is_right_for_another_sense(page: RuleContext, row: TermAlignment, concept_id: str, words: str) -> bool:
    """Return whether the words are right for another concept that the English names.

    They are if they are a form of it (特徴 for feature), or contain one and the page speaks of that concept as well
    (新特征 beside feature columns). A concept that requires context in English (token, of a login) is not meant if the
    page has none of it, but more of the other's field.
    """
    for sense in senses(page.termbase, row.source_surface):
        forms = _allowed(page.termbase, sense, page.lang) if sense != concept_id else ()
        if not any(form in words for form in forms):
            continue
        if sense in page.form_counts or is_spoken_of(page, sense):
            return True
        is_of_field = page.termbase.by_id[concept_id].domain in domains_met(page, concept_id)
        asks, also_asks = (
            _asks_for_company(page.termbase, concept, row.source_surface) for concept in (sense, concept_id)
        )
        if words in forms and not (is_of_field and asks and not also_asks):
            return True
    return False


def _asks_for_company(termbase: Termbase, concept_id: str, english: str) -> bool:
    """Return whether English words name a concept only in certain contexts."""
    forms = (form for form in termbase.by_id[concept_id].in_language("en") if form.status not in UNWANTED)
    names = {fold(name): form for form in forms for name in (form.form, *plurals(form.form))}
    form = names.get(fold(english).strip())
    return form is not None and bool(form.only_near)


@lru_cache(1 << 12)
def _allowed(termbase: Termbase, concept_id: str, lang: str) -> tuple[str, ...]:
    """Return the folded forms that the glossary allows, but those of one character."""
    forms = (form for form in termbase.by_id[concept_id].in_language(lang) if form.status in ALLOWED)
    return tuple(fold(form.form, lang) for form in forms if len(form.form) > 1)
