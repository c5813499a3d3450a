"""Fences: code blocks in texts that are converted from other formats."""

from __future__ import annotations

from corpus import lazy_re as re

_BLANK_LINES = re.compile(r"(?:[ \t]*\n)+")


def without_blank_ends(text: str) -> str:
    """Return a text without leading blank lines and trailing white space."""
    head = _BLANK_LINES.match(text)
    return text[head.end() if head else 0 :].rstrip()


def fenced(code: str, language: str = "") -> str:
    """Return a fenced block whose fence is longer than any in the code; empty without code."""
    code = without_blank_ends(code)
    if not code.strip():
        return ""
    longest = max((len(run) for run in re.findall("`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{code}\n{fence}"
