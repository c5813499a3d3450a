"""Source counterparts: names of a page next to those in the original's sentences, and which of them the code supports.

A page that agrees with the code of both sides, where its original does not, is right: English that was translated from
the page, or was not kept up to date, has such slips.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from rapidfuzz.distance import OSA

from corpus import lazy_re as re
from corpus.records import Segment
from glossary.inventory.nearest import differs_as_names_do, is_slip, is_slip_within
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.shared.code_identifiers import in_source, names_in
from glossary.rules.shared.source_pairs import likely_pairs


def code_agrees(page: RuleContext, name: str, other: str) -> bool:
    """Return whether all code of page and original has the page's words, and none has the original's."""
    texts = code_texts(page)
    return all(has_name(text, name) and not has_name(text, other) for text in texts) if texts else False


def has_name(code: str, name: str) -> bool:
    """Return whether code has a name or number that is not part of a longer one."""
    return name in code and re.search(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", code) is not None


_FIGURES = re.compile(r"(?<![\w.])\d+(?:\.\d+)+(?!\w)|(?<![\w.])\d{2,}(?![\w.])", re.ASCII)


def is_other_version(page: RuleContext, offset: int, source_offset: int) -> bool:
    """Return whether the code next to a place has other figures than the code next to its counterpart. Such a page
    translates another version of its original; its text agrees with its own code and output.
    """
    sides = code_blocks(page)
    if not all(sides):
        return False
    beside, beside_source = neighbouring_blocks(sides[0], offset), neighbouring_blocks(sides[1], source_offset)
    pairs = zip(beside, beside_source, strict=True)
    return any(block and other and _figures(block) != _figures(other) for block, other in pairs)


def neighbouring_blocks(blocks: Sequence[Segment], offset: int) -> tuple[str, str]:
    """Return the code before and after a place; empty where there is none."""
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
    """Return the code of the page and of its original, each as one text; empty if there is no original."""
    if page.original is None:
        return ()
    return tuple("\n".join(block.text for block in side) for side in code_blocks(page))


_TWO_SLIPS = 10  # letters of a name that bears two
_SHORTEST = 5
_SHORT_PART = 3
_PARTS = re.compile(r"[._]")


def names_meant(page: RuleContext) -> dict[str, list[str]]:
    """Return the page's names that its original has nowhere, each with the names that were likely meant there."""
    rights_by_name: dict[str, list[str]] = {}
    for name, missing in _own_names(page):
        if rights := [right for right in missing if _is_slip_for(name, right)]:
            rights_by_name.setdefault(name, rights)
    return rights_by_name


def fused_names(page: RuleContext) -> dict[str, tuple[str, str]]:
    """Return the page's names that its original has nowhere but that fuse two of its names, each with those two."""
    parts_by_name: dict[str, tuple[str, str]] = {}
    for name, missing in _own_names(page):
        if first := next((part for part in missing if name.startswith(part) and name[len(part) :] in missing), None):
            parts_by_name.setdefault(name, (first, name[len(first) :]))
    return parts_by_name


def _own_names(page: RuleContext) -> Iterator[tuple[str, list[str]]]:
    """Yield the names that only the page has, each with the names of the paired original that the page lacks."""
    everywhere = in_source(page)
    for pair in likely_pairs(page):
        target, source = _name_counts(page.text, pair.target), _name_counts(page.source, pair.source)
        missing = list(source - target)
        yield from ((name, missing) for name in target - source if missing and name not in everywhere)


def _name_counts(text: str, segments: Iterable[Segment]) -> Counter[str]:
    return Counter(name.text for segment in segments for name in names_in(text, segment.protected))


def _has_another_part(name: str, right: str) -> bool:
    """Return whether two names differ in one short part that shares no letters: random_tf_, random_py_."""
    parts = [
        (part, right_part)
        for part, right_part in zip_longest(_PARTS.split(name), _PARTS.split(right))
        if part != right_part
    ]
    if len(parts) != 1 or None in parts[0]:
        return False
    part, right_part = parts[0]
    return len(part) == len(right_part) <= _SHORT_PART and set(part).isdisjoint(right_part)


def _is_slip_for(name: str, right: str) -> bool:
    """Return whether a name is the original's except for a letter or two, or for its casing."""
    if name.casefold() == right.casefold() or differs_as_names_do(name, right) or _has_another_part(name, right):
        return False
    if is_slip(name, right) or is_slip_within(name, right, _SHORTEST):
        return True
    return min(len(name), len(right)) >= _TWO_SLIPS and OSA.distance(name, right, score_cutoff=2) <= 2
