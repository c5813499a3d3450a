"""The ledger: decisions as lines of text files under version control, one file for each reviewer."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from glossary.decisions.adjudication import reviewer
from glossary.decisions.decision import ACTIONS, Decision
from glossary.decisions.jsonl import ASKED, Row, asked_of, asked_row, fail_on_keys, fail_unless, is_text, line, rows

SUFFIX = ".jsonl"
_OWN = ("action", "who", "when", "why", "words", "text")
_LONGEST_NAME = 120  # bytes


def written(decisions: Iterable[Decision]) -> str:
    """The text of a file: each decision once, a line each, by document and finding, so that versions merge well."""
    found = {line(_row(one)): one for one in decisions}
    return "".join(sorted(found, key=lambda own: (*_order(found[own]), own)))


def _order(one: Decision) -> tuple[str, str, str]:
    return one.asked.path, one.asked.finding_id, one.when


def _row(one: Decision) -> dict[str, Any]:
    asked = asked_row(one.asked)
    own = {name: getattr(one, name) for name in _OWN}
    return {"finding_id": asked.pop("finding_id"), **own, "final": one.final, **asked}


def read(text: str, name: str) -> list[Decision]:
    """The decisions of a file; raises ReviewError naming the file and the line."""
    return [_decision(row, place) for place, row in rows(text, name)]


def _decision(row: Row, place: str) -> Decision:
    fail_on_keys(row, (*_OWN, "final", *ASKED), place)
    for name in _OWN:
        fail_unless(is_text(row[name]), place, f"{name} is no text")
    own = {name: row[name] for name in _OWN}
    fail_unless(own["action"] in ACTIONS, place, f"action {own['action']!r:.40}, where {', '.join(ACTIONS)} are known")
    fail_unless(bool(own["who"].strip()), place, "nobody in who")
    fail_unless(is_time(own["when"]), place, f"when {own['when']!r:.40}, which is no UTC like 2026-11-22T14:05:00Z")
    fail_unless(isinstance(row["final"], bool), place, "final is neither true nor false")
    return Decision(asked_of(row, place), **own, final=row["final"])


def is_time(said: str) -> bool:
    """Whether a text is a moment as decisions have it: UTC, to the second."""
    try:
        datetime.strptime(said, "%Y-%m-%dT%H:%M:%SZ")
    except ValueError:
        return False
    return len(said) == len("2026-11-22T14:05:00Z")


def file_of(who: str) -> str:
    """The name of a reviewer's file; two names that differ in signs alone share one."""
    plain = re.sub(r"[^\w]+", "-", reviewer(who)).strip("-_").encode()[:_LONGEST_NAME].decode("utf-8", "ignore")
    return f"{plain or 'reviewer'}{SUFFIX}"


def fingerprint(decisions: Iterable[Decision]) -> str:
    """A short hash of decisions, in whatever files and order they stand; empty without any."""
    text = written(decisions)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8] if text else ""
