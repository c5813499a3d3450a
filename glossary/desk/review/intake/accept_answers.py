"""Accepting answers: those in reviewers' files become decisions if the findings that they answer are known."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from corpus import moments
from corpus.grouping import grouped
from corpus.text.printable import printable
from glossary.decisions.adjudication import reviewer
from glossary.decisions.decision import Answer, Decision, Question

_OWN = ("action", "words", "text", "why")
_OF_TERMS = ("admit", "prefer", "wrong", "exclude")  # decisions that change an entry of the glossary
_OF_RENDERINGS = ("admit", "prefer", "wrong", "discuss")  # what can be said of one
_HINTS = 5  # problems of a file for which the nearest id is looked for
_SHOWN = 40  # characters of words in a message


@dataclass(frozen=True, slots=True)
class IntakeResult:
    """What became of a file's answers: each is a decision, already known, or reported as a problem."""

    decisions: tuple[Decision, ...]
    already_known: int = 0
    replaced: int = 0  # of the decisions, those that take the place of earlier ones of their reviewers
    problems: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()  # those of the problems that are answers on what was not asked here


@dataclass(frozen=True, slots=True)
class Receipt:
    """Whose answers they are if the file does not say, and when they were handed in."""

    reviewer: str  # empty: no name was given
    received_at: str
    final: bool = False


def accept_answers(
    answers: Sequence[Answer], questions: Mapping[str, Question], before: Sequence[Decision], receipt: Receipt
) -> IntakeResult:
    """Return the decisions that answers to these questions make; `before` are the decisions kept already.

    An answer that its reviewer gave before is known, so handing a file in again changes nothing. If it was
    replaced since, and the file has no times, it may be an old file or a change of mind: it is reported.
    """
    history = grouped(sorted(before, key=lambda decision: decision.when), _key)
    spoken_of: defaultdict[str, set[str]] = defaultdict(set)  # the places of each finding that answers name
    for answer in answers:
        spoken_of[answer.finding_id].update(answer.places)
    decisions: list[Decision] = []
    problems: list[str] = []
    unknown: list[str] = []
    already_known = replaced = 0
    for answer in answers:
        about = questions.get(answer.finding_id)
        if about is None:
            near = difflib.get_close_matches(answer.finding_id, questions if len(problems) < _HINTS else (), 1, 0.85)
            problems.append(f"{answer.place}: {_unknown_text(answer.finding_id, near)}")
            unknown += [] if near else problems[-1:]
            continue
        about, gone = _restricted(about, answer, spoken_of[answer.finding_id])
        problems += [f"{answer.place}: {gone}"] if gone else []
        if not about.marks and questions[answer.finding_id].marks:
            continue
        decision, problem = _decision(answer, about, receipt)
        past_decisions = _on_these_places(history[_key(decision)], decision) if decision else []
        earlier = _earlier(decision, past_decisions) if decision else []
        if decision is None:
            problems.append(f"{answer.place}: {problem}")
        elif not earlier:
            decisions.append(
                decision if answer.when or not past_decisions else _after_last(decision, past_decisions[-1])
            )
            replaced += bool(past_decisions)
        elif earlier[-1] is past_decisions[-1] or (answer.when and answer.when <= past_decisions[-1].when):
            already_known += 1
        elif answer.when:  # a change of mind and back again
            decisions.append(decision)
            replaced += 1
        else:
            problems.append(f"{answer.place}: {_replacement_text(decision, past_decisions[-1])}")
    return IntakeResult(tuple(decisions), already_known, replaced, tuple(problems), tuple(unknown))


def _restricted(about: Question, answer: Answer, spoken_of: Collection[str]) -> tuple[Question, str]:
    """Return the question on the places that an answer is about, and the problem with places that it names.

    An answer that names no places is about the rest.
    """
    if not answer.places:
        rest = tuple(mark for mark in about.marks if not mark.startswith(tuple(spoken_of)))
        return replace(about, marks=rest), ""
    marks = tuple(mark for mark in about.marks if mark.startswith(answer.places))
    unknown = sum(not any(mark.startswith(place) for mark in marks) for place in answer.places)
    problem = (
        f"{unknown:,} of its {len(answer.places):,} places are none that anybody was asked about; decide them again"
    )
    return replace(about, marks=marks), problem if unknown else ""


def _on_these_places(past_decisions: Iterable[Decision], decision: Decision) -> list[Decision]:
    """Return the past decisions that share a place with a decision."""
    marks = set(decision.question.marks)
    return [past for past in past_decisions if not marks.isdisjoint(past.question.marks)]


def _after_last(decision: Decision, last: Decision) -> Decision:
    """Return a decision that came without a time, dated after its reviewer's last one."""
    if decision.when > last.when:
        return decision
    after = datetime.strptime(last.when, moments.FORM) + timedelta(seconds=1)
    return replace(decision, when=after.strftime(moments.FORM))


def _decision(answer: Answer, about: Question, receipt: Receipt) -> tuple[Decision | None, str]:
    """Return the decision that an answer makes, or why it makes none."""
    reviewer_name = answer.who or receipt.reviewer
    if not reviewer_name:
        return None, "it is unknown who decided this; write the name into the file, or give --by NAME"
    if answer.when > (datetime.strptime(receipt.received_at, moments.FORM) + timedelta(days=1)).strftime(moments.FORM):
        return None, f"decided at {answer.when}, which is still to come; correct the clock, and decide it again"
    if not about.marks:
        return None, f"finding {answer.finding_id} is no longer in the text"
    if answer.action in _OF_TERMS and not about.concept_id:
        return (
            None,
            f"{answer.action}, but {about.rule} “{quoted_words(about)}” is about no term; choose another decision",
        )
    if about.is_rendering and answer.action not in _OF_RENDERINGS:
        known = ", ".join(_OF_RENDERINGS)
        return None, f"{answer.action}, but “{quoted_words(about)}” is a rendering; choose one of {known}"
    if answer.action == "exclude" and (answer.words == about.surface or about.surface not in answer.words):
        return None, f"exclude without the longer words that “{quoted_words(about)}” is part of here; add them"
    if answer.text and not answer.words:
        about = replace(about, marks=about.marks[:1])  # how the others should read is not known
    fields = {name: getattr(answer, name) for name in _OWN}
    return Decision(
        about,
        who=reviewer_name,
        when=answer.when or receipt.received_at,
        final=receipt.final,
        placed=bool(answer.places),
        **fields,
    ), ""


def quoted_words(about: Question) -> str:
    """Return the words of a finding as a message quotes them."""
    words = printable(" ".join(about.surface.split()))
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"


def _unknown_text(finding_id: str, near: Sequence[str]) -> str:
    hint = f"was it {near[0]}?" if near else "the packet or the build that it comes from is not here"
    return f"no finding {printable(finding_id)[:40]!r} was asked about; {hint}"


def _key(decision: Decision) -> tuple[str, str]:
    return reviewer(decision.who), decision.question.finding_id


def _earlier(decision: Decision, past_decisions: Iterable[Decision]) -> list[Decision]:
    """Return the past decisions in which the reviewer said the same about all its places."""
    candidates = (past for past in past_decisions if past.final or not decision.final)
    return [
        past
        for past in candidates
        if set(past.question.marks) >= set(decision.question.marks)
        and all(getattr(past, name) == getattr(decision, name) for name in (*_OWN, "placed"))
    ]


def _replacement_text(new: Decision, last: Decision) -> str:
    remedy = "if it is to be so again, decide it on the page, whose file tells the time"
    return f"{new.action} again, which {printable(new.who)} replaced by {last.action} on {last.when[:10]}; {remedy}"
