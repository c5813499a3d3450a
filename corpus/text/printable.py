"""Printable names and texts: characters that break a line, control a terminal or reverse text are escaped."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from corpus import lazy_re as re

_SHOWN = 40  # characters of a value in a message
# Controls, line separators, marks of direction, zero width but the joiners of scripts and emoji, tags, lone surrogates.
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)
_SURROGATES = re.compile("[\ud800-\udfff]")
_MARKUP = re.compile(r"[\\`*_\[\]<>~|]")
_REFERENCE = re.compile(r"([@#])(?=\w)")  # would call a person, or name an issue


def printable(text: object) -> str:
    """Return the text with such characters as escapes: a\\nb, \\u202e; a byte of a name that is not UTF-8 as \\xe9."""
    return _UNPRINTABLE.sub(_escape, str(text))


def quote_text(text: str) -> str:
    """Return the text as a message quotes it: on one line and shortened."""
    excerpt = printable(text[:_SHOWN])
    return f"'{excerpt}…'" if len(text) > _SHOWN else f"'{excerpt}'"


def encodable(text: str) -> str:
    """Return the text with lone surrogates replaced: they are undecodable bytes, which no program accepts."""
    return _SURROGATES.sub("\ufffd", text)


def escaped(text: str) -> str:
    """Return source text as Markdown that shows it unchanged, mentions no user and links no issue."""
    line = printable(" ".join(text.split()))
    return _REFERENCE.sub(r"\1<!-- -->", _MARKUP.sub(lambda match: f"\\{match[0]}", line))


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:  # how Python holds a byte that is no text
        return f"\\x{code - 0xDC00:02x}"
    return match[0].encode("unicode_escape", "surrogatepass").decode("ascii")


def path_tuple(paths: str | PathLike[str] | Sequence[str | PathLike[str]]) -> tuple[Path, ...]:
    """Return one path or several as a tuple; a string is one path."""
    return (Path(paths),) if isinstance(paths, str | PathLike) else tuple(map(Path, paths))


def path_from_here(path: Path) -> str:
    """Return a path as the user finds it: relative to the current folder if it lies below."""
    cwd = Path.cwd()
    return str(path.relative_to(cwd) if path.is_relative_to(cwd) else path)
