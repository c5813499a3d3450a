"""Workbooks: rows of their sheets as typed cells, formulas never evaluated; and how to create one."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import Protocol, cast

from openpyxl import load_workbook
from xlsxwriter.workbook import Workbook

from corpus import lazy_re as re
from corpus.text.printable import quote_text
from glossary.exchange.spreadsheets.safe_zip import SpreadsheetError, pack_zip

_ROWS = 1_048_576  # a sheet has no more
_COLUMNS = 64  # a packet has some twenty; reviewers may add their own
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s[^<>]*?ref="([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})"')
_SHOWN = 5  # merged ranges that are listed
_LINE_END = re.compile(r"_x000D_(?=\n)")  # how Excel keeps the other half of a line end that was pasted


class Cell(Protocol):
    """The part of a cell that is read."""

    @property
    def value(self) -> object: ...
    @property
    def data_type(self) -> str: ...


class _LazySheet(Protocol):
    """A sheet that is read on demand; the library's types declare it as an ordinary one."""

    def reset_dimensions(self) -> None: ...
    def iter_rows(self, *, max_row: int, max_col: int) -> Iterator[Sequence[Cell]]: ...


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: its non-empty rows, with their numbers."""

    title: str
    rows: Sequence[tuple[int, Sequence[Cell]]]


def sheets(parts: Mapping[str, bytes]) -> list[Sheet]:
    """Return the sheets of an unpacked workbook. Raises SpreadsheetError."""
    try:
        with warnings.catch_warnings(action="ignore"):  # of lists and colours that the library does not know
            book = load_workbook(pack_zip(parts), read_only=True, data_only=False, keep_links=False)
            return [Sheet(sheet.title, list(_rows(cast("_LazySheet", sheet)))) for sheet in book.worksheets]
    except Exception as error:  # the library raises whatever its code stumbles on
        raise SpreadsheetError("is no workbook that can be read; save it again as .xlsx") from error


def merged(parts: Mapping[str, bytes]) -> str:
    """Return the first merged ranges, such as "merged cells (B12:B14)"; empty if there are none."""
    sheets = [parts[name] for name in sorted(parts) if name.startswith("xl/worksheets/")]
    ranges = [match[1].decode() for sheet in sheets for match in _MERGED.finditer(sheet)]
    listing = ", ".join(ranges[:_SHOWN]) + (", …" if len(ranges) > _SHOWN else "")
    return f"merged cells ({listing})" if ranges else ""


def cell_text(cell: Cell) -> str:
    """Return the text of a cell, empty for none. Raises SpreadsheetError for formulas, errors and dates."""
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


LONGEST_CELL = 32_767  # Excel's limit, in units of UTF-16
# XML 1.0 has no way to write these. A carriage return could be written, and would come back as a line end or not.
NOT_IN_CELLS = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
_TEXTS = {"in_memory": True, "strings_to_formulas": False, "strings_to_numbers": False, "strings_to_urls": False}


def new_workbook(file: BytesIO, title: str, comments: str = "") -> Workbook:
    """Return a workbook without a creation time, so that equal content gives equal bytes; strings stay strings."""
    book = Workbook(file, _TEXTS)
    remarks = {"comments": comments} if comments else {}
    book.set_properties({"title": title, **remarks, "created": datetime(2000, 1, 1)})
    return book
