"""Lines of a reStructuredText page, with their indentation and the columns of their characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import pairwise

from corpus import lazy_re as re
from corpus.formats.markdown.line_map import LineMap, Skip
from corpus.records import Block


class Content(Enum):
    """The kinds of content that a directive may hold."""

    PROSE = auto()  # the body is prose; the argument is a path, a label or a setting
    TITLED = auto()  # the argument is a title, the body prose
    RUN_IN = auto()  # the prose of the body may begin where the argument would stand
    VERSION = auto()  # a version, then such prose
    CELLS = auto()  # the argument is a title, the body a list of lists whose items are cells
    ROWS = auto()  # the argument is a title, the body rows of values with commas between them
    CODE = auto()  # the body is code, or what a program reads
    MARKUP = auto()  # nothing that a reader of this page sees as text


_NAMES = {
    Content.PROSE: """
        figure container only ifconfig div grid tab-set tabs glossary compound epigraph pull-quote highlights hlist
        parsed card-carousel role-list line-block header footer class cssclass rst-class function method attribute data
        exception module describe object option program envvar cfunction staticmethod classmethod property decorator
        decoratormethod confval type struct enum enumerator macro member var concept py:function py:method py:class
        py:attribute py:data py:exception py:property py:decorator py:staticmethod py:classmethod c:function c:type
        c:macro c:struct cpp:function cpp:class cpp:member cpp:type cpp:enum cpp:struct
    """,
    Content.TITLED: """
        admonition topic sidebar rubric centered card dropdown details tab tab-item group-tab grid-item grid-item-card
        table exercise solution proof theorem lemma definition corollary example remark aside margin
    """,
    Content.RUN_IN: "attention caution danger error hint important note tip warning seealso todo compare",
    Content.VERSION: "versionadded versionchanged versionremoved deprecated deprecated-removed",
    Content.CELLS: "list-table flat-table",
    Content.ROWS: "csv-table",
    Content.MARKUP: """
        toctree contents sectnum include literalinclude image index meta currentmodule module default-role role
        default-domain highlight target-notes title sectionauthor codeauthor automodule autoclass autofunction
        automethod autoattribute autodata autoexception autosummary includenodoc galleryitem customgalleryitem
        customcarditem customcalloutitem customcardstart customcardend acks tabularcolumns py:module py:currentmodule
    """,
}
_CONTENT = {name: content for content, names in _NAMES.items() for name in re.findall(r"\S+", names)}


def content_of(name: str) -> Content:
    """Return the kind of content of a directive; an unknown one holds code."""
    return _CONTENT.get(name.lower(), Content.CODE)


_LEAD = re.compile(r"[ \t\x0b\x0c]*")
_TAB = 8  # columns


@dataclass(frozen=True, slots=True)
class RstLine:
    """A line, or the part of one after a marker, without surrounding white space."""

    start: int
    end: int
    text: str
    indent: int  # columns before it

    @property
    def blank(self) -> bool:
        """Return whether the line is blank."""
        return not self.text

    def after(self, length: int) -> RstLine:
        """Return the rest of the line after a marker of `length` ASCII characters."""
        text = self.text[length:]
        return RstLine(self.end - len(text), self.end, text, self.indent + length)

    def at_least(self, indent: int) -> RstLine:
        """Return the line, indented by at least `indent` columns."""
        return self if self.indent >= indent else replace(self, indent=indent)


def read_lines(page: LineMap) -> list[RstLine]:
    """Return the lines of a page; a byte order mark belongs to none."""
    return [
        _line(page.text, start + page.text.startswith("\ufeff", start, end) * (start == 0), end)
        for start, end in zip(page.starts, page.ends, strict=True)
    ]


def _line(source: str, start: int, end: int) -> RstLine:
    raw = source[start:end]
    text = raw.strip()
    lead = _LEAD.match(raw)
    begin = start + len(raw) - len(raw.lstrip()) if text else end
    column = 0
    for char in lead.group() if lead else "":
        column += _TAB - column % _TAB if char == "\t" else 1
    return RstLine(begin, begin + len(text), text, column)


def base_indent(lines: Sequence[RstLine]) -> int:
    """Return the smallest indentation of some lines."""
    return min((line.indent for line in lines if not line.blank), default=0)


def indented_end(lines: Sequence[RstLine], start: int, base: int) -> int:
    """Return the end of the lines from `start` on that are blank or indented by more than `base`."""
    while start < len(lines) and (lines[start].blank or lines[start].indent > base):
        start += 1
    return start


def columns_of(text: str) -> list[int]:
    """Return the column where each character of a line begins, and where the line ends; wide characters take two."""
    if text.isascii():
        return list(range(len(text) + 1))
    columns = [0]
    for char in text:
        width = 0 if unicodedata.combining(char) else 1 + (unicodedata.east_asian_width(char) in "WF")
        columns.append(columns[-1] + width)
    return columns


GRID_TOP = re.compile(r"\+-[-+]*-\+$")
SIMPLE_TOP = re.compile(r"=+(?:[ \t]+=+)+$")
_GRID_BORDER = re.compile(r"\+[-=+]+\+$")
_RULED = re.compile(r"[-=+\s|]*$")
_UNDERLINED = re.compile(r"-[- ]*$")  # cells that span columns
_SPACED_PIPE = re.compile(r"(?<!\S)\||\|(?!\S)")
_ITEM = re.compile(r"(?:[-*+•]|#\.|\d{1,3}[.)])\s")
_COMMA = re.compile(r'[ \t]*("(?:[^"]|"")*"|[^,]*)(?:,|$)')


@dataclass(frozen=True, slots=True)
class _Piece:
    """The part of a cell on one line."""

    column: int
    start: int
    end: int
    line: RstLine
    number: int


def grid_end(lines: Sequence[RstLine], start: int, base: int) -> int:
    """Return the line after a grid table."""
    last = start
    while last < len(lines) and lines[last].indent == base and lines[last].text.startswith(("+", "|")):
        last += 1
    return last


def grid_cells(page: LineMap, lines: Sequence[RstLine]) -> Iterator[Block]:
    """Yield the cells of a grid table."""
    borders = {
        column
        for line in lines
        if line.text.startswith("+") or "+-" in line.text
        for char, column in zip(line.text, columns_of(line.text), strict=False)
        if char == "+"
    }
    row: list[_Piece] = []
    for number, line in enumerate(lines):
        if _GRID_BORDER.match(line.text):
            yield from _cells(page, row)
            row = []
        else:
            row += _grid_pieces(line, number, borders)
    yield from _cells(page, row)


def _grid_pieces(line: RstLine, number: int, borders: set[int]) -> Iterator[_Piece]:
    columns = columns_of(line.text)
    pipes = [position for position, char in enumerate(line.text) if char in "|+" and columns[position] in borders]
    if not pipes or pipes[0] or pipes[-1] != len(line.text) - 1:  # not drawn in columns
        pipes = [match.start() for match in _SPACED_PIPE.finditer(line.text)]
    for number_in_row, (a, b) in enumerate(zip(pipes, [*pipes[1:], len(line.text)], strict=True)):
        words = line.text[a + 1 : b].strip()
        if words and not _RULED.match(words):
            start = line.start + line.text.index(words, a + 1)
            yield _Piece(number_in_row, start, start + len(words), line, number)


def simple_end(lines: Sequence[RstLine], start: int, base: int) -> int | None:
    """Return the line after a simple table; None if its bottom border is missing."""
    borders = 0
    for number in range(start + 1, len(lines)):
        line = lines[number]
        if not line.blank and line.indent < base:
            return None
        if line.indent == base and SIMPLE_TOP.match(line.text):
            borders += 1
            if borders == 2 or number + 1 == len(lines) or lines[number + 1].blank:
                return number + 1
    return None


def simple_cells(page: LineMap, lines: Sequence[RstLine]) -> Iterator[Block]:
    """Yield the cells of a simple table, whose first line is a border."""
    columns = [match.start() for match in re.finditer("=+", lines[0].text)]
    base = lines[0].indent
    row: list[_Piece] = []
    for number, line in enumerate(lines):
        if line.blank or SIMPLE_TOP.match(line.text) or _UNDERLINED.match(line.text):
            yield from _cells(page, row)
            row = []
            continue
        pieces = list(_simple_pieces(line, number, columns, base))
        if pieces and pieces[0].column == 0:
            yield from _cells(page, row)
            row = []
        row += pieces
    yield from _cells(page, row)


def _simple_pieces(line: RstLine, number: int, columns: Sequence[int], base: int) -> Iterator[_Piece]:
    """Yield the text of each column. A cell that runs into the next column takes in that column's text."""
    shifted = [column + line.indent - base for column in columns_of(line.text)]
    cuts, position = [], 0
    for column in columns:
        while position < len(line.text) and shifted[position] < column:
            position += 1
        clear = position == 0 or line.text[position - 1 : position].isspace()
        cuts.append(position if clear else -1)
    bounds = [(index, cut) for index, cut in enumerate(cuts) if cut >= 0]
    for (index, a), (_, b) in zip(bounds, [*bounds[1:], (0, len(line.text))], strict=True):
        words = line.text[a:b].strip()
        if words and words != "\\":
            start = line.start + line.text.index(words, a)
            yield _Piece(index, start, start + len(words), line, number)


def _cells(page: LineMap, row: Sequence[_Piece]) -> Iterator[Block]:
    """Yield the cells of a row, in the order of the text."""
    cell: list[_Piece] = []
    for piece in row:
        if cell and not _continues(page, cell[-1], piece):
            yield from _cell(page, cell)
            cell = []
        cell.append(piece)
    if cell:
        yield from _cell(page, cell)


def _continues(page: LineMap, before: _Piece, piece: _Piece) -> bool:
    is_below = piece.column == before.column and piece.number == before.number + 1
    return is_below and not _ITEM.match(page.text, piece.start, piece.end)


def _cell(page: LineMap, pieces: Sequence[_Piece]) -> Iterator[Block]:
    skip: list[tuple[int, int]] = []
    for before, piece in pairwise(pieces):
        skip += [(before.end, before.line.end), (piece.line.start, piece.start)]
    between: Skip = tuple((a, b) for a, b in skip if a < b)
    yield from page.span(pieces[0].start, pieces[-1].end, "table_cell", 0, between)


def comma_cells(page: LineMap, lines: Sequence[RstLine]) -> Iterator[Block]:
    """Yield the values of a CSV table's rows; each line is read on its own."""
    for line in lines:
        position = 0
        while position < len(line.text) and (match := _COMMA.match(line.text, position)):
            quoted = match[1].startswith('"') and match[1].endswith('"') and len(match[1]) > 1
            yield from page.span(line.start + match.start(1) + quoted, line.start + match.end(1) - quoted, "table_cell")
            position = max(match.end(), position + 1)
