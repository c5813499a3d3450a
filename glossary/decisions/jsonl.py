"""Lines: JSON objects in text files under version control, and what was asked of a finding as part of one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, fields
from typing import Any, NamedTuple

from corpus import lazy_re as re
from corpus.text.printable import printable
from glossary.decisions.decision import Question, ReviewError

REMEDY = "restore it from version control"
ASKED = tuple(field.name for field in fields(Question))
_HALF = re.compile("[\ud800-\udfff]")
_MERGING = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")
_KINDS = {"marks": "list of fingerprints", "sure": "number from 0 to 1"}

Row = Mapping[str, Any]


class LinePlace(NamedTuple):
    """A line of a file, for messages."""

    file: str
    number: int

    def __str__(self) -> str:
        return f"{self.file}:{self.number}"


def line(row: Row) -> str:
    """Return an object as a line."""
    return f"{json.dumps(row, ensure_ascii=False)}\n"


def rows(text: str, name: str) -> Iterator[tuple[LinePlace, dict[str, Any]]]:
    """Yield the place of each line of a file, and its object; raises ReviewError. JSON may hold other line ends."""
    for number, raw_line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if raw_line.strip():
            place = LinePlace(printable(name), number)
            yield place, _object(raw_line, place)


def _object(raw_line: str, place: LinePlace) -> dict[str, Any]:
    fail_unless(not raw_line.startswith(_MERGING), place, "merged with conflicts")
    try:
        loaded = json.loads(raw_line)
    except json.JSONDecodeError as error:
        raise ReviewError(f"{place}: not JSON: {error.msg} (column {error.colno}); {REMEDY}") from None
    except (ValueError, RecursionError) as error:
        raise ReviewError(f"{place}: not JSON: {error}; {REMEDY}") from None
    fail_unless(isinstance(loaded, dict), place, "no object in braces")
    return loaded  # type: ignore[no-any-return]


def asked_row(question: Question) -> dict[str, Any]:
    """Return a question as part of a line."""
    return asdict(question)


def question_from(row: Row, place: LinePlace) -> Question:
    """Read a question from its part of a line; raises ReviewError."""
    for name in ASKED:
        fail_unless(_is_valid_value(name, row[name]), place, f"{name} is no {_KINDS.get(name, 'text')}")
    values = {name: row[name] for name in ASKED}
    return Question(**{**values, "marks": tuple(values["marks"]), "sure": float(values["sure"])})


def _is_valid_value(name: str, value: Any) -> bool:
    if name == "marks":
        return isinstance(value, list) and all(map(is_text, value))
    if name == "sure":
        return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
    return is_text(value)


def is_text(value: Any) -> bool:
    """Return whether a value is text that can be written again: JSON can spell out half a character."""
    return isinstance(value, str) and _HALF.search(value) is None


def fail_on_keys(row: Row, known_keys: Iterable[str], place: LinePlace) -> None:
    """Raise ReviewError where a line lacks a key, or has one that is not known."""
    keys = tuple(known_keys)
    lacking = [key for key in keys if key not in row]
    unknown = [printable(key)[:40] for key in row if key not in keys]
    fail_unless(not lacking, place, f"lacks {', '.join(lacking)}")
    fail_unless(not unknown, place, f"does not know {', '.join(unknown)}")


def fail_unless(right: bool, place: LinePlace | str, problem: str) -> None:
    """Raise ReviewError that says what is wrong at a place."""
    if not right:
        raise ReviewError(f"{place}: {problem}; {REMEDY}")
