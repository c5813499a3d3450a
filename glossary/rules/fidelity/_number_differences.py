"""Number differences: what numbers the page and its original say where they say the same, and what of them differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from corpus.numbers import Differences, Quantity, compare_quantities, differences, quantities_in
from corpus.records import Segment
from corpus.text.segments import is_prose
from glossary.rules.context import RuleContext
from glossary.rules.source_context import SegmentPair

EVEN = 0.5  # the score of a gap, and where it is likelier than not that a segment alone has a counterpart

_LEAST = 0.7  # doubtful pairs say nothing of numbers
_WIDEST = 5  # segments of a gap
_TABLE = 200  # cells of a table that are looked at, on either side
_FEW_CELLS, _OTHER_DATA = 3, 0.3  # cells that differ, at most, and their share: of more the table has other data
_NEAR = 2  # pairs before and after that may hold a number that was moved


class NumberDifference(NamedTuple):
    """A pair with what differs, and the pairs near it."""

    pair: SegmentPair
    differs: Differences
    near: tuple[Differences, ...]
    beside: str  # of a table's cell: in order, or other data; empty elsewhere

    def is_moved(self, quantity: Quantity, side: str) -> bool:
        """Return whether a sentence nearby has too much, on that side, what is left here on the other."""
        return any(
            compare_quantities(quantity, other)
            for differs in self.near
            for other in _unmatched_quantities(differs, side)
        )


def number_differences(page: RuleContext) -> Iterator[NumberDifference]:
    """Yield the pairs of a page whose numbers differ, in order."""
    pairs = list(_pairs(page))
    differs = [_pair_differences(pair) for pair in pairs]
    for number, (pair, difference) in enumerate(zip(pairs, differs, strict=True)):
        if any(difference):
            near = (*differs[max(0, number - _NEAR) : number], *differs[number + 1 : number + 1 + _NEAR])
            yield NumberDifference(pair, difference, near, _beside(pairs, differs, number))


def _beside(pairs: Sequence[SegmentPair], differs: Sequence[Differences], number: int) -> str:
    """Return what is known of a cell by those around it: order, where the one before it is surely what stands before it
    in the original, too; other, where much of its table differs; empty where neither is so.
    """
    if not _is_cell(pairs[number]):
        return ""
    first, last = number, number + 1
    while first and number - first < _TABLE and _is_cell(pairs[first - 1]):
        first -= 1
    while last < len(pairs) and last - number < _TABLE and _is_cell(pairs[last]):
        last += 1
    with_numbers = sum(bool(quantities_in(pair.target)) for pair in pairs[first:last])
    other = sum(map(bool, map(any, differs[first:last])))
    if other > _FEW_CELLS and other > _OTHER_DATA * with_numbers:
        return "other"
    before = pairs[number - 1] if number > first else None
    follows = before is not None and before.score >= _LEAST and _follow(before, pairs[number])
    return "order" if follows else ""


def _is_cell(pair: SegmentPair) -> bool:
    return len(pair.target) == len(pair.source) == 1 and pair.target[0].kind == pair.source[0].kind == "table_cell"


def _follow(before: SegmentPair, pair: SegmentPair) -> bool:
    """Return whether nothing stands between two pairs on either side."""
    return pair.target[0].ordinal - before.target[-1].ordinal == pair.source[0].ordinal - before.source[-1].ordinal == 1


def original_says(page: RuleContext, quantity: Quantity) -> bool:
    """Return whether the original has such a number anywhere; of sizes the same word."""
    if page.original is None:
        return False
    plain = quantity.kind != "magnitude"
    return any(
        compare_quantities(other, quantity)
        for other in quantities_in(page.original.segments)
        if plain or other.kind == quantity.kind
    )


def _pairs(page: RuleContext) -> Iterator[SegmentPair]:
    """Yield what translates what, with the gaps between: what stands alone on both sides, though it should not."""
    gap: list[SegmentPair] = []
    for pair in page.original.pairs if page.original else ():
        if pair.target and pair.source:
            yield from _pairs_with_gaps(gap)
            yield pair
            gap = []
        elif pair.score < EVEN:
            gap.append(pair)
    yield from _pairs_with_gaps(gap)


def _pairs_with_gaps(gap: Sequence[SegmentPair]) -> Iterator[SegmentPair]:
    target = tuple(segment for pair in gap for segment in pair.target)
    source = tuple(segment for pair in gap for segment in pair.source)
    if target and source and len(target) + len(source) <= _WIDEST:
        yield SegmentPair(target, source, EVEN, False)


def _pair_differences(pair: SegmentPair) -> Differences:
    doubtful = pair.score < _LEAST and pair.score != EVEN
    if pair.copied or doubtful or not (all(map(_takes_part, pair.target)) and all(map(_is_said, pair.source))):
        return Differences()
    return differences(_quantities(pair.source), _quantities(pair.target))


def _quantities(segments: Sequence[Segment]) -> list[Quantity]:
    """Return the quantities of segments; those of a cell without words count in code marks too: `64`."""
    return quantities_in(segment if is_prose(segment) else replace(segment, protected=[]) for segment in segments)


def _takes_part(segment: Segment) -> bool:
    return _is_said(segment) and segment.text_lang != "en"


def _is_said(segment: Segment) -> bool:
    """Return whether a segment says numbers to readers: prose, or a cell with nothing but figures."""
    return is_prose(segment) or segment.kind == "table_cell"


def _unmatched_quantities(differs: Differences, side: str) -> Iterator[Quantity]:
    yield from differs.source if side == "source" else differs.target
    yield from (pair.source if side == "source" else pair.target for pair in differs.pairs)
    yield from differs.loose
