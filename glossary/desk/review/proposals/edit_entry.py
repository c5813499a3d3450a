"""Edits of an entry's TOML text by tomlkit: a value is put in, added or dropped, and all else stays as it was written.

Each edit is proved: what another parser reads afterwards is what the same edit makes of the values. So an entry that
is written in a way with which this does not go well is reported, never spoilt.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tomli
import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, InlineTable, Table

from glossary.desk.review.proposals.entry_blocks import entry_body
from glossary.desk.review.proposals.toml_style import insert, item, table_like, with_key, with_remark

KeyPath = tuple[str | int, ...]  # keys, and numbers of items: ("concept", 0, "zh", "wrong", 2, "form")
_FAILURES = (TOMLKitError, ValueError, LookupError, TypeError, AttributeError)  # of tomlkit on what is unusual


class UnusualError(ValueError):
    """The entry is written in a way that is not edited here."""


def set_value(text: str, path: KeyPath, value: Any, remark: str = "") -> str:
    """Return the text with another value at a path."""

    def edit(entry: Any, values: Any) -> None:
        _set_in_entry(entry, path, value)
        _set(values, path, value)

    return _checked_edit(text, edit, remark)


def add(text: str, path: KeyPath, value: Any, remark: str = "") -> str:
    """Return the text with one more item in the list at a path, which is made where there is none."""

    def edit(entry: Any, values: Any) -> None:
        new_item = {"form": value} if isinstance(value, str) and isinstance(_value_or_none(entry, path), AoT) else value
        _add(entry, path, new_item)
        _append(values, path, new_item)

    return _checked_edit(text, edit, remark)


def drop(text: str, path: KeyPath) -> str:
    """Return the text without an item of a list; without the list where it was the last one."""

    def edit(entry: Any, values: Any) -> None:
        _remove(entry, path)
        _remove(values, path)

    return _checked_edit(text, edit)


def _checked_edit(text: str, edit: Callable[[Any, Any], None], remark: str = "") -> str:
    """Return the text after an edit that is made of it and of its values alike."""
    entry_text = entry_body(text)
    values = tomli.loads(entry_text)
    try:
        entry = tomlkit.parse(entry_text)
        edit(entry, values)
        edited = with_remark(entry_text, entry.as_string(), remark) if remark else entry.as_string()
        if tomli.loads(edited) == values:
            return edited + text[len(entry_text) :]
    except _FAILURES:
        pass
    raise UnusualError("its entry is written in an unusual way")


def _set_in_entry(entry: Any, path: KeyPath, value: Any) -> None:
    """Put another value into an entry's text."""
    former = _get_value(entry, path)
    if isinstance(former, Table) and former.is_aot_element():
        for key in former.keys() - value.keys():
            former.remove(key)
        former.update({key: item(member) for key, member in value.items()})
    else:
        _set(entry, path, item(value))


def _add(entry: Any, path: KeyPath, value: Any) -> None:
    """Add an item to a list of an entry's text."""
    items = _value_or_none(entry, path)
    if isinstance(items, AoT):
        items.append(table_like(items[-1], value))
    elif items is not None:
        items.append(item(value))
    else:
        _add_list(entry, path, [value])


def _add_list(entry: Any, path: KeyPath, values: list[Any]) -> None:
    """Add a list, and its table where there is none."""
    parent, key = path[:-1], str(path[-1])
    table = _value_or_none(entry, parent)
    if isinstance(table, InlineTable):
        _set(entry, parent, with_key(table, key, values))
    elif isinstance(table, Table):
        insert(table, key, item(values))
    elif table is not None:
        table[key] = item(values)  # a table whose keys stand apart, with others between them
    else:
        insert(_get_value(entry, parent[:-1]), str(parent[-1]), tomlkit.table().append(key, item(values)))


def _value_or_none(data: Any, path: KeyPath) -> Any:
    """Return the value at a path; None where there is none."""
    try:
        return _get_value(data, path)
    except LookupError:
        return None


def _get_value(data: Any, path: KeyPath) -> Any:
    for key in path:
        data = data[key]
    return data


def _set(data: Any, path: KeyPath, value: Any) -> None:
    _get_value(data, path[:-1])[path[-1]] = value


def _append(values: Any, path: KeyPath, value: Any) -> None:
    for key in path[:-1]:
        values = values.setdefault(key, {}) if isinstance(values, dict) else values[key]
    values.setdefault(path[-1], []).append(value)


def _remove(data: Any, path: KeyPath) -> None:
    items = _get_value(data, path[:-1])
    del items[path[-1]]
    if not items:
        del _get_value(data, path[:-2])[path[-2]]
