"""Tables as CSV: written so that spreadsheets open them, read in any form that spreadsheets save."""

from __future__ import annotations

import csv
from collections.abc import Container, Iterable, Iterator, Sequence
from io import StringIO

from corpus import lazy_re as re
from glossary.exchange.spreadsheets.safe_zip import SpreadsheetError
from glossary.exchange.text_encoding import EncodingError, decode_text

_ESCAPES = {"n": "\n", "s": " "}
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_XLSX_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]+_)")  # four digits, but LibreOffice takes any number
_RECKONED = re.compile(r"[=+\-@<]|[\d.][\d.,:/%\s-]*(?:[eE][+-]?\d+)?$|(?:true|false)$", re.IGNORECASE)


def scalar_cell(text: str) -> str:
    """Return the cell for a single text."""
    return _shielded(_item(text))


def list_cell(texts: Iterable[str]) -> str:
    """Return the cell for a list, one line per item."""
    return _shielded("\n".join(map(_item, texts)))


def scalar(cell: str) -> str:
    """Return the text of a cell, without surrounding space unless that is escaped."""
    return _ESCAPED.sub(lambda match: _ESCAPES.get(match[1], match[1]), cell.strip())


def items(cell: str) -> list[str]:
    """Return the items of a cell, without empty lines."""
    return [scalar(line) for line in cell.split("\n") if line.strip()]


def _item(text: str) -> str:
    escaped = _XLSX_ESCAPE.sub(r"_\\", text.replace("\\", r"\\").replace("\n", r"\n"))
    if escaped.startswith(" "):
        escaped = rf"\s{escaped[1:]}"
    return rf"{escaped[:-1]}\s" if escaped.endswith(" ") else escaped


def _shielded(cell: str) -> str:
    return f"\\{cell}" if _RECKONED.match(cell) else cell


_SEPARATORS = ",;\t"
_HEAD = 8_192  # characters in which the header is looked for
_HEADER_ROWS = 10
_MOST_COLUMNS = 256
_MOST_ROWS = 1_048_576  # as a sheet has


def csv_bytes(rows: Iterable[Iterable[object]]) -> bytes:
    """Return rows as CSV in UTF-8 with a byte order mark, without which Excel assumes another encoding."""
    file = StringIO()
    csv.writer(file, lineterminator="\r\n").writerows(rows)
    return file.getvalue().encode("utf-8-sig")


def csv_rows(data: bytes, names: Container[str]) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the rows of a file, numbered as in spreadsheets; `names` reveal separators. Raises SpreadsheetError."""
    try:
        text = decode_text(data).lstrip("\ufeff")
    except EncodingError as error:
        raise SpreadsheetError(f"{error}; save it as 'CSV UTF-8', or as .xlsx") from error
    first, _, following = text.partition("\n")
    if first.strip().lower() in {f"sep={mark}" for mark in _SEPARATORS}:  # a line for Excel
        yield from _rows(following, first.strip()[-1], 2)
    else:
        yield from _rows(text, _separator(text, names), 1)


def count_of_names(head: str, names: Container[str]) -> int:
    """Count the column names in that line, at the beginning of a text, that has most of them."""
    return _names_between(head, _separator(head, names), names)


def _separator(text: str, names: Container[str]) -> str:
    return max(_SEPARATORS, key=lambda mark: _names_between(text, mark, names))


def _names_between(text: str, separator: str, names: Container[str]) -> int:
    lines = text[:_HEAD].splitlines()[:_HEADER_ROWS]
    return max((sum(name.strip(' "').lower() in names for name in line.split(separator)) for line in lines), default=0)


def _rows(text: str, separator: str, first: int) -> Iterator[tuple[int, Sequence[str]]]:
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    number = first - 1
    try:
        for number, row in enumerate(reader, first):
            if number > _MOST_ROWS:
                raise SpreadsheetError(f"has more than {_MOST_ROWS:,} rows; split it")
            if row:
                yield number, [cell.replace("\r\n", "\n") for cell in row[:_MOST_COLUMNS]]
    except csv.Error as error:
        line = reader.line_num + first - 1
        raise SpreadsheetError(
            f"row {number + 1} is no CSV (line {line}: {error}); is a quotation mark left open? Save it again"
        ) from error
