"""The style of entries, where tomlkit has another or none: spaces within braces, the place of a key, remarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

import tomlkit
from tomlkit.items import InlineTable, Item, Key, Table

_BEHIND = {  # where a new key goes: after the last of these that is there
    "zh": ("en",),
    "ja": ("en", "zh"),
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
    behind = _following_items(table, key)
    for other_key, _ in behind:
        table.remove(other_key)
    table[key] = value
    for other_key, former in behind:
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


def _following_items(table: Table, key: str) -> list[tuple[Key, Item]]:
    """Return the keys that stand after a new one, with their values; none if anything else precedes one."""
    body_items = [
        (number, other_key, former)
        for number, (other_key, former) in enumerate(table.value.body)
        if other_key is not None
    ]
    place = _place([other_key.key for _, other_key, _ in body_items], key)
    before, behind = (body_items[place - 1][0] if place else -1), body_items[place:]
    is_close = not behind or behind[-1][0] - before == len(behind)
    return [(other_key, former) for _, other_key, former in behind] if is_close else []


def _place(keys: Sequence[str], key: str) -> int:
    """Return the place of a new key among those that are there."""
    return max((number for number, other_key in enumerate(keys, 1) if other_key in _BEHIND[key]), default=0)
