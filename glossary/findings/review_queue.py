"""The review queue: decisions in the order in which they are worth a reviewer's time.

What is decided once is one row, however many documents it occurs in: the name of a concept, a wrong form, the headings
that a corpus leaves in English. A row is worth what its decision repairs, and the less, the more rows of its rule come
before it: the first ten show what a corpus suffers from. Neutral findings are for the terminologist and come last.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import log
from typing import NamedTuple

from corpus.records import Finding
from corpus.vocabularies import FindingState
from glossary.rules.messages import message_id_of
from glossary.rules.rule import POINTS, fold_surface


class ReviewPace(NamedTuple):
    """Seconds that reviewers take. People read about 290 characters of Chinese or Japanese a minute, and about 990 of
    English (the mean of languages in texts made for measuring it). The other times were set by hand, so that a
    sentence of 40 characters with its English takes about half a minute: one person did 200 findings in two hours.
    """

    deciding: float = 10.0
    wide_character: float = 60 / 290
    other_character: float = 60 / 990
    further_place: float = 1.0  # one more of a list
    further_places: float = 30.0  # the whole list, which is looked over
    longest: int = 320  # characters of a text that are read


PACE = ReviewPace()
# MQM's points for one error; a neutral finding is for the terminologist, and worth a little of a reviewer's time.
_ATTENTION = {**POINTS, "neutral": 0.2}
_FALSE_ALARM = 2.0  # what a false finding costs of trust, as a multiple of what a true one is worth; by hand
_NOVELTY = {
    FindingState.NEW: 1.0,
    FindingState.OPEN: 0.7,
    FindingState.ACCEPTED: 0.3,
    FindingState.SUPPRESSED: 0.05,
    FindingState.FIXED: 0.0,
}
_OF_A_CONCEPT = frozenset(["T201", "T202"])  # that it is written like this, whatever stands at a place
_OF_A_CUSTOM = frozenset(["T203", "T205"])  # that the corpus's leading version holds, whatever the others are
OF_A_HABIT = frozenset(
    ["T110", "T307", "T308", "T310", "T405", "T504", "T506"]
)  # what pages leave as it is, whatever words
_HABITS = frozenset(["invisible"])  # messages of other rules
_LACKING = frozenset([("T505", ""), ("T505", "several")])  # sentences of the original, after the place
# Of a page, whatever words: links and pictures that moved on, or were shifted; sentences that its original got later.
_OF_A_PAGE = frozenset([("T305", "address"), *_LACKING])


class QueueRow(NamedTuple):
    """Findings that share one decision, the most valuable first."""

    findings: tuple[Finding, ...]

    @property
    def places(self) -> int:
        """The number of places that the decision repairs."""
        return sum(finding.occurrences for finding in self.findings)

    @property
    def documents(self) -> int:
        """The number of documents in which the findings are reported."""
        return len({finding.doc_id for finding in self.findings})


def worth(finding: Finding) -> float:
    """Return severity times novelty times the expected benefit: the gain if true minus the cost if false. Below a
    confidence of two thirds the cost exceeds the gain, and the finding sorts after those that pay.
    """
    expected = finding.confidence - _FALSE_ALARM * (1 - finding.confidence)
    return _ATTENTION[finding.severity] * _NOVELTY[finding.state] * expected


def queue(findings: Iterable[Finding]) -> list[QueueRow]:
    """Return the queue of decisions on findings, in the order in which a reviewer should see them."""
    by_decision: defaultdict[tuple[str, ...], list[Finding]] = defaultdict(list)
    for finding in findings:
        by_decision[_decision(finding)].append(finding)
    rows = [
        QueueRow(tuple(sorted(same, key=lambda finding: (-round(worth(finding), 6), -finding.occurrences))))
        for same in by_decision.values()
    ]
    rows.sort(key=lambda row: (-round(row_worth(row), 6), -row.places))
    return interleaved(rows, row_worth)


def ranked(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings in the order of the queue."""
    return in_turn(queue(findings))


def in_turn(rows: Sequence[QueueRow]) -> list[Finding]:
    """Return the findings of a queue: the most valuable one of each row, then, row by row, all others."""
    return [row.findings[0] for row in rows] + [finding for row in rows for finding in row.findings[1:]]


def _decision(finding: Finding) -> tuple[str, ...]:
    """Return the key of the decision that a finding belongs to; likely false ones never join likely true ones."""
    state = "" if finding.state.stands else finding.state.value
    rule = (finding.lang, finding.rule, state, "likely" if worth(finding) > 0 else "")
    message_id, words = message_id_of(finding.rule, finding.message), fold_surface(finding.surface).casefold()
    if finding.rule in OF_A_HABIT or message_id in _HABITS:
        return (*rule, message_id, finding.severity)
    if (finding.rule, message_id) in _OF_A_PAGE:
        return (*rule, finding.doc_id)
    if finding.rule in _OF_A_CONCEPT or (finding.rule in _OF_A_CUSTOM and finding.expected):
        return (*rule, finding.concept_id or "", *finding.expected[:1])
    if finding.concept_id:
        return (*rule, finding.concept_id, words)
    if not finding.expected and not any(map(str.isalnum, words)):
        return (*rule, finding.finding_id)  # a lone mark, such as a bracket, is judged where it stands
    return (*rule, message_id, words, *finding.expected[:1])


def card_of(rule: str, concept_id: str, path: str, surface: str) -> tuple[str, ...]:
    """Return the part of a decision's key that is known from rule, concept, path and words."""
    if rule in OF_A_HABIT:
        return ()
    if any(rule == code for code, _ in _OF_A_PAGE):
        return (path,)
    return (concept_id,) if rule in _OF_A_CONCEPT else (concept_id, fold_surface(surface).casefold())


def lacks_sentences(finding: Finding) -> bool:
    """Return whether a finding is about sentences of the original that are missing after its place."""
    return (finding.rule, message_id_of(finding.rule, finding.message)) in _LACKING


def row_worth(row: QueueRow) -> float:
    """Return the worth of its most valuable finding, times a factor that grows ever more slowly with its places."""
    return worth(row.findings[0]) * (1 + log(max(1, row.places)))


def interleaved(rows: Sequence[QueueRow], value: Callable[[QueueRow], float]) -> list[QueueRow]:
    """Return rows in order of value, with the n-th row of a rule at an n-th of its value; neutral ones come last. The
    rows must come sorted, the most valuable first.
    """
    before: Counter[str] = Counter()
    keys: list[tuple[bool, float]] = []
    for row in rows:
        first = row.findings[0]
        before[first.rule] += 1
        keys.append((first.severity == "neutral", -round(_shared(value(row), before[first.rule]), 6)))
    return [row for _, row in sorted(zip(keys, rows, strict=True), key=lambda pair: pair[0])]


def _shared(worth: float, number: int) -> float:
    """Return the worth of the n-th row of a rule: an n-th of it, or n times it if negative."""
    return worth / number if worth > 0 else worth * number
