"""What a cell can hold: no control characters, at most 32,767 units of UTF-16, runs of text that are marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, fsum
from unicodedata import east_asian_width

from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from corpus import lazy_re as re
from glossary.desk.review.formats.xlsx.styles import Looks
from glossary.desk.review.packets.row import Stretch

_LINE = 15.0  # points, of a font of 10 points for Chinese or Japanese
_MOST = 400.0  # Excel takes 409


def height(cells: Iterable[tuple[str, float]]) -> float:
    """Return the points that a row needs for its texts, each with the width of its column."""
    most = max((_lines(text, width) for text, width in cells), default=1)
    return min(_LINE * most + 3, _MOST)


def _lines(text: str, width: float) -> int:
    return sum(max(1, ceil(_text_width(line) / width)) for line in text.split("\n"))


def _text_width(text: str) -> float:
    """Return the width of a text in digits of 11 points, in which widths of columns are measured."""
    return fsum(1.95 if east_asian_width(char) in "WFA" else 0.95 for char in text)


MOST = 32_767  # Excel's limit, counted as it counts
Run = tuple[str, bool]  # text, and whether it is marked

# XML 1.0 has no way to write these. A carriage return could be written, and would come back as a line end or not.
_UNWRITABLE = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")


def plain(text: str) -> str:
    """Return the text without what no cell can hold; what is too long is cut, and ends in an ellipsis."""
    return "".join(chunk for chunk, _ in runs(text, ()))


def runs(text: str, marks: Iterable[Stretch]) -> list[Run]:
    """Return the text cut where marked words begin and end, fit for a cell; none of the runs is empty."""
    clean_runs = [(_UNWRITABLE.sub("", chunk), is_marked) for chunk, is_marked in _split_runs(text, marks)]
    return [(chunk, is_marked) for chunk, is_marked in _shorten_runs(clean_runs) if chunk]


def _split_runs(text: str, marks: Iterable[Stretch]) -> Iterator[Run]:
    position = 0
    for start, end in sorted(marks):
        yield text[position:start], False
        yield text[max(start, position) : end], True
        position = max(end, position)
    yield text[position:], False


def _shorten_runs(clean_runs: list[Run]) -> Iterator[Run]:
    if sum(_units(chunk) for chunk, _ in clean_runs) <= MOST:
        yield from clean_runs
        return
    units_left = MOST - 1
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
    """Write runs of text into a cell of the look of that name."""
    if not parts:
        sheet.write_blank(*place, None, look[name])
    elif len(parts) == 1 and not _is_taken_for_markup(parts[0][0]):
        text, is_marked = parts[0]
        sheet.write_string(*place, text, look[f"all {name}"] if is_marked else look[name])
    else:
        sheet.write_rich_string(*place, *_fragments(parts, look, name), look[name])


def _is_taken_for_markup(text: str) -> bool:
    """Return whether XlsxWriter would take a text for its own runs, and write it as markup."""
    return text.startswith("<r>") and text.endswith("</r>")


def _fragments(parts: Sequence[Run], look: Looks, name: str) -> Iterator[Format | str]:
    """Yield a format before each run; a single run in two, as XlsxWriter leaves out a text of one."""
    if len(parts) == 1:
        text, is_marked = parts[0]
        parts = [(text[:1], is_marked), (text[1:], is_marked)]
    for text, is_marked in parts:
        yield look[f"marked {name}" if is_marked else "unmarked"]
        yield text
