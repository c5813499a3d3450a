"""Notes on terms: what an editor shows of a concept, and what it offers to write for English words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from corpus.languages import TARGETS, pack
from glossary.exchange.html import FormKey
from glossary.matching.normalized_view import fold
from glossary.termbase.display import forms_to_avoid, forms_to_use
from glossary.termbase.termbase import ALLOWED, Concept, Termbase
from glossary.termbase.termbase_facts import termbase_fact

MOST_OFFERS = 30
_MOST_FORMS = 5
FormUses = Mapping[FormKey, int]  # how often a build writes each form


class Offer(NamedTuple):
    """A form that may be written."""

    form: str
    english: str
    concept: Concept


def concept_note(concept: Concept, uses: FormUses) -> str:
    """Return a concept in Markdown: definition, forms in each language with their uses in the build, what to avoid."""
    lines = [f"**{concept.id}** · {concept.domain}", "", *([concept.definition, ""] if concept.definition else [])]
    for lang in ("en", *TARGETS):
        allowed, unwanted = (
            [form.form for form in listed(concept, lang)[:_MOST_FORMS]] for listed in (forms_to_use, forms_to_avoid)
        )
        if allowed:
            forms = " / ".join(_with_uses(concept, lang, form, uses) for form in allowed)
            avoid = f" — not {', '.join(unwanted)}" if unwanted else ""
            lines.append(f"- {pack(lang).native_name}: {forms}{avoid}")
    if concept.reference:
        lines += ["", concept.reference]
    return "\n".join(lines)


def _with_uses(concept: Concept, lang: str, form: str, uses: FormUses) -> str:
    count = uses.get((concept.id, lang, form), 0)
    return f"{form} ×{count:,}" if count else form


def offers(termbase: Termbase, typed: str, lang: str) -> list[Offer]:
    """Return what may be written for the beginning of an English name, or of a form in the page's own language."""
    key = fold(typed, "en")
    return list(_offers(termbase, key, lang))[:MOST_OFFERS] if key else []


def _offers(termbase: Termbase, key: str, lang: str) -> Iterator[Offer]:
    by_beginning = _concept_ids_by_beginning(termbase, lang).get(key[:1], ())
    for name, concept_id in by_beginning:
        if name.startswith(key):
            concept = termbase.by_id[concept_id]
            yield Offer(termbase.preferred(concept_id, lang), termbase.preferred(concept_id, "en"), concept)


@termbase_fact
def _concept_ids_by_beginning(termbase: Termbase, lang: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return names with their concepts by their first character, the shortest names first; each once a character."""
    names: dict[str, dict[str, str]] = {}
    for concept in termbase.concepts:
        if not concept.in_language(lang):
            continue
        for form in (*concept.in_language("en"), *concept.in_language(lang)):
            key = fold(form.form, "en")
            if form.status in ALLOWED and key:
                names.setdefault(key[0], {}).setdefault(key, concept.id)
    return {char: tuple(sorted(ids.items(), key=lambda pair: (len(pair[0]), pair))) for char, ids in names.items()}
