"""Lists of findings: what a packet is to ask about, as a table that has their ids, or as an id on each line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from corpus import lazy_re as re
from glossary.decisions.decision import ReviewError
from glossary.desk.review.formats.xlsx.read_columns import names
from glossary.exchange.spreadsheets.csv_table import csv_rows
from glossary.exchange.spreadsheets.safe_zip import SpreadsheetError
from glossary.exchange.text_encoding import EncodingError, decode_text

_COLUMN = "finding_id"
_ID = re.compile(r"[0-9a-f]{16}")


def listed_ids(data: bytes) -> list[str]:
    """Return the ids that a file lists, each once, in order. What it holds besides in their place is for the caller to
    report.

    Raises ReviewError, whose message begins with a verb, where there is none.
    """
    try:
        decode_text(data)
        rows = [cells for _, cells in csv_rows(data, names("columns"))]
    except EncodingError as error:
        raise ReviewError(f"{error}; save it as text, or as 'CSV UTF-8'") from error
    except SpreadsheetError as error:
        raise ReviewError(str(error)) from error
    ids = [name.strip() for name in _ids(rows)]
    if not any(map(_ID.fullmatch, ids)):
        raise ReviewError(f"lists no findings; give a table with the column {_COLUMN}, or an id on each line")
    return [*dict.fromkeys(filter(None, ids))]


def _ids(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """Return the cells of the column of ids; the first ones of rows that have no such column."""
    for number, row in enumerate(rows):
        keys = [names("columns").get(" ".join(cell.casefold().split())) for cell in row]
        if _COLUMN in keys:
            column = keys.index(_COLUMN)
            return [cells[column] for cells in rows[number + 1 :] if len(cells) > column]
    return [cells[0] for cells in rows]
