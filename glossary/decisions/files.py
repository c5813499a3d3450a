"""Ledger files: decisions as lines of text under version control, one file per reviewer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, fields
from typing import Any, NamedTuple

from corpus import lazy_re as re
from corpus.moments import moment_of
from corpus.text.printable import printable
from glossary.decisions.adjudication import reviewer
from glossary.decisions.decision import ACTIONS, Decision, Question, ReviewError

REMEDY = "restore it from version control"
ASKED = tuple(field.name for field in fields(Question))
_HALF = re.compile("[\ud800-\udfff]")
_MERGING = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")
_KINDS = {"marks": "list of fingerprints", "sure": "number from 0 to 1"}

Row = Mapping[str, Any]


class LinePlace(NamedTuple):
    """The place of a line in a file, for messages."""

    file: str
    number: int

    def __str__(self) -> str:
        return f"{self.file}:{self.number}"


def line(row: Row) -> str:
    """Return an object as a line of JSON."""
    return f"{json.dumps(row, ensure_ascii=False)}\n"


def rows(text: str, name: str) -> Iterator[tuple[LinePlace, dict[str, Any]]]:
    """Yield the place and the object of each line of a file; raises ReviewError. JSON may hold other line ends."""
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
    """Return a question as its part of a line."""
    return asdict(question)


def question_from(row: Row, place: LinePlace) -> Question:
    """Return the question in its part of a line; raises ReviewError."""
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
    """Return whether a value is text that can be written back: JSON can contain lone surrogates."""
    return isinstance(value, str) and _HALF.search(value) is None


def fail_on_keys(row: Row, known_keys: Iterable[str], place: LinePlace) -> None:
    """Raise ReviewError if a line lacks a key or has an unknown one."""
    keys = tuple(known_keys)
    lacking = [key for key in keys if key not in row]
    unknown = [printable(key)[:40] for key in row if key not in keys]
    fail_unless(not lacking, place, f"lacks {', '.join(lacking)}")
    fail_unless(not unknown, place, f"does not know {', '.join(unknown)}")


def fail_unless(right: bool, place: LinePlace | str, problem: str) -> None:
    """Raise ReviewError with this problem at a place, unless the condition holds."""
    if not right:
        raise ReviewError(f"{place}: {problem}; {REMEDY}")


SUFFIX = ".jsonl"
_OWN = ("action", "who", "when", "why", "words", "text")
_LONGEST_NAME = 120  # bytes


def ledger_text(decisions: Iterable[Decision]) -> str:
    """Return the text of a file: one line for each distinct decision, by document and finding, to merge well."""
    by_line = {line(_row(decision)): decision for decision in decisions}
    return "".join(sorted(by_line, key=lambda text: (*_order(by_line[text]), text)))


def _order(decision: Decision) -> tuple[str, str, str]:
    return decision.question.path, decision.question.finding_id, decision.when


def _row(decision: Decision) -> dict[str, Any]:
    question_fields = asked_row(decision.question)
    answer_fields = {name: getattr(decision, name) for name in _OWN}
    return {
        "finding_id": question_fields.pop("finding_id"),
        **answer_fields,
        "final": decision.final,
        **({"placed": True} if decision.placed else {}),
        **question_fields,
    }


def read(text: str, name: str) -> list[Decision]:
    """Return the decisions in a file; raises ReviewError naming the file and the line."""
    return [_decision(row, place) for place, row in rows(text, name)]


def _decision(row: Row, place: LinePlace) -> Decision:
    row = {"placed": False, **row}  # written where it is so
    fail_on_keys(row, (*_OWN, "final", "placed", *ASKED), place)
    for name in _OWN:
        fail_unless(is_text(row[name]), place, f"{name} is no text")
    values = {name: row[name] for name in _OWN}
    fail_unless(
        values["action"] in ACTIONS, place, f"action {values['action']!r:.40}, where {', '.join(ACTIONS)} are known"
    )
    fail_unless(bool(values["who"].strip()), place, "no name in who")
    fail_unless(
        is_time(values["when"]), place, f"when {values['when']!r:.40}, which is no UTC like 2026-11-22T14:05:00Z"
    )
    for name in ("final", "placed"):
        fail_unless(isinstance(row[name], bool), place, f"{name} is neither true nor false")
    return Decision(question_from(row, place), **values, final=row["final"], placed=row["placed"])


def is_time(text: str) -> bool:
    """Return whether a text is a time as in decisions: UTC, to the second."""
    try:
        moment_of(text)
    except ValueError:
        return False
    return len(text) == len("2026-11-22T14:05:00Z")


def file_of(name: str) -> str:
    """Return the name of a reviewer's file; two names that differ only in punctuation share one."""
    plain = re.sub(r"[^\w]+", "-", reviewer(name)).strip("-_").encode()[:_LONGEST_NAME].decode("utf-8", "ignore")
    return f"{plain or 'reviewer'}{SUFFIX}"


def fingerprint(decisions: Iterable[Decision]) -> str:
    """Return a short hash of decisions, whatever their files and order; empty if there are none."""
    text = ledger_text(decisions)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8] if text else ""
