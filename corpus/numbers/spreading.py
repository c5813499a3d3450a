"""Spreading: the scale behind the last number of a range or a row, which the ones before it share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from corpus.numbers.digit_numbers import ReadNumber
from corpus.numbers.quantity import Quantity

_LIST = re.compile(r"[\s*]*(?:,|/|、|and|or|和|与|及|或|と|,\s*and)[\s*]*")
_RANGE = re.compile(r"[\s*]*(?:-|–|—|~|到|至|から|to)[\s*]*")


def spread(text: str, found: Sequence[ReadNumber]) -> Iterator[Quantity]:
    """The quantities, with the scale that stands behind the last: 10～20 万; perhaps also in 7, 13 and 70 billion."""
    scale, after = 1, len(text)
    quantities: list[Quantity] = []
    for one, own in reversed(found):
        link = text[one.end : after]
        is_range = _RANGE.fullmatch(link) is not None
        scale = own if own > 1 else scale if is_range or _LIST.fullmatch(link) else 1
        after = one.start
        quantities.append(_scaled(one, scale, is_range) if own == 1 < scale else one)
    yield from reversed(quantities)


def _scaled(one: Quantity, scale: int, surely: bool) -> Quantity:
    if one.kind != "number" or one.unit or one.said not in ("figures", "label"):
        return one
    great = one.value * scale
    return replace(one, value=great) if surely else replace(one, readings=(one.value, great))
