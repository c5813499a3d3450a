"""Lines of TOML text: words put in a place, a line put behind another, and remarks at their ends."""

from __future__ import annotations


def replaced(text: str, start: int, end: int, words: str, remark: str = "") -> str:
    """The text with other words in a place, and the remark at the end of their line."""
    text = text[:start] + words + text[end:]
    at = line_end(text, start + len(words))
    return text[:at].rstrip(" \t") + tail(remark) + text[at:] if remark else text


def line_behind(text: str, at: int, line: str) -> str:
    """The text with one more line behind that of a place."""
    end = line_end(text, at)
    return f"{text[:end]}\n{line}" + (text[end:] or "\n")


def line_start(text: str, at: int) -> int:
    """Where the line of a place begins."""
    return text.rfind("\n", 0, at) + 1


def line_end(text: str, at: int) -> int:
    """Where the line of a place ends, before its line end."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def tail(remark: str) -> str:
    """A remark as it ends a line."""
    return f"  # {remark}" if remark else ""
