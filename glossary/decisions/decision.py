"""Decisions: what reviewers say of findings, from a line of their file to a line that is kept under version control."""

from __future__ import annotations

from dataclasses import dataclass, field

ACTIONS = {
    "accept": "the finding is right; the text is to be changed",
    "reject": "the text is right as it stands",
    "admit": "the words are a good rendering: the glossary should admit them",
    "prefer": "the words are the best rendering: the glossary should prefer them",
    "exclude": "the words mean something else in this company: the glossary should pass over them there",
    "discuss": "to be talked about; nothing changes",
}
TRUE = frozenset({"accept"})  # the rule was right
FALSE = frozenset({"reject", "admit", "prefer", "exclude"})  # it was not, or the glossary was not


class ReviewError(ValueError):
    """A file of decisions or a packet is at fault; the message names file, place and remedy."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a reviewer's file says of one finding, not yet looked up."""

    finding_id: str
    action: str  # one of ACTIONS
    who: str = ""  # empty: whoever hands the file in
    when: str = ""  # UTC, such as 2026-11-22T14:05:00Z; empty: when the file is handed in
    why: str = ""
    words: str = ""  # accept: what to put in place of the words; admit, prefer: the form, if not the words themselves;
    # exclude: the longer string within which they mean something else
    text: str = ""  # accept: the whole text of the unit as it should be
    place: str = ""  # where the file says so, for messages: "row 12"


@dataclass(frozen=True, slots=True)
class Answers:
    """What one file says: the answers, and one line for each that could not be understood."""

    answers: tuple[Answer, ...]
    problems: tuple[str, ...] = ()
    build_id: str = ""  # the build that the file was made from, where it says so
    remarks: tuple[str, ...] = ()  # one line for each kind of thing that is no decision, and nothing is wrong with


@dataclass(frozen=True, slots=True)
class Question:
    """A finding as a reviewer was asked about it: all that a decision needs when the build is long gone."""

    finding_id: str
    rule: str
    concept_id: str  # empty where the finding speaks of none
    lang: str
    path: str  # of the document, from the root of its build
    surface: str
    marks: tuple[str, ...]  # the fingerprint of each place, in order
    sure: float  # factor on the rule's confidence that it was raised with
    target: str = ""  # readable text of the unit that holds the first place
    source: str = ""  # its English; empty where it has none


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer to what was asked."""

    question: Question
    action: str
    who: str
    when: str
    why: str = ""
    words: str = ""
    text: str = ""
    final: bool = field(default=False)  # settles what reviewers do not agree on
