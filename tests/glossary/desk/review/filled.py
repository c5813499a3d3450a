"""Spreadsheets of packets as reviewers send them back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet

from glossary.desk.review.formats.xlsx.write_xlsx import xlsx_bytes
from glossary.desk.review.packets.row import Packet
from tests.glossary.desk.review.packet_files import packet

FIRST = 3  # the row of the first finding, as spreadsheets count


def filled(typed: Mapping[int, Mapping[str, object]], reviewer_name: str = "", of: Packet | None = None) -> bytes:
    """A packet with cells filled in: number of the row in the packet → key of the column → what was typed."""

    def fill(book: Workbook) -> None:
        for number, cells in typed.items():
            for key, value in cells.items():
                cell(book["Findings"], key, number).value = value  # type: ignore[assignment]
        reviewer(book).value = reviewer_name or None

    return edited(fill, of)


def edited(edit: Callable[[Workbook], None], of: Packet | None = None) -> bytes:
    """A packet after an edit of its workbook."""
    book = load_workbook(BytesIO(xlsx_bytes(of or packet(6))))
    edit(book)
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def column(sheet: Worksheet, key: str) -> int:
    """The number of the column with this key, from 1."""
    return next(head.column for head in sheet[1] if head.value == key)


def cell(sheet: Worksheet, key: str, number: int) -> Cell:
    """The cell of a finding in a column."""
    target_cell = sheet.cell(number + FIRST - 1, column(sheet, key))
    assert isinstance(target_cell, Cell)
    return target_cell


def reviewer(book: Workbook) -> Cell:
    """The cell for the reviewer's name."""
    sheet = book["How to"]
    name_cell = next(row[2] for row in sheet.iter_rows() if row[0].value == "reviewer")
    assert isinstance(name_cell, Cell)
    return name_cell


def repacked(
    data: bytes, change: Callable[[str, bytes], bytes | None], added: Mapping[str, bytes] | None = None
) -> bytes:
    """An archive with its parts changed; a part that becomes None is left out."""
    buffer = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(buffer, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            if (content := change(name, old.read(name))) is not None:
                new.writestr(name, content)
        for name, content in (added or {}).items():
            new.writestr(name, content)
    return buffer.getvalue()
