"""Reading JSON text that may have been edited, or made to do harm."""

from __future__ import annotations

import json
from dataclasses import dataclass

from corpus.text.printable import quote_text
from glossary.decisions.decision import ReviewError
from glossary.exchange.text_encoding import EncodingError, decode_text

MOST = 64 * 2**20  # bytes
_AGAIN = "export it from the page again"


@dataclass(frozen=True, slots=True)
class DuplicateKey:
    """A key that stands in an object twice, with different values."""

    first: object
    second: object


def parse_json(data: bytes) -> object:
    """Parse JSON. Numbers are texts, as a number may have a million digits and none is reckoned with."""
    if len(data) > MOST:
        raise ReviewError(f"has {len(data):,} bytes, the most is {MOST:,}; {_AGAIN}")
    text = _decode(data)
    try:
        return json.loads(text, parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise ReviewError(f"is broken JSON at line {error.lineno}, column {error.colno}; {_AGAIN}") from error
    except RecursionError as error:
        raise ReviewError(f"is JSON nested too deeply to be one of ours; {_AGAIN}") from error


def _decode(data: bytes) -> str:
    try:
        return decode_text(data)
    except EncodingError as error:
        raise ReviewError(f"{error}; save it as UTF-8, or {_AGAIN}") from error


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record: dict[str, object] = {}
    for key, value in pairs:
        record[key] = DuplicateKey(record[key], value) if key in record and record[key] != value else value
    return record


def text_of(record: dict[str, object], key: str) -> str:
    """Return the text under a key, empty where there is none. Fails where something else stands there."""
    value = record.get(key)
    if isinstance(value, DuplicateKey):
        raise ReviewError(
            f"'{key}' stands there twice, as {_value_text(value.first)} and {_value_text(value.second)}; keep one"
        )
    if value is not None and not isinstance(value, str):
        raise ReviewError(f"'{key}' is {_value_text(value)}, not a text; {_AGAIN}")
    return value or ""


def _value_text(value: object) -> str:
    """Return a value in a message; what holds others may be deep, so that only its kind is shown."""
    kinds: dict[type, str] = {dict: "an object", list: "a list", bool: "true or false", type(None): "nothing"}
    return kinds.get(type(value)) or (quote_text(value) if isinstance(value, str) else "more than one value")
