"""The context of an English form in Chinese or Japanese text: there its neighbours are translated."""

from __future__ import annotations

from collections.abc import Mapping

from glossary.termbase.termbase import ALLOWED, Form, Termbase
from glossary.termbase.termbase_facts import termbase_fact

_SHORTEST = 2  # a single character stands in too many words to be context


@termbase_fact
def company_in(termbase: Termbase, lang: str) -> dict[str, list[str]]:
    """Return for each English term, in small letters, how the language says it."""
    renderings_by_term: dict[str, list[str]] = {}
    for concept in termbase.concepts:
        renderings = [
            form.form for form in concept.in_language(lang) if form.status in ALLOWED and len(form.form) >= _SHORTEST
        ]
        for form in concept.in_language("en"):
            renderings_by_term.setdefault(form.form.casefold(), []).extend(renderings)
    return renderings_by_term


def translated(form: Form, company: Mapping[str, list[str]]) -> Form:
    """Return the form with the translations of its context words added: "loss" near "gradient" is so near 梯度 too."""
    more = {word: None for near in form.only_near for word in company.get(near.casefold(), ())}
    return form._replace(only_near=tuple(dict.fromkeys([*form.only_near, *more])))
