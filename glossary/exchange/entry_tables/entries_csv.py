"""The table of entries as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from glossary.exchange.entry_tables.entry_columns import BY_KEY, COLUMNS
from glossary.exchange.entry_tables.entry_rows import entry_rows
from glossary.exchange.imported_entries import EntryImportError
from glossary.exchange.spreadsheets import csv_table
from glossary.exchange.spreadsheets.spreadsheet_error import SpreadsheetError
from glossary.termbase.termbase import Termbase

_NAMED = 3  # names of columns that make a line the header


def csv_bytes(termbase: Termbase) -> bytes:
    """Return the glossary as a table that spreadsheets open."""
    keys = [column.key for column in COLUMNS]
    rows = ([row.get(key, "") for key in keys] for row in entry_rows(termbase))
    return csv_table.csv_bytes([keys, *rows])


def csv_rows(data: bytes) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the rows of a file with their numbers, as spreadsheets count them. Raises EntryImportError."""
    try:
        yield from csv_table.csv_rows(data, BY_KEY)
    except SpreadsheetError as error:
        raise EntryImportError(str(error)) from error


def is_table(head: str) -> bool:
    """Return whether a text begins as the table does."""
    return csv_table.count_of_names(head, BY_KEY) >= _NAMED
