"""Display of a concept: looking it up by any of its forms, its entry as lines of text, its forms to use or avoid."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterator

from corpus.languages import KNOWN
from glossary.termbase.read_forms import default_case
from glossary.termbase.termbase import ALLOWED, STATUSES, UNWANTED, Concept, Form, Termbase


def forms_to_use(concept: Concept, lang: str) -> list[Form]:
    """Return the forms to use, preferred first. Regional forms are left out, as they are wrong elsewhere."""
    forms = [form for form in concept.in_language(lang) if form.status in ALLOWED and not form.region]
    return sorted(forms, key=lambda form: ALLOWED.index(form.status))


def forms_to_avoid(concept: Concept, lang: str) -> list[Form]:
    """Return the deprecated and wrong forms."""
    return [form for form in concept.in_language(lang) if form.status in UNWANTED]


def remarks(concept: Concept, lang: str) -> Iterator[str]:
    """Yield what a translator should know about the other forms: regional, deprecated or wrong ones."""
    for form in concept.in_language(lang):
        if form.region and form.status in ALLOWED:
            yield f"{form.region}: {form.form}"
    unwanted = [f"{form.form} ({form.why})" if form.why else form.form for form in forms_to_avoid(concept, lang)]
    if unwanted:
        yield f"not: {', '.join(unwanted)}"


Line = tuple[tuple[str, str], ...]  # pieces of text, each with its role: what a terminal may colour it by

_NEAREST = 3
_NEAR, _NEAR_CJK = 0.65, 0.5  # likeness; 0.5: one of two Han characters agrees
_PLURALS = (("s", ""), ("es", ""), ("ies", "y"), ("es", "is"), ("ices", "ix"), ("ices", "ex"))
_IDENTIFIER = len(STATUSES)  # ranks after every status


class UnknownTermError(ValueError):
    """Raised when no concept has this id or form; the message names the nearest ones."""


def look_up(termbase: Termbase, term: str) -> list[Concept]:
    """Return the concepts with this id or form in any language, else with its singular: ids first, then by form
    status. Raises UnknownTermError if there is none.
    """
    for name in _with_singulars(_fold(term)):
        ranked = [(rank, concept) for concept in termbase.concepts if (rank := _rank(concept, name)) is not None]
        if ranked:
            return [concept for _, concept in sorted(ranked, key=lambda pair: (pair[0], pair[1].id))]
    near = nearest_names(termbase, term)
    remedy = f"nearest: {', '.join(near)}" if near else "nothing is near it; look into the entries (*.toml)"
    raise UnknownTermError(f"no concept has the id or form '{term}'; {remedy}")


def _with_singulars(name: str) -> Iterator[str]:
    """Yield a name, then the singulars that it may be the English plural of."""
    yield name
    for plural, singular in _PLURALS:
        if name.endswith(plural):
            yield name.removesuffix(plural) + singular


def _fold(term: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", term).casefold().split())


def _rank(concept: Concept, folded_term: str) -> int | None:
    if _fold(concept.id) == folded_term:
        return -1
    ranks = [STATUSES.index(form.status) for form in concept.forms if _fold(form.form) == folded_term]
    ranks += [_IDENTIFIER for name in concept.identifiers if _fold(name) == folded_term]
    return min(ranks, default=None)


def nearest_names(termbase: Termbase, term: str) -> list[str]:
    """Return the ids, forms and identifiers most similar to a term, nearest first."""
    folded_term = _fold(term)
    names_by_key = {_fold(name): name for concept in termbase.concepts for name in _names(concept)}
    likeness = _NEAR if folded_term.isascii() else _NEAR_CJK
    return [names_by_key[key] for key in difflib.get_close_matches(folded_term, names_by_key, _NEAREST, likeness)]


def _names(concept: Concept) -> Iterator[str]:
    yield concept.id
    yield from concept.identifiers
    yield from (form.form for form in concept.forms)


def entry(concept: Concept) -> list[Line]:
    """Return the entry of a concept as lines."""
    lines: list[Line] = [
        ((concept.id, "concept"), (f"  {concept.domain}", "dim")),
        *([((f"  {concept.definition}", ""),)] if concept.definition else []),
    ]
    lines += [((f"  {line}", "dim"),) for line in _concept_lines(concept)]
    lines.append(())
    for lang in KNOWN:
        lines += _forms(lang, concept.in_language(lang))
    return lines


def _concept_lines(concept: Concept) -> Iterator[str]:
    if concept.changed and concept.replaced:
        fields = _name_list(concept.changed)
        yield f"changed by the project in {concept.source}: {fields}; the rest is {concept.replaced.source}'s"
    if concept.reference:
        yield concept.reference
    if concept.keep:
        yield f"keeps its English name in {_name_list(lang for lang in KNOWN if lang in concept.keep)}"
    if concept.identifiers:
        yield f"in code: {_name_list(concept.identifiers)}"
    if concept.choose == "free":
        yield "its renderings may stand side by side"
    if concept.is_label:
        yield "a label of the interface: no law for prose"
    elif concept.is_custom_decided:
        yield "general software: which allowed form to use, the corpus's custom says"


def _name_list(names: Iterator[str] | tuple[str, ...]) -> str:
    return ", ".join(names)


def _forms(lang: str, forms: tuple[Form, ...]) -> Iterator[Line]:
    """Yield a line for each form; language and status are shown only where they change."""
    before = ""
    for form in forms:
        label = f"  {'' if before else lang:<4}{'' if form.status == before else form.status:<14}"
        remarks = "; ".join(_remarks(form))
        yield ((label, "dim"), (form.form, form.status), *([(f" — {remarks}", "dim")] if remarks else ()))
        before = form.status


def _remarks(form: Form) -> Iterator[str]:
    if form.why:
        yield form.why
    if form.use:
        yield f"use {form.use}"
    if form.part_of_speech:
        yield form.part_of_speech
    if form.only_near:
        yield f"only near {_name_list(form.only_near)}"
    if form.not_in:
        yield f"not in {_name_list(form.not_in)}"
    if form.case != default_case(form.form):
        yield "in this casing alone" if form.case == "exact" else "in any casing"
    for word, value in (("region", form.region), ("since", form.since), ("until", form.until)):
        if value:
            yield f"{word} {value}"
