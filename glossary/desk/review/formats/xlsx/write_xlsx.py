"""Writing a packet as XLSX: the sheet of findings, and one with instructions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from xlsxwriter.utility import xl_col_to_name, xl_range
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from glossary.desk.review.formats.xlsx.cells import Looks, height, looks, plain, runs, write
from glossary.desk.review.formats.xlsx.read_columns import bilingual_label, words
from glossary.desk.review.packets.row import Packet, PacketRow, Stretch
from glossary.exchange.spreadsheets.workbook import new_workbook

Value = str | float


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the sheet of findings."""

    key: str  # in `words.toml`, and in the hidden first row
    width: float
    value: Callable[[PacketRow], Value]
    look: str = "text"  # a format of `looks.py`
    marks: Callable[[PacketRow], Sequence[Stretch]] = lambda row: ()
    note: Callable[[PacketRow], str] = lambda row: ""


def _empty(row: PacketRow) -> str:
    """Return an empty text: a prefilled suggestion would be read as the form to admit or to prefer."""
    return ""


def _suggested(row: PacketRow) -> str:
    return row.suggestion or next(iter(row.expected), "")


def _elsewhere_text(row: PacketRow) -> str:
    """Return what accepting writes at the places that have other words."""
    return "\n".join(f"{words} → {offered}" for words, offered in row.elsewhere)


def _terms(row: PacketRow) -> str:
    """Return the preferred forms for the terms of the English, each after its term, in case rows are mixed up."""
    words = (f"{row.question.source[term.start : term.end]} → {term.preferred}" for term in row.terms if term.preferred)
    return "\n".join(dict.fromkeys(words))


def _definition(row: PacketRow) -> str:
    return f"{row.question.concept_id}: {row.definition}" if row.definition else ""


COLUMNS = (
    Column("number", 5, lambda row: row.number, "count"),
    Column("decision", 14, _empty, "entry"),
    Column("target", 42, lambda row: row.question.target, "target", marks=lambda row: row.marks),
    Column(
        "source",
        42,
        lambda row: row.question.source,
        "source",
        marks=lambda row: [(term.start, term.end) for term in row.terms],
        note=_terms,
    ),
    Column("message", 34, lambda row: row.message, note=_definition),
    Column("alike", 8, lambda row: row.alike or "", "count"),
    Column("agreement", 11, lambda row: row.agreement),
    Column("assistants", 30, lambda row: "\n".join(opinion.text for opinion in row.opinions)),
    Column("suggested", 16, _suggested, note=_elsewhere_text),
    Column("instead", 18, _empty, "entry"),
    Column("comment", 24, _empty, "entry"),
    Column("corrected", 42, _empty, "entry"),
    Column("surface", 14, lambda row: row.question.surface),
    Column("others", 14, lambda row: "\n".join(form for form in row.expected if form != _suggested(row))),
    Column(
        "memory_source",
        32,
        lambda row: row.match.source if row.match else "",
        "source",
        marks=lambda row: row.match.unlike if row.match else (),
    ),
    Column("memory_target", 32, lambda row: row.match.target if row.match else "", "target"),
    Column("memory_score", 10, lambda row: round(row.match.score, 2) if row.match else "", "share"),
    Column("severity", 10, lambda row: row.severity),
    Column("certainty", 10, lambda row: round(row.confidence, 2), "share"),
    Column("places", 8, lambda row: row.occurrences, "count"),
    Column("where", 30, lambda row: row.location),
    Column("concept", 16, lambda row: row.question.concept_id),
    Column("rule", 24, lambda row: f"{row.question.rule} {row.name}"),
    Column("follows", 19, lambda row: row.follows, "quiet"),
    # Not hidden: a program that sorts only the cells in view would part it from its row.
    Column("finding_id", 19, lambda row: row.question.finding_id, "quiet"),
)
PRINTED = "comment"  # the last column on paper, and the last that rows are made high enough for
OF_ASSISTANTS = ("agreement", "assistants")  # hidden where there are no suggestions
FROZEN = "decision"  # the last that stays in view


_KEYS, _HEADER, _FIRST = 0, 1, 2  # rows
_LAST = len(COLUMNS) - 1
_AT = {column.key: index for index, column in enumerate(COLUMNS)}


def add_findings(book: Workbook, look: Looks, packet: Packet) -> None:
    """Add the sheet of findings."""
    sheet = book.add_worksheet(words("sheets")["findings"]["en"])
    _add_header(sheet, look, packet.lang)
    for key in () if any(row.opinions for row in packet.rows) else OF_ASSISTANTS:
        sheet.set_column(_AT[key], _AT[key], None, None, {"hidden": True})
    for row_index, row in enumerate(packet.rows, _FIRST):
        high = height((str(column.value(row)), column.width) for column in COLUMNS[: _AT[PRINTED]])
        sheet.set_row(
            row_index, high, None, {"level": 1, "hidden": True} if row.follows else {"collapsed": bool(row.alike)}
        )
        for across, column in enumerate(COLUMNS):
            place = (row_index, across)
            value = column.value(row)
            if isinstance(value, str):
                write(sheet, look, place, column.look, runs(value, column.marks(row)))
            else:
                sheet.write_number(*place, value, look[column.look])
            if note := plain(column.note(row)):
                sheet.write_comment(row_index, across, note, {"author": "taiyaku", "x_scale": 2.5, "font_size": 9})
    last = max(_FIRST, _FIRST + len(packet.rows) - 1)  # of no rows: the empty one below the header
    _arrange(sheet, last)
    lang = packet.lang
    labels = words("input")
    sheet.data_validation(
        _FIRST,
        _AT["decision"],
        last,
        _AT["decision"],
        {
            "validate": "list",
            "source": [bilingual_label(action, lang) for action in words("actions").values()],
            "input_title": bilingual_label(labels["title"], lang),
            "input_message": bilingual_label(labels["help"], lang, "\n"),
            "error_title": bilingual_label(labels["title"], lang),
            "error_message": bilingual_label(labels["error"], lang, "\n"),
        },
    )
    decision = f"${xl_col_to_name(_AT['decision'])}{_FIRST + 1}"
    rule = {"type": "formula", "criteria": f"=LEN({decision})>0", "format": look["decided"]}
    sheet.conditional_format(_FIRST, 0, last, _LAST, rule)


def _add_header(sheet: Worksheet, look: Looks, lang: str) -> None:
    for index, column in enumerate(COLUMNS):
        sheet.set_column(index, index, column.width)
        sheet.write_string(_KEYS, index, column.key, look["key"])
        sheet.write_string(_HEADER, index, bilingual_label(words("columns")[column.key], lang, "\n"), look["header"])
    sheet.set_row(_KEYS, None, None, {"hidden": True})
    sheet.set_row(_HEADER, 36)


def _arrange(sheet: Worksheet, last: int) -> None:
    """Set frozen panes, filters and printing: landscape, with the header on each page."""
    sheet.outline_settings(symbols_below=False)
    sheet.freeze_panes(_FIRST, _AT[FROZEN] + 1)
    sheet.autofilter(_HEADER, 0, last, _LAST)
    sheet.ignore_errors({"number_stored_as_text": xl_range(_FIRST, 0, last, _LAST)})  # such as an id of digits alone
    sheet.set_landscape()
    sheet.set_paper(9)  # A4
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(_HEADER)
    sheet.print_area(_HEADER, 0, last, _AT[PRINTED])
    sheet.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
    sheet.set_footer("&L&F&R&P / &N")


InstructionLine = tuple[str, str, str, str]  # key, label, what stands beside it, and its look
_WIDTHS = (12, 30, 100)


def add_how_to(book: Workbook, look: Looks, packet: Packet) -> None:
    """Add the sheet of instructions."""
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


def xlsx_bytes(packet: Packet) -> bytes:
    """Return the packet as a spreadsheet: its rows as given, and a second sheet with instructions."""
    file = BytesIO()
    with new_workbook(file, f"{packet.packet_id} ({packet.build_id})", packet.signature) as book:
        look = looks(book, packet.lang, packet.locale)
        add_findings(book, look, packet)
        add_how_to(book, look, packet)
    return file.getvalue()
