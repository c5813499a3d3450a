"""Terms: what the glossary has of a word, and of the terms of a passage that is to be translated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rapidfuzz import fuzz, process

from corpus.languages import TARGETS
from glossary.annotation.pipeline import find_terms
from glossary.matching.normalized_view import fold
from glossary.termbase.termbase import ALLOWED, UNWANTED, Concept, Termbase
from glossary.termbase.termbase_facts import termbase_fact

MOST_CONCEPTS = 10
MOST_TERMS = 60  # of a passage
_MOST_FORMS = 4  # of a concept in a language
_ALIKE = 80.0  # of a hundred: a slip or an ending away

_Entry = dict[str, Any]


def look_up(termbase: Termbase, words: str) -> list[_Entry]:
    """The entries of a word in any language: those that have it as a form, else those of forms nearly like it."""
    ids_by_form = _ids_by_form(termbase)
    words_key = fold(words.strip(), "en")
    forms = [words_key] if words_key in ids_by_form else _similar(words_key, ids_by_form)
    ids = dict.fromkeys(concept_id for form in forms for concept_id in ids_by_form[form])
    return [entry_of(termbase.by_id[concept_id]) for concept_id in list(ids)[:MOST_CONCEPTS]]


def _similar(words_key: str, ids_by_form: dict[str, tuple[str, ...]]) -> list[str]:
    matches = process.extract(
        words_key, ids_by_form.keys(), scorer=fuzz.ratio, score_cutoff=_ALIKE, limit=MOST_CONCEPTS
    )
    return [form for form, _, _ in matches]


@termbase_fact
def _ids_by_form(termbase: Termbase) -> dict[str, tuple[str, ...]]:
    ids: dict[str, tuple[str, ...]] = {}
    for concept in termbase.concepts:
        for form in concept.forms:
            key = fold(form.form, "en")
            ids[key] = tuple(dict.fromkeys((*ids.get(key, ()), concept.id)))
    return ids


def entry_of(concept: Concept) -> _Entry:
    """An entry with its forms in each language: how to write it, and what to avoid."""
    languages = {lang: _forms(concept, lang) for lang in ("en", *TARGETS)}
    return {"concept": concept.id, "domain": concept.domain, "definition": concept.definition, **languages}


def _forms(concept: Concept, lang: str) -> _Entry:
    allowed = [form.form for form in concept.in_language(lang) if form.status in ALLOWED and not form.region]
    unwanted = [form for form in concept.in_language(lang) if form.status in UNWANTED][:_MOST_FORMS]
    avoid = [{"form": form.form, **({"why": form.why} if form.why else {})} for form in unwanted]
    return {"write": allowed[:_MOST_FORMS], **({"avoid": avoid} if avoid else {})}


def terms_in(termbase: Termbase, passage: str, lang: str) -> list[_Entry]:
    """The terms of an English passage in its order, each once, with how a language writes them and what to avoid."""
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
    """The entries of a domain, a line each: English, Chinese, Japanese; empty where there is no such domain."""
    return [
        " | ".join((concept.id, *(termbase.preferred(concept.id, lang) for lang in ("en", *TARGETS))))
        for concept in termbase.concepts
        if concept.domain == domain
    ]
