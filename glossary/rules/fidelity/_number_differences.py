"""Numbers told: what numbers the page and its original say where they say the same, and what of them differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from corpus.numbers import Differences, Quantity, compare_quantities, differences, quantities_in
from corpus.records import Segment
from corpus.text.segments import is_prose
from glossary.rules.context import RuleContext
from glossary.rules.source_context import SegmentPair

EVEN = 0.5  # the score of a gap, and where it is likelier than not that a segment alone has a counterpart

_LEAST = 0.7  # doubtful pairs say nothing of numbers
_WIDEST = 5  # segments of a gap
_NEAR = 2  # pairs before and behind that may hold a number that was moved


class NumberDifference(NamedTuple):
    """A pair with what differs, and the pairs near it."""

    pair: SegmentPair
    differs: Differences
    near: tuple[Differences, ...]

    def is_moved(self, quantity: Quantity, side: str) -> bool:
        """Whether a sentence nearby has too much, on that side, what is left here on the other."""
        return any(
            compare_quantities(quantity, other)
            for differs in self.near
            for other in _unmatched_quantities(differs, side)
        )


def number_differences(page: RuleContext) -> Iterator[NumberDifference]:
    """The pairs of a page whose numbers differ, in order."""
    pairs = list(_pairs(page))
    differs = [_pair_differences(pair) for pair in pairs]
    for number, (pair, difference) in enumerate(zip(pairs, differs, strict=True)):
        if any(difference):
            near = (*differs[max(0, number - _NEAR) : number], *differs[number + 1 : number + 1 + _NEAR])
            yield NumberDifference(pair, difference, near)


def original_says(page: RuleContext, quantity: Quantity) -> bool:
    """Whether the original has such a number anywhere; of sizes the same word."""
    if page.original is None:
        return False
    plain = quantity.kind != "magnitude"
    return any(
        compare_quantities(other, quantity)
        for other in quantities_in(page.original.segments)
        if plain or other.kind == quantity.kind
    )


def _pairs(page: RuleContext) -> Iterator[SegmentPair]:
    """What translates what, with the gaps between: what stands alone on both sides, though it should not."""
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
    if pair.copied or doubtful or not (all(map(_takes_part, pair.target)) and all(map(is_prose, pair.source))):
        return Differences()
    return differences(quantities_in(pair.source), quantities_in(pair.target))


def _takes_part(segment: Segment) -> bool:
    return is_prose(segment) and segment.text_lang != "en"


def _unmatched_quantities(differs: Differences, side: str) -> Iterator[Quantity]:
    yield from differs.source if side == "source" else differs.target
    yield from (pair.source if side == "source" else pair.target for pair in differs.pairs)
    yield from differs.loose
