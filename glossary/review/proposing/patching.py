"""Patches of edited entries: for the files that can be edited, and for those that are only overlaid."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from glossary.review.proposing.blocks import alone
from glossary.review.proposing.difference import difference
from glossary.review.proposing.shelf import OVERLAY, Home, Shelf

_HEAD = b"# Entries as reviewers asked for them: each takes the place of the one with its id in the folders before.\n"
Parts = Sequence[bytes]  # a file, entry by entry


class Versions(NamedTuple):
    """A file before and after."""

    before: Parts | None  # None: there was none
    after: Parts


class Patched(NamedTuple):
    """A patch, its files as they are with it, and the patch of what could not be edited where it stands."""

    patch: bytes
    files: Mapping[str, bytes]
    upstream: bytes


def patches(edited: Mapping[str, str], shelf: Shelf) -> Patched:
    """The patches that give these entries, by id, their new text."""
    copied = {name: text for name, text in edited.items() if not shelf.homes[name].layer.editable}
    own = _versions({name: text for name, text in edited.items() if name not in copied}, shelf)
    if copied:
        own[shelf.overlay_file] = _overlaid(own.get(shelf.overlay_file) or _overlay(shelf), copied)
    files = {path: b"".join(own[path].after) for path in sorted(own)}
    return Patched(_patch(own), files, _patch(_versions(copied, shelf)))


def _patch(files: Mapping[str, Versions]) -> bytes:
    return b"".join(difference(path, *files[path]) for path in sorted(files))


def _versions(edited: Mapping[str, str], shelf: Shelf) -> dict[str, Versions]:
    """Each file that holds some of the entries, by path."""
    by_home = defaultdict[Home, dict[str, str]](dict)
    for name, text in edited.items():
        by_home[shelf.homes[name]][name] = text
    cut = ((home, home.file, texts) for home, texts in by_home.items())
    return {home.path: Versions(file.parts({}), file.parts(texts)) for home, file, texts in cut if file}


def _overlay(shelf: Shelf) -> Versions:
    """The overlay's file as it is."""
    known = [
        content
        for layer in shelf.layers
        if layer.place == shelf.overlay
        for name, content in layer.files
        if name == OVERLAY
    ]
    return Versions(known, known) if known else Versions(None, [_HEAD])


def _overlaid(file: Versions, copied: Mapping[str, str]) -> Versions:
    """The file with whole entries behind what it has."""
    *parts, last = file.after
    ended = last if last.endswith(b"\n") or not last else last + b"\n"
    return Versions(file.before, [*parts, ended, *(f"\n{alone(copied[name])}".encode() for name in sorted(copied))])
