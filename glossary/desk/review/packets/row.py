"""Rows of a packet: what it says of one decision."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

from glossary.decisions.decision import Question

Stretch = tuple[int, int]  # code points, half-open


@dataclass(frozen=True, slots=True)
class Term:
    """A term in the English text."""

    start: int  # in the English text of the question
    end: int
    concept_id: str
    preferred: str  # what the glossary prefers for it in the packet's language


def disjoint(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Return terms that do not overlap, sorted by place; of those that do, the first one given."""
    chosen: list[Term] = []
    for term in terms:
        if all(term.end <= other.start or term.start >= other.end for other in chosen):
            chosen.append(term)
    return tuple(sorted(chosen, key=lambda term: term.start))


@dataclass(frozen=True, slots=True)
class SimilarUnit:
    """The unit of the corpus whose English is most like the row's."""

    source: str
    target: str
    score: float  # likeness of the English, 0 to 1
    work: str
    unlike: tuple[Stretch, ...] = ()  # where `source` has other words than the row's English; in order

    @property
    def pieces(self) -> tuple[str, ...]:
        """Its English in pieces that alternate between the words it shares with the row and its own."""
        cuts = [0, *(offset for stretch in self.unlike for offset in stretch), len(self.source)]
        return tuple(self.source[start:end] for start, end in itertools.pairwise(cuts))


@dataclass(frozen=True, slots=True)
class Opinion:
    """An assistant's suggestion on a decision."""

    judge: str
    verdict: str
    words: str
    reason: str
    precision: float | None  # how often such verdicts of it were right; None: not measured

    @property
    def text(self) -> str:
        """The opinion on one line, such as "local: reject, it is an example (93 % right)"."""
        words = f" “{self.words}”" if self.words else ""
        measured = "not measured" if self.precision is None else f"{self.precision:.0%} right"
        return f"{self.judge}: {self.verdict}{words}{f', {self.reason}' if self.reason else ''} ({measured})"


@dataclass(frozen=True, slots=True)
class PacketRow:
    """One decision with all that is needed to make it."""

    question: Question
    number: int  # in its packet, from 1
    name: str  # of the rule
    severity: str
    confidence: float
    message: str  # in the packet's language
    expected: tuple[str, ...]  # what may stand here instead, best first
    suggestion: str  # what can be put there without reading further; empty: none
    occurrences: int  # places in all
    location: str  # path:line:column of the first place, as reports write it
    work: str
    unit_id: str  # empty where the place lies in no unit
    marks: tuple[Stretch, ...]  # of the words in the question's translation
    terms: tuple[Term, ...]  # of the question's English text
    definition: str  # of the concept, in English; empty: none
    match: SimilarUnit | None = None
    elsewhere: tuple[tuple[str, str], ...] = ()  # other words at its places, and what is offered there
    decision: int = 0  # the number of the decision that it is part of, from 1; 0: it is one alone
    alike: int = 0  # other findings that the decision is about, where this one stands for them
    follows: str = ""  # the finding that stands for the decision; empty: this one
    opinions: tuple[Opinion, ...] = ()  # of assistants, by name

    @property
    def agreement(self) -> str:
        """The verdict that all assistants share; "split" if they differ, empty if there are none."""
        verdicts = {opinion.verdict for opinion in self.opinions}
        return verdicts.pop() if len(verdicts) == 1 else "split" if verdicts else ""


@dataclass(frozen=True, slots=True)
class Packet:
    """The decisions and passages that reviewers of one language receive."""

    packet_id: str  # such as zh-0003
    build_id: str
    signature: str
    lang: str
    locale: str  # tag of its texts, such as zh-CN
    rows: tuple[PacketRow, ...]  # in order of decisions, of each the one first that stands for it
    passages: tuple[PacketRow, ...] = ()  # whole passages in English, to be translated
    seconds: float = 0.0  # that the decisions are thought to take
    bound: float | None = None  # minutes that they may take
    later: int = 0  # decisions that are left for later packets
    later_passages: int = 0
    asked_before: int = 0  # findings that were listed and are gone, or were sent or decided before

    @property
    def decisions(self) -> int:
        """The number of decisions that it requests."""
        return sum(not row.follows for row in self.rows)

    @property
    def minutes(self) -> int:
        """The estimated time for its decisions, in whole minutes."""
        return max(1, round(self.seconds / 60)) if self.rows else 0
