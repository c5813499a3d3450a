"""Reads one `[[concept]]` table as it comes from TOML."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.languages import KNOWN, pack
from glossary.termbase.entry_schema import CONCEPT, EXAMPLES
from glossary.termbase.read_forms import kept_forms, read_forms
from glossary.termbase.termbase import CASES, CHOICES, Concept, Example, Form, GlossaryError
from glossary.termbase.toml_values import Table, choice_at, flag_at, known_keys, table_at, text_at, texts_at

_ID = re.compile(r"[a-z0-9][a-z0-9._+-]*")


def read_concept(table: Table, source: str) -> Concept:
    """The concept of one `[[concept]]` table of the file `source`."""
    name = _id(table, source)
    place = f"{source}: '{name}'"
    known_keys(table, dict.fromkeys((*CONCEPT, *KNOWN)), place)
    keep = _keep(table, place)
    return Concept(
        id=name,
        domain=text_at(table, "domain", place, required=True),
        definition=text_at(table, "definition", place, required=True),
        reference=text_at(table, "reference", place),
        keep=keep,
        choose=choice_at(table, "choose", CHOICES, CHOICES[0], place),
        identifiers=texts_at(table, "identifier", place),
        forms=_forms(table, keep, place),
        examples=tuple(_examples(table_at(table, "examples", place), place)),
        source=source,
    )


def _id(table: Table, source: str) -> str:
    name = table.get("id")
    if not isinstance(name, str) or not _ID.fullmatch(name):
        actual = "no id" if name is None else f"the id {name!r}"
        raise GlossaryError(
            f"{source}: a concept has {actual}; write one of a-z, 0-9 and . _ + -, such as 'tensor-core'"
        )
    return name


def _keep(table: Table, place: str) -> frozenset[str]:
    translated = [lang for lang in KNOWN if lang != "en"]
    if flag_at(table, "keep", place):
        return frozenset(translated)
    return frozenset(lang for lang in translated if flag_at(table_at(table, lang, place), "keep", f"{place} {lang}"))


def _forms(table: Table, keep: frozenset[str], place: str) -> tuple[Form, ...]:
    case = choice_at(table, "case", CASES, "", place) if "case" in table else ""
    forms_by_lang = {lang: read_forms(lang, table_at(table, lang, place), f"{place} {lang}", case) for lang in KNOWN}
    for lang in sorted(keep):
        forms_by_lang[lang] = kept_forms(lang, forms_by_lang[lang], forms_by_lang["en"], f"{place} {lang}")
    for lang, forms in forms_by_lang.items():
        if not any(form.status == "preferred" for form in forms) and (forms or pack(lang).has_every_concept):
            keeping = "" if lang == "en" else ", or keep = true where the English name is used"
            raise GlossaryError(f'{place} has no preferred form in {lang}; write {lang}.preferred = "…"{keeping}')
    return tuple(form for forms in forms_by_lang.values() for form in forms)


def _examples(table: Table, place: str) -> Iterator[Example]:
    known_keys(table, tuple(KNOWN), f"{place} examples")
    for lang in table:
        texts = table_at(table, lang, f"{place} examples")
        known_keys(texts, EXAMPLES, f"{place} examples.{lang}")
        for expect in EXAMPLES:
            yield from (Example(lang, expect, text) for text in texts_at(texts, expect, f"{place} examples.{lang}"))
