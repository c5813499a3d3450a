"""Reads one `[[concept]]` table as it comes from TOML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from corpus.languages import KNOWN, pack
from glossary.termbase.entry_schema import CONCEPT, DOMAINS, EXAMPLES
from glossary.termbase.fault import Place
from glossary.termbase.read_forms import kept_forms, read_forms
from glossary.termbase.termbase import CASES, CHOICES, Concept, Example, Form, GlossaryError
from glossary.termbase.toml_values import Table, choice_at, flag_at, known_keys, table_at, text_at, texts_at

_SLIP = 0.85  # so alike are a domain and what was meant for it: compilers, compiler
CONCEPT_ID = re.compile(r"[a-z0-9][a-z0-9._+-]*")


def read_concept(table: Table, source: str) -> Concept:
    """The concept of one `[[concept]]` table of the file `source`."""
    name = _id(table, source)
    place = Place(source, name)
    known_keys(table, dict.fromkeys((*CONCEPT, *KNOWN)), place)
    keep = _keep(table, place)
    return Concept(
        id=name,
        domain=_domain(table, place),
        definition=text_at(table, "definition", place, required=True),
        reference=text_at(table, "reference", place),
        keep=keep,
        choose=choice_at(table, "choose", CHOICES, CHOICES[0], place),
        identifiers=texts_at(table, "identifier", place),
        forms=_forms(table, keep, place),
        examples=tuple(_examples(table_at(table, "examples", place), place)),
        source=source,
        note=text_at(table, "note", place),
    )


def _id(table: Table, source: str) -> str:
    name = table.get("id")
    if name is None:
        raise GlossaryError(Place(source).fault("no-id"))
    if not isinstance(name, str) or not CONCEPT_ID.fullmatch(name):
        raise GlossaryError(Place(source).fault("bad-id", actual=repr(name)))
    return name


def _domain(table: Table, place: Place) -> str:
    """The field; one that is nearly a built-in one is a slip, which would part its concepts from the others."""
    domain = text_at(table, "domain", place, required=True)
    near = get_close_matches(domain, DOMAINS, n=1, cutoff=_SLIP) if domain not in DOMAINS else []
    if near:
        raise GlossaryError(place.fault("misspelled-domain", domain=domain, near=near[0]))
    return domain


def _keep(table: Table, place: Place) -> frozenset[str]:
    translated = [lang for lang in KNOWN if lang != "en"]
    if flag_at(table, "keep", place):
        return frozenset(translated)
    places = {lang: _in_language(place, lang) for lang in translated}
    return frozenset(lang for lang in translated if flag_at(table_at(table, lang, place), "keep", places[lang]))


def _forms(table: Table, keep: frozenset[str], place: Place) -> tuple[Form, ...]:
    case = choice_at(table, "case", CASES, "", place) if "case" in table else ""
    forms_by_lang = {
        lang: read_forms(lang, table_at(table, lang, place), _in_language(place, lang), case) for lang in KNOWN
    }
    for lang in sorted(keep):
        forms_by_lang[lang] = kept_forms(lang, forms_by_lang[lang], forms_by_lang["en"], _in_language(place, lang))
    for lang, forms in forms_by_lang.items():
        if not any(form.status == "preferred" for form in forms) and (forms or pack(lang).has_every_concept):
            kind = "no-preferred-form" if lang == "en" else "no-preferred-or-kept-form"
            raise GlossaryError(place._replace(lang=lang).fault(kind))
    return tuple(form for forms in forms_by_lang.values() for form in forms)


def _examples(table: Table, place: Place) -> Iterator[Example]:
    known_keys(table, tuple(KNOWN), place.within("examples"))
    for lang in table:
        texts = table_at(table, lang, place.within("examples"))
        texts_place = place._replace(lang=lang).within(f"examples.{lang}")
        known_keys(texts, EXAMPLES, texts_place)
        for expect in EXAMPLES:
            yield from (Example(lang, expect, text) for text in texts_at(texts, expect, texts_place))


def _in_language(place: Place, lang: str) -> Place:
    """The table of a language in the entry that stands at a place."""
    return place._replace(lang=lang).within(lang)
