"""Patterns of a project's own for masking: whether they are usable, and where they match."""

from __future__ import annotations

import re
from collections.abc import Iterator
from re import _constants as constants  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_STRETCH, _OVERLAP = 500, 100  # characters that a pattern sees at once, and those of them that the next sees again
_REPEATS = (constants.MAX_REPEAT, constants.MIN_REPEAT)
_MANY = 64  # repetitions that are as good as without end


def pattern_fault(pattern: str) -> str:
    """Return what is wrong with a pattern and how to fix it; empty if nothing is. One that may hang is rejected."""
    try:
        compiled, parsed = re.compile(pattern), parser.parse(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        return f"should be a regular expression of Python's re: {error}"
    if compiled.match("") or parsed.getwidth()[0] == 0:
        return "matches nothing at all, which stands everywhere; require a character, such as with + instead of *"
    if _backtracks(parsed, inside=False):
        return "repeats repetitions or alternatives, which may take forever; bound one, such as {1,40} instead of +"
    return ""


def pattern_spans(pattern: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of a pattern's matches, line by line; very long lines in overlapping stretches."""
    compiled, start = re.compile(pattern), 0
    for line in text.splitlines(keepends=True):
        for at in range(0, len(line), _STRETCH - _OVERLAP):
            for match in compiled.finditer(line[at : at + _STRETCH]):
                if match.group():
                    yield start + at + match.start(), start + at + match.end()
            if at + _STRETCH >= len(line):
                break
        start += len(line)


def _backtracks(parsed: Any, inside: bool) -> bool:
    """Return whether alternatives or nearly unbounded repetitions occur inside a nearly unbounded repetition."""
    for operation, argument in parsed:
        is_repeat = operation in _REPEATS and argument[1] > _MANY
        if inside and (is_repeat or operation is constants.BRANCH):
            return True
        if any(_backtracks(part, inside or is_repeat) for part in _parts(argument)):
            return True
    return False


def _parts(argument: Any) -> Iterator[Any]:
    """Yield the patterns in an argument of a parsed operation, however deep."""
    if isinstance(argument, parser.SubPattern):
        yield argument
    elif isinstance(argument, (tuple, list)):
        for part in argument:
            yield from _parts(part)
