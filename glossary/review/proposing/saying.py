"""What is said of a change: a remark beside it in the file, and a line for who reads the patch."""

from __future__ import annotations

from collections.abc import Sequence

from corpus.printable import printable
from glossary.review.decision import Decision
from glossary.review.proposing.asking import who, wish
from glossary.review.proposing.changing import Change, listed
from glossary.terms import UNWANTED

_LONGEST = 118  # characters of a remark without its "# "
_DONE = {"admit": "admitted", "prefer": "preferred", "exclude": "excluded"}


def remark(change: Change, decisions: Sequence[Decision]) -> str:
    """What stands behind a changed line: who wants it, since when and why."""
    said = f"{_DONE[change.action]} by {who(decisions)}{_since(decisions)}"
    return _short(f"{said}: {_why(decisions)}" if _why(decisions) else said)


def note(path: str, change: Change, decisions: Sequence[Decision], against: Sequence[Decision], entry: str) -> str:
    """A line on a proposal: the file, what is to change, who asks for it, when, why, who took it for a fault, and
    what the entry said so far."""
    many = f"{len(decisions)} decisions" if len(decisions) > 1 else "1 decision"
    line = f"{path}: {wished(change, decisions)} ({many}{_since(decisions)})"
    line += f": {_why(decisions)}" if _why(decisions) else ""
    line += f"; {who(against)} took it for a fault" if against else ""
    return printable(line + _formerly(change, entry))


def wished(change: Change, decisions: Sequence[Decision]) -> str:
    """What is to change, and who says so."""
    return printable(f"'{change.concept_id}' {change.lang}: {wish(change)}, says {who(decisions)}")


def _formerly(change: Change, entry: str) -> str:
    """What the entry said so far of a form that it took for a fault."""
    status, item = listed(entry, change.lang, change.form)
    if status not in UNWANTED or change.action == "exclude":
        return ""
    why = item.get("why", "") if isinstance(item, dict) else ""
    return f"; was {status}: {why}" if why else f"; was {status}"


def _why(decisions: Sequence[Decision]) -> str:
    """The last reason that was given, on one line."""
    reasons = (printable(" ".join(one.why.split())) for one in reversed(decisions))
    return next(filter(None, reasons), "")


def _since(decisions: Sequence[Decision]) -> str:
    day = printable(max(one.when for one in decisions)[:10].strip())
    return f", {day}" if day else ""


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
