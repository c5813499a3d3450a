"""Writing text into a cell so that it stays what it is: no formula, no link, no markup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from glossary.desk.review.formats.xlsx.cells import Run
from glossary.desk.review.formats.xlsx.styles import Looks

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
