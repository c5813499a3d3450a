"""Validation, what must hold for a whole glossary: no id twice, no form that contradicts another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from corpus.languages import KNOWN
from glossary.termbase.fault import Fault, Place
from glossary.termbase.termbase import ALLOWED, UNWANTED, Concept, Form


def faults(concepts: Iterable[Concept]) -> Iterator[Fault]:
    """Yield each contradiction in a glossary."""
    concepts = tuple(concepts)
    for concept in concepts:
        for lang in KNOWN:
            yield from _refuting(concept, concept.in_language(lang))
    for lang in KNOWN:
        yield from _ambiguous_forms(lang, concepts)


def duplicate_ids(concepts: Iterable[Concept]) -> Iterator[Fault]:
    """Yield each id that a folder has twice."""
    first: dict[str, Concept] = {}
    for concept in concepts:
        earlier = first.setdefault(concept.id, concept)
        if earlier is not concept:
            kind = "id-twice" if earlier.source == concept.source else "id-in-two-files"
            yield Place(concept.source, concept.id).fault(kind, other_file=earlier.source)


def _refuting(concept: Concept, forms: tuple[Form, ...]) -> Iterator[Fault]:
    status: dict[str, str] = {}
    for form in forms:
        earlier_status = status.setdefault(form.form, form.status)
        if earlier_status != form.status and earlier_status in ALLOWED and form.status in UNWANTED:
            yield _place(concept, form).fault("allowed-and-unwanted", earlier=earlier_status, status=form.status)
    if len(status) < len(forms):
        yield from _duplicate_forms(concept, forms)
    for form in forms:
        if status.get(form.use) in UNWANTED:
            yield _place(concept, form).fault("unwanted-use", use=form.use, status=status[form.use])


def _duplicate_forms(concept: Concept, forms: tuple[Form, ...]) -> Iterator[Fault]:
    forms_by_text: dict[str, Form] = {}
    for form in forms:
        earlier = forms_by_text.setdefault(form.form, form)
        if earlier is not form and (earlier.status in ALLOWED) == (form.status in ALLOWED):
            yield _place(concept, form).fault("form-twice", earlier=earlier.status, status=form.status)


def _ambiguous_forms(lang: str, concepts: tuple[Concept, ...]) -> Iterator[Fault]:
    """Yield forms allowed for two concepts of one domain, where neither has context."""
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
    """Yield its forms in a language, without the English names that it keeps: those are looked at once."""
    english = {form.form for form in concept.in_language("en")} if lang in concept.keep else ()
    return (form for form in concept.in_language(lang) if form.form not in english)


def _conflict(form: Form, first: Concept, other: Concept) -> Fault:
    kind = "shared-form" if first.source == other.source else "form-in-two-files"
    return _place(other, form).fault(kind, other_id=first.id, other_file=first.source)


def _place(concept: Concept, form: Form) -> Place:
    return Place(concept.source, concept.id, form.lang, form.form)
