"""Folders of entries: the names and bytes of their `*.toml` files."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import NamedTuple

from corpus.text.printable import printable
from glossary.termbase.fault import Place
from glossary.termbase.termbase import GlossaryError


class EntryFolder(NamedTuple):
    """A folder of entries as it was read."""

    place: str
    files: tuple[tuple[str, bytes], ...]  # name and content, in order of names


def opened_folder(folder: Traversable) -> EntryFolder:
    """Return the entries of a folder; fails where there is none, or a file cannot be read."""
    if folder.is_file():
        raise GlossaryError(Place(printable(folder)).fault("folder-is-file"))
    if not folder.is_dir():
        raise GlossaryError(Place(printable(folder)).fault("no-folder"))
    entries = {printable(file.name): file for file in folder.iterdir() if file.name.endswith(".toml")}
    return EntryFolder(printable(folder), tuple((name, _content(entries[name])) for name in sorted(entries)))


def _content(file: Traversable) -> bytes:
    place = Place(printable(file.name))
    if not file.is_file():  # a named pipe would be waited for
        raise GlossaryError(place.fault("not-a-file"))
    try:
        return file.read_bytes()
    except OSError as error:
        raise GlossaryError(place.fault("unreadable-file", cause=error.strerror)) from error
