"""Positions in a text as people and editors count them: line and column, both from 1."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any, NamedTuple

from corpus.formats import format_of
from corpus.formats.notebook import CELLS, cell_line
from corpus.formats.plaintext.lines import LINE_END
from corpus.formats.units import PLACES, UnitPlaces
from corpus.records import Document


class Position(NamedTuple):
    """A line and a column, both from 1; columns count code points."""

    line: int
    column: int


class LineIndex:
    """The lines of a text; for a catalogue with the `places` of its units, the lines of its file."""

    def __init__(self, text: str, places: str = "") -> None:
        self.text = text
        self.in_file = UnitPlaces(text, places) if places else None
        self._starts = line_starts(text)

    def position(self, offset: int) -> Position:
        """Return the line and column of the character at an offset."""
        if self.in_file:
            return Position(*self.in_file.position(offset))
        line = bisect_right(self._starts, offset)
        return Position(line, offset - self._starts[line - 1] + 1)

    def end(self, offset: int) -> Position:
        """Return the line and column just after the character before an offset."""
        if self.in_file and offset:
            line, column = self.in_file.position(offset - 1)
            return Position(line, column + 1)
        return self.position(offset)

    def bounds(self, offset: int) -> tuple[int, int]:
        """Return the start and end of the line that holds an offset, without its line break."""
        line = bisect_right(self._starts, offset)
        start = self._starts[line - 1]
        if line == len(self._starts):
            return start, len(self.text)
        end = self._starts[line] - 1
        return start, end - 1 if self.text[end - 1 : end + 1] == "\r\n" else end


def line_starts(text: str) -> list[int]:
    """Return the start offset of each line of a text."""
    return [0, *(match.end() for match in LINE_END.finditer(text))]


def place_text(path: str, position: Position | None, extracted: bool, cells: str = "") -> str:
    """Return `path:line:column`; `path:~line:column` in extracted text, `path:cell 3:line:column` in a notebook."""
    return f"{path}:{line_text(position.line, extracted, cells)}:{position.column}" if position else path


def line_text(line: int, extracted: bool, cells: str = "") -> str:
    """Return a line number as reports write it, with its cell in a notebook."""
    place = cell_line(cells, line) if cells else None
    return f"cell {place.cell}:{place.line}" if place else f"{'~' if extracted else ''}{line}"


def cells_of(document: Document) -> str:
    """Return where the cells of a notebook begin; empty for other documents."""
    return next((entry.value for entry in document.metadata if entry.key == CELLS), "") if document.metadata else ""


def cells_of_row(row: Mapping[str, Any]) -> str:
    """Return where the cells of a notebook begin, from a row of the table `documents`; else empty."""
    return _entry(row, CELLS)


def places_of_row(row: Mapping[str, Any]) -> str:
    """Return where a catalogue's units are in its file, from a row of the table `documents`; else empty."""
    return _entry(row, PLACES) if format_of(row["media_type"]).has_units else ""


def _entry(row: Mapping[str, Any], key: str) -> str:
    return next((str(entry["value"]) for entry in row["metadata"] or () if entry["key"] == key), "")
