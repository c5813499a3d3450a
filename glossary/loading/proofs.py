"""Proofs: the built-in entries were proved by their examples when they were written; loading need not repeat it.

`proved.txt` has the hash of the entries that were proved, written by `make docs`; a test proves them again. Where an
entry was edited since, or others are laid over it, the examples are proved at loading.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from importlib.resources import files

from glossary.termbase.entry_files import EntryFolder

_FILE = "proved.txt"


def are_proved(folders: Iterable[EntryFolder]) -> bool:
    """Return whether these are the built-in entries alone, as they were proved."""
    file = files("glossary.loading") / _FILE
    return file.is_file() and file.read_text(encoding="utf-8") == proof(folders)


def proof(folders: Iterable[EntryFolder]) -> str:
    """Return the proof of the entries of folders: a line with their hash."""
    digest = hashlib.sha256()
    for folder in folders:
        for name, content in folder.files:
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return f"{digest.hexdigest()}\n"
