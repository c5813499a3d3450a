"""Glossaries that went out as a file and came back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from glossary.exchange.entry_toml import entry_files
from glossary.exchange.imported_entries import EntryImportError, ImportedEntries
from glossary.exchange.imports.read_entries import read_entries
from glossary.loading import fingerprint, load_files
from glossary.termbase.entry_files import EntryFolder
from glossary.termbase.termbase import Termbase

HEADER = "id,domain,definition,language,status,form"


def loaded(entries: ImportedEntries) -> Termbase:
    """The glossary of imported entries, by way of their TOML."""
    files = entry_files(entries.tables)
    return load_files(EntryFolder("x", tuple((name, text.encode()) for name, text in files.items())))


def reimported(data: bytes, lang: str = "") -> Termbase:
    """The glossary that a file holds."""
    return loaded(read_entries(data, lang))


def same(termbase: Termbase, other: Termbase) -> bool:
    """Whether two glossaries say the same, notes too."""
    notes = [[(concept.id, concept.note) for concept in glossary.concepts] for glossary in (termbase, other)]
    ours, theirs = (
        fingerprint(replace(concept, is_project=False) for concept in glossary.concepts)
        for glossary in (termbase, other)
    )
    return ours == theirs and notes[0] == notes[1]


def rejected(data: bytes | str, lang: str = "", name: str = "") -> list[str]:
    """The lines for what in a file is no entry."""
    return list(read_entries(data.encode() if isinstance(data, str) else data, lang, name).rejected)


def refused(data: bytes | str, lang: str = "") -> list[str]:
    """The lines that a file is refused with."""
    with pytest.raises(EntryImportError) as error:
        read_entries(data.encode() if isinstance(data, str) else data, lang)
    lines = str(error.value).split("\n")
    assert all(len(line) < 270 for line in lines)
    return lines
