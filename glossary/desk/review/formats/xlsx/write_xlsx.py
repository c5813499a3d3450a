"""Writing a packet as XLSX."""

from __future__ import annotations

from datetime import datetime
from io import BytesIO

from xlsxwriter.workbook import Workbook

from glossary.desk.review.formats.xlsx.findings_sheet import add_findings
from glossary.desk.review.formats.xlsx.instructions_sheet import add_how_to
from glossary.desk.review.formats.xlsx.styles import looks
from glossary.desk.review.packets.row import Packet

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
