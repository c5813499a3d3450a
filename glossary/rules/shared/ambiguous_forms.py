"""Ambiguous forms: those that stand for more than one concept, and the concepts that English words may stand for."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from glossary.matching.normalized_view import fold
from glossary.matching.spellings import plurals
from glossary.termbase.termbase import ALLOWED, UNWANTED, Termbase
from glossary.termbase.termbase_facts import termbase_fact


def senses(termbase: Termbase, english: str) -> tuple[str, ...]:
    """Return the sorted ids of the concepts that English words name, in singular or plural."""
    casings = _concepts_by_name(termbase).get(fold(english).strip(), ())
    return tuple(
        concept_id for concept_id, exact in casings if exact in ("", english.strip(), english.strip().removesuffix("s"))
    )


@termbase_fact
def _concepts_by_name(termbase: Termbase) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return folded English names, each with its concepts and the casing it needs for them: SET is no set."""
    casings_by_name: dict[str, dict[str, str]] = {}
    for concept in termbase.concepts:
        for form in concept.in_language("en"):
            if form.status not in UNWANTED:
                exact = form.form if form.form.isupper() else ""
                for name in (form.form, *plurals(form.form)):
                    casings = casings_by_name.setdefault(fold(name), {})
                    casings[concept.id] = exact if casings.get(concept.id, exact) else ""
    return {name: tuple(sorted(casings.items())) for name, casings in casings_by_name.items()}


@termbase_fact
def shared_forms(termbase: Termbase, lang: str) -> frozenset[str]:
    """Return the folded forms that the glossary allows for two concepts or more: 精度 for accuracy and for precision.
    Forms that require context and forms that do not are counted apart, as context distinguishes them.
    """
    bare: Counter[str] = Counter()
    in_company: Counter[str] = Counter()
    for concept in termbase.concepts:
        allowed = [form for form in concept.in_language(lang) if form.status in ALLOWED]
        bare.update({fold_form(form.form, lang) for form in allowed if not form.only_near})
        in_company.update({fold_form(form.form, lang) for form in allowed if form.only_near})
    return frozenset(form for counted in (bare, in_company) for form, concepts in counted.items() if concepts > 1)


@lru_cache(maxsize=20_000)
def fold_form(form: str, lang: str) -> str:
    """Return a form folded in casing, spacing, width and script."""
    return fold(form, lang).casefold().replace(" ", "")
