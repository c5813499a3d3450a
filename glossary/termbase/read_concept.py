"""Reads one `[[concept]]` table as it comes from TOML, and says what must hold for all concepts together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache, partial
from typing import Any

from corpus import lazy_re as re
from corpus.languages import KNOWN, pack
from glossary.termbase.entry_schema import CONCEPT, DOMAINS, EXAMPLES, SEVERITIES, TIER_BY_DOMAIN
from glossary.termbase.fault import Fault, Place
from glossary.termbase.read_forms import kept_forms, read_forms
from glossary.termbase.short_entry import domain_of, english_of, expanded
from glossary.termbase.termbase import (
    ALLOWED,
    CASES,
    CHOICES,
    DOMAIN,
    INTERFACE,
    NOUN,
    TIERS,
    UNWANTED,
    VERB,
    Concept,
    Example,
    Form,
    GlossaryError,
)
from glossary.termbase.toml_values import (
    FaultCollector,
    Table,
    choice_at,
    flag_at,
    known_keys,
    table_at,
    text_at,
    texts_at,
)


def faults(concepts: Iterable[Concept]) -> Iterator[Fault]:
    """Yield each contradiction in a glossary."""
    concepts = tuple(concepts)
    for concept in concepts:
        for lang in KNOWN:
            yield from _refuting(concept, concept.in_language(lang))
            yield from _misspelled_domains(concept, concept.in_language(lang))
    for lang in KNOWN:
        yield from _ambiguous_forms(lang, concepts)


def duplicate_ids(concepts: Iterable[Concept]) -> Iterator[Fault]:
    """Yield a fault for each id that a folder has twice."""
    first: dict[str, Concept] = {}
    for concept in concepts:
        earlier = first.setdefault(concept.id, concept)
        if earlier is not concept:
            kind = "id-twice" if earlier.source == concept.source else "id-in-two-files"
            yield Place(concept.source, concept.id).fault(kind, other_file=earlier.source)


def _misspelled_domains(concept: Concept, forms: tuple[Form, ...]) -> Iterator[Fault]:
    for form in forms:
        for word in form.only_near:
            if word.startswith(DOMAIN) and (near := meant_domain(word.removeprefix(DOMAIN))):
                yield _place(concept, form).fault("misspelled-domain", domain=word, near=f"{DOMAIN}{near}")


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
    """Yield a fault for each form that two concepts of one domain allow without context."""
    owners: defaultdict[tuple[str, str], list[tuple[Concept, Form]]] = defaultdict(list)
    for concept in concepts:
        english = {form.form for form in concept.in_language("en")} if lang in concept.keep else ()
        for form in (form for form in concept.in_language(lang) if form.form not in english):
            if form.status in ALLOWED and not form.only_near and concept.domain != INTERFACE:
                spelled = form.form if form.case == "exact" else form.form.casefold()
                owners[concept.domain, spelled].append((concept, form))
    for sharing in owners.values():
        first, first_form = sharing[0]
        for other, form in sharing[1:]:
            if other is not first and {first_form.part_of_speech, form.part_of_speech} != {NOUN, VERB}:
                kind = "shared-form" if first.source == other.source else "form-in-two-files"
                yield _place(other, form).fault(kind, other_id=first.id, other_file=first.source)


def _place(concept: Concept, form: Form) -> Place:
    return Place(concept.source, concept.id, form.lang, form.form)


_SLIP = 0.85  # so alike are a domain and what was meant for it: compilers, compiler
CONCEPT_ID = re.compile(r"[a-z0-9][a-z0-9._+-]*")


def read_concept(table: Table, source: str) -> Concept:
    """Return the concept of one `[[concept]]` table of the file `source`; raises GlossaryError with all faults."""
    name = read_id(table, source)
    place = Place(source, name)
    faults = FaultCollector()
    faults.of(lambda: known_keys(table, dict.fromkeys((*CONCEPT, *KNOWN)), place))
    keep = faults.of(lambda: _keep(table, place)) or frozenset()
    domain = faults.of(lambda: _domain(table, place)) or ""
    domain_tier = TIER_BY_DOMAIN.get(domain, TIERS[0])
    concept = Concept(
        id=name,
        domain=domain,
        definition=faults.of(lambda: text_at(table, "definition", place)) or "",
        reference=faults.of(lambda: text_at(table, "reference", place)) or "",
        keep=keep,
        choose=faults.of(lambda: choice_at(table, "choose", CHOICES, CHOICES[0], place)) or "",
        identifiers=faults.of(lambda: texts_at(table, "identifier", place)) or (),
        forms=_forms(table, keep, place, faults),
        examples=faults.of(lambda: tuple(read_examples(table_at(table, "examples", place), place))) or (),
        source=source,
        note=text_at(table, "note", place),
        severity=faults.of(lambda: choice_at(table, "severity", (*SEVERITIES, ""), "", place)) or "",
        tier=faults.of(lambda: choice_at(table, "tier", TIERS, domain_tier, place)) or "",
    )
    meant = {fault.details.get("near") for fault in faults.faults if fault.kind == "misspelled-key"}
    missing = ("no-preferred-form", "no-preferred-or-kept-form")
    faults.fail(without=[fault for fault in faults.faults if fault.kind in missing and fault.place.lang in meant])
    return concept


def completed(table: Table, source: str, earlier: Table | None = None) -> dict[str, Any]:
    """Return an entry as it is read: forms by status; domain from the file name and English from the id if missing. A
    language without a table in a project's entry is taken from `earlier`, the entry that it replaces; where `earlier`
    is empty, the language keeps the English name.
    """
    domain, english = domain_of(source), {"preferred": english_of(str(table.get("id")))}
    derived = {"domain": domain} if domain else {}
    whole = {**derived, "en": (earlier or {}).get("en", english), **expanded(table)}
    absent = [lang for lang in KNOWN if lang not in whole and pack(lang).has_every_concept]
    is_said = earlier or any(lang != "en" and lang in table for lang in KNOWN)
    if earlier is None or whole.get("keep") or not is_said:
        return whole
    return {**whole, **{lang: earlier.get(lang, {"keep": True}) for lang in absent}}


def is_draft(table: Table, source: str) -> bool:
    """Return whether a `[[concept]]` table is a draft, which does not count yet."""
    return flag_at(table, "draft", Place(source, read_id(table, source)))


def read_id(table: Table, source: str) -> str:
    """Return the id of a table; raises GlossaryError if it is missing or invalid."""
    name = table.get("id")
    if name is None:
        raise GlossaryError(Place(source).fault("no-id"))
    if not isinstance(name, str) or not CONCEPT_ID.fullmatch(name):
        raise GlossaryError(Place(source).fault("bad-id", actual=repr(name)))
    return name


def _domain(table: Table, place: Place) -> str:
    """Return the domain; raises GlossaryError if it is nearly a built-in one, a slip that would split the concepts."""
    domain = text_at(table, "domain", place, required=True)
    near = meant_domain(domain)
    if near:
        raise GlossaryError(place.fault("misspelled-domain", domain=domain, near=near))
    return domain


@cache
def meant_domain(domain: str) -> str:
    """Return the built-in domain that a name nearly matches; empty if there is none."""
    near = get_close_matches(domain, DOMAINS, n=1, cutoff=_SLIP) if domain not in DOMAINS else []
    return near[0] if near else ""


def _keep(table: Table, place: Place) -> frozenset[str]:
    translated = [lang for lang in KNOWN if lang != "en"]
    if flag_at(table, "keep", place):
        return frozenset(translated)
    places = {lang: place.within(lang, lang=lang) for lang in translated}
    return frozenset(lang for lang in translated if flag_at(table_at(table, lang, place), "keep", places[lang]))


def _forms(table: Table, keep: frozenset[str], place: Place, faults: FaultCollector) -> tuple[Form, ...]:
    case = (faults.of(lambda: choice_at(table, "case", CASES, "", place)) or "") if "case" in table else ""
    forms_by_lang: dict[str, list[Form]] = {}
    for lang in ("en", *(lang for lang in KNOWN if lang != "en")):
        forms = faults.of(partial(_forms_in, lang, table, keep, place, case, forms_by_lang.get("en", [])))
        forms_by_lang[lang] = forms or []
    return tuple(form for lang in KNOWN for form in forms_by_lang[lang])


def _forms_in(
    lang: str, table: Table, keep: frozenset[str], place: Place, case: str, english: list[Form]
) -> list[Form]:
    domain = str(table.get("domain", ""))
    forms = read_forms(lang, table_at(table, lang, place), place.within(lang, lang=lang), case, domain)
    if lang in keep:
        forms = kept_forms(lang, forms, english, place.within(lang, lang=lang))
    is_told = lang in keep and not english  # that English has none
    has_none = not any(form.status == "preferred" for form in forms)
    if has_none and not is_told and (forms or pack(lang).has_every_concept):
        kind = "no-preferred-form" if lang == "en" else "no-preferred-or-kept-form"
        raise GlossaryError(place._replace(lang=lang).fault(kind))
    return forms


def read_examples(table: Table, place: Place) -> Iterator[Example]:
    """Yield the examples of an entry."""
    examples_place = place.within("examples")
    known_keys(table, tuple(KNOWN), examples_place)
    for lang in table:
        texts = table_at(table, lang, examples_place)
        texts_place = place.within(f"examples.{lang}", lang=lang)
        known_keys(texts, EXAMPLES, texts_place)
        for expect in EXAMPLES:
            yield from (Example(lang, expect, text) for text in texts_at(texts, expect, texts_place))
