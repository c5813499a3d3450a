"""Spreading: the scale after the last number of a range or a row, which the ones before it share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from corpus import lazy_re as re
from corpus.numbers.digit_numbers import ReadNumber
from corpus.numbers.quantity import Quantity

_LIST = re.compile(r"[\s*]*(?:,|/|、|and|or|和|与|及|或|と|,\s*and)[\s*]*")
_RANGE = re.compile(r"[\s*]*(?:-|–|—|~|到|至|から|to)[\s*]*")


def spread(text: str, numbers: Sequence[ReadNumber]) -> Iterator[Quantity]:
    """Yield the quantities, with the scale after the last: 10～20 万; perhaps also in 7, 13 and 70 billion."""
    scale, after = 1, len(text)
    quantities: list[Quantity] = []
    for quantity, factor in reversed(numbers):
        link = text[quantity.end : after]
        is_range = _RANGE.fullmatch(link) is not None
        scale = factor if factor > 1 else scale if is_range or _LIST.fullmatch(link) else 1
        after = quantity.start
        quantities.append(_with_scale(quantity, scale, is_range) if factor == 1 < scale else quantity)
    yield from reversed(quantities)


def _with_scale(quantity: Quantity, scale: int, surely: bool) -> Quantity:
    if quantity.kind != "number" or quantity.unit or quantity.notation not in ("figures", "label"):
        return quantity
    great = quantity.value * scale
    return replace(quantity, value=great) if surely else replace(quantity, readings=(quantity.value, great))
