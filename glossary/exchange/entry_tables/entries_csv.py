"""The table as CSV: written as spreadsheets open it, read in whatever form they save it."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO

from glossary.exchange.entry_tables.entry_columns import BY_KEY, COLUMNS
from glossary.exchange.entry_tables.entry_rows import entry_rows
from glossary.exchange.imported_entries import EntryImportError
from glossary.exchange.text_encoding import EncodingError, decode_text
from glossary.termbase.termbase import Termbase

_SEPARATORS = ",;\t"
_HEAD = 8_192  # characters in which the header is looked for
_HEADER_ROWS = 10
_MOST_COLUMNS = 256
_MOST_ROWS = 1_048_576  # as a sheet has
_NAMED = 3  # names of columns that make a line the header


def csv_bytes(termbase: Termbase) -> bytes:
    """The glossary in UTF-8 with a byte order mark, without which Excel takes it for another encoding."""
    file = StringIO()
    writer = csv.DictWriter(file, [column.key for column in COLUMNS], restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(entry_rows(termbase))
    return file.getvalue().encode("utf-8-sig")


def csv_rows(data: bytes) -> Iterator[tuple[int, Sequence[str]]]:
    """The rows of a file with their numbers, as spreadsheets count them. Raises EntryImportError."""
    try:
        text = decode_text(data).lstrip("\ufeff")
    except EncodingError as error:
        raise EntryImportError(f"{error}; save it as 'CSV UTF-8', or as .xlsx") from error
    first, _, behind = text.partition("\n")
    if first.strip().lower() in {f"sep={mark}" for mark in _SEPARATORS}:  # a line for Excel
        yield from _rows(behind, first.strip()[-1], 2)
    else:
        yield from _rows(text, _separator(text), 1)


def is_table(head: str) -> bool:
    """Whether a text begins as the table does."""
    return _known_names(head, _separator(head)) >= _NAMED


def _separator(text: str) -> str:
    return max(_SEPARATORS, key=lambda mark: _known_names(text, mark))


def _known_names(text: str, separator: str) -> int:
    """Names of columns in the line of the beginning that has most of them."""
    lines = text[:_HEAD].splitlines()[:_HEADER_ROWS]
    return max((sum(name.strip(' "').lower() in BY_KEY for name in line.split(separator)) for line in lines), default=0)


def _rows(text: str, separator: str, first: int) -> Iterator[tuple[int, Sequence[str]]]:
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    number = first - 1
    try:
        for number, row in enumerate(reader, first):
            if number > _MOST_ROWS:
                raise EntryImportError(f"has more than {_MOST_ROWS:,} rows; split it")
            if row:
                yield number, [cell.replace("\r\n", "\n") for cell in row[:_MOST_COLUMNS]]
    except csv.Error as error:
        line = reader.line_num + first - 1
        raise EntryImportError(
            f"row {number + 1} is no CSV (line {line}: {error}); is a quotation mark left open? Save it again"
        ) from error
