"""Reading a reviewer's file: answers, of a kind that its content shows, or a list of findings to ask about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from corpus import lazy_re as re
from corpus.text.printable import printable
from glossary.decisions.decision import Answers, ReviewError
from glossary.desk.review.formats import report_json
from glossary.desk.review.formats.xlsx import read_xlsx
from glossary.desk.review.formats.xlsx.read_columns import names
from glossary.exchange.spreadsheets.csv_table import csv_rows
from glossary.exchange.spreadsheets.safe_zip import SpreadsheetError, is_archive, old_format_hint
from glossary.exchange.text_encoding import EncodingError, decode_text, encoding_of

_XLIFF = re.compile(r"<(?:\w+:)?xliff\b")
_HTML = re.compile(r"<!doctype html|<html\b", re.IGNORECASE)
_HEAD = 8_192  # bytes that tell the kind: room for a licence in a comment
_WANTED = "hand in the packet's .xlsx or .xliff file, or the .json file that the page exports"


def read(name: str, data: bytes) -> Answers:
    """Read the file; its problems name rows, not the file. Fails if nothing in it can be read."""
    try:
        return _reader(data)(data)
    except ReviewError as error:
        raise ReviewError(f"{printable(name)}: {error}") from error


def _reader(data: bytes) -> Callable[[bytes], Answers]:
    if is_archive(data):
        return read_xlsx.read
    if hint := old_format_hint(data):
        raise ReviewError(hint)
    head = data[:_HEAD].decode(encoding_of(data), "replace").lstrip("\ufeff \t\r\n")
    if not head:
        raise ReviewError(f"is empty; {_WANTED}")
    if head.startswith(("{", "[")):
        return report_json.read
    if _XLIFF.search(head) and head.startswith("<"):
        # Its library takes time to load, and most files are others.
        from glossary.desk.review.formats.xliff import read_xliff

        return read_xliff.read
    if _HTML.search(head):
        raise ReviewError("is the page itself; open it, press Export, and hand in the .json file")
    raise ReviewError(f"is neither XLSX nor JSON nor XLIFF; {_WANTED}")


_COLUMN = "finding_id"
_ID = re.compile(r"[0-9a-f]{16}")


def listed_ids(data: bytes) -> list[str]:
    """Return the ids that a file lists, each once, in order; the caller reports values that are not ids.

    Raises ReviewError, whose message begins with a verb, if there is no id.
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
    """Return the cells of the column of ids; without such a column, the first cell of each row."""
    for number, row in enumerate(rows):
        keys = [names("columns").get(" ".join(cell.casefold().split())) for cell in row]
        if _COLUMN in keys:
            column = keys.index(_COLUMN)
            return [cells[column] for cells in rows[number + 1 :] if len(cells) > column]
    return [cells[0] for cells in rows]
