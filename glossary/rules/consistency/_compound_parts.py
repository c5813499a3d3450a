"""Parts: the terms within a compound that the glossary would also write with another rendering of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from glossary.matching.han_conversion import simplified
from glossary.rules.shared.form_similarity import is_latin, is_same_rendering
from glossary.termbase.termbase import ALLOWED, Concept, Termbase
from glossary.termbase.termbase_facts import termbase_fact


class CompoundPart(NamedTuple):
    """A rendering of a shorter concept within a compound."""

    concept_id: str
    form: str


PartsByForm = Mapping[tuple[str, str], tuple[CompoundPart, ...]]  # (concept, form) → its parts


@termbase_fact
def parts(termbase: Termbase, lang: str) -> PartsByForm:
    """Return by concept and form the parts in which a compound shows what its writer calls them.

    カスタムオペレーター does, as the glossary has カスタム演算子 as well: the writer chose オペレーター for "operator".
    機械学習 shows nothing of how "learning" is written elsewhere: there is no other way to say it.
    """
    compared = [concept for concept in termbase.concepts if not concept.is_everyday]
    by_name = {form.form.casefold(): concept for concept in compared for form in concept.in_language("en")[:1]}
    parts_by_form: dict[tuple[str, str], list[CompoundPart]] = {}
    for concept in termbase.concepts:
        for shorter in _part_concepts(concept, by_name):
            for form, part in _compound_forms(concept, shorter, lang):
                parts_by_form.setdefault((concept.id, form), []).append(CompoundPart(shorter.id, part))
    return {key: tuple(dict.fromkeys(form_parts)) for key, form_parts in parts_by_form.items()}


def _part_concepts(concept: Concept, by_name: Mapping[str, Concept]) -> Iterator[Concept]:
    """Yield the concepts that its English name is made of."""
    words = re.split("[ -]", concept.in_language("en")[0].form.casefold())
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            shorter = by_name.get(" ".join(words[start:end]))
            if shorter is not None and shorter is not concept:
                yield shorter


def _compound_forms(compound: Concept, shorter: Concept, lang: str) -> Iterator[tuple[str, str]]:
    """Yield the forms of a compound, each with the part of it for which another form has another rendering."""
    compound_forms = [form.form for form in compound.in_language(lang) if form.status in ALLOWED]
    listed = frozenset(compound_forms)
    inner = [form.form for form in shorter.in_language(lang) if form.status in ALLOWED and len(form.form) > 1]
    for form in compound_forms:
        for part in inner:
            others = (other for other in inner if not is_same_rendering(other, part, lang))
            if part in form and not is_latin(part) and any(form.replace(part, other) in listed for other in others):
                yield form, part


def place_in(surface: str, part: str, lang: str) -> tuple[int, int] | None:
    """Return the place of a part in a compound as written, with any ー, spaces and script; None if nowhere."""
    pattern = "".join({"ー": "ー?", " ": " ?"}.get(char, re.escape(char)) for char in part)
    match = re.search(pattern, simplified(surface) if lang == "zh" else surface, re.IGNORECASE)
    return match.span() if match else None
