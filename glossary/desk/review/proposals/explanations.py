"""Explanations of changes: a remark beside each in the file, and lines for who reads the patch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corpus.text.printable import printable
from glossary.decisions.decision import Decision
from glossary.desk.review.proposals.changes import EntryChange, listed_form
from glossary.termbase.termbase import UNWANTED

_LONGEST = 118  # characters of a remark without its "# "
_SHOWN = 40  # characters of the words that a decision is about
_DONE = {"admit": "admitted", "prefer": "preferred", "wrong": "listed as wrong", "exclude": "excluded"}


def remark(change: EntryChange, decisions: Sequence[Decision]) -> str:
    """Return the remark after a changed line: who wants it, since when and why."""
    summary = f"{_DONE[change.action]} by {_reviewer_names(decisions)}{_decision_date(decisions)}"
    return _one_line(f"{summary}: {_last_reason(decisions)}" if _last_reason(decisions) else summary)


def note(path: str, change: EntryChange, decisions: Sequence[Decision], against: Sequence[Decision], entry: str) -> str:
    """Return a line on a proposal: the file, what is to change, who asks for it, when, why, who called it wrong, and
    what the entry said so far.
    """
    many = f"{len(decisions)} decisions" if len(decisions) > 1 else "1 decision"
    line = f"{path}: {request_text(change, decisions)} ({many}{_decision_date(decisions)})"
    line += f": {_last_reason(decisions)}" if _last_reason(decisions) else ""
    line += f"; {_reviewer_names(against)} took it for a fault" if against else ""
    return printable(line + _former_reason(change, entry))


def request_text(change: EntryChange, decisions: Sequence[Decision]) -> str:
    """Return what is to change, and who says so."""
    return printable(f"'{change.concept_id}' {change.lang}: {_change_text(change)}, says {_reviewer_names(decisions)}")


def conflict(group: Mapping[EntryChange, Sequence[Decision]]) -> str:
    """Return a line on changes that do not go together."""
    wishes = ", ".join(f"{_reviewer_names(decisions)} to {_change_text(change)}" for change, decisions in group.items())
    first = next(iter(group))
    return printable(f"'{first.concept_id}' {first.lang}: {wishes}; agree, and make one of these decisions final")


def unclear_line(decision: Decision, error: Exception) -> str:
    """Return a line on a decision from which no change can be made."""
    surface = (
        decision.question.surface
        if len(decision.question.surface) <= _SHOWN
        else f"{decision.question.surface[:_SHOWN]}…"
    )
    place = f"{decision.question.finding_id} ({decision.question.place})"
    return printable(f"{place}: {decision.action} '{surface}', says {_reviewer_names([decision])}: {error}")


def _reviewer_names(decisions: Sequence[Decision]) -> str:
    """Return the names of those who decided, each once: Mei, Ken and 3 others."""
    names = list(dict.fromkeys(printable(" ".join(decision.who.split())) or "a reviewer" for decision in decisions))
    if len(names) > 3:
        return f"{names[0]}, {names[1]} and {len(names) - 2} others"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _change_text(change: EntryChange) -> str:
    """Return a change as one asks for it."""
    within = f" within '{change.longer}'" if change.action == "exclude" else ""
    verb = {"admit": "admit", "prefer": "prefer", "wrong": "list as wrong", "exclude": "pass over"}[change.action]
    return f"{verb} '{change.form}'{within}"


def _former_reason(change: EntryChange, entry: str) -> str:
    """Return the reason that the entry gave so far for calling a form wrong."""
    status, item = listed_form(entry, change.lang, change.form)
    if status not in UNWANTED or change.action in ("wrong", "exclude"):
        return ""
    why = item.get("why", "") if isinstance(item, dict) else ""
    return f"; was {status}: {why}" if why else f"; was {status}"


def _last_reason(decisions: Sequence[Decision]) -> str:
    """Return the last reason that was given, on one line."""
    reasons = (printable(" ".join(decision.why.split())) for decision in reversed(decisions))
    return next(filter(None, reasons), "")


def _decision_date(decisions: Sequence[Decision]) -> str:
    day = printable(max(decision.when for decision in decisions)[:10].strip())
    return f", {day}" if day else ""


def _one_line(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
