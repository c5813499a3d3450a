"""The second sheet: who reviews, which packet it is, and what to do. Its keys stand in a hidden first column."""

from __future__ import annotations

from collections.abc import Iterator

from xlsxwriter.workbook import Workbook

from glossary.desk.review.formats.xlsx.cells import runs
from glossary.desk.review.formats.xlsx.labels import bilingual_label, words
from glossary.desk.review.formats.xlsx.row_heights import height
from glossary.desk.review.formats.xlsx.styles import Looks
from glossary.desk.review.formats.xlsx.write_text import write
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
