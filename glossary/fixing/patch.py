"""Patch: a unified diff of two versions of a file with equally many lines, as `git apply` and `patch` read it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

_AROUND = 3  # lines that are shown on either side
_QUOTED = {ord("\n"): b"\\n", ord("\t"): b"\\t", ord('"'): b'\\"', ord("\\"): b"\\\\"}


def patch(path: str, before: bytes, after: bytes) -> bytes:
    """Return a unified diff of a file; empty if nothing differs. Raises ValueError if the number of lines differs."""
    old, new = before.split(b"\n"), after.split(b"\n")
    if len(old) != len(new):
        raise ValueError(f"{path}: {len(old)} lines before and {len(new)} after; edits must keep the lines")
    changed = [number for number, (line, other) in enumerate(zip(old, new, strict=True)) if line != other]
    if not changed:
        return b""
    head = b"--- " + name_in_patch("a", path) + b"\n+++ " + name_in_patch("b", path) + b"\n"
    return head + b"".join(_hunk(old, new, first, last) for first, last in _spans(changed, len(old)))


def _spans(changed: Sequence[int], count: int) -> Iterator[tuple[int, int]]:
    """Yield the line ranges to show: changed lines with some around them, joined where they touch."""
    first, last = changed[0], changed[0]
    for number in (*changed[1:], -1):
        if number < 0 or number - last > 2 * _AROUND:
            yield max(0, first - _AROUND), min(count, last + _AROUND + 1)
            first = number
        last = number


def _hunk(old: Sequence[bytes], new: Sequence[bytes], first: int, last: int) -> bytes:
    ends = last == len(old)
    if ends and not old[-1] and not new[-1]:  # what stands after the last line end is no line
        last -= 1
    lines: list[bytes] = []
    number = first
    while number < last:
        stop = number
        while stop < last and old[stop] != new[stop]:
            stop += 1
        if stop == number:
            lines.append(_line(b" ", old, number))
            number += 1
        else:
            lines += [_line(b"-", old, index) for index in range(number, stop)]
            lines += [_line(b"+", new, index) for index in range(number, stop)]
            number = stop
    size = last - first
    place = b"%d" % (first + 1) if size == 1 else b"%d,%d" % (first + 1, size)
    return b"@@ -" + place + b" +" + place + b" @@\n" + b"".join(lines)


def _line(sign: bytes, lines: Sequence[bytes], number: int) -> bytes:
    is_open = number == len(lines) - 1
    return sign + lines[number] + (b"\n\\ No newline at end of file\n" if is_open else b"\n")


def name_in_patch(side: str, path: str) -> bytes:
    """Return a path as git writes it: quoted if it has control characters, with a tab at the end if it has spaces."""
    name = os.fsencode(f"{side}/{path.lstrip('/')}")
    if any(byte < 32 or byte == 127 or byte in b'"\\' for byte in name):
        return b'"' + b"".join(_QUOTED.get(byte) or _escaped(byte) for byte in name) + b'"'
    return name + (b"\t" if b" " in name else b"")


def _escaped(byte: int) -> bytes:
    return b"\\%03o" % byte if byte < 32 or byte > 126 else bytes((byte,))
