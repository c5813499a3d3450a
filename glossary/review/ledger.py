"""The ledger: decisions as lines of text files under version control, one file for each reviewer."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

from glossary.review.decision import ACTIONS, Asked, Decision, ReviewError

SUFFIX = ".jsonl"
_OF_ASKED = {"finding_id": "finding", "concept_id": "concept"}  # what a line calls the fields of Asked
_REMEDY = "restore it from version control, or take the line out"
_OWN = ("action", "who", "when", "why", "words", "text")
_LONGEST_NAME = 60


def written(decisions: Iterable[Decision]) -> str:
    """The text of a file: each decision once, a line each, by document and finding, so that versions merge well."""
    lines = {json.dumps(_row(one), ensure_ascii=False): one for one in decisions}
    ordered = sorted(lines, key=lambda line: (*_order(lines[line]), line))
    return "".join(f"{line}\n" for line in ordered)


def _order(one: Decision) -> tuple[str, str, str]:
    return one.asked.path, one.asked.finding_id, one.when


def _row(one: Decision) -> dict[str, Any]:
    """A decision as its line has it; what is empty is left out."""
    own: dict[str, Any] = {name: said for name in _OWN if (said := getattr(one, name))}
    asked = asked_row(one.asked)
    return {"finding": asked.pop("finding"), **own, **({"final": True} if one.final else {}), **asked}


def read(text: str, name: str) -> list[Decision]:
    """The decisions of a file; raises ReviewError naming the file and the line."""
    numbered = enumerate(text.split("\n"), 1)  # a text in JSON may hold the other line ends
    return [_decision(line, f"{name}:{number}") for number, line in numbered if line.strip()]


def _decision(line: str, place: str) -> Decision:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        said = "merged with conflicts" if line.startswith(("<<<<<<<", "=======", ">>>>>>>")) else f"no JSON: {error}"
        raise ReviewError(f"{place}: {said}; {_REMEDY}") from None
    if not isinstance(row, dict):
        raise ReviewError(f"{place}: no decision; {_REMEDY}")
    own = _texts(row, _OWN, ("why", "words", "text"), place)
    if own["action"] not in ACTIONS:
        raise ReviewError(f"{place}: action {own['action']!r:.40}; known are {', '.join(ACTIONS)}")
    if not is_time(own["when"]):
        raise ReviewError(f"{place}: when {own['when']!r:.40}; write UTC such as 2026-11-22T14:05:00Z")
    return Decision(_asked(row, place), **own, final=row.get("final") is True)


def asked_row(one: Asked) -> dict[str, Any]:
    """What was asked as a line has it; what is empty is left out."""
    row = {_OF_ASKED.get(field.name, field.name): getattr(one, field.name) for field in fields(Asked)}
    return {name: value for name, value in row.items() if value != ""}


def _asked(row: Mapping[str, Any], place: str) -> Asked:
    names = [field.name for field in fields(Asked) if field.name not in ("marks", "sure")]
    said = {_OF_ASKED.get(name, name): row.get(_OF_ASKED.get(name, name), "") for name in names}
    texts = _texts(said, tuple(said), ("concept", "target", "source", "surface"), place)
    marks, sure = row.get("marks"), row.get("sure")
    if not isinstance(marks, list) or not all(isinstance(one, str) for one in marks):
        raise ReviewError(f"{place}: marks is no list of fingerprints; {_REMEDY}")
    if isinstance(sure, bool) or not isinstance(sure, int | float) or not 0 <= sure <= 1:
        raise ReviewError(f"{place}: sure is no number from 0 to 1; {_REMEDY}")
    back = {own: name for name, own in _OF_ASKED.items()}
    return Asked(**{back.get(name, name): said for name, said in texts.items()}, marks=tuple(marks), sure=float(sure))


def _texts(row: Mapping[str, Any], names: Iterable[str], optional: Iterable[str], place: str) -> dict[str, str]:
    found = {name: row.get(name, "") for name in names}
    wrong = [name for name, said in found.items() if not isinstance(said, str) or not (said or name in optional)]
    if wrong:
        raise ReviewError(f"{place}: lacks {', '.join(wrong)}; {_REMEDY}")
    return found


def is_time(said: str) -> bool:
    """Whether a text is a moment as decisions have it: UTC, to the second."""
    try:
        datetime.strptime(said, "%Y-%m-%dT%H:%M:%SZ")
    except ValueError:
        return False
    return len(said) == len("2026-11-22T14:05:00Z")


def file_of(who: str) -> str:
    """The name of a reviewer's file; two names that differ in signs alone share one."""
    plain = re.sub(r"[^\w]+", "-", who.casefold()).strip("-_")
    return f"{plain[:_LONGEST_NAME] or 'reviewer'}{SUFFIX}"


def fingerprint(decisions: Iterable[Decision]) -> str:
    """A short hash of decisions, in whatever files and order they stand; empty without any."""
    text = written(decisions)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8] if text else ""
