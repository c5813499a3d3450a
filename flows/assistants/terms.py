"""Terms: what the glossary has of a word, and of the terms of a passage that is to be translated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from corpus.languages import TARGETS
from glossary.annotation.pipeline import find_terms
from glossary.termbase import display
from glossary.termbase.display import UnknownTermError, forms_to_avoid, forms_to_use
from glossary.termbase.termbase import Concept, Termbase

MOST_CONCEPTS = 10
MOST_TERMS = 60  # of a passage
_MOST_FORMS = 4  # of a concept in a language

_Entry = dict[str, Any]


def look_up(termbase: Termbase, words: str) -> list[_Entry]:
    """Return the entries of a word in any language: those that it names, else those of names nearly like it."""
    try:
        concepts = display.look_up(termbase, words)
    except UnknownTermError:
        near = display.nearest_names(termbase, words)
        concepts = [concept for name in near for concept in display.look_up(termbase, name)]
    return [entry_of(concept) for concept in list(dict.fromkeys(concepts))[:MOST_CONCEPTS]]


def entry_of(concept: Concept) -> _Entry:
    """Return an entry with its forms in each language: how to write it, and what to avoid."""
    languages = {lang: _forms(concept, lang) for lang in ("en", *TARGETS)}
    return {"concept": concept.id, "domain": concept.domain, "definition": concept.definition, **languages}


def _forms(concept: Concept, lang: str) -> _Entry:
    allowed, unwanted = (forms(concept, lang)[:_MOST_FORMS] for forms in (forms_to_use, forms_to_avoid))
    avoid = [{"form": form.form, **({"why": form.why} if form.why else {})} for form in unwanted]
    return {"write": [form.form for form in allowed], **({"avoid": avoid} if avoid else {})}


def terms_in(termbase: Termbase, passage: str, lang: str) -> list[_Entry]:
    """Return the terms of an English passage in its order, each once, with forms to write and to avoid."""
    return list(_terms(termbase, passage, lang))[:MOST_TERMS]


def _terms(termbase: Termbase, passage: str, lang: str) -> Iterator[_Entry]:
    concept_ids: set[str] = set()
    for term in find_terms(passage, "en", termbase):
        concept = termbase.by_id[term.concept_id]
        if concept.id not in concept_ids and not term.nested and not concept.is_everyday:
            concept_ids.add(concept.id)
            keeping = {"keep_english": True} if lang in concept.keep else {}
            yield {"term": " ".join(term.surface.split()), **_forms(concept, lang), **keeping}


def domain_entries(termbase: Termbase, domain: str) -> list[str]:
    """Return the entries of a domain, a line each: English, Chinese, Japanese; empty where there is no such domain."""
    return [
        " | ".join((concept.id, *(termbase.preferred(concept.id, lang) for lang in ("en", *TARGETS))))
        for concept in termbase.concepts
        if concept.domain == domain
    ]
