"""Who asks for a change: decisions that want the same, and those that cannot be had together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from glossary.decisions.decision import TRUE, Decision
from glossary.review.proposals.changes import EntryChange
from glossary.review.proposals.explanations import conflict, unclear
from glossary.review.proposals.interpret import UnclearError, wanted
from glossary.termbase.termbase import Termbase

Asked = Mapping[EntryChange, Sequence[Decision]]


def asked(decisions: Iterable[Decision], termbase: Termbase) -> tuple[Asked, list[str]]:
    """The changes that decisions ask for with these, in order, and a line for each that is unclear."""
    found = defaultdict[EntryChange, list[Decision]](list)
    problems: list[str] = []
    for one in sorted(decisions, key=_order):
        try:
            change = wanted(one, termbase)
        except UnclearError as error:
            problems.append(unclear(one, error))
        else:
            if change:
                found[change].append(one)
    return {change: found[change] for change in sorted(found, key=EntryChange.order)}, list(dict.fromkeys(problems))


def against(asked: Asked, decisions: Iterable[Decision]) -> Asked:
    """For each form that is to be right, the decisions that take the same words for a fault."""
    faults = defaultdict[tuple[str, str, str], list[Decision]](list)
    for one in sorted(decisions, key=_order):
        if one.action in TRUE:
            faults[_words(one)].append(one)
    allowed = {change: own for change, own in asked.items() if change.action != "exclude"}
    return {change: _each(faults[words] for words in map(_words, own)) for change, own in allowed.items()}


def without_conflicts(asked: Asked) -> tuple[Asked, list[str]]:
    """The changes that can be made together, and a line for each set that cannot; a final decision settles one."""
    out: set[EntryChange] = set()
    lines: list[str] = []
    for group in _contradicting(asked):
        final = [change for change in group if any(one.final for one in asked[change])]
        out.update(change for change in group if len(final) != 1 or change not in final)
        if len(final) != 1:
            lines.append(conflict({change: asked[change] for change in group}))
    return {change: own for change, own in asked.items() if change not in out and not _is_implied(change, asked)}, lines


def _contradicting(asked: Asked) -> list[list[EntryChange]]:
    """Sets of changes of one entry and language: several preferred forms, or a form both allowed and passed over."""
    preferred = defaultdict[tuple[str, str], list[EntryChange]](list)
    of_form = defaultdict[tuple[str, str, str], list[EntryChange]](list)
    for change in asked:
        of_form[change.concept_id, change.lang, change.form].append(change)
        if change.action == "prefer":
            preferred[change.concept_id, change.lang].append(change)
    several = [group for group in preferred.values() if len(group) > 1]
    return several + [group for group in of_form.values() if _is_both({change.action for change in group})]


def _is_both(actions: set[str]) -> bool:
    return "exclude" in actions and len(actions) > 1


def _is_implied(change: EntryChange, asked: Asked) -> bool:
    """Whether a form that is to be admitted is to be preferred as well."""
    return change.action == "admit" and EntryChange(change.concept_id, change.lang, "prefer", change.form) in asked


def _words(one: Decision) -> tuple[str, str, str]:
    return one.asked.concept_id, one.asked.lang, one.asked.surface


def _each(groups: Iterable[Sequence[Decision]]) -> list[Decision]:
    """The decisions of all groups, each once."""
    return list({id(one): one for group in groups for one in group}.values())


def _order(one: Decision) -> tuple[str, ...]:
    asked = one.asked
    return one.when, one.who, asked.path, asked.finding_id, asked.surface, one.action, one.words, one.why
