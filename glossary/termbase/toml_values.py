"""Typed values out of a TOML table; what does not fit is an error that names place, what was met and the remedy."""

from __future__ import annotations

import datetime
import difflib
from collections.abc import Collection, Mapping
from typing import Any

from glossary.termbase.invisible_characters import invisible
from glossary.termbase.termbase import GlossaryError

Table = Mapping[str, Any]
_KINDS = {
    str: "a string",
    bool: "a truth value",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "a table",
}


def kind(value: Any) -> str:
    """What a TOML value is, in words."""
    return _KINDS.get(type(value), f"a {type(value).__name__}")


def known_keys(table: Table, keys: Collection[str], place: str) -> None:
    """Fails on a key that means nothing here, naming the nearest one that does."""
    for key in table:
        if key not in keys:
            near = difflib.get_close_matches(key, keys, n=1, cutoff=0.5)
            remedy = f"did you mean '{near[0]}'?" if near else f"known are {', '.join(keys)}"
            raise GlossaryError(f"{place}: unknown key '{key}'; {remedy}")


def table_at(table: Table, key: str, place: str) -> Table:
    """A table within a table; empty where there is none."""
    value = table.get(key, {})
    if not isinstance(value, dict):
        raise GlossaryError(f"{place}: {key} is {kind(value)}; write a table")
    return value


def text_at(table: Table, key: str, place: str, required: bool = False) -> str:
    """A string; empty where there is none."""
    value = table.get(key, "")
    if isinstance(value, datetime.date):
        value = value.isoformat()
    if not isinstance(value, str):
        raise GlossaryError(f"{place}: {key} is {kind(value)}; write a string")
    if not value.strip() and (required or key in table):
        raise GlossaryError(f'{place}: {key} is {"empty" if key in table else "missing"}; write {key} = "…"')
    return clean(value, f"{place}: {key}")


def texts_at(table: Table, key: str, place: str) -> tuple[str, ...]:
    """A list of strings; empty where there is none."""
    value = table.get(key, [])
    if not isinstance(value, list):
        raise GlossaryError(f'{place}: {key} is {kind(value)}; write a list, {key} = ["…"]')
    for text in value:
        if not isinstance(text, str) or not text.strip():
            actual = "an empty string" if isinstance(text, str) else kind(text)
            raise GlossaryError(f"{place}: {key} holds {actual}; write strings in it")
    return tuple(clean(text, f"{place}: {key}") for text in value)


def choice_at(table: Table, key: str, choices: tuple[str, ...], default: str, place: str) -> str:
    """One of a few words."""
    value = table.get(key, default)
    if value not in choices:
        raise GlossaryError(f"{place}: {key} is {value!r}; write {' or '.join(map(repr, choices))}")
    return str(value)


def flag_at(table: Table, key: str, place: str) -> bool:
    """true or false; false where nothing is said."""
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise GlossaryError(f"{place}: {key} is {kind(value)}; write true or false")
    return value


def clean(text: str, place: str) -> str:
    """The text itself; fails on characters that nobody sees, and on space at its ends."""
    unseen = invisible(text)
    if unseen:
        raise GlossaryError(f"{place} '{unseen.spelled_out}' holds {unseen.name}; {unseen.remedy}", "T908")
    return text
