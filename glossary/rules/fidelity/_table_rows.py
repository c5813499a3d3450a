"""Table rows: pipe tables as GitHub reads them. Every bar without a backslash separates two cells, even in code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from corpus import lazy_re as re
from glossary.rules.calibration import LIKELY, sign
from glossary.rules.fidelity._markup_faults import MarkupFault, Side

_UNCOMPARED = sign("T310.uncompared", LIKELY)

_DELIMITER = re.compile(r"[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?")
# The same with dashes, bars or colons that an input method or a translator wrote.
_LOOKS_LIKE_DELIMITER = re.compile(
    r"[ \t>]*[|｜][ \t]*[:：]?[-—–－─]+[:：]?[ \t]*(?:[|｜][ \t]*[:：]?[-—–－─]+[:：]?[ \t]*)+(?:[|｜][ \t]*)?"
)
_TO_ASCII = str.maketrans("｜：—–－─", "|:----")
_BAR = re.compile(r"(?<!\\)\|")
_CODE = re.compile(r"(?<![`\\])(`+)(?!`)(?P<code>[^\n]*?)(?<!`)\1(?!`)")


class PipeRow(NamedTuple):
    """A line of a table; offsets into the text."""

    start: int
    end: int
    cells: int  # as GitHub counts them
    intended: int  # the same, were bars in code none


class PipeTable(NamedTuple):
    """A header, and the rows below the line of dashes."""

    columns: int  # of the line of dashes
    header: PipeRow
    rows: Sequence[PipeRow]


def tables(page: Side) -> list[PipeTable]:
    """Return the tables of a page, including those whose header has the wrong number of cells."""
    page_tables: list[PipeTable] = []
    lines, number = page.lines, 1
    while number < len(lines):
        start, end = lines[number]
        above = lines[number - 1]
        is_delimiter = (
            "|" in page.text[start:end] and "-" in page.text[start:end] and _DELIMITER.fullmatch(page.text, start, end)
        )
        if not is_delimiter or not _follows(page.text, above, start) or "|" not in page.text[slice(*above)]:
            number += 1
            continue
        rows: list[PipeRow] = []
        number += 1
        while (
            number < len(lines)
            and _follows(page.text, lines[number - 1], lines[number][0])
            and page.text[slice(*lines[number])].strip(" \t>")
        ):
            if "|" not in page.text[slice(*lines[number])]:
                break
            rows.append(_row(page.text, *lines[number]))
            number += 1
        page_tables.append(PipeTable(_row(page.text, start, end).cells, _row(page.text, *above), rows))
    return page_tables


def _follows(text: str, above: tuple[int, int], start: int) -> bool:
    """Return whether a line stands right below another."""
    return text[above[1] : start] in ("\n", "\r\n", "\r")


def _row(text: str, start: int, end: int) -> PipeRow:
    line = text[start:end]
    return PipeRow(start, end, _count(line), _count(_CODE.sub(lambda match: "x" * len(match.group()), line)))


def _count(line: str) -> int:
    line = line.lstrip(" \t>").rstrip()
    bars = len(_BAR.findall(line))
    opened = line.startswith("|")
    closed = len(line) > 1 and line.endswith("|") and not line.endswith("\\|")
    return bars + 1 - opened - closed


def wrong_rows(page: Side, original: Side | None) -> Iterator[MarkupFault]:
    """Yield code whose bars split the cells of a row, and rows that lose a cell, or the table, for another reason."""
    page_tables, source = tables(page), tables(original) if original else []
    if any(row.cells > table.columns == row.intended for table in source for row in (table.header, *table.rows)):
        return  # what shows the original's tables knows code
    sure = 1.0 if original else _UNCOMPARED
    is_loose = any(_has_other_header(table) for table in source)  # the original's site reads such tables, or shows them
    for table in page_tables:
        header = table.header
        if _has_other_header(table):
            if is_loose:
                continue
            yield MarkupFault(header.start, header.end, "header", words=_counts(header.cells, table.columns), sure=sure)
            continue
        for row in (header, *table.rows):
            if row.cells > table.columns >= row.intended:
                yield from _bars(page.text, row, sure)
            elif row.cells > table.columns and source and all(r.cells <= t.columns for t in source for r in t.rows):
                yield MarkupFault(row.start, row.end, "cells", words=_counts(row.cells, table.columns))
    if len(page_tables) == len(source):
        yield from _against_original(page_tables, source)
    yield from _lines_of_dashes(page)


def _has_other_header(table: PipeTable) -> bool:
    return table.columns not in (table.header.cells, table.header.intended)


def _counts(cells: int, columns: int) -> dict[str, str]:
    return {"cells": str(cells), "columns": str(columns)}


def _bars(text: str, row: PipeRow, sure: float) -> Iterator[MarkupFault]:
    """Yield the code spans in a row that contain a bar."""
    for match in _CODE.finditer(text, row.start, row.end):
        if _BAR.search(match["code"]):
            yield MarkupFault(*match.span(), "pipes", _BAR.sub(r"\\|", match.group()), sure=sure)


def _against_original(page_tables: Sequence[PipeTable], source: Sequence[PipeTable]) -> Iterator[MarkupFault]:
    """Yield tables with another number of columns than the original's, and rows with fewer cells. Tables are compared
    if both have equally many rows.
    """
    for table, other in zip(page_tables, source, strict=True):
        if len(table.rows) != len(other.rows) or table.header.intended != table.columns:
            continue
        if table.columns != other.columns:
            header = table.header
            yield MarkupFault(header.start, header.end, "columns", words=_counts(table.columns, other.columns))
            continue
        for row, original_row in zip(table.rows, other.rows, strict=True):
            if row.intended < table.columns == original_row.intended:
                yield MarkupFault(row.start, row.end, "cells", words=_counts(row.cells, table.columns))


def _lines_of_dashes(page: Side) -> Iterator[MarkupFault]:
    """Yield the delimiter lines below a header that use look-alike characters for dashes, bars or colons."""
    for start, end in page.lines:
        line = page.text[start:end]
        if ("|" in line or "｜" in line) and not line.isascii() and _LOOKS_LIKE_DELIMITER.fullmatch(line):
            yield MarkupFault(start, end, "dashes", line.translate(_TO_ASCII))
