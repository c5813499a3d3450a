"""Which changes may be made: those with which the glossary still loads and every entry still proves itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import tomli

from glossary.loading import fingerprint
from glossary.loading.self_tests import failures
from glossary.review.proposals.changes import EntryChange, by_concept, changed
from glossary.review.proposals.edit_entry import UnusualError
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
    refused: dict[EntryChange, str] = field(default_factory=dict)


def validate_changes(entries: Entries) -> Validation:
    """The changes that have remarks, tried all together, and in parts only where that fails."""
    outcome = Validation()
    for change in entries.remarks:  # by themselves: what is at fault within an entry is soon found
        try:
            _concepts([change], entries)
        except (GlossaryError, UnusualError) as error:
            outcome.refused[change] = str(error).splitlines()[0]
    _sift([change for change in entries.remarks if change not in outcome.refused], entries, outcome)
    outcome.accepted.sort(key=EntryChange.order)
    return outcome


def edited_texts(changes: Iterable[EntryChange], entries: Entries) -> dict[str, str]:
    """The new text of each entry that changes, by id."""
    return {name: _edit_entry(entry_changes, entries) for name, entry_changes in by_concept(changes).items()}


def _edit_entry(entry_changes: Sequence[EntryChange], entries: Entries) -> str:
    """An entry with changes of its own, one after the other."""
    text = entries.texts[entry_changes[0].concept_id]
    for change in entry_changes:
        text = changed(text, change, entries.remarks[change])
    return text


def _sift(group: Sequence[EntryChange], entries: Entries, outcome: Validation) -> None:
    """Sorts a group: whole if it may be made, without those that are plainly at fault, or half by half."""
    lines = _faults([*outcome.accepted, *group], entries) if group else ()
    if not lines:
        outcome.accepted += group
    elif len(group) == 1:
        outcome.refused[group[0]] = lines[0]
    elif guilty := _faulty_changes(group, lines):
        outcome.refused.update(guilty)
        _sift([change for change in group if change not in guilty], entries, outcome)
    else:
        for part in _parts(group, lines):
            _sift(part, entries, outcome)


def _faulty_changes(group: Sequence[EntryChange], lines: Sequence[str]) -> dict[EntryChange, str]:
    """The changes that a line speaks of alone: of their entry and language, or at least of their form."""
    reasons: dict[EntryChange, str] = {}
    for line in lines:
        suspects = [change for change in group if _is_change_named(change, line)]
        if len(suspects) > 1:
            suspects = [change for change in suspects if f"'{change.form}'" in line]
        if len(suspects) == 1:
            reasons.setdefault(suspects[0], line)
    return reasons


def _parts(group: Sequence[EntryChange], lines: Sequence[str]) -> tuple[Sequence[EntryChange], Sequence[EntryChange]]:
    """A group without the changes that lines speak of, and those; halves where they speak of none or of all."""
    suspects = [change for change in group if any(_is_change_named(change, line) for line in lines)]
    rest = [change for change in group if change not in suspects]
    return (rest, suspects) if suspects and rest else (group[: len(group) // 2], group[len(group) // 2 :])


def _is_change_named(change: EntryChange, line: str) -> bool:
    return f"'{change.concept_id}'" in line and f" {change.lang} " in line


def _faults(changes: Sequence[EntryChange], entries: Entries) -> Sequence[str]:
    """What a glossary with these changes would fail on when it is loaded."""
    try:
        new = _concepts(changes, entries)
    except (GlossaryError, UnusualError) as error:
        return str(error).splitlines()
    concepts = tuple(new.get(concept.id, concept) for concept in entries.termbase.concepts)
    lines = [line for _, line in faults(concepts)]
    return lines or [line for _, line in failures(Termbase(concepts, fingerprint(concepts)))]


def _concepts(changes: Sequence[EntryChange], entries: Entries) -> dict[str, Concept]:
    """The concepts that change, by id, as they are read then."""
    return {name: _concept(entry_changes, entries) for name, entry_changes in by_concept(changes).items()}


def _concept(entry_changes: Sequence[EntryChange], entries: Entries) -> Concept:
    concept = entries.termbase.by_id[entry_changes[0].concept_id]
    try:
        text = _edit_entry(entry_changes, entries)
    except UnusualError as error:
        raise UnusualError(f"{concept.source}: '{concept.id}': {error}; edit it by hand") from error
    return read_concept(tomli.loads(text)["concept"][0], concept.source)
