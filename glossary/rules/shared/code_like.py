"""Code that stands outside code marks, as where the tags around it are broken: its signs tell it from sentences."""

from __future__ import annotations

from corpus import lazy_re as re

_SIGN = r"(?:\)\s*;|[{}]|=(?:>|&gt;))"
_LINE = re.compile(
    r"\s*(?://|/\*|#include\b)"  # a comment
    r"|\s*(?:let|var|const|auto|int|void|import|return)\s[^.,]*[=(;{]"
    r"|.*(?:[\w)\]\"']\s*\)\s*;|[=!<>]=?\s*[\w\"'.]+;|[{}]|=>)\s*\Z"  # how a line ends
    rf"|(?:.*?{_SIGN}){{3}}"  # several statements in one line
    r"|.*(?:</?pre\b|\w->\w+\()"
)
_SHARE = 0.34  # of the lines


def reads_as_code(text: str) -> bool:
    """Return whether a good part of the lines of an English text are code."""
    lines = [line for line in text.splitlines() if line.strip()]
    return sum(_LINE.match(line) is not None for line in lines) > _SHARE * len(lines)
