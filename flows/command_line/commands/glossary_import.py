"""`taiyaku glossary import`: entries from tables and files of other tools, test-loaded before anything is written."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from corpus.text.printable import printable
from flows.console.exit_status import FINE, FOUND
from flows.files.atomic_write import write
from glossary.exchange.entry_toml import entry_files
from glossary.exchange.imported_entries import EntryImportError, joined_faults
from glossary.exchange.imports.read_entries import KINDS, MOST, ImportFile, read_files
from glossary.loading import load_files
from glossary.loading.term_table import loadable
from glossary.termbase.termbase import Termbase

_SHOWN = 3  # files that are listed


def import_entries(options: argparse.Namespace) -> int:
    """Write the loadable entries of files to a folder; returns 1 if any part of the files is not an entry."""
    files = [ImportFile(printable(file), _content(file)) for file in options.files]
    entries = read_files(files, options.lang or "")
    tables, termbase, faults = loadable(entries, load_files)
    toml_files = entry_files(tables)
    stale_files = _require_room(options.into, toml_files, options.force)
    for file, text in toml_files.items():
        write(options.into / file, text)
    rejected = [*entries.rejected, *faults]
    for line in (*entries.notices, *stale_files, *([joined_faults(rejected)] if rejected else [])):
        print(line, file=sys.stderr)
    print(_summary(options.into, toml_files, termbase, len(rejected)), file=sys.stderr)
    return FOUND if rejected else FINE


def _content(file: Path) -> bytes:
    try:
        if not file.is_file():  # a named pipe would be waited for
            raise EntryImportError(f"{printable(file)}: no such file; name one of {KINDS}")
        if file.stat().st_size > MOST:
            raise EntryImportError(f"{printable(file)}: larger than {MOST >> 20} MiB; split it")
        return file.read_bytes()
    except OSError as error:
        raise EntryImportError(f"{printable(file)}: cannot be read: {error.strerror}; check its permissions") from error


def _require_room(folder: Path, files: dict[str, str], may_overwrite: bool) -> list[str]:
    """Return remarks on entries that stay in the folder; fails where files may not be written there."""
    if folder.exists() and not folder.is_dir():
        raise EntryImportError(f"{printable(folder)}: a file; name a folder with --into")
    entry_files = sorted(printable(file.name) for file in folder.glob("*.toml")) if folder.is_dir() else []
    listing = ", ".join(entry_files[:_SHOWN]) + (", …" if len(entry_files) > _SHOWN else "")
    if entry_files and not may_overwrite:
        problem = f"{printable(folder)}: holds entries already ({listing})"
        raise EntryImportError(f"{problem}; name another folder with --into, or give --force to overwrite files")
    stale_files = [file for file in entry_files if file not in files]
    return [f"{printable(folder)} also holds {', '.join(stale_files)}, as before"] if stale_files else []


def _summary(folder: Path, files: dict[str, str], termbase: Termbase, rejected: int) -> str:
    counts = f"{len(termbase.concepts):,} concepts in {len(files)} file{'' if len(files) == 1 else 's'}"
    use = f"use them with --glossary {printable(folder)}"
    left_out = f"; left out {rejected:,}, see above" if rejected else ""
    return f"wrote {printable(folder)}: {counts}, entries {termbase.fingerprint}{left_out}; {use}"
