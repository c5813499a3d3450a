"""Cells and their limits: no control characters, at most 32,767 UTF-16 units, text in marked runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, fsum
from typing import Any
from unicodedata import east_asian_width

from xlsxwriter.format import Format
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from glossary.desk.review.packets.row import Stretch
from glossary.exchange.spreadsheets.workbook import LONGEST_CELL, NOT_IN_CELLS

Looks = Mapping[str, Format]

# The font of each language, and the character set that programs without it look for another by. A sheet has room for
# one name, so these are the fonts of the office suites themselves.
_FONTS = {"zh": ("Microsoft YaHei", 134), "zh-Hant": ("Microsoft JhengHei", 136), "ja": ("Yu Gothic", 128)}
_TRADITIONAL = {"zh-Hant", "zh-TW", "zh-HK", "zh-MO"}
_CELL = {"text_wrap": True, "valign": "top", "border": 1, "border_color": "#D0D0D0"}
_CELLS: Mapping[str, Mapping[str, Any]] = {
    "text": {},
    "target": {},
    "source": {},
    "count": {"num_format": "0"},
    "share": {"num_format": "0%"},
    "entry": {"num_format": "@", "bg_color": "#FFF9DB"},  # as text: what begins with = is no formula
    "quiet": {"font_color": "#8A8A8A"},
    "header": {"bold": True, "bg_color": "#DCE6F1", "valign": "vcenter"},
    "key": {"font_color": "#8A8A8A"},
    "title": {"bold": True, "font_size": 14, "border": 0, "text_wrap": False},
    "label": {"bold": True},
}
_MARKED: Mapping[str, Mapping[str, Any]] = {
    "target": {"bold": True, "font_color": "#C00000"},
    "source": {"bold": True, "font_color": "#1F4E9E"},
}


def looks(book: Workbook, lang: str, locale: str) -> Looks:
    """Name → format, for a packet in a language: of cells, of marked runs, of cells that are marked as a whole."""
    is_traditional = any(locale == tag or locale.startswith(f"{tag}-") for tag in _TRADITIONAL)
    name, charset = _FONTS["zh-Hant" if is_traditional else lang]
    font = {"font_name": name, "font_charset": charset, "font_size": 10}
    cells = {name: {**font, **_CELL, **look} for name, look in _CELLS.items()}
    cells |= {f"all {name}": {**font, **_CELL, **look} for name, look in _MARKED.items()}
    marked = {f"marked {name}": {**font, **look} for name, look in _MARKED.items()}
    decided = {"bg_color": "#E4E7EA", "font_color": "#6B7280"}
    formats = {**cells, **marked, "unmarked": font, "decided": decided}
    return {name: book.add_format(look) for name, look in formats.items()}


_LINE = 15.0  # points, of a font of 10 points for Chinese or Japanese
_MOST = 400.0  # Excel takes 409


def height(cells: Iterable[tuple[str, float]]) -> float:
    """Return the height in points that a row needs for its texts, each with the width of its column."""
    most = max(
        (
            sum(
                max(1, ceil(fsum(1.95 if east_asian_width(char) in "WFA" else 0.95 for char in line) / width))
                for line in text.split("\n")
            )
            for text, width in cells
        ),
        default=1,
    )
    return min(_LINE * most + 3, _MOST)


Run = tuple[str, bool]  # text, and whether it is marked


def plain(text: str) -> str:
    """Return the text without characters that no cell can hold, cut with an ellipsis if it is too long."""
    return "".join(chunk for chunk, _ in runs(text, ()))


def runs(text: str, marks: Iterable[Stretch]) -> list[Run]:
    """Return the text cut where marked words begin and end, fit for a cell; no run is empty."""
    clean_runs = [(NOT_IN_CELLS.sub("", chunk), is_marked) for chunk, is_marked in _split_runs(text, marks)]
    return [(chunk, is_marked) for chunk, is_marked in _shorten_runs(clean_runs) if chunk]


def _split_runs(text: str, marks: Iterable[Stretch]) -> Iterator[Run]:
    position = 0
    for start, end in sorted(marks):
        yield text[position:start], False
        yield text[max(start, position) : end], True
        position = max(end, position)
    yield text[position:], False


def _shorten_runs(clean_runs: list[Run]) -> Iterator[Run]:
    if sum(_units(chunk) for chunk, _ in clean_runs) <= LONGEST_CELL:
        yield from clean_runs
        return
    units_left = LONGEST_CELL - 1
    for chunk, is_marked in clean_runs:
        fitting = chunk.encode("utf-16-le")[: 2 * units_left].decode("utf-16-le", "ignore")  # half a character is none
        yield fitting, is_marked
        units_left -= _units(fitting)
        if len(fitting) < len(chunk):
            break
    yield "…", False


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


CellPlace = tuple[int, int]  # row and column, from 0


def write(sheet: Worksheet, look: Looks, place: CellPlace, name: str, parts: Sequence[Run]) -> None:
    """Write runs of text into a cell, in the format of that name."""
    if not parts:
        sheet.write_blank(*place, None, look[name])
    elif len(parts) == 1 and not (parts[0][0].startswith("<r>") and parts[0][0].endswith("</r>")):
        text, is_marked = parts[0]
        sheet.write_string(*place, text, look[f"all {name}"] if is_marked else look[name])
    else:
        sheet.write_rich_string(*place, *_fragments(parts, look, name), look[name])


def _fragments(parts: Sequence[Run], look: Looks, name: str) -> Iterator[Format | str]:
    """Yield a format before each run; a single run is split in two, as XlsxWriter drops a text with one."""
    if len(parts) == 1:
        text, is_marked = parts[0]
        parts = [(text[:1], is_marked), (text[1:], is_marked)]
    for text, is_marked in parts:
        yield look[f"marked {name}" if is_marked else "unmarked"]
        yield text
