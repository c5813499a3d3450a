"""Reads the forms of a concept in one language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from glossary.termbase.entry_schema import FORM, LANGUAGE
from glossary.termbase.termbase import CASES, STATUSES, Form, GlossaryError
from glossary.termbase.toml_values import Table, choice_at, clean, kind, known_keys, text_at, texts_at

_INNER_CAPITAL = re.compile("(?<=[A-Za-z0-9])[A-Z]")


def read_forms(lang: str, table: Table, at: str, case: str = "") -> list[Form]:
    """The forms that an entry lists for a language, preferred first; `case` is what the concept says of casing."""
    known_keys(table, LANGUAGE, at)
    case = choice_at(table, "case", CASES, case, at) if "case" in table else case
    return [
        _form(lang, status, item, f"{at} {status}", case) for status in STATUSES for item in _listed(table, status, at)
    ]


def kept_forms(lang: str, own: list[Form], english: list[Form], at: str) -> list[Form]:
    """The forms of a language that keeps the English name: the English ones, then those that it lists itself."""
    listed = {form.form for form in own}
    taken = [form._replace(lang=lang) for form in english if form.form not in listed]
    for form in own:
        if form.status == "preferred" and any(name.status == "preferred" for name in taken):
            raise GlossaryError(
                f"{at} prefers '{form.form}' and keeps the English name; drop keep, or list it as admitted"
            )
    return taken + own


def default_case(form: str) -> str:
    """exact where the form has an inner capital or is all capitals (letters alone count), else any."""
    return "exact" if _INNER_CAPITAL.search(form) or form.isupper() else "any"


def _listed(table: Table, status: str, at: str) -> list[Any]:
    value = table.get(status, [])
    if status == "preferred":
        if isinstance(value, list) and status in table:
            raise GlossaryError(f"{at}: preferred is a list; write one form, and the others as admitted")
        return [value] if status in table else []
    if not isinstance(value, list):
        raise GlossaryError(f'{at}: {status} is {kind(value)}; write a list, {status} = ["…"]')
    return value


def _form(lang: str, status: str, item: Any, at: str, case: str) -> Form:
    if isinstance(item, str):
        return Form(lang, _tidy(item, at), status, case or default_case(item))
    table = item
    if not isinstance(table, dict):
        raise GlossaryError(f'{at}: {item!r} is {kind(item)}; write a string or a table {{ form = "…" }}')
    known_keys(table, FORM, at)
    text = _tidy(text_at(table, "form", at, required=True), at)
    at = f"{at} '{text}'"
    return Form(
        lang=lang,
        form=text,
        status=status,
        case=choice_at(table, "case", CASES, case or default_case(text), at),
        only_near=texts_at(table, "only_near", at),
        not_in=tuple(_longer(table, text, at)),
        **{key: text_at(table, key, at) for key in ("why", "use", "region", "since", "until") if key in table},
    )


def _tidy(text: str, at: str) -> str:
    if not text.strip():
        raise GlossaryError(f'{at}: form is empty; write form = "…"')
    if text != " ".join(text.split()):
        raise GlossaryError(f"{at} '{text}': space at an end or twice in a row; write '{' '.join(text.split())}'")
    return clean(text, f"{at}: form")


def _longer(table: Table, form: str, at: str) -> Iterator[str]:
    for text in texts_at(table, "not_in", at):
        if _bare(form) not in _bare(text) or len(text) == len(form):
            raise GlossaryError(f"{at}: not_in '{text}' is no longer string with it inside; write one that is")
        yield text


def _bare(text: str) -> str:
    """A text without what comes and goes in it: spaces, ー and capitals."""
    return text.replace(" ", "").replace("ー", "").casefold()
