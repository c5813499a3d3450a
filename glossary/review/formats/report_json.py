"""Answers as the page exports them: one JSON object."""

from __future__ import annotations

from collections.abc import Iterable

from glossary.decisions.decision import Answer, Answers, ReviewError
from glossary.review.formats.actions import action
from glossary.review.formats.clean_text import clean, name, quoted, time
from glossary.review.formats.deduplicate import once
from glossary.review.formats.json_text import Twice, parsed, text_of

FORMAT = "taiyaku-decisions"
VERSION = "1"
_KEYS = frozenset({"finding", "action", "when", "why", "words", "text"})
_AGAIN = "export it from the page again"


def read(data: bytes) -> Answers:
    """What the file says. Fails where it is no export of the page, or only half of one."""
    file = _file(parsed(data))
    who, wrong = _who(file)
    said, problems = _read_all(_decisions(file), who)
    kept, doubled = once(said)
    return Answers(tuple(kept), (*wrong, *problems, *doubled), clean(text_of(file, "build")))


def _file(made: object) -> dict[str, object]:
    if not isinstance(made, dict) or made.get("format") != FORMAT:
        raise ReviewError(f'is JSON, but does not begin with "format": "{FORMAT}"; hand in what the page exports')
    if (version := text_of(made, "version")) != VERSION:
        raise ReviewError(f"has version {quoted(version)}, known is {VERSION}; use the taiyaku that made the page")
    return made


def _decisions(file: dict[str, object]) -> list[object]:
    decisions = file.get("decisions")
    if isinstance(decisions, Twice):
        raise ReviewError(f"has 'decisions' twice; {_AGAIN}")
    if not isinstance(decisions, list):
        raise ReviewError(f"has no list of 'decisions'; {_AGAIN}")
    return decisions


def _who(file: dict[str, object]) -> tuple[str, list[str]]:
    try:
        who, wrong = name(text_of(file, "who"))
    except ReviewError as error:
        return "", [str(error)]
    return who, [wrong] if wrong else []


def _read_all(decisions: Iterable[object], who: str) -> tuple[list[Answer], list[str]]:
    said: list[Answer] = []
    problems: list[str] = []
    for number, one in enumerate(decisions, 1):
        place = f"decision {number}"
        try:
            answer, wrong = _answer(_object(one), who, place)
            said.append(answer)
            problems += [f"{place}: {line}" for line in wrong]
        except ReviewError as error:
            problems.append(f"{place}: {error}")
    return said, problems


def _object(one: object) -> dict[str, object]:
    if not isinstance(one, dict):
        raise ReviewError(f"is no object; {_AGAIN}")
    for key in ("finding", "action"):
        if not text_of(one, key).strip():
            raise ReviewError(f"has no '{key}'; {_AGAIN}")
    return one


def _answer(one: dict[str, object], who: str, place: str) -> tuple[Answer, list[str]]:
    """The answer, and what of it could not be kept."""
    finding, why, words, text = (clean(text_of(one, key)) for key in ("finding", "why", "words", "text"))
    wrong = [f"{quoted(key)} is no key of a decision, and is not read" for key in one if key not in _KEYS]
    when, doubt = _when(one)
    return Answer(finding, action(text_of(one, "action")), who, when, why, words, text, place), [*wrong, *doubt]


def _when(one: dict[str, object]) -> tuple[str, list[str]]:
    """When it was decided; what is no time counts as made when the file is handed in, and is told."""
    try:
        return time(text_of(one, "when").strip()), []
    except ReviewError as error:
        return "", [f"'when': {error}; the decision counts as made now"]
