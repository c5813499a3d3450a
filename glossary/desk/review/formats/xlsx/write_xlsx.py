"""Writing a packet as XLSX: the sheet of findings, and one that says what to do."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from io import BytesIO

from xlsxwriter.workbook import Workbook

from glossary.desk.review.formats.xlsx.cells import Looks, height, looks, runs, write
from glossary.desk.review.formats.xlsx.findings_sheet import add_findings
from glossary.desk.review.formats.xlsx.labels import bilingual_label, words
from glossary.desk.review.packets.row import Packet

InstructionLine = tuple[str, str, str, str]  # key, label, what stands beside it, and its look
_WIDTHS = (12, 30, 100)


def add_how_to(book: Workbook, look: Looks, packet: Packet) -> None:
    """Add the sheet."""
    title = words("sheets")["how_to"]
    sheet = book.add_worksheet(title["en"])
    for across, width in enumerate(_WIDTHS):
        sheet.set_column(across, across, width, None, {"hidden": across == 0})
    write(sheet, look, (0, 1), "title", [(bilingual_label(title, packet.lang), False)])
    sheet.set_row(0, 24)
    for row_index, (key, label, value, name) in enumerate(_lines(packet), 1):
        sheet.set_row(row_index, height(zip((label, value), _WIDTHS[1:], strict=True)))
        for across, (text, look_name) in enumerate(((key, "key"), (label, "label"), (value, name))):
            write(sheet, look, (row_index, across), look_name, runs(text, ()))
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)


def _lines(packet: Packet) -> Iterator[InstructionLine]:
    for number, step in enumerate(words("steps").values(), 1):
        yield "", str(number), bilingual_label(step, packet.lang, "\n"), "text"
    facts = {"reviewer": "", "packet": packet.packet_id, "build": packet.build_id, "made_by": packet.signature}
    for key, label in words("facts").items():
        yield key, bilingual_label(label, packet.lang, "\n"), facts[key], "text" if facts[key] else "entry"
    for key, action in words("actions").items():
        yield (
            "",
            bilingual_label(action, packet.lang),
            bilingual_label(words("meanings")[key], packet.lang, "\n"),
            "text",
        )


_OPTIONS = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}
_CREATED = datetime(2000, 1, 1)  # no time of its own: the same packet is the same bytes


def xlsx_bytes(packet: Packet) -> bytes:
    """Return the packet as a spreadsheet: its rows as given, and a second sheet that says what to do."""
    file = BytesIO()
    with Workbook(file, _OPTIONS) as book:
        title = f"{packet.packet_id} ({packet.build_id})"
        book.set_properties({"title": title, "comments": packet.signature, "created": _CREATED})
        look = looks(book, packet.lang, packet.locale)
        add_findings(book, look, packet)
        add_how_to(book, look, packet)
    return file.getvalue()
