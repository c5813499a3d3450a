"""Differences between two versions of a file whose lines come and go, as `git apply` and `patch` read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from glossary.fixing.patch import name_in_patch

_AROUND = 3  # lines that are shown on either side
Line = tuple[int, bytes]  # the number of its part, and the line
_NOTHING = b"/dev/null"
_OPEN_END = b"\n\\ No newline at end of file\n"


def difference(path: str, before: Sequence[bytes] | None, after: Sequence[bytes]) -> bytes:
    """A unified diff of a file, part by part, as lines are compared within a part; `before` is None for a new file."""
    old, new = _lines(before or ()), _lines(after)
    if old == new:
        return b""
    former = _NOTHING if before is None else name_in_patch("a", path)
    head = b"--- " + former + b"\n+++ " + name_in_patch("b", path) + b"\n"
    groups = SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(_AROUND)
    return head + b"".join(line for group in groups for line in _hunk(group, old, new))


def _hunk(group: Sequence[tuple[str, int, int, int, int]], old: list[Line], new: list[Line]) -> Iterator[bytes]:
    first, last = group[0], group[-1]
    yield b"@@ -%b +%b @@\n" % (_span(first[1], last[2]), _span(first[3], last[4]))
    for tag, one, two, three, four in group:
        if tag == "equal":
            yield from (_shown(b" ", line) for _, line in old[one:two])
        else:
            yield from (_shown(b"-", line) for _, line in old[one:two])
            yield from (_shown(b"+", line) for _, line in new[three:four])


def _span(start: int, end: int) -> bytes:
    size = end - start
    return b"%d" % (start + 1) if size == 1 else b"%d,%d" % (start + 1 if size else start, size)


def _shown(sign: bytes, line: bytes) -> bytes:
    return sign + line if line.endswith(b"\n") else sign + line + _OPEN_END


def _lines(parts: Sequence[bytes]) -> list[Line]:
    return [(number, line) for number, part in enumerate(parts) for line in part.splitlines(keepends=True)]
