"""Comparing: whether two quantities say the same, in whatever words, units and with whatever rounding."""

from __future__ import annotations

from fractions import Fraction

from corpus.numbers.quantity import Quantity
from corpus.numbers.word_lists import UNITS, UnitOfMeasure

EQUAL, NEAR = 2, 1
_BINARY = Fraction(8, 100)  # a GB of 1,000 MB and one of 1,024
_ROUNDED = Fraction(6, 100)
_TEN = 10
_MYRIAD = 10_000
_CUT_OFF = Fraction(2, 100)  # 3,380 may be 3300 多


def same(source: Quantity, target: Quantity) -> int:
    """EQUAL where both say the same, NEAR where rounding or another way of counting explains the rest, else 0.

    Translators round, but do not say more exactly what the source rounds.
    """
    one, other = source, target
    if "magnitude" in (one.kind, other.kind):
        return EQUAL if _overlap(one, other) else 0
    if "version" in (one.kind, other.kind) and one.parts and other.parts:
        return EQUAL if _release(one) == _release(other) else 0
    if any(_equal(a, b, one, other) for a in _readings(one) for b in _readings(other)):
        return EQUAL
    return NEAR if _near(one, other) else 0


def magnitudes_apart(one: Quantity, other: Quantity) -> bool:
    """Whether the two differ by a power of ten, as a slip in 万, billion or a unit's prefix makes them."""
    if not {one.kind, other.kind} <= {"number", "magnitude"}:
        return False
    a, b = sorted(map(_base, (one, other)) if measures(one) == measures(other) else (one.value, other.value))
    if a <= 0 or b == a:
        return False
    if "magnitude" in (one.kind, other.kind):
        return b / a >= _TEN
    return _is_power_of_ten(b / a) or (one.unit != other.unit and one.value == other.value and b / a >= _TEN)


def measures(one: Quantity) -> str:
    """What its unit measures: time, bytes, a share …; empty without a unit."""
    return UNITS[one.unit].measures if one.unit else ""


def _readings(one: Quantity) -> tuple[Fraction, ...]:
    return one.readings or (one.value,)


def _release(one: Quantity) -> tuple[int, ...]:
    """2.0 is 2, but 1.10 is not 1.1."""
    parts = one.parts
    while len(parts) > 1 and not parts[-1]:
        parts = parts[:-1]
    return parts


def _span(one: Quantity) -> tuple[Fraction, Fraction]:
    """From where up to where a size may reach; 数亿 still passes for billions."""
    if one.below is None:
        return one.value, one.value
    wide = one.below / one.value > _TEN
    return one.value / (_TEN if wide else 1), one.below


def _overlap(one: Quantity, other: Quantity) -> bool:
    a, b = _span(one), _span(other)
    return _within(a, b, one) and _within(b, a, other)


def _within(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction], one: Quantity) -> bool:
    """Whether a reaches not less than b's beginning; a size does not reach its upper end."""
    return a[1] > b[0] if one.below is not None else a[1] >= b[0]


def _equal(a: Fraction, b: Fraction, one: Quantity, other: Quantity) -> bool:
    """Whether the values are equal, in their units where these measure the same."""
    if one.unit == other.unit:
        return a == b
    first, second = UNITS.get(one.unit), UNITS.get(other.unit)
    if first and second:
        return a * first.factor == b * second.factor or _binary(a, b, first, second)
    base = (a * first.factor, b) if first else (a, b * second.factor) if second else (a, b)
    return a == b or base[0] == base[1]


def _binary(a: Fraction, b: Fraction, first: UnitOfMeasure, second: UnitOfMeasure) -> bool:
    """1 GB and 1024 MB; what measures something else is compared by its figures."""
    if first.measures != second.measures:
        return a == b
    large, small = max(a * first.factor, b * second.factor), min(a * first.factor, b * second.factor)
    return first.measures == "bytes" and large - small <= large * _BINARY


def _near(source: Quantity, target: Quantity) -> bool:
    if measures(source) == measures(target) == "share" and _near_share(source, target):
        return True
    if source.exactness == target.exactness == "more" and abs(source.value - target.value) == 1:
        return True  # more than once is 2 回以上
    if {measures(source), measures(target)} <= {"share", ""} and _is_inverse(source, target):
        return True
    plain = {source.kind, target.kind} == {"number"} and measures(source) == measures(target)
    loose = target.exactness != "exact" or _has_scale(target)
    return plain and loose and _is_rounded(_base(source), _base(target))


def _has_scale(one: Quantity) -> bool:
    """Whether it is said with 万 or 亿, which nobody expects to be exact."""
    return one.value > _MYRIAD and (not one.parts or one.parts[0] < one.value / _TEN)


def _near_share(one: Quantity, other: Quantity) -> bool:
    """50 % faster is 1.5 times as fast; twice as fast is faster by 一倍."""
    low, high = sorted((_base(one), _base(other)))
    return high - low == 1 and (one.unit != other.unit or high == 2)


def _is_inverse(source: Quantity, target: Quantity) -> bool:
    """4 times less is a quarter of it, and less by 75 %."""
    low, high = sorted((_base(source), _base(target)))
    return 0 < low < 1 < high and low in (1 / high, 1 - 1 / high)


def _base(one: Quantity) -> Fraction:
    return one.value * UNITS[one.unit].factor if one.unit else one.value


def _is_rounded(exact: Fraction, rounded: Fraction) -> bool:
    """Whether the one is the other with fewer figures."""
    places = _figures(rounded)
    return (
        abs(exact - rounded) <= _ROUNDED * max(abs(exact), abs(rounded))
        and places < _figures(exact)
        and rounded in (_cut(exact, places), _cut(exact - exact * _CUT_OFF, places))
    )


def _figures(value: Fraction) -> int:
    """How many figures a value has without zeros at its ends."""
    written = f"{float(value):.12g}".partition("e")[0].replace(".", "").strip("0")
    return len(written)


def _cut(value: Fraction, places: int) -> Fraction:
    return Fraction(f"{float(value):.{places}g}")


def _is_power_of_ten(ratio: Fraction) -> bool:
    while ratio > 1 and ratio.denominator == 1 and ratio % _TEN == 0:
        ratio /= _TEN
    return ratio == 1
