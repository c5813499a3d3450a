"""Decisions: what reviewers say of findings, from a line in their file to a line under version control."""

from __future__ import annotations

from dataclasses import dataclass, field

ACTIONS = {
    "accept": "the finding is right; the text is to be changed",
    "reject": "the text is right as it stands",
    "admit": "the words are a good rendering: the glossary should admit them",
    "prefer": "the words are the best rendering: the glossary should prefer them",
    "wrong": "the words are wrong: the glossary should list them as such",
    "exclude": "the words mean something else in this context: the glossary should pass over them there",
    "discuss": "to be talked about; nothing changes",
}
TRUE = frozenset({"accept", "wrong"})  # the rule was right
FALSE = frozenset({"reject", "admit", "prefer", "exclude"})  # it was not, or the glossary was not


class ReviewError(ValueError):
    """A faulty file of decisions or packet; the message names file, place and remedy."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A reviewer's answer to one finding, before it is looked up."""

    finding_id: str
    action: str  # one of ACTIONS
    who: str = ""  # empty: whoever hands the file in
    when: str = ""  # UTC, such as 2026-11-22T14:05:00Z; empty: when the file is handed in
    why: str = ""
    words: str = ""  # accept: what to put in place; admit, prefer, wrong: the form, if not the words themselves;
    # exclude: the longer string within which they mean something else
    text: str = ""  # accept: the whole text of the unit as it should be
    places: tuple[
        str, ...
    ] = ()  # fingerprints, or how they begin, of the places that it is about and that the reviewer
    # had before them; none: it is about all that no other answer of the file speaks of
    place: str = ""  # where the file says so, for messages: "row 12"


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers in one file, and one line for each that could not be understood."""

    answers: tuple[Answer, ...]
    problems: tuple[str, ...] = ()
    build_id: str = ""  # the build that the file was made from, where it says so
    remarks: tuple[str, ...] = ()  # one line for each kind of thing that is no decision, and nothing is wrong with


@dataclass(frozen=True, slots=True)
class Question:
    """A finding or a rendering that a reviewer was asked about, with all that a decision needs without the build."""

    finding_id: str
    rule: str  # empty where no rule raised it: a rendering of the corpus that the glossary lacks
    concept_id: str  # empty where the finding speaks of none
    lang: str
    path: str  # of the document, from the root of its build; empty of a rendering, which is none of one document
    surface: str
    marks: tuple[str, ...]  # the fingerprint of each place, in order
    sure: float  # factor on the rule's confidence that it was raised with
    target: str = ""  # readable text of the unit that holds the first place
    source: str = ""  # its English; empty where it has none

    @property
    def is_rendering(self) -> bool:
        """Return whether it asks about a rendering in the corpus, not about a finding."""
        return not self.rule

    @property
    def place(self) -> str:
        """The place, for messages: the document, or the entry that a rendering is asked about."""
        return self.path or f"'{self.concept_id}' {self.lang}"


@dataclass(frozen=True, slots=True)
class Decision:
    """A reviewer's answer to a question."""

    question: Question
    action: str
    who: str
    when: str
    why: str = ""
    words: str = ""
    text: str = ""
    final: bool = field(default=False)  # settles what reviewers do not agree on
    placed: bool = field(default=False)  # its reviewer had each of its places before them: what it says holds for each

    @property
    def is_without_words(self) -> bool:
        """Return whether it accepts but deliberately leaves the wording to others; such an accept proves no rule."""
        return self.action == "accept" and self.placed and not (self.words or self.text)
