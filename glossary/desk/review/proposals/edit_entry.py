"""Edits of an entry's TOML text by tomlkit: a value is put in, added or dropped, and all else stays as it was written.

Each edit is proved: what another parser reads afterwards is what the same edit makes of the values. So an entry that
is written in a way with which this does not go well is reported, never spoilt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

import tomli
import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, InlineTable, Item, Table

from glossary.desk.review.proposals.glossary_layers import entry_body

_BEHIND = {  # where a new key goes: after the last of these that is there
    "en": ("id",),
    "zh": ("id", "en"),
    "ja": ("id", "en", "zh"),
    "preferred": (),
    "admitted": ("preferred", "keep", "case"),
    "wrong": ("preferred", "keep", "case", "admitted", "abbreviation", "identifier", "deprecated"),
    "not_in": ("form", "why", "use", "only_near"),
}


def item(value: object) -> Item:
    """Return a value as the entries write it: on one line, with spaces within braces."""
    if isinstance(value, Mapping):
        table = tomlkit.inline_table().add(tomlkit.ws(" "))
        for key, member in value.items():
            table.append(key, item(member))
        return table.add(tomlkit.ws(" "))
    if isinstance(value, list):
        array = tomlkit.array()
        array.extend(map(item, value))
        return array
    return tomlkit.item(value)


def table_like(other: Table, values: Mapping[str, Any]) -> Table:
    """Return a table of its own after another one, after an empty line, and one at its end if the other has one."""
    table = tomlkit.table()
    for key, member in values.items():
        table.append(key, item(member))
    if other.as_string().endswith("\n\n"):
        return table.add(tomlkit.nl())
    table.trivia.indent = "\n"
    return table


def with_key(table: InlineTable, key: str, value: Any) -> Item:
    """Return an inline table with one more key; tomlkit itself would write `{ form = "…",  key = …}`."""
    if "\n" in table.as_string():
        raise ValueError("lines of an inline table, and remarks on them, would be lost")
    items = list(table.unwrap().items())
    items.insert(_place(list(table), key), (key, value))
    return item(dict(items))


def insert(table: Table, key: str, value: Item) -> None:
    """Put a new key into a table.

    tomlkit can only put it last (its issue 7), so the keys that are to stand after it are taken out and put there
    again; not where a remark or an empty line stands above one of them, as it would then stand above another key.
    """
    entries = [
        (number, other_key, former)
        for number, (other_key, former) in enumerate(table.value.body)
        if other_key is not None
    ]
    place = _place([other_key.key for _, other_key, _ in entries], key)
    first, later = (entries[place - 1][0] if place else -1), entries[place:]
    moved = later if not later or later[-1][0] - first == len(later) else []
    for _, other_key, _ in moved:
        table.remove(other_key)
    table[key] = value
    for _, other_key, former in moved:
        table.raw_append(other_key, former)


def with_remark(before: str, after: str, remark: str) -> str:
    """Return the text after an edit with a remark at the end of the last line that is new.

    tomlkit ties comments to whole values, and none to an item of a list on a line of its own (its issue 340).
    """
    lines = after.split("\n")
    edits = SequenceMatcher(None, before.split("\n"), lines, autojunk=False).get_opcodes()
    new = [number for tag, _, _, start, end in edits if tag != "equal" for number in range(start, end)]
    last = max(number for number in new if lines[number].strip())
    lines[last] = f"{lines[last].rstrip()}  # {remark}"
    return "\n".join(lines)


def _place(keys: Sequence[str], key: str) -> int:
    """Return the place of a new key among those that are there."""
    return max((number for number, other_key in enumerate(keys, 1) if other_key in _BEHIND[key]), default=0)


KeyPath = tuple[str | int, ...]  # keys, and numbers of items: ("concept", 0, "zh", "wrong", 2, "form")
_FAILURES = (TOMLKitError, ValueError, LookupError, TypeError, AttributeError)  # of tomlkit on what is unusual


class UnusualError(ValueError):
    """The entry is written in a way that is not edited here."""


def set_value(text: str, path: KeyPath, value: Any, remark: str = "") -> str:
    """Return the text with another value at a path, or with one there."""

    def edit(entry: Any, values: Any) -> None:
        if _value_or_none(entry, path) is None:
            _add_value(entry, path, value)
            values = _tables(values, path)
            values[path[-1]] = value
        else:
            former = _get_value(entry, path)
            if isinstance(former, Table) and former.is_aot_element():
                for key in former.keys() - value.keys():
                    former.remove(key)
                former.update({key: item(member) for key, member in value.items()})
            else:
                _set(entry, path, item(value))
            _set(values, path, value)

    return _checked_edit(text, edit, remark)


def add(text: str, path: KeyPath, value: Any, remark: str = "") -> str:
    """Return the text with one more item in the list at a path, which is made where there is none."""

    def edit(entry: Any, values: Any) -> None:
        new_item = {"form": value} if isinstance(value, str) and isinstance(_value_or_none(entry, path), AoT) else value
        items = _value_or_none(entry, path)
        if isinstance(items, AoT):
            items.append(table_like(items[-1], new_item))
        elif items is not None:
            items.append(item(new_item))
        else:
            _add_value(entry, path, [new_item])
        _tables(values, path).setdefault(path[-1], []).append(new_item)

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


def _add_value(entry: Any, path: KeyPath, value: Any) -> None:
    """Add a value, and its table where there is none."""
    parent, key = path[:-1], str(path[-1])
    table = _value_or_none(entry, parent)
    if isinstance(table, InlineTable):
        _set(entry, parent, with_key(table, key, value))
    elif isinstance(table, Table):
        insert(table, key, item(value))
    elif table is not None:
        table[key] = item(value)  # a table whose keys stand apart, with others between them
    else:
        insert(_get_value(entry, parent[:-1]), str(parent[-1]), tomlkit.table().append(key, item(value)))


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


def _tables(values: Any, path: KeyPath) -> Any:
    """Return what holds the last key of a path, made where there is none."""
    for key in path[:-1]:
        values = values.setdefault(key, {}) if isinstance(values, dict) else values[key]
    return values


def _remove(data: Any, path: KeyPath) -> None:
    items = _get_value(data, path[:-1])
    del items[path[-1]]
    if not items:
        del _get_value(data, path[:-2])[path[-2]]
