"""Requests for a change: decisions that want the same, and those that cannot be had together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from glossary.decisions.decision import TRUE, Decision
from glossary.desk.review.proposals.changes import EntryChange
from glossary.desk.review.proposals.explanations import conflict, unclear_line
from glossary.desk.review.proposals.interpret import UnclearError, requested_change
from glossary.termbase.termbase import Termbase

ChangeRequests = Mapping[EntryChange, Sequence[Decision]]


def change_requests(decisions: Iterable[Decision], termbase: Termbase) -> tuple[ChangeRequests, list[str]]:
    """Return the changes that decisions ask for with these, in order, and a line for each that is unclear."""
    by_change = defaultdict[EntryChange, list[Decision]](list)
    problems: list[str] = []
    for decision in sorted(decisions, key=_order):
        try:
            change = requested_change(decision, termbase)
        except UnclearError as error:
            problems.append(unclear_line(decision, error))
        else:
            if change:
                by_change[change].append(decision)
    return {change: by_change[change] for change in sorted(by_change, key=EntryChange.order)}, list(
        dict.fromkeys(problems)
    )


def opposing_decisions(wishes: ChangeRequests, decisions: Iterable[Decision]) -> ChangeRequests:
    """Return for each form that is to be right the decisions that take the same words for a fault."""
    faults = defaultdict[tuple[str, str, str], list[Decision]](list)
    for decision in sorted(decisions, key=_order):
        if decision.action in TRUE:
            faults[_words(decision)].append(decision)
    allowed = {change: backing for change, backing in wishes.items() if change.action in ("prefer", "admit")}
    return {
        change: _distinct_decisions(faults[words] for words in map(_words, backing))
        for change, backing in allowed.items()
    }


def without_conflicts(wishes: ChangeRequests) -> tuple[ChangeRequests, list[str]]:
    """Return the changes that can be made together, and a line for each set that cannot; a final one settles it."""
    out: set[EntryChange] = set()
    lines: list[str] = []
    for group in _contradicting(wishes):
        final = [change for change in group if any(decision.final for decision in wishes[change])]
        out.update(change for change in group if len(final) != 1 or change not in final)
        if len(final) != 1:
            lines.append(conflict({change: wishes[change] for change in group}))
    return {
        change: backing for change, backing in wishes.items() if change not in out and not _is_implied(change, wishes)
    }, lines


def _contradicting(wishes: ChangeRequests) -> list[list[EntryChange]]:
    """Return sets of changes of one entry and language: several preferred forms, or a form allowed and not."""
    preferred = defaultdict[tuple[str, str], list[EntryChange]](list)
    of_form = defaultdict[tuple[str, str, str], list[EntryChange]](list)
    for change in wishes:
        of_form[change.concept_id, change.lang, change.form].append(change)
        if change.action == "prefer":
            preferred[change.concept_id, change.lang].append(change)
    several = [group for group in preferred.values() if len(group) > 1]
    return several + [group for group in of_form.values() if _is_contradictory({change.action for change in group})]


def _is_contradictory(actions: set[str]) -> bool:
    return len(actions) > 1 and not actions.isdisjoint(("wrong", "exclude"))


def _is_implied(change: EntryChange, wishes: ChangeRequests) -> bool:
    """Return whether a form that is to be admitted is to be preferred as well."""
    return change.action == "admit" and EntryChange(change.concept_id, change.lang, "prefer", change.form) in wishes


def _words(decision: Decision) -> tuple[str, str, str]:
    return decision.question.concept_id, decision.question.lang, decision.question.surface


def _distinct_decisions(groups: Iterable[Sequence[Decision]]) -> list[Decision]:
    """Return the decisions of all groups, each once."""
    return list({id(decision): decision for group in groups for decision in group}.values())


def _order(decision: Decision) -> tuple[str, ...]:
    question = decision.question
    return (
        decision.when,
        decision.who,
        question.path,
        question.finding_id,
        question.surface,
        decision.action,
        decision.words,
        decision.why,
    )
