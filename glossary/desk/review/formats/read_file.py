"""Reading a reviewer's file: its kind shows in what it holds, not in its name."""

from __future__ import annotations

from collections.abc import Callable

from corpus import lazy_re as re
from corpus.text.printable import printable
from glossary.decisions.decision import Answers, ReviewError
from glossary.desk.review.formats import report_json
from glossary.desk.review.formats.xlsx import read_xlsx
from glossary.exchange.spreadsheets.safe_zip import is_archive, old_format_hint
from glossary.exchange.text_encoding import encoding_of

_XLIFF = re.compile(r"<(?:\w+:)?xliff\b")
_HTML = re.compile(r"<!doctype html|<html\b", re.IGNORECASE)
_HEAD = 8_192  # bytes that tell the kind: room for a licence in a comment
_WANTED = "hand in the packet's .xlsx or .xliff file, or the .json file that the page exports"


def read(name: str, data: bytes) -> Answers:
    """Read the file; its problems name rows, not the file. Fails where nothing in it can be read."""
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
        return _xliff
    raise ReviewError(_unknown(head))


def _xliff(data: bytes) -> Answers:
    from glossary.desk.review.formats.xliff import (
        read_xliff,  # its library takes time to load, and most files are others
    )

    return read_xliff.read(data)


def _unknown(head: str) -> str:
    if _HTML.search(head):
        return "is the page itself; open it, press Export, and hand in the .json file"
    return f"is neither XLSX nor JSON nor XLIFF; {_WANTED}"
