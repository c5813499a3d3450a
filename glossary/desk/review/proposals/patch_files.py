"""Patches of edited entries: for the files that can be edited, and for those that are only overlaid."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from glossary.desk.review.proposals.entry_blocks import entry_body
from glossary.desk.review.proposals.glossary_layers import OVERLAY, EntryHome, GlossaryLayers
from glossary.fixing.patch import name_in_patch

_HEAD = b"# Entries as reviewers asked for them: each takes the place of the one with its id in the folders before.\n"
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
    """A patch, its files as they are with it, and the patch of what could not be edited where it stands."""

    patch: bytes
    files: Mapping[str, bytes]
    upstream: bytes


def patches(edited: Mapping[str, str], shelf: GlossaryLayers) -> PatchResult:
    """Return the patches that give these entries, by id, their new text."""
    copied = {name: text for name, text in edited.items() if not shelf.homes[name].layer.editable}
    versions = _versions({name: text for name, text in edited.items() if name not in copied}, shelf)
    if copied:
        versions[shelf.overlay_file] = _append_entries(versions.get(shelf.overlay_file) or _overlay(shelf), copied)
    files = {path: b"".join(versions[path].after) for path in sorted(versions)}
    return PatchResult(_patch(versions), files, _patch(_versions(copied, shelf)))


def _patch(files: Mapping[str, FileVersions]) -> bytes:
    return b"".join(_difference(path, *files[path]) for path in sorted(files))


def _versions(edited: Mapping[str, str], shelf: GlossaryLayers) -> dict[str, FileVersions]:
    """Return each file that holds some of the entries, by path."""
    by_home = defaultdict[EntryHome, dict[str, str]](dict)
    for name, text in edited.items():
        by_home[shelf.homes[name]][name] = text
    cut = ((home, home.file, texts) for home, texts in by_home.items())
    return {home.path: FileVersions(file.parts({}), file.parts(texts)) for home, file, texts in cut if file}


def _overlay(shelf: GlossaryLayers) -> FileVersions:
    """Return the overlay's file as it is."""
    contents = [
        content
        for layer in shelf.layers
        if layer.place == shelf.overlay
        for name, content in layer.files
        if name == OVERLAY
    ]
    return FileVersions(contents, contents) if contents else FileVersions(None, [_HEAD])


def _append_entries(file: FileVersions, copied: Mapping[str, str]) -> FileVersions:
    """Return the file with whole entries after what it has."""
    *parts, last = file.after
    ended = last if last.endswith(b"\n") or not last else last + b"\n"
    return FileVersions(
        file.before, [*parts, ended, *(f"\n{entry_body(copied[name])}".encode() for name in sorted(copied))]
    )


def _difference(path: str, before: Sequence[bytes] | None, after: Sequence[bytes]) -> bytes:
    """Return a unified diff of a file as `git apply` and `patch` read it; lines are compared within a part.

    `difflib.unified_diff` leaves frequent lines, such as `]`, out of its comparison and so shows more than has
    changed; nor does it mark an open end.
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
