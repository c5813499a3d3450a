"""Term tables: a project's glossary in another file format, read as if each of its rows were a file."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import NamedTuple

from corpus import lazy_re as re
from glossary.exchange.entry_toml import entry_files, entry_text
from glossary.exchange.imported_entries import EntryImportError, EntryTable, ImportedEntries, joined_faults
from glossary.exchange.imports.read_entries import read_entries
from glossary.termbase.entry_files import EntryFolder
from glossary.termbase.fault import Place
from glossary.termbase.termbase import GlossaryError, Termbase

_NUMBERED = re.compile("^(?:line|row) ")
_LOG = logging.getLogger("taiyaku")


class LoadableEntries(NamedTuple):
    """The imported entries that load on their own, their glossary, and a line for each fault of the others."""

    tables: list[EntryTable]
    termbase: Termbase
    faults: list[str]


def loadable(entries: ImportedEntries, load: Callable[[EntryFolder], Termbase]) -> LoadableEntries:
    """Return the imported entries that `load` accepts on their own. Raises EntryImportError if there are none."""
    tables, lines = list(entries.tables), list[str]()
    while True:
        contents = tuple((file, text.encode()) for file, text in entry_files(tables).items())
        try:
            return LoadableEntries(tables, load(EntryFolder("", contents)), lines)
        except GlossaryError as error:
            lines += [str(entries.relocated(fault)) for fault in error.faults]
            faulty = {fault.place.concept_id for fault in error.faults}
            sound_tables = [table for table in tables if table["id"] not in faulty]
            if not sound_tables or len(sound_tables) == len(tables):
                raise EntryImportError(joined_faults([*entries.rejected, *lines])) from error
            tables = sound_tables


def rows_as_files(table: EntryFolder, load: Callable[[EntryFolder], Termbase]) -> EntryFolder:
    """Return the valid rows of a table, each as a file named after its line; the others are logged."""
    ((name, content),) = table.files
    try:
        entries = read_entries(content, name=name)
        tables, _, faults = loadable(entries, load)
    except EntryImportError as error:
        raise GlossaryError(*(Place(name).fault("no-table", cause=line) for line in str(error).split("\n"))) from error
    for line in (*entries.rejected, *faults):
        _LOG.warning("%s: %s; the row is left out", name, line)
    files = [
        (f"{name}:{_NUMBERED.sub('', entries.places[str(row['id']), '', ''])}", entry_text(row).encode())
        for row in tables
    ]
    return table._replace(files=tuple(files))
