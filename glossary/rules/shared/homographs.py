"""Homographs: the concepts that English words may stand for, in whatever context."""

from __future__ import annotations

from glossary.matching.normalized_view import fold
from glossary.matching.spellings import plurals
from glossary.termbase.termbase import UNWANTED, Termbase
from glossary.termbase.termbase_facts import termbase_fact


def senses(termbase: Termbase, english: str) -> tuple[str, ...]:
    """Return the ids of the concepts that are called so in English, in singular or plural, sorted."""
    casings = _concepts_by_name(termbase).get(fold(english).strip(), ())
    return tuple(
        concept_id for concept_id, exact in casings if exact in ("", english.strip(), english.strip().removesuffix("s"))
    )


@termbase_fact
def _concepts_by_name(termbase: Termbase) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return folded English names with the concepts they belong to, each with the casing it needs: SET is no set."""
    casings_by_name: dict[str, dict[str, str]] = {}
    for concept in termbase.concepts:
        for form in concept.in_language("en"):
            if form.status not in UNWANTED:
                exact = form.form if form.form.isupper() else ""
                for name in (form.form, *plurals(form.form)):
                    casings = casings_by_name.setdefault(fold(name), {})
                    casings[concept.id] = exact if casings.get(concept.id, exact) else ""
    return {name: tuple(sorted(casings.items())) for name, casings in casings_by_name.items()}
