"""Plain text: the blocks of a page scraped from the web, where nothing but the lines tells its structure."""

from __future__ import annotations

from corpus.formats.plaintext.block_kinds import kinds_of
from corpus.formats.plaintext.line_grouping import group
from corpus.formats.plaintext.lines import read_lines
from corpus.records import Block


def blocks(text: str) -> list[Block]:
    """Return the blocks of a plain-text page, in order and disjoint, covering each character that is not whitespace."""
    groups = group(read_lines(text))
    return [
        Block(line_group.lines[0].start, line_group.lines[-1].end, kind, level=1 if kind == "heading" else 0)
        for line_group, kind in zip(groups, kinds_of(groups), strict=True)
    ]
