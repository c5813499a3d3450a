"""Reads one `[[concept]]` table as it comes from TOML."""

from __future__ import annotations

import re
from collections.abc import Iterator

from glossary.termbase.entry_schema import CONCEPT, EXAMPLES
from glossary.termbase.read_forms import kept_forms, read_forms
from glossary.termbase.termbase import CASES, CHOICES, LANGUAGES, Concept, Example, Form, GlossaryError
from glossary.termbase.toml_values import Table, choice_at, flag_at, known_keys, table_at, text_at, texts_at

_ID = re.compile(r"[a-z0-9][a-z0-9._+-]*")


def read_concept(table: Table, source: str) -> Concept:
    """The concept of one `[[concept]]` table of the file `source`."""
    name = _id(table, source)
    at = f"{source}: '{name}'"
    known_keys(table, CONCEPT, at)
    keep = _keep(table, at)
    return Concept(
        id=name,
        domain=text_at(table, "domain", at, required=True),
        definition=text_at(table, "definition", at, required=True),
        reference=text_at(table, "reference", at),
        keep=keep,
        choose=choice_at(table, "choose", CHOICES, CHOICES[0], at),
        identifiers=texts_at(table, "identifier", at),
        forms=_forms(table, keep, at),
        examples=tuple(_examples(table_at(table, "examples", at), at)),
        source=source,
    )


def _id(table: Table, source: str) -> str:
    name = table.get("id")
    if not isinstance(name, str) or not _ID.fullmatch(name):
        met = "no id" if name is None else f"the id {name!r}"
        raise GlossaryError(f"{source}: a concept has {met}; write one of a-z, 0-9 and . _ + -, such as 'tensor-core'")
    return name


def _keep(table: Table, at: str) -> frozenset[str]:
    translated = [lang for lang in LANGUAGES if lang != "en"]
    if flag_at(table, "keep", at):
        return frozenset(translated)
    return frozenset(lang for lang in translated if flag_at(table_at(table, lang, at), "keep", f"{at} {lang}"))


def _forms(table: Table, keep: frozenset[str], at: str) -> tuple[Form, ...]:
    case = choice_at(table, "case", CASES, "", at) if "case" in table else ""
    own = {lang: read_forms(lang, table_at(table, lang, at), f"{at} {lang}", case) for lang in LANGUAGES}
    for lang in sorted(keep):
        own[lang] = kept_forms(lang, own[lang], own["en"], f"{at} {lang}")
    for lang, forms in own.items():
        if not any(form.status == "preferred" for form in forms):
            keeping = "" if lang == "en" else ", or keep = true where the English name is used"
            raise GlossaryError(f'{at} has no preferred form in {lang}; write {lang}.preferred = "…"{keeping}')
    return tuple(form for forms in own.values() for form in forms)


def _examples(table: Table, at: str) -> Iterator[Example]:
    known_keys(table, LANGUAGES, f"{at} examples")
    for lang in table:
        texts = table_at(table, lang, f"{at} examples")
        known_keys(texts, EXAMPLES, f"{at} examples.{lang}")
        for expect in EXAMPLES:
            yield from (Example(lang, expect, text) for text in texts_at(texts, expect, f"{at} examples.{lang}"))
