"""What must hold for a whole glossary: no id twice, no form that contradicts another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from corpus.languages import KNOWN
from glossary.termbase.termbase import ALLOWED, UNWANTED, Concept, Form


def faults(concepts: Iterable[Concept]) -> Iterator[tuple[str, str]]:
    """The code and a line for each contradiction in a glossary."""
    concepts = tuple(concepts)
    for concept in concepts:
        for lang in KNOWN:
            yield from (("T902", line) for line in _refuting(concept, concept.in_language(lang)))
    for lang in KNOWN:
        yield from (("T901", line) for line in _ambiguous_forms(lang, concepts))


def duplicate_ids(concepts: Iterable[Concept]) -> Iterator[tuple[str, str]]:
    """The code and a line for each id that a folder has twice."""
    first: dict[str, Concept] = {}
    for concept in concepts:
        earlier = first.setdefault(concept.id, concept)
        if earlier is not concept:
            origin = "" if earlier.source == concept.source else f", first in {earlier.source}"
            yield "T907", f"{concept.source}: '{concept.id}' stands twice{origin}; rename one, or merge them"


def _refuting(concept: Concept, forms: tuple[Form, ...]) -> Iterator[str]:
    place = f"{concept.source}: '{concept.id}'"
    status: dict[str, str] = {}
    for form in forms:
        earlier_status = status.setdefault(form.form, form.status)
        if earlier_status != form.status and earlier_status in ALLOWED and form.status in UNWANTED:
            yield f"{place}: {form.lang} '{form.form}' is both {earlier_status} and {form.status}; keep one"
    if len(status) < len(forms):
        yield from _duplicate_forms(place, forms)
    for form in forms:
        if status.get(form.use) in UNWANTED:
            problem = f"{form.lang} '{form.form}' says use '{form.use}', which is {status[form.use]}"
            yield f"{place}: {problem}; name an allowed form"


def _duplicate_forms(place: str, forms: tuple[Form, ...]) -> Iterator[str]:
    forms_by_text: dict[str, Form] = {}
    for form in forms:
        earlier = forms_by_text.setdefault(form.form, form)
        if earlier is not form and (earlier.status in ALLOWED) == (form.status in ALLOWED):
            yield f"{place}: {form.lang} '{form.form}' is listed twice, as {earlier.status} and {form.status}; keep one"


def _ambiguous_forms(lang: str, concepts: tuple[Concept, ...]) -> Iterator[str]:
    """Forms allowed for two concepts of one domain, where neither has company."""
    owners: defaultdict[tuple[str, str], list[tuple[Concept, Form]]] = defaultdict(list)
    for concept in concepts:
        for form in _own_forms(concept, lang):
            if form.status in ALLOWED and not form.only_near:
                spelled = form.form if form.case == "exact" else form.form.casefold()
                owners[concept.domain, spelled].append((concept, form))
    for sharing in owners.values():
        first, _ = sharing[0]
        for other, form in sharing[1:]:
            if other is not first:
                yield _conflict(form, first, other)


def _own_forms(concept: Concept, lang: str) -> Iterator[Form]:
    """Its forms in a language, without the English names that it keeps: those are looked at once."""
    english = {form.form for form in concept.in_language("en")} if lang in concept.keep else ()
    return (form for form in concept.in_language(lang) if form.form not in english)


def _conflict(form: Form, first: Concept, other: Concept) -> str:
    origin = "" if first.source == other.source else f" ({first.source})"
    return (
        f"{other.source}: {form.lang} '{form.form}' belongs to both '{first.id}'{origin} and '{other.id}'; "
        "keep one, or give one of them only_near"
    )
