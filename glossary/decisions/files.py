"""The ledger: decisions as lines of text files under version control, one file for each reviewer."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Any

from corpus.moments import moment_of
from glossary.decisions.adjudication import reviewer
from glossary.decisions.decision import ACTIONS, Decision
from glossary.decisions.jsonl import (
    ASKED,
    LinePlace,
    Row,
    asked_row,
    fail_on_keys,
    fail_unless,
    is_text,
    line,
    question_from,
    rows,
)

SUFFIX = ".jsonl"
_OWN = ("action", "who", "when", "why", "words", "text")
_LONGEST_NAME = 120  # bytes


def ledger_text(decisions: Iterable[Decision]) -> str:
    """Return the text of a file: each decision once, a line each, by document and finding, to merge well."""
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
    """Return the decisions of a file; raises ReviewError naming the file and the line."""
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
    """Return whether a text is a moment as decisions have it: UTC, to the second."""
    try:
        moment_of(text)
    except ValueError:
        return False
    return len(text) == len("2026-11-22T14:05:00Z")


def file_of(name: str) -> str:
    """Return the name of a reviewer's file; two names that differ in signs alone share one."""
    plain = re.sub(r"[^\w]+", "-", reviewer(name)).strip("-_").encode()[:_LONGEST_NAME].decode("utf-8", "ignore")
    return f"{plain or 'reviewer'}{SUFFIX}"


def fingerprint(decisions: Iterable[Decision]) -> str:
    """Return a short hash of decisions, in whatever files and order they stand; empty without any."""
    text = ledger_text(decisions)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8] if text else ""
