"""Shared forms: those that stand for more than one concept, so that one of them alone tells nothing."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from glossary.matching.normalized_view import fold
from glossary.termbase.termbase import ALLOWED, Termbase
from glossary.termbase.termbase_facts import termbase_fact


@termbase_fact
def shared_forms(termbase: Termbase, lang: str) -> frozenset[str]:
    """Return the folded forms that the glossary allows for two concepts or more: 精度 for accuracy and for precision.

    Where it counts for one of two only in context, that distinguishes them.
    """
    bare: Counter[str] = Counter()
    in_company: Counter[str] = Counter()
    for concept in termbase.concepts:
        if concept.is_everyday:
            continue
        allowed = [form for form in concept.in_language(lang) if form.status in ALLOWED]
        bare.update({fold_form(form.form, lang) for form in allowed if not form.only_near})
        in_company.update({fold_form(form.form, lang) for form in allowed if form.only_near})
    return frozenset(form for counted in (bare, in_company) for form, concepts in counted.items() if concepts > 1)


@lru_cache(maxsize=20_000)
def fold_form(form: str, lang: str) -> str:
    """Return a form without casing, spacing, width and script."""
    return fold(form, lang).casefold().replace(" ", "")
