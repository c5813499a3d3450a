"""Protocol positions: lines and characters of the Language Server Protocol as offsets into a text, URIs as files."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

_LINE_END = re.compile(r"\r\n|\n|\r")
_DRIVE = re.compile(r"\A/([A-Za-z]:)")  # of Windows, in a path of an address
# How many units a character has, by the encoding that client and server agreed on.
_UNITS: Mapping[str, Callable[[str], int]] = {
    "utf-8": lambda text: len(text.encode("utf-8", "surrogatepass")),
    "utf-16": lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2,
    "utf-32": len,
}


class Positions:
    """The lines of a text; lines and characters count from 0, offsets are code points."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self._text = text
        self._starts = [0, *(end.end() for end in _LINE_END.finditer(text))]
        self._units = _UNITS[encoding]

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and character of an offset."""
        line = bisect_right(self._starts, offset) - 1
        return line, self._units(self._text[self._starts[line] : offset])

    def offset(self, line: int, character: int) -> int:
        """Return the offset of a line and character, capped at the end of the line and of the text."""
        if line >= len(self._starts):
            return len(self._text)
        start = self._starts[line]
        end = self._line_end(line)
        if character >= self._units(self._text[start:end]):
            return end
        offset, count = start, 0
        while count < character:
            count += self._units(self._text[offset])
            offset += 1
        return offset

    def line_start(self, offset: int) -> int:
        """Return where the line of an offset begins."""
        return self._starts[bisect_right(self._starts, offset) - 1]

    def _line_end(self, line: int) -> int:
        end = self._starts[line + 1] if line + 1 < len(self._starts) else len(self._text)
        return self._starts[line] + len(self._text[self._starts[line] : end].rstrip("\r\n"))


def path_of(uri: str) -> Path | None:
    """Return the file of a URI; None if it names something else, such as a text without a file."""
    address = urlsplit(uri)
    if address.scheme != "file":
        return None
    path = unquote(address.path, errors="surrogateescape")
    if address.netloc not in ("", "localhost"):  # a server on a network of Windows
        return Path(f"//{address.netloc}{path}")
    return Path(_DRIVE.sub(r"\1", path))
