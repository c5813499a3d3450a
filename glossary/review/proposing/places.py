"""Where each value of a TOML text stands, so that one can be edited and all else kept as it is.

The text is known to be TOML: what is made of it is read again by a real parser (see `editing.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import tomli

Path = tuple[str | int, ...]  # keys, and numbers of items: ("concept", 0, "zh", "wrong", 2, "form")


class Value(NamedTuple):
    """Where a value stands, and its key: text[start:end], text[key:key_end]; an item of a list has no key."""

    key: int
    key_end: int
    start: int
    end: int
    inline: bool  # within a list or an inline table: it has no line of its own


class Table(NamedTuple):
    """Where the header of a table stands."""

    start: int
    end: int


class Places(NamedTuple):
    """The values and the tables of a text by their paths, in order."""

    values: dict[Path, Value]
    tables: dict[Path, Table]

    def within(self, path: Path) -> Iterator[Value]:
        """The values of a table and of those in it."""
        return (value for own, value in self.values.items() if own[: len(path)] == path)


_WORD = r"""(?:[A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')"""
_KEY = re.compile(rf"{_WORD}(?:[ \t]*\.[ \t]*{_WORD})*")
_GAP = re.compile(r"(?:\s|#[^\n]*)*")  # white space and remarks
_PLAIN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|(?:\d{4}-\d\d-\d\d )?[^\s,\]}#]+",
    re.DOTALL,
)
_SIGNS = re.compile("[=,]")


def places(text: str) -> Places:
    """The places of all values and tables; fails with ValueError on what cannot be followed."""
    found = Places({}, {})
    table: Path = ()
    counts: dict[Path, int] = {}
    at = gap(text, 0)
    while at < len(text):
        if text[at] == "[":
            at, table = _header(text, at, found, counts)
        else:
            at = _pair(text, at, table, False, found)
        at = gap(text, at)
    return found


def gap(text: str, at: int) -> int:
    """Where white space and remarks end that begin here."""
    match = _GAP.match(text, at)
    return match.end() if match else at


def _header(text: str, at: int, found: Places, counts: dict[Path, int]) -> tuple[int, Path]:
    """The end and the path of a table that begins here; a list of tables is numbered."""
    double = text.startswith("[[", at)
    keys, end = _keys(text, gap(text, at + 1 + double))
    end = gap(text, end) + 1 + double
    path: Path = ()
    for number, key in enumerate(keys, 1):
        path += (key,)
        if double and number == len(keys):
            counts[path] = counts.get(path, 0) + 1
        if path in counts:
            path += (counts[path] - 1,)
    found.tables[path] = Table(at, end)
    return end, path


def _pair(text: str, at: int, table: Path, inline: bool, found: Places) -> int:
    """Notes a key with its value; where it ends."""
    keys, key_end = _keys(text, at)
    start = gap(text, _sign(text, gap(text, key_end)))
    path = (*table, *keys)
    end = _value(text, start, path, found)
    found.values[path] = Value(at, key_end, start, end, inline)
    return end


def _value(text: str, at: int, path: Path, found: Places) -> int:
    """Where the value ends that begins here; notes what is in it."""
    if text.startswith(("[", "{"), at):
        return _several(text, at, path, found)
    match = _PLAIN.match(text, at)
    if match is None:
        raise ValueError(f"no value at {at}")
    return match.end()


def _several(text: str, at: int, path: Path, found: Places) -> int:
    """Where a list or an inline table ends."""
    is_list, number = text[at] == "[", 0
    at = gap(text, at + 1)
    while not text.startswith(("]", "}"), at):
        if is_list:
            end = _value(text, at, (*path, number), found)
            found.values[(*path, number)] = Value(at, at, at, end, True)
        else:
            end = _pair(text, at, path, True, found)
        number += 1
        at = gap(text, end)
        if not text.startswith(("]", "}"), at):
            at = gap(text, _sign(text, at))
    return at + 1


def _keys(text: str, at: int) -> tuple[list[str], int]:
    match = _KEY.match(text, at)
    if match is None:
        raise ValueError(f"no key at {at}")
    if not re.search("[\"']", match[0]):
        return [key.strip() for key in match[0].split(".")], match.end()
    keys: list[str] = []
    read: Any = tomli.loads(f"{match[0]} = true")
    while isinstance(read, dict):
        key, read = next(iter(read.items()))
        keys.append(key)
    return keys, match.end()


def _sign(text: str, at: int) -> int:
    if not _SIGNS.match(text, at):
        raise ValueError(f"no sign at {at}")
    return at + 1
