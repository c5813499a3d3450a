"""The style of entries, where tomlkit has another or none: spaces within braces, the place of a key, remarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

import tomlkit
from tomlkit.items import InlineTable, Item, Key, Table

_BEHIND = {  # where a new key goes: behind the last of these that is there
    "zh": ("en",),
    "ja": ("en", "zh"),
    "admitted": ("preferred", "keep", "case"),
    "not_in": ("form", "why", "use", "only_near"),
}


def item(value: object) -> Item:
    """A value as the entries write it: on one line, with spaces within braces."""
    if isinstance(value, Mapping):
        table = tomlkit.inline_table().add(tomlkit.ws(" "))
        for key, own in value.items():
            table.append(key, item(own))
        return table.add(tomlkit.ws(" "))
    if isinstance(value, list):
        array = tomlkit.array()
        array.extend(map(item, value))
        return array
    return tomlkit.item(value)


def table_like(other: Table, values: Mapping[str, Any]) -> Table:
    """A table of its own behind another one, with an empty line between them, and behind it where the other has one."""
    table = tomlkit.table()
    for key, own in values.items():
        table.append(key, item(own))
    if other.as_string().endswith("\n\n"):
        return table.add(tomlkit.nl())
    table.trivia.indent = "\n"
    return table


def with_key(table: InlineTable, key: str, value: Any) -> Item:
    """An inline table with one more key; tomlkit itself would write `{ form = "…",  key = …}`."""
    if "\n" in table.as_string():
        raise ValueError("lines of an inline table, and remarks on them, would be lost")
    items = list(table.unwrap().items())
    items.insert(_place(list(table), key), (key, value))
    return item(dict(items))


def insert(table: Table, key: str, value: Item) -> None:
    """Puts a new key into a table.

    tomlkit can only put it last (its issue 7), so the keys that are to stand behind it are taken out and put there
    again; not where a remark or an empty line stands above one of them, as it would then stand above another key.
    """
    behind = _behind(table, key)
    for own, _ in behind:
        table.remove(own)
    table[key] = value
    for own, former in behind:
        table.raw_append(own, former)


def remarked(before: str, after: str, remark: str) -> str:
    """The text after an edit with a remark at the end of the last line that is new.

    tomlkit ties comments to whole values, and none to an item of a list on a line of its own (its issue 340).
    """
    lines = after.split("\n")
    edits = SequenceMatcher(None, before.split("\n"), lines, autojunk=False).get_opcodes()
    new = [number for tag, _, _, start, end in edits if tag != "equal" for number in range(start, end)]
    last = max(number for number in new if lines[number].strip())
    lines[last] = f"{lines[last].rstrip()}  # {remark}"
    return "\n".join(lines)


def _behind(table: Table, key: str) -> list[tuple[Key, Item]]:
    """The keys that stand behind a new one, with their values; none where anything else stands before one of them."""
    found = [(number, own, former) for number, (own, former) in enumerate(table.value.body) if own is not None]
    place = _place([own.key for _, own, _ in found], key)
    before, behind = (found[place - 1][0] if place else -1), found[place:]
    is_close = not behind or behind[-1][0] - before == len(behind)
    return [(own, former) for _, own, former in behind] if is_close else []


def _place(keys: Sequence[str], key: str) -> int:
    """Where a new key goes among those that are there."""
    return max((number for number, own in enumerate(keys, 1) if own in _BEHIND[key]), default=0)
