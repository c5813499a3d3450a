"""Folders of entries: the names and bytes of their `*.toml` files."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import NamedTuple

from corpus.text.printable import printable
from glossary.termbase.termbase import GlossaryError


class EntryFolder(NamedTuple):
    """A folder of entries as it was read."""

    place: str
    files: tuple[tuple[str, bytes], ...]  # name and content, in order of names


def opened_folder(folder: Traversable) -> EntryFolder:
    """The entries of a folder; fails where there is none, or a file cannot be read."""
    if folder.is_file():
        raise GlossaryError(f"{printable(folder)}: a file; name the folder that holds it")
    if not folder.is_dir():
        raise GlossaryError(f"{printable(folder)}: no such folder; name one that holds *.toml entries")
    entries = {printable(file.name): file for file in folder.iterdir() if file.name.endswith(".toml")}
    return EntryFolder(printable(folder), tuple((name, _content(entries[name])) for name in sorted(entries)))


def _content(file: Traversable) -> bytes:
    if not file.is_file():  # a named pipe would be waited for
        raise GlossaryError(f"{printable(file.name)}: no file that can be read; move it out of the folder")
    try:
        return file.read_bytes()
    except OSError as error:
        name = printable(file.name)
        raise GlossaryError(f"{name}: cannot be read: {error.strerror}; check its permissions") from error
