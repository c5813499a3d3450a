"""Validating changes: those with which the glossary still loads and every entry still proves itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import tomli

from glossary.desk.review.proposals.changes import EntryChange, by_concept, changed
from glossary.desk.review.proposals.edit_entry import UnusualError
from glossary.loading import fingerprint
from glossary.loading.self_tests import failures
from glossary.termbase.fault import Fault, Place
from glossary.termbase.read_concept import read_concept
from glossary.termbase.termbase import Concept, GlossaryError, Termbase
from glossary.termbase.validation import faults


@dataclass(frozen=True, slots=True)
class Entries:
    """What changes are tried on: the glossary, the text of each entry by id, and the remark that each change gets."""

    termbase: Termbase
    texts: Mapping[str, str]
    remarks: Mapping[EntryChange, str]


@dataclass
class Validation:
    """The changes that may be made, and for each of the others why not."""

    accepted: list[EntryChange] = field(default_factory=list)
    refused: dict[EntryChange, Fault] = field(default_factory=dict)


def validate_changes(entries: Entries) -> Validation:
    """Return the changes that have remarks, tried all together, and in parts only where that fails."""
    outcome = Validation()
    for change in entries.remarks:  # by themselves: what is at fault within an entry is soon found
        try:
            _concepts([change], entries)
        except GlossaryError as error:
            outcome.refused[change] = error.faults[0]
    _sift([change for change in entries.remarks if change not in outcome.refused], entries, outcome)
    outcome.accepted.sort(key=EntryChange.order)
    return outcome


def edited_texts(changes: Iterable[EntryChange], entries: Entries) -> dict[str, str]:
    """Return the new text of each entry that changes, by id."""
    return {name: _edit_entry(entry_changes, entries) for name, entry_changes in by_concept(changes).items()}


def _edit_entry(entry_changes: Sequence[EntryChange], entries: Entries) -> str:
    """Return an entry with changes of its own, one after the other."""
    text = entries.texts[entry_changes[0].concept_id]
    for change in entry_changes:
        text = changed(text, change, entries.remarks[change])
    return text


def _sift(group: Sequence[EntryChange], entries: Entries, outcome: Validation) -> None:
    """Sort a group: whole if it may be made, without those that are plainly at fault, or half by half."""
    problems = _faults([*outcome.accepted, *group], entries) if group else ()
    if not problems:
        outcome.accepted += group
    elif len(group) == 1:
        outcome.refused[group[0]] = problems[0]
    elif guilty := _faulty_changes(group, problems):
        outcome.refused.update(guilty)
        _sift([change for change in group if change not in guilty], entries, outcome)
    else:
        for part in _parts(group, problems):
            _sift(part, entries, outcome)


def _faulty_changes(group: Sequence[EntryChange], problems: Sequence[Fault]) -> dict[EntryChange, Fault]:
    """Return the changes that a fault is about alone: its concept and language, or at least its form."""
    reasons: dict[EntryChange, Fault] = {}
    for fault in problems:
        suspects = [change for change in group if _is_about(fault, change)]
        if len(suspects) > 1:
            suspects = [change for change in suspects if change.form == fault.place.form]
        if len(suspects) == 1:
            reasons.setdefault(suspects[0], fault)
    return reasons


def _parts(
    group: Sequence[EntryChange], problems: Sequence[Fault]
) -> tuple[Sequence[EntryChange], Sequence[EntryChange]]:
    """Return a group without the changes that faults are about, and those; halves if about none or all."""
    suspects = [change for change in group if any(_is_about(fault, change) for fault in problems)]
    rest = [change for change in group if change not in suspects]
    return (rest, suspects) if suspects and rest else (group[: len(group) // 2], group[len(group) // 2 :])


def _is_about(fault: Fault, change: EntryChange) -> bool:
    return change.concept_id in fault.concept_ids and change.lang == fault.place.lang


def _faults(changes: Sequence[EntryChange], entries: Entries) -> Sequence[Fault]:
    """Return the faults for which a glossary with these changes would not load."""
    try:
        new = _concepts(changes, entries)
    except GlossaryError as error:
        return error.faults
    concepts = tuple(new.get(concept.id, concept) for concept in entries.termbase.concepts)
    return list(faults(concepts)) or list(failures(Termbase(concepts, fingerprint(concepts))))


def _concepts(changes: Sequence[EntryChange], entries: Entries) -> dict[str, Concept]:
    """Return the concepts that change, by id, as they are read then."""
    return {name: _concept(entry_changes, entries) for name, entry_changes in by_concept(changes).items()}


def _concept(entry_changes: Sequence[EntryChange], entries: Entries) -> Concept:
    concept = entries.termbase.by_id[entry_changes[0].concept_id]
    try:
        text = _edit_entry(entry_changes, entries)
    except UnusualError as error:
        raise GlossaryError(Place(concept.source, concept.id).fault("unusual-entry")) from error
    return read_concept(tomli.loads(text)["concept"][0], concept.source)
