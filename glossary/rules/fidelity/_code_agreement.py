"""Agreement: a page that says what the code of both sides says, where its original says otherwise, is right.

English that was made from the page, or was not kept up to date, has such slips.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from corpus import lazy_re as re
from corpus.records import Segment
from glossary.rules.context import RuleContext, page_fact


def code_agrees(page: RuleContext, name: str, other: str) -> bool:
    """Return whether the code blocks of page and original have the page's words, and not the original's."""
    texts = code_texts(page)
    return all(has_name(text, name) and not has_name(text, other) for text in texts) if texts else False


def has_name(code: str, name: str) -> bool:
    """Return whether code has a name, or a number, that is no part of a longer one."""
    return name in code and re.search(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", code) is not None


_FIGURES = re.compile(r"(?<![\w.])\d+(?:\.\d+)+(?!\w)|(?<![\w.])\d{2,}(?![\w.])", re.ASCII)


def is_other_version(page: RuleContext, offset: int, source_offset: int) -> bool:
    """Return whether the code beside a place has other figures than the code beside its counterpart.

    Such a page translates another version of its original; what its text says agrees with its own code and output.
    """
    sides = code_blocks(page)
    if not all(sides):
        return False
    beside, beside_source = neighbouring_blocks(sides[0], offset), neighbouring_blocks(sides[1], source_offset)
    pairs = zip(beside, beside_source, strict=True)
    return any(block and other and _figures(block) != _figures(other) for block, other in pairs)


def neighbouring_blocks(blocks: Sequence[Segment], offset: int) -> tuple[str, str]:
    """Return the code before and after a place, each empty where there is none."""
    after = bisect_left(blocks, offset, key=lambda block: block.start)
    before = blocks[after - 1].text if after else ""
    return before, blocks[after].text if after < len(blocks) else ""


def _figures(code: str) -> frozenset[str]:
    return frozenset(_FIGURES.findall(code))


@page_fact
def code_blocks(page: RuleContext) -> tuple[list[Segment], list[Segment]]:
    """Return the code blocks of the page, and of its original."""
    sides = page.segments, page.original.segments if page.original else ()
    page_blocks, source_blocks = ([segment for segment in side if segment.kind == "code"] for side in sides)
    return page_blocks, source_blocks


@page_fact
def code_texts(page: RuleContext) -> tuple[str, ...]:
    """Return what stands in code blocks of the page, and of its original; nothing where there is no original."""
    if page.original is None:
        return ()
    return tuple("\n".join(block.text for block in side) for side in code_blocks(page))
