"""The table of entries as a workbook: cells are texts, so that no program makes numbers, dates or formulas of them."""

from __future__ import annotations

from io import BytesIO

from xlsxwriter.utility import xl_col_to_name

from corpus.languages import KNOWN
from glossary.exchange.entry_tables.entry_columns import CELL_RULES, COLUMNS
from glossary.exchange.entry_tables.entry_drafts import EntrySheet
from glossary.exchange.entry_tables.entry_rows import entry_rows
from glossary.exchange.imported_entries import EntryImportError
from glossary.exchange.provenance import edition_text
from glossary.exchange.spreadsheets.safe_zip import SpreadsheetError, parts
from glossary.exchange.spreadsheets.workbook import LONGEST_CELL, NOT_IN_CELLS, merged, new_workbook, sheets
from glossary.termbase.termbase import Termbase

_LAST = len(COLUMNS) - 1
_ROW_HEIGHT = 30  # points: two lines, whatever lists a row has
_MOST_TAGS = 3_000_000  # the built-in entries have 600,000, and each costs some hundred bytes while it is read


class CellLimitError(ValueError):
    """A text that does not fit into a cell of a workbook."""


def entries_xlsx(termbase: Termbase) -> bytes:
    """Return the glossary as a workbook: the table, and a sheet that says what its columns mean."""
    file = BytesIO()
    rows = list(entry_rows(termbase))
    with new_workbook(file, f"taiyaku glossary {termbase.fingerprint}", edition_text(termbase)) as book:
        header = book.add_format({"bold": True, "bg_color": "#DCE6F1", "valign": "top", "num_format": "@"})
        text = book.add_format({"text_wrap": True, "valign": "top", "num_format": "@"})
        sheet = book.add_worksheet("Entries")
        sheet.set_default_row(_ROW_HEIGHT)
        for index, column in enumerate(COLUMNS):
            sheet.set_column(index, index, column.width, text)
            sheet.write_string(0, index, column.key, header)
            choices = KNOWN if column.key == "language" else column.choices
            if choices:
                sheet.data_validation(1, index, max(1, len(rows)), index, {"validate": "list", "source": [*choices]})
        for row_index, row in enumerate(rows, 1):
            for index, column in enumerate(COLUMNS):
                if cell := row.get(column.key):
                    _require_fitting(cell, f"'{row['id']}': {column.key}")
                    sheet.write_string(row_index, index, cell, text)
        sheet.freeze_panes(1, 1)
        sheet.autofilter(0, 0, max(1, len(rows)), _LAST)
        sheet.ignore_errors({"number_stored_as_text": f"A1:{xl_col_to_name(_LAST)}{len(rows) + 1}"})
        sheet = book.add_worksheet("Columns")
        sheet.set_column(0, 0, 18)
        sheet.set_column(1, 1, 110)
        lines = [
            (column.key, f"{column.meaning}{'; one item per line' if column.is_list else ''}") for column in COLUMNS
        ]
        for row_index, (key, meaning) in enumerate([*lines, *(("", rule) for rule in CELL_RULES)]):
            sheet.write_string(row_index, 0, key, header)
            sheet.write_string(row_index, 1, meaning, text)
    return file.getvalue()


def _require_fitting(cell: str, place: str) -> None:
    if len(cell.encode("utf-16-le", "surrogatepass")) > 2 * LONGEST_CELL:
        problem = f"has more than {LONGEST_CELL:,} characters, which no cell of a workbook holds"
        raise CellLimitError(f"{place} {problem}; use --format csv")
    if NOT_IN_CELLS.search(cell):
        raise CellLimitError(f"{place} holds a character that no workbook can; use --format csv")


def xlsx_sheets(data: bytes) -> tuple[list[EntrySheet], list[str]]:
    """Return the sheets of a workbook, and notices of what in it is not read. Raises EntryImportError."""
    try:
        unpacked = parts(data, _MOST_TAGS)
        read_sheets = [EntrySheet(sheet.title, sheet.rows) for sheet in sheets(unpacked)]
    except SpreadsheetError as error:
        raise EntryImportError(str(error)) from error
    listing = merged(unpacked)
    return read_sheets, [f"{listing}: only the first of each is read; split them"] if listing else []
