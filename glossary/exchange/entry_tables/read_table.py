"""Reads the table: rows in any order become entries; what is wrong is reported with row, column and remedy."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from unicodedata import normalize

from corpus.text.printable import printable, quote_text
from glossary.exchange.entry_tables.entry_columns import BY_KEY, NEEDED
from glossary.exchange.entry_tables.entry_drafts import Drafts, RowError
from glossary.exchange.imported_entries import EntryImportError, ImportedEntries, joined_faults
from glossary.exchange.spreadsheets.safe_zip import SpreadsheetError
from glossary.exchange.spreadsheets.workbook import Cell, cell_text

SheetRow = Sequence[Cell | str]
_HEADER_ROWS = 10  # so far down the names of the columns may stand
_NAMED = 3  # names that make a row the header, though others are missing
_NEAR = 0.7  # so alike are a column's name and what was meant for it


@dataclass(frozen=True, slots=True)
class EntrySheet:
    """A sheet of a workbook, or a CSV file, which has no title."""

    title: str
    rows: Sequence[tuple[int, SheetRow]]  # with their numbers


@dataclass(frozen=True, slots=True)
class EntryHeader:
    """Where the columns of a sheet are."""

    indices: Mapping[str, int]
    row_number: int
    notices: tuple[str, ...]


def read_table(sheets: Sequence[EntrySheet]) -> ImportedEntries:
    """Return the entries of all sheets that have the columns of the table; raises EntryImportError with all faults."""
    headers = [(sheet, header) for sheet in sheets if (header := _header(sheet))]
    if not headers:
        raise EntryImportError(f"has no header row; name the columns in the first row: {', '.join(BY_KEY)}")
    drafts = Drafts()
    faults: list[str] = []
    for sheet, header in headers:
        _require_columns(header)
        prefix = f"{printable(sheet.title)} row" if len(headers) > 1 else "row"
        for number, row in sheet.rows:
            if number > header.row_number:
                faults += _add_row(drafts, row, header, f"{prefix} {number}")
    if faults or not drafts.tables:
        raise EntryImportError(joined_faults(faults or ["has no rows below the header; fill in a row for each form"]))
    notices = tuple(notice for _, header in headers for notice in header.notices)
    return ImportedEntries(tuple(drafts.tables), drafts.places, notices)


def _header(sheet: EntrySheet) -> EntryHeader | None:
    for number, row in islice(sheet.rows, _HEADER_ROWS):
        names = [_column_name(cell) for cell in row]
        if sum(name in BY_KEY for name in set(names)) >= _NAMED:
            return EntryHeader(
                {name: names.index(name) for name in names if name in BY_KEY},
                number,
                tuple(_column_notices(names)),
            )
    return None


def _column_name(cell: Cell | str) -> str:
    value = cell if isinstance(cell, str) else cell.value
    return "_".join(normalize("NFKC", str(value or "")[:100]).casefold().split())


def _column_notices(names: Sequence[str]) -> Iterator[str]:
    for name in dict.fromkeys(filter(None, names)):
        if name not in BY_KEY:
            near = difflib.get_close_matches(name, BY_KEY, n=1, cutoff=_NEAR)
            remedy = f"; did you mean '{near[0]}'?" if near else ""
            yield f"column {quote_text(name)} is not one of the table and was not read{remedy}"
        elif names.count(name) > 1:
            yield f"two columns are called '{name}'; the first was read"


def _require_columns(header: EntryHeader) -> None:
    missing = [f"'{key}'" for key in NEEDED if key not in header.indices]
    if missing:
        remedy = f"write the name above the column in row {header.row_number}"
        raise EntryImportError(f"row {header.row_number} has no column {' or '.join(missing)}; {remedy}")


def _add_row(drafts: Drafts, row: SheetRow, header: EntryHeader, place: str) -> list[str]:
    """Add a row, or return what is wrong with it."""
    cells: dict[str, str] = {}
    faults: list[str] = []
    for key, index in header.indices.items():
        try:
            cells[key] = _text(row[index]) if index < len(row) else ""
        except SpreadsheetError as error:
            faults.append(f"{place}, column '{key}': {error}")
    if faults or not any(map(str.strip, cells.values())):
        return faults
    try:
        drafts.add(cells, place)
    except RowError as error:
        return [f"{place}, column '{error.key}': {error}"]
    return []


def _text(cell: Cell | str) -> str:
    return cell if isinstance(cell, str) else cell_text(cell)
