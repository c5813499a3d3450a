"""Wanted: the forms of a concept that a translator's tool may offer, and what is said of those that it must not."""

from __future__ import annotations

from collections.abc import Iterator

from glossary.termbase.termbase import ALLOWED, UNWANTED, Concept, Form


def forms_to_use(concept: Concept, lang: str) -> list[Form]:
    """Return the forms to use, preferred first; those of one region alone would be wrong for all others."""
    forms = [form for form in concept.in_language(lang) if form.status in ALLOWED and not form.region]
    return sorted(forms, key=lambda form: ALLOWED.index(form.status))


def forms_to_avoid(concept: Concept, lang: str) -> list[Form]:
    """Return the forms that are out of use or mistaken."""
    return [form for form in concept.in_language(lang) if form.status in UNWANTED]


def remarks(concept: Concept, lang: str) -> Iterator[str]:
    """Yield what a translator should know of the other forms: those of regions, out of use or mistaken."""
    for form in concept.in_language(lang):
        if form.region and form.status in ALLOWED:
            yield f"{form.region}: {form.form}"
    unwanted = [f"{form.form} ({form.why})" if form.why else form.form for form in forms_to_avoid(concept, lang)]
    if unwanted:
        yield f"not: {', '.join(unwanted)}"
