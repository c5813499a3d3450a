"""Columns: how much room text takes on a terminal, and text that fits into it."""

from __future__ import annotations

import unicodedata


def columns(text: str) -> int:
    """Return the columns that a text takes: two for wide characters, none for combining marks and joiners."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def clip_to_width(text: str, room: int) -> str:
    """Return as much of the beginning of a text as has room."""
    for number, char in enumerate(text):
        room -= _columns(char)
        if room < 0:
            return text[:number].rstrip()
    return text


def padded(text: str, width: int) -> str:
    """Return the text with spaces after it, up to a width."""
    return text + " " * (width - columns(text))


def flat(text: str) -> str:
    """Return text on one line that cannot steer a terminal: white space is one space, what is not printable is gone."""
    spaced = "".join(" " if char.isspace() else char for char in text)
    return " ".join("".join(char for char in spaced if char.isprintable()).split())
