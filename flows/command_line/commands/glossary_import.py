"""`taiyaku glossary import`: entries out of a table or another tool's file, tried before anything is written."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from corpus.text.printable import printable
from flows.console.exit_status import FINE
from flows.files.atomic_write import write
from glossary.exchange.entry_toml import entry_files
from glossary.exchange.imported_entries import EntryImportError, ImportedEntries, joined_faults
from glossary.exchange.imports.read_entries import MOST, read_entries
from glossary.loading import load_files
from glossary.termbase.entry_files import EntryFolder
from glossary.termbase.termbase import GlossaryError, Termbase

_SHOWN = 3  # files that are listed


def import_entries(options: argparse.Namespace) -> int:
    """Write the entries of a file to a folder, if they load."""
    name = printable(options.file)
    try:
        entries = read_entries(_content(options.file), options.lang or "")
    except EntryImportError as error:
        raise EntryImportError("\n".join(f"{name}: {line}" for line in str(error).split("\n"))) from error
    files = entry_files(entries.tables)
    termbase = _loaded(entries, files, name)
    stale_files = _require_room(options.into, files, options.force)
    for file, text in files.items():
        write(options.into / file, text)
    for notice in (*entries.notices, *stale_files):
        print(f"{name}: {notice}", file=sys.stderr)
    print(_summary(options.into, files, termbase), file=sys.stderr)
    return FINE


def _content(file: Path) -> bytes:
    try:
        if not file.is_file():  # a named pipe would be waited for
            raise EntryImportError("no such file; name one of CSV, XLSX, TBX or tab-separated text")
        if file.stat().st_size > MOST:
            raise EntryImportError(f"larger than {MOST >> 20} MiB; split it")
        return file.read_bytes()
    except OSError as error:
        raise EntryImportError(f"cannot be read: {error.strerror}; check its permissions") from error


def _loaded(entries: ImportedEntries, files: dict[str, str], name: str) -> Termbase:
    """Return the entries as they load by themselves; faults are reported at their place in the given file."""
    contents = tuple((file, text.encode()) for file, text in files.items())
    try:
        return load_files(EntryFolder(name, contents))
    except GlossaryError as error:
        lines = [str(entries.relocated(fault, name)) for fault in error.faults]
        raise EntryImportError(joined_faults(lines)) from error


def _require_room(folder: Path, files: dict[str, str], may_overwrite: bool) -> list[str]:
    """Return remarks on entries that stay in the folder; fails where files may not be written there."""
    if folder.exists() and not folder.is_dir():
        raise EntryImportError(f"{printable(folder)}: a file; name a folder with --into")
    there = sorted(printable(file.name) for file in folder.glob("*.toml")) if folder.is_dir() else []
    listing = ", ".join(there[:_SHOWN]) + (", …" if len(there) > _SHOWN else "")
    if there and not may_overwrite:
        problem = f"{printable(folder)}: holds entries already ({listing})"
        raise EntryImportError(f"{problem}; name another folder with --into, or give --force to overwrite files")
    stale_files = [file for file in there if file not in files]
    return [f"{printable(folder)} also holds {', '.join(stale_files)}, as before"] if stale_files else []


def _summary(folder: Path, files: dict[str, str], termbase: Termbase) -> str:
    counts = f"{len(termbase.concepts):,} concepts in {len(files)} file{'' if len(files) == 1 else 's'}"
    use = f"use them with --glossary {printable(folder)}"
    return f"wrote {printable(folder)}: {counts}, entries {termbase.fingerprint}; {use}"
