"""Patches of edited entries with which the glossary still loads, for files that can be edited or overlaid."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import NamedTuple

from glossary.desk.review.proposals.changes import EntryChange, by_concept, changed
from glossary.desk.review.proposals.glossary_layers import OVERLAY, EntryHome, GlossaryLayers
from glossary.exchange.entry_toml import UnusualError, entry_body
from glossary.fixing.patch import name_in_patch
from glossary.loading import fingerprint
from glossary.loading.self_tests import failures
from glossary.termbase.fault import Fault, Place
from glossary.termbase.read_concept import faults
from glossary.termbase.termbase import Concept, GlossaryError, Termbase


@dataclass(frozen=True, slots=True)
class Entries:
    """What changes are tried on: the glossary, each entry's text by id, and the remark for each change."""

    shelf: GlossaryLayers
    texts: Mapping[str, str]
    remarks: Mapping[EntryChange, str]


@dataclass
class Validation:
    """The changes that can be made, and the reason against each of the others."""

    accepted: list[EntryChange] = field(default_factory=list)
    refused: dict[EntryChange, Fault] = field(default_factory=dict)


def validate_changes(entries: Entries) -> Validation:
    """Validate the changes that have remarks: all together, and in parts only if that fails."""
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
    """Return the new text of each changed entry, by id."""
    return {name: _edit_entry(entry_changes, entries) for name, entry_changes in by_concept(changes).items()}


def _edit_entry(entry_changes: Sequence[EntryChange], entries: Entries) -> str:
    """Return an entry with its changes made one after the other."""
    concept = entries.shelf.termbase.by_id[entry_changes[0].concept_id]
    text = entries.texts[concept.id]
    for change in entry_changes:
        text = changed(text, change, entries.remarks[change], concept)
    return text


def _sift(group: Sequence[EntryChange], entries: Entries, outcome: Validation) -> None:
    """Sort a group of changes: accept it whole if it loads; else drop those at fault, or try it in halves."""
    problems = _faults([*outcome.accepted, *group], entries) if group else ()
    if not problems:
        outcome.accepted += group
    elif len(group) == 1:
        outcome.refused[group[0]] = problems[0]
    elif guilty := _faulty_changes(group, problems):
        outcome.refused.update(guilty)
        _sift([change for change in group if change not in guilty], entries, outcome)
    else:
        suspects = [change for change in group if any(_is_about(fault, change) for fault in problems)]
        rest = [change for change in group if change not in suspects]
        for part in (rest, suspects) if suspects and rest else (group[: len(group) // 2], group[len(group) // 2 :]):
            _sift(part, entries, outcome)


def _faulty_changes(group: Sequence[EntryChange], problems: Sequence[Fault]) -> dict[EntryChange, Fault]:
    """Return the changes that a fault points to alone: by concept and language, or by form as well."""
    reasons: dict[EntryChange, Fault] = {}
    for fault in problems:
        suspects = [change for change in group if _is_about(fault, change)]
        if len(suspects) > 1:
            suspects = [change for change in suspects if change.form == fault.place.form]
        if len(suspects) == 1:
            reasons.setdefault(suspects[0], fault)
    return reasons


def _is_about(fault: Fault, change: EntryChange) -> bool:
    return change.concept_id in fault.concept_ids and change.lang == fault.place.lang


def _faults(changes: Sequence[EntryChange], entries: Entries) -> Sequence[Fault]:
    """Return the faults that keep a glossary with these changes from loading."""
    try:
        new = _concepts(changes, entries)
    except GlossaryError as error:
        return error.faults
    concepts = tuple(new.get(concept.id, concept) for concept in entries.shelf.termbase.concepts)
    return list(faults(concepts)) or list(failures(Termbase(concepts, fingerprint(concepts)), concepts))


def _concepts(changes: Sequence[EntryChange], entries: Entries) -> dict[str, Concept]:
    """Return the changed concepts, by id, as they are then read."""
    concepts: dict[str, Concept] = {}
    for name, entry_changes in by_concept(changes).items():
        try:
            text = _edit_entry(entry_changes, entries)
        except UnusualError as error:
            place = Place(entries.shelf.termbase.by_id[name].source, name)
            raise GlossaryError(place.fault("unusual-entry")) from error
        concepts[name] = entries.shelf.read(name, text)
    return concepts


_HEAD = (
    b"# What reviewers asked for: a [[change]] sets fields of the built-in entry with its id, a [[concept]] takes the\n"
    b"# place of the entry in a folder before.\n"
)
_AROUND = 3  # lines that are shown on either side of a change
_NOTHING = b"/dev/null"
_OPEN_END = b"\n\\ No newline at end of file\n"
FileParts = Sequence[bytes]  # a file, entry by entry
NumberedLine = tuple[int, bytes]  # the number of its part, and the line


class FileVersions(NamedTuple):
    """A file before and after."""

    before: FileParts | None  # None: there was none
    after: FileParts


class PatchResult(NamedTuple):
    """A patch, its files as patched, and the patch of what cannot be edited in place."""

    patch: bytes
    files: Mapping[str, bytes]
    upstream: bytes


def patches(edited: Mapping[str, str], upstream: Mapping[str, str], shelf: GlossaryLayers) -> PatchResult:
    """Return the patches that give these entries or changes, by id, their new texts."""
    copied = {name: text for name, text in edited.items() if not shelf.homes[name].layer.editable}
    versions = _versions({name: text for name, text in edited.items() if name not in copied}, shelf)
    if copied:
        file = versions.get(shelf.overlay_file) or _overlay(shelf)
        *parts, last = file.after
        ended = last if last.endswith(b"\n") or not last else last + b"\n"
        versions[shelf.overlay_file] = FileVersions(
            file.before, [*parts, ended, *(f"\n{entry_body(copied[name])}".encode() for name in sorted(copied))]
        )
    files = {path: b"".join(versions[path].after) for path in sorted(versions)}
    return PatchResult(_patch(versions), files, _patch(_versions(upstream, shelf)))


def _patch(files: Mapping[str, FileVersions]) -> bytes:
    return b"".join(_difference(path, *files[path]) for path in sorted(files))


def _versions(edited: Mapping[str, str], shelf: GlossaryLayers) -> dict[str, FileVersions]:
    """Return the versions of each file that holds some of the entries, by path."""
    by_home = defaultdict[EntryHome, dict[str, str]](dict)
    for name, text in edited.items():
        by_home[shelf.homes[name]][name] = text
    cut = ((home, home.file, texts) for home, texts in by_home.items())
    return {home.path: FileVersions(file.parts({}), file.parts(texts)) for home, file, texts in cut if file}


def _overlay(shelf: GlossaryLayers) -> FileVersions:
    """Return the overlay's current file, or the head of a new one."""
    contents = [
        content
        for layer in shelf.layers
        if layer.place == shelf.overlay
        for name, content in layer.files
        if name == OVERLAY
    ]
    return FileVersions(contents, contents) if contents else FileVersions(None, [_HEAD])


def _difference(path: str, before: Sequence[bytes] | None, after: Sequence[bytes]) -> bytes:
    """Return a unified diff of a file, as `git apply` and `patch` read it; lines are compared within a part.

    `difflib.unified_diff` ignores frequent lines, such as `]`, when comparing and so shows more than has changed;
    nor does it mark a missing newline at the end.
    """
    old, new = _lines(before or ()), _lines(after)
    if old == new:
        return b""
    former = _NOTHING if before is None else name_in_patch("a", path)
    head = b"--- " + former + b"\n+++ " + name_in_patch("b", path) + b"\n"
    groups = SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(_AROUND)
    return head + b"".join(line for group in groups for line in _hunk(group, old, new))


def _hunk(
    group: Sequence[tuple[str, int, int, int, int]], old: list[NumberedLine], new: list[NumberedLine]
) -> Iterator[bytes]:
    first, last = group[0], group[-1]
    yield b"@@ -%b +%b @@\n" % (_span(first[1], last[2]), _span(first[3], last[4]))
    for tag, old_start, two, three, four in group:
        if tag == "equal":
            yield from (_patch_line(b" ", line) for _, line in old[old_start:two])
        else:
            yield from (_patch_line(b"-", line) for _, line in old[old_start:two])
            yield from (_patch_line(b"+", line) for _, line in new[three:four])


def _span(start: int, end: int) -> bytes:
    size = end - start
    return b"%d" % (start + 1) if size == 1 else b"%d,%d" % (start + 1 if size else start, size)


def _patch_line(sign: bytes, line: bytes) -> bytes:
    return sign + line if line.endswith(b"\n") else sign + line + _OPEN_END


def _lines(parts: Sequence[bytes]) -> list[NumberedLine]:
    return [(number, line) for number, part in enumerate(parts) for line in part.splitlines(keepends=True)]
