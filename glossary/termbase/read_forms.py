"""Reads the forms of a concept in one language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from glossary.termbase.entry_schema import FORM, LANGUAGE
from glossary.termbase.termbase import CASES, STATUSES, Form, GlossaryError
from glossary.termbase.toml_values import Table, choice_at, clean, kind, known_keys, text_at, texts_at

_INNER_CAPITAL = re.compile("(?<=[A-Za-z0-9])[A-Z]")


def read_forms(lang: str, table: Table, place: str, case: str = "") -> list[Form]:
    """The forms that an entry lists for a language, preferred first; `case` is what the concept says of casing."""
    known_keys(table, LANGUAGE, place)
    case = choice_at(table, "case", CASES, case, place) if "case" in table else case
    return [
        _form(lang, status, item, f"{place} {status}", case)
        for status in STATUSES
        for item in _form_list(table, status, place)
    ]


def kept_forms(lang: str, own_forms: list[Form], english: list[Form], place: str) -> list[Form]:
    """The forms of a language that keeps the English name: the English ones, then those that it lists itself."""
    listed = {form.form for form in own_forms}
    adopted = [form._replace(lang=lang) for form in english if form.form not in listed]
    for form in own_forms:
        if form.status == "preferred" and any(name.status == "preferred" for name in adopted):
            raise GlossaryError(
                f"{place} prefers '{form.form}' and keeps the English name; drop keep, or list it as admitted"
            )
    return adopted + own_forms


def default_case(form: str) -> str:
    """exact where the form has an inner capital or is all capitals (letters alone count), else any."""
    return "exact" if _INNER_CAPITAL.search(form) or form.isupper() else "any"


def _form_list(table: Table, status: str, place: str) -> list[Any]:
    value = table.get(status, [])
    if status == "preferred":
        if isinstance(value, list) and status in table:
            raise GlossaryError(f"{place}: preferred is a list; write one form, and the others as admitted")
        return [value] if status in table else []
    if not isinstance(value, list):
        raise GlossaryError(f'{place}: {status} is {kind(value)}; write a list, {status} = ["…"]')
    return value


def _form(lang: str, status: str, item: Any, place: str, case: str) -> Form:
    if isinstance(item, str):
        return Form(lang, _tidy(item, place), status, case or default_case(item))
    table = item
    if not isinstance(table, dict):
        raise GlossaryError(f'{place}: {item!r} is {kind(item)}; write a string or a table {{ form = "…" }}')
    known_keys(table, FORM, place)
    text = _tidy(text_at(table, "form", place, required=True), place)
    place = f"{place} '{text}'"
    return Form(
        lang=lang,
        form=text,
        status=status,
        case=choice_at(table, "case", CASES, case or default_case(text), place),
        only_near=texts_at(table, "only_near", place),
        not_in=tuple(_blocking_strings(table, text, place)),
        **{key: text_at(table, key, place) for key in ("why", "use", "region", "since", "until") if key in table},
    )


def _tidy(text: str, place: str) -> str:
    if not text.strip():
        raise GlossaryError(f'{place}: form is empty; write form = "…"')
    if text != " ".join(text.split()):
        raise GlossaryError(f"{place} '{text}': space at an end or twice in a row; write '{' '.join(text.split())}'")
    return clean(text, f"{place}: form")


def _blocking_strings(table: Table, form: str, place: str) -> Iterator[str]:
    for text in texts_at(table, "not_in", place):
        if _bare(form) not in _bare(text) or len(text) == len(form):
            raise GlossaryError(f"{place}: not_in '{text}' is no longer string with it inside; write one that is")
        yield text


def _bare(text: str) -> str:
    """A text without what comes and goes in it: spaces, ー and capitals."""
    return text.replace(" ", "").replace("ー", "").casefold()
