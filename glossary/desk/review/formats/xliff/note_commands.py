"""Noted: a reviewer's note that decides, such as `reject: a product name` or `admit T101: 「演算器」 is common`."""

from __future__ import annotations

from dataclasses import dataclass

from corpus import lazy_re as re
from glossary.decisions.decision import ReviewError
from glossary.desk.review.formats.actions import action

_NOTE = re.compile(r"([^:：]{1,40})[:：](.*)", re.DOTALL)
_RULE = re.compile(r"\bT\d{3}\b")
_QUOTED = re.compile("|".join(f"{a}([^{a}{b}]{{1,200}}){b}" for a, b in ("「」", "『』", "“”", '""', "«»", "【】")))
_OF_WORDS = frozenset({"accept", "admit", "prefer", "wrong", "exclude"})  # they may name words


@dataclass(frozen=True, slots=True)
class NoteCommand:
    """What a note decides."""

    action: str
    rule: str  # the one rule of the unit's that it speaks of; empty: all
    words: str
    why: str


def order(note: str) -> NoteCommand | None:
    """Return what the note decides: it begins with an action, in English, Chinese or Japanese, and a colon; None for
    others.

    The first words in quotes are those to put in, to admit, to prefer, or within which to pass over the finding.
    """
    match = _NOTE.fullmatch(note)
    if not match:
        return None
    rule = _RULE.search(match[1])
    try:
        action_name = action(_RULE.sub("", match[1]))
    except ReviewError:
        return None  # some other word before a colon
    quoted = _QUOTED.search(match[2]) if action_name in _OF_WORDS else None
    words = next(filter(None, quoted.groups()), "") if quoted else ""
    return NoteCommand(action_name, rule[0] if rule else "", words, match[2].strip())
