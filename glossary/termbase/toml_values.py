"""Typed values from a TOML table; values that do not fit become faults with place and remedy, which collect."""

from __future__ import annotations

import datetime
import difflib
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from glossary.termbase.fault import Fault, Place
from glossary.termbase.invisible_characters import invisible
from glossary.termbase.termbase import GlossaryError

_Value = TypeVar("_Value")


class FaultCollector:
    """Collects faults."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def of(self, read: Callable[[], _Value]) -> _Value | None:
        """Return what `read` returns; if it fails, keep its faults and return None."""
        try:
            return read()
        except GlossaryError as error:
            self.faults += error.faults
            return None

    def fail(self, without: Collection[Fault] = ()) -> None:
        """Raise GlossaryError with all collected faults except those in `without`; do nothing if none remain."""
        remaining = [fault for fault in self.faults if fault not in without]
        if remaining:
            raise GlossaryError(*remaining)


Table = Mapping[str, Any]
_KINDS = {str: "a string", bool: "a truth value", int: "a number", float: "a number", list: "a list", dict: "a table"}


def kind(value: Any) -> str:
    """Return the type of a TOML value in words."""
    return _KINDS.get(type(value), f"a {type(value).__name__}")


def known_keys(table: Table, keys: Collection[str], place: Place) -> None:
    """Fail on a key that is unknown here; the fault names the nearest known one."""
    for key in table:
        if key not in keys:
            near = difflib.get_close_matches(key, keys, n=1, cutoff=0.5)
            if near:
                raise GlossaryError(place.fault("misspelled-key", key=key, near=near[0]))
            raise GlossaryError(place.fault("unknown-key", key=key, known=", ".join(keys)))


def table_at(table: Table, key: str, place: Place) -> Table:
    """Return a table within a table; empty where there is none."""
    value = table.get(key, {})
    if not isinstance(value, dict):
        raise GlossaryError(place.fault("not-a-table", key=key, actual=kind(value)))
    return value


def text_at(table: Table, key: str, place: Place, required: bool = False) -> str:
    """Return a string; empty where there is none."""
    value = table.get(key, "")
    if isinstance(value, datetime.date):
        value = value.isoformat()
    if not isinstance(value, str):
        raise GlossaryError(place.fault("not-a-string", key=key, actual=kind(value)))
    if not value.strip() and (required or key in table):
        raise GlossaryError(place.fault("missing-text", key=key, actual="empty" if key in table else "missing"))
    return clean(value, key, place)


def texts_at(table: Table, key: str, place: Place) -> tuple[str, ...]:
    """Return a list of strings; empty where there is none."""
    value = table.get(key, [])
    if not isinstance(value, list):
        raise GlossaryError(place.fault("not-a-list", key=key, actual=kind(value)))
    for text in value:
        if not isinstance(text, str) or not text.strip():
            actual = "an empty string" if isinstance(text, str) else kind(text)
            raise GlossaryError(place.fault("not-strings", key=key, actual=actual))
    return tuple(clean(text, key, place) for text in value)


def choice_at(table: Table, key: str, choices: tuple[str, ...], default: str, place: Place) -> str:
    """Return one of the allowed words."""
    value = table.get(key, default)
    if value not in choices:
        alternatives = " or ".join(map(repr, choices))
        raise GlossaryError(place.fault("not-a-choice", key=key, actual=repr(value), choices=alternatives))
    return str(value)


def flag_at(table: Table, key: str, place: Place) -> bool:
    """Return true or false; false if the key is missing."""
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise GlossaryError(place.fault("not-a-flag", key=key, actual=kind(value)))
    return value


def clean(text: str, key: str, place: Place) -> str:
    """Return the text itself; fails on invisible characters, and on leading or trailing space."""
    unseen = invisible(text)
    if unseen:
        facts = {"spelled_out": unseen.spelled_out, "character": unseen.name, "remedy": unseen.remedy}
        place = place._replace(form=text) if key == "form" else place
        raise GlossaryError(place.fault("invisible-character", key=key, **facts))
    return text
