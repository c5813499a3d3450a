"""Rows of the sheets of a workbook, as cells with their kind; formulas stay what they are and are never reckoned."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Protocol, cast

from openpyxl import load_workbook

from corpus import lazy_re as re
from corpus.text.printable import quote_text
from glossary.exchange.spreadsheets.safe_zip import SpreadsheetError, pack_zip

_ROWS = 1_048_576  # a sheet has no more
_COLUMNS = 64  # a packet has some twenty; reviewers may add their own
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s[^<>]*?ref="([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})"')
_LINE_END = re.compile(r"_x000D_(?=\n)")  # how Excel keeps the other half of a line end that was pasted


class Cell(Protocol):
    """What is read of a cell."""

    @property
    def value(self) -> object: ...
    @property
    def data_type(self) -> str: ...


class _LazySheet(Protocol):
    """A sheet that is read on demand, which the library's types take for one that is not."""

    def reset_dimensions(self) -> None: ...
    def iter_rows(self, *, max_row: int, max_col: int) -> Iterator[Sequence[Cell]]: ...


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: its rows that are not empty, with their numbers."""

    title: str
    rows: Sequence[tuple[int, Sequence[Cell]]]


def sheets(parts: Mapping[str, bytes]) -> list[Sheet]:
    """Return the sheets of a workbook that was unpacked."""
    try:
        with warnings.catch_warnings(action="ignore"):  # of lists and colours that the library does not know
            book = load_workbook(pack_zip(parts), read_only=True, data_only=False, keep_links=False)
            return [Sheet(sheet.title, list(_rows(cast("_LazySheet", sheet)))) for sheet in book.worksheets]
    except Exception as error:  # the library raises whatever its code stumbles on
        raise SpreadsheetError("is no workbook that can be read; save it again as .xlsx") from error


def merged(parts: Mapping[str, bytes]) -> list[str]:
    """Return the ranges of cells that were merged, such as B12:B14."""
    sheets = [parts[name] for name in sorted(parts) if name.startswith("xl/worksheets/")]
    return [match[1].decode() for sheet in sheets for match in _MERGED.finditer(sheet)]


def cell_text(cell: Cell) -> str:
    """Return the text of a cell, empty for none. Raises SpreadsheetError for what was not typed so."""
    value = cell.value
    if value is None:
        return ""
    if cell.data_type == "f":
        raise SpreadsheetError(
            "is a formula, which is not reckoned; type an apostrophe before the =, or the text alone"
        )
    if cell.data_type == "e":
        raise SpreadsheetError(f"is the error {quote_text(str(value))}; type it again")
    if isinstance(value, date | datetime | time | timedelta):
        raise SpreadsheetError("is a date; format the cell as text and type it again")
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return _LINE_END.sub("", str(value))


def _rows(sheet: _LazySheet) -> Iterator[tuple[int, Sequence[Cell]]]:
    sheet.reset_dimensions()  # what a file says of its own size may be wrong
    blank: Sequence[Cell] | None = None
    for number, row in enumerate(sheet.iter_rows(max_row=_ROWS, max_col=_COLUMNS), 1):
        if row is blank:  # one and the same for each of the million rows that a program may leave out
            continue
        if any(cell.value is not None for cell in row):
            yield number, row
        else:
            blank = row
