r"""Texts as cells hold them, so that a spreadsheet neither reckons with them nor trims them.

A backslash takes the character after it as it is; `\n` is a line end, `\s` a space at an end. It stands before what
spreadsheets take for a formula, a number, a time or a truth value when they open a CSV file, and in what the format
XLSX itself reads as an escape (`_x000D_`).
"""

from __future__ import annotations

from collections.abc import Iterable

from corpus import lazy_re as re

_ESCAPES = {"n": "\n", "s": " "}
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_XLSX_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]+_)")  # four digits, but LibreOffice takes any number
_RECKONED = re.compile(r"[=+\-@<]|[\d.][\d.,:/%\s-]*(?:[eE][+-]?\d+)?$|(?:true|false)$", re.IGNORECASE)


def scalar_cell(text: str) -> str:
    """Return the cell of one text."""
    return _shielded(_item(text))


def list_cell(texts: Iterable[str]) -> str:
    """Return the cell of a list: a line for each item."""
    return _shielded("\n".join(map(_item, texts)))


def scalar(cell: str) -> str:
    """Return the text of a cell, without space around it that is not escaped."""
    return _ESCAPED.sub(lambda match: _ESCAPES.get(match[1], match[1]), cell.strip())


def items(cell: str) -> list[str]:
    """Return the items of a cell; empty lines are none."""
    return [scalar(line) for line in cell.split("\n") if line.strip()]


def _item(text: str) -> str:
    escaped = _XLSX_ESCAPE.sub(r"_\\", text.replace("\\", r"\\").replace("\n", r"\n"))
    if escaped.startswith(" "):
        escaped = rf"\s{escaped[1:]}"
    return rf"{escaped[:-1]}\s" if escaped.endswith(" ") else escaped


def _shielded(cell: str) -> str:
    return f"\\{cell}" if _RECKONED.match(cell) else cell
