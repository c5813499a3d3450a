"""Headings of Markdown: their anchors, and a page cut at them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

_FENCE = re.compile(r"^ {0,3}(```+|~~~+)")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


class Section(NamedTuple):
    """A heading of the second level with all that stands below it; no heading for what stands before the first."""

    heading: str
    text: str

    @property
    def anchors(self) -> list[str]:
        """The anchors of all headings in it."""
        return [slug(heading) for heading in headings(self.text)]


def slug(heading: str, separator: str = "-") -> str:
    """Return the anchor of a heading as GitHub makes it: small letters, digits, `_` and hyphens."""
    return re.sub(r"[^\w -]", "", heading.strip().lower()).replace(" ", separator)


def headings(text: str) -> Iterator[str]:
    """Yield the headings of a page as readers see them, without those that look like one in code."""
    for line in outside_code(text):
        if match := re.match(r"#{1,6} (.+)", line):
            yield _LINK.sub(r"\1", match[1]).replace("`", "")


def outside_code(text: str) -> Iterator[str]:
    """Yield the lines of a page, an empty one for each line of a code block."""
    fence = ""
    for line in text.split("\n"):
        match = _FENCE.match(line)
        if fence:
            fence = "" if match and match[1].startswith(fence) else fence
            yield ""
        elif match:
            fence = match[1]
            yield ""
        else:
            yield line


def sections(text: str) -> list[Section]:
    """Return a page cut at its headings of the second level; the texts together are the page."""
    lines = text.splitlines(keepends=True)
    starts = [number for number, line in enumerate(outside_code(text)) if line.startswith("## ")]
    cuts = [0, *starts, len(lines)]
    return [
        Section(lines[start][3:].strip() if start in starts else "", "".join(lines[start:end]))
        for start, end in pairwise(cuts)
        if start < end
    ]
