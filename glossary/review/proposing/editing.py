"""Edits of TOML text: one value is put in, added or dropped, and everything else stays as it was written.

Each edit is proved: what a parser reads afterwards is what the same edit makes of the values. So an entry that is
written in a way not thought of here is told, never spoilt.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import tomli

from glossary.review.proposing.adding import added
from glossary.review.proposing.dropping import dropped
from glossary.review.proposing.lines import replaced
from glossary.review.proposing.places import Path, places
from glossary.review.proposing.writing import written


class UnusualError(ValueError):
    """The entry is written in a way that is not edited here."""


def put(text: str, path: Path, value: Any, remark: str = "") -> str:
    """The text with another value at a path."""

    def edit() -> str:
        place = places(text).values[path]
        return replaced(text, place.start, place.end, written(value), remark)

    return _proved(text, lambda data: _set(data, path, value), edit)


def add(text: str, path: Path, value: Any, remark: str = "") -> str:
    """The text with one more item in the list at a path, which is made where there is none."""
    if isinstance(value, str) and _has_tables(text, path):
        value = {"form": value}
    return _proved(text, lambda data: _append(data, path, value), lambda: added(text, path, value, remark))


def drop(text: str, path: Path) -> str:
    """The text without an item of a list; without the list where it was the last one."""
    return _proved(text, lambda data: _remove(data, path), lambda: dropped(text, path))


def _proved(text: str, change: Callable[[Any], None], edit: Callable[[], str]) -> str:
    wanted = deepcopy(tomli.loads(text))
    change(wanted)
    try:
        edited = edit()
        if tomli.loads(edited) == wanted:
            return edited
    except (ValueError, LookupError):
        pass
    raise UnusualError("its entry is written in an unusual way")


def _has_tables(text: str, path: Path) -> bool:
    """Whether a list is written as `[[tables]]`: no plain string stands there."""
    return any(own[:-1] == path for own in places(text).tables)


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def _set(data: Any, path: Path, value: Any) -> None:
    _at(data, path[:-1])[path[-1]] = value


def _append(data: Any, path: Path, value: Any) -> None:
    for key in path[:-1]:
        data = data.setdefault(key, {}) if isinstance(data, dict) else data[key]
    data.setdefault(path[-1], []).append(value)


def _remove(data: Any, path: Path) -> None:
    items = _at(data, path[:-1])
    del items[path[-1]]
    if not items:
        del _at(data, path[:-2])[path[-2]]
