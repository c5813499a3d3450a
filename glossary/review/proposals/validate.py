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
class Sifted:
    """The changes that may be made, and for each of the others why not."""

    kept: list[EntryChange] = field(default_factory=list)
    refused: dict[EntryChange, str] = field(default_factory=dict)


def sifted(entries: Entries) -> Sifted:
    """The changes that have remarks, tried all together, and in parts only where that fails."""
    done = Sifted()
    for change in entries.remarks:  # by themselves: what is at fault within an entry is soon found
        try:
            _concepts([change], entries)
        except (GlossaryError, UnusualError) as error:
            done.refused[change] = str(error).splitlines()[0]
    _sift([one for one in entries.remarks if one not in done.refused], entries, done)
    done.kept.sort(key=EntryChange.order)
    return done


def edited(changes: Iterable[EntryChange], entries: Entries) -> dict[str, str]:
    """The new text of each entry that changes, by id."""
    return {name: _edited(own, entries) for name, own in by_concept(changes).items()}


def _edited(own: Sequence[EntryChange], entries: Entries) -> str:
    """An entry with changes of its own, one after the other."""
    text = entries.texts[own[0].concept_id]
    for change in own:
        text = changed(text, change, entries.remarks[change])
    return text


def _sift(group: Sequence[EntryChange], entries: Entries, done: Sifted) -> None:
    """Sorts a group: whole if it may be made, without those that are plainly at fault, or half by half."""
    lines = _faults([*done.kept, *group], entries) if group else ()
    if not lines:
        done.kept += group
    elif len(group) == 1:
        done.refused[group[0]] = lines[0]
    elif guilty := _guilty(group, lines):
        done.refused.update(guilty)
        _sift([one for one in group if one not in guilty], entries, done)
    else:
        for part in _parts(group, lines):
            _sift(part, entries, done)


def _guilty(group: Sequence[EntryChange], lines: Sequence[str]) -> dict[EntryChange, str]:
    """The changes that a line speaks of alone: of their entry and language, or at least of their form."""
    found: dict[EntryChange, str] = {}
    for line in lines:
        named = [one for one in group if _is_named(one, line)]
        if len(named) > 1:
            named = [one for one in named if f"'{one.form}'" in line]
        if len(named) == 1:
            found.setdefault(named[0], line)
    return found


def _parts(group: Sequence[EntryChange], lines: Sequence[str]) -> tuple[Sequence[EntryChange], Sequence[EntryChange]]:
    """A group without the changes that lines speak of, and those; halves where they speak of none or of all."""
    named = [one for one in group if any(_is_named(one, line) for line in lines)]
    rest = [one for one in group if one not in named]
    return (rest, named) if named and rest else (group[: len(group) // 2], group[len(group) // 2 :])


def _is_named(change: EntryChange, line: str) -> bool:
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
    return {name: _concept(own, entries) for name, own in by_concept(changes).items()}


def _concept(own: Sequence[EntryChange], entries: Entries) -> Concept:
    concept = entries.termbase.by_id[own[0].concept_id]
    try:
        text = _edited(own, entries)
    except UnusualError as error:
        raise UnusualError(f"{concept.source}: '{concept.id}': {error}; edit it by hand") from error
    return read_concept(tomli.loads(text)["concept"][0], concept.source)
