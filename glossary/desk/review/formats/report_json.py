"""Answers as the page exports them: one JSON object."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from corpus import lazy_re as re
from corpus.text.printable import quote_text
from glossary.decisions.decision import Answer, Answers, ReviewError
from glossary.desk.review.formats.clean_text import action, clean, deduplicated, name, time
from glossary.exchange.text_encoding import EncodingError, decode_text

MOST = 64 * 2**20  # bytes


@dataclass(frozen=True, slots=True)
class DuplicateKey:
    """A key that occurs twice in an object, with different values."""

    first: object
    second: object


def parse_json(data: bytes) -> object:
    """Parse JSON. Numbers become texts, as one may have a million digits and none is used in arithmetic."""
    if len(data) > MOST:
        raise ReviewError(f"has {len(data):,} bytes, the most is {MOST:,}; {_AGAIN}")
    try:
        text = decode_text(data)
    except EncodingError as error:
        raise ReviewError(f"{error}; save it as UTF-8, or {_AGAIN}") from error
    try:
        return json.loads(text, parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=_unique_keys)
    except json.JSONDecodeError as error:
        raise ReviewError(f"is broken JSON at line {error.lineno}, column {error.colno}; {_AGAIN}") from error
    except RecursionError as error:
        raise ReviewError(f"is JSON nested too deeply to be one of ours; {_AGAIN}") from error


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record: dict[str, object] = {}
    for key, value in pairs:
        record[key] = DuplicateKey(record[key], value) if key in record and record[key] != value else value
    return record


def text_of(record: dict[str, object], key: str) -> str:
    """Return the text under a key, empty if there is none. Fails if the value is not a text."""
    value = record.get(key)
    if isinstance(value, DuplicateKey):
        raise ReviewError(
            f"'{key}' stands there twice, as {_value_text(value.first)} and {_value_text(value.second)}; keep one"
        )
    if value is not None and not isinstance(value, str):
        raise ReviewError(f"'{key}' is {_value_text(value)}, not a text; {_AGAIN}")
    return value or ""


def _value_text(value: object) -> str:
    """Return a value for a message; of objects and lists, which may be deeply nested, only the kind is shown."""
    kinds: dict[type, str] = {dict: "an object", list: "a list", bool: "true or false", type(None): "nothing"}
    return kinds.get(type(value)) or (quote_text(value) if isinstance(value, str) else "more than one value")


FORMAT = "taiyaku-decisions"
VERSION = "1"
_KEYS = frozenset({"finding", "action", "when", "why", "words", "text", "places"})
_PLACE = re.compile("[0-9a-f]{8,16}")
_AGAIN = "export it from the page again"


def read(data: bytes) -> Answers:
    """Read the file. Fails if it is not an export of the page, or only part of one."""
    file = parse_json(data)
    if not isinstance(file, dict) or file.get("format") != FORMAT:
        raise ReviewError(f'is JSON, but does not begin with "format": "{FORMAT}"; hand in what the page exports')
    if (version := text_of(file, "version")) != VERSION:
        raise ReviewError(f"has version {quote_text(version)}, known is {VERSION}; use the taiyaku that made the page")
    reviewer, wrong = _reviewer_name(file)
    decisions = file.get("decisions")
    if isinstance(decisions, DuplicateKey):
        raise ReviewError(f"has 'decisions' twice; {_AGAIN}")
    if not isinstance(decisions, list):
        raise ReviewError(f"has no list of 'decisions'; {_AGAIN}")
    answers, problems = _read_decisions(decisions, reviewer)
    unique_answers, doubled = deduplicated(answers)
    return Answers(tuple(unique_answers), (*wrong, *problems, *doubled), clean(text_of(file, "build")))


def _reviewer_name(file: dict[str, object]) -> tuple[str, list[str]]:
    try:
        reviewer, wrong = name(text_of(file, "who"))
    except ReviewError as error:
        return "", [str(error)]
    return reviewer, [f"who: {wrong}"] if wrong else []


def _read_decisions(decisions: Iterable[object], reviewer: str) -> tuple[list[Answer], list[str]]:
    answers: list[Answer] = []
    problems: list[str] = []
    for number, decision in enumerate(decisions, 1):
        place = f"decision {number}"
        try:
            answer, wrong = _answer(_object(decision), reviewer, place)
            answers.append(answer)
            problems += [f"{place}: {line}" for line in wrong]
        except ReviewError as error:
            problems.append(f"{place}: {error}")
    return answers, problems


def _object(decision: object) -> dict[str, object]:
    if not isinstance(decision, dict):
        raise ReviewError(f"is no object; {_AGAIN}")
    for key in ("finding", "action"):
        if not text_of(decision, key).strip():
            raise ReviewError(f"has no '{key}'; {_AGAIN}")
    return decision


def _answer(decision: dict[str, object], reviewer: str, place: str) -> tuple[Answer, list[str]]:
    """Return the answer, and what in it could not be kept."""
    finding, why, words, text = (clean(text_of(decision, key)) for key in ("finding", "why", "words", "text"))
    wrong = [f"{quote_text(key)} is no key of a decision, and is not read" for key in decision if key not in _KEYS]
    timestamp, doubt = _decision_time(decision)
    verdict, places = action(text_of(decision, "action")), _places(decision)
    return Answer(finding, verdict, reviewer, timestamp, why, words, text, places, place), [*wrong, *doubt]


def _places(decision: dict[str, object]) -> tuple[str, ...]:
    """Return the places that it is about. Fails on an unreadable list, lest it become an answer about all."""
    if "places" not in decision:
        return ()
    places: Any = decision["places"]
    is_empty = not isinstance(places, list) or not places
    if is_empty or not all(isinstance(place, str) and _PLACE.fullmatch(place) for place in places):
        raise ReviewError(f"has 'places' that are no list of fingerprints; {_AGAIN}")
    return tuple(dict.fromkeys(places))


def _decision_time(decision: dict[str, object]) -> tuple[str, list[str]]:
    """Return when it was decided; an invalid time is reported, and counts as the time of intake."""
    try:
        return time(text_of(decision, "when").strip()), []
    except ReviewError as error:
        return "", [f"'when': {error}; the decision counts as made now"]
