"""Answers out of a spreadsheet: a row with a decision is one, in whatever order rows and columns stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from corpus.text.printable import printable, quote_text
from glossary.decisions.decision import Answer, Answers, ReviewError
from glossary.desk.review.formats.clean_text import clean, name
from glossary.desk.review.formats.deduplicate import deduplicated
from glossary.desk.review.formats.xlsx.folded_rows import FoldableRow, folded_answers
from glossary.desk.review.formats.xlsx.read_columns import NEEDED, TYPED, ColumnLayout, columns, facts, label
from glossary.desk.review.formats.xlsx.read_rows import sheet_row
from glossary.exchange.spreadsheets.safe_zip import MOST, parts
from glossary.exchange.spreadsheets.spreadsheet_error import OversizedError, SpreadsheetError
from glossary.exchange.spreadsheets.workbook import Cell, Sheet, cell_text, merged, sheets

_SHOWN = 5  # merged ranges that are listed
_TOO_LARGE = f"unpacks to more than a packet can hold ({MOST // 2**20} MiB); copy the decisions into the packet as sent"


def read(data: bytes) -> Answers:
    """Read the file. Fails where it is no spreadsheet, or one without a sheet of findings."""
    unpacked, all_sheets = _unpack(data)
    sheet_layouts = [(sheet, columns(sheet)) for sheet in all_sheets]
    finding_sheets = [(sheet, layout) for sheet, layout in sheet_layouts if layout.indices]
    _require(finding_sheets)
    reviewer, build_id, problems = _facts(sheet for sheet, layout in sheet_layouts if not layout.indices)
    problems += _loss_warnings(unpacked, [layout for _, layout in finding_sheets])
    answers, wrong = _read_sheets(finding_sheets)
    unique_answers, doubled = deduplicated(answers)
    signed_answers = tuple(replace(reply, who=reviewer) for reply in unique_answers)
    return Answers(signed_answers, (*problems, *wrong, *doubled), build_id)


def _unpack(data: bytes) -> tuple[dict[str, bytes], list[Sheet]]:
    """Return the parts of the file, and the sheets in them."""
    try:
        unpacked = parts(data)
        return unpacked, sheets(unpacked)
    except OversizedError as error:
        raise ReviewError(_TOO_LARGE) from error
    except SpreadsheetError as error:
        raise ReviewError(str(error)) from error


def _require(finding_sheets: Sequence[tuple[Sheet, ColumnLayout]]) -> None:
    if not finding_sheets:
        raise ReviewError("has no sheet of findings; hand in the packet as it was sent, with the decisions in it")
    for sheet, layout in finding_sheets:
        if missing := [label(key) for key in NEEDED if key not in layout.indices]:
            problem = f"has no column {' or '.join(map(repr, missing))} in sheet {quote_text(sheet.title)}"
            raise ReviewError(f"{problem}; copy it back from the packet, with the hidden first row")


def _facts(others: Iterable[Sheet]) -> tuple[str, str, list[str]]:
    """Return the reviewer, the build, and what is wrong with either."""
    cells: dict[str, Cell] = {}
    for sheet in others:
        cells = {**facts(sheet), **cells}
    typed_name, wrong = _fact(cells, "reviewer")
    build_id, wrong_too = _fact(cells, "build")
    reviewer, doubt = name(typed_name)
    lines = (wrong, f"who: {doubt}" if doubt else "", wrong_too)
    return reviewer, build_id, [line for line in lines if line]


def _fact(cells: Mapping[str, Cell], key: str) -> tuple[str, str]:
    try:
        return clean(cell_text(cells[key])) if key in cells else "", ""
    except SpreadsheetError as error:
        return "", f"{key}: {error}"


def _loss_warnings(unpacked: Mapping[str, bytes], layouts: Sequence[ColumnLayout]) -> Iterator[str]:
    """Yield warnings of what may have been lost before the file came in."""
    if b"vbaProject" in unpacked["[Content_Types].xml"]:
        yield "the file has macros, which the packet had not; they are not run"
    if ranges := merged(unpacked):
        listing = ", ".join(ranges[:_SHOWN]) + (", …" if len(ranges) > _SHOWN else "")
        yield f"merged cells ({listing}): only the first of each counts; split them and fill in each row"
    for layout in layouts:
        for key in layout.doubled:
            yield f"two columns are called {label(key)!r}; the first is read"
        for key in TYPED:
            if key not in layout.indices:
                yield f"no column is called {label(key)!r}; what was typed there is not read"


def _read_sheets(finding_sheets: Sequence[tuple[Sheet, ColumnLayout]]) -> tuple[list[Answer], list[str]]:
    rows: list[FoldableRow] = []
    problems: list[str] = []
    for sheet, layout in finding_sheets:
        for number, row in sheet.rows:
            place = f"row {number}" if len(finding_sheets) == 1 else f"{printable(sheet.title)} row {number}"
            try:
                rows += filter(None, [sheet_row(row, layout, place)])
            except ReviewError as error:
                problems.append(f"{place}: {error}")
    return [*(row.answer for row in rows if row.answer), *folded_answers(rows)], problems
