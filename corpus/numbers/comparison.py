"""Comparison of two quantities: whether they say the same, across wording, units and rounding."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import prod

from corpus import lazy_re as re
from corpus.numbers.numerals import EN_SCALES, HAN_SCALES, PREFIXES, UNITS, Quantity, UnitOfMeasure, alternation

EQUAL, NEAR = 2, 1
_BINARY = Fraction(8, 100)  # a GB of 1,000 MB and one of 1,024
_ROUNDED = Fraction(6, 100)
_TEN = 10
_MYRIAD = 10_000
_CUT_OFF = Fraction(2, 100)  # 3,380 may be 3300 多


def compare_quantities(source: Quantity, target: Quantity) -> int:
    """Return EQUAL, NEAR if rounding of the target or another way of counting explains the difference, else 0."""
    if "magnitude" in (source.kind, target.kind):
        a, b = _span(source), _span(target)
        return EQUAL if _is_within_range(a, b, source) and _is_within_range(b, a, target) else 0
    if "version" in (source.kind, target.kind) and source.parts and target.parts:
        return EQUAL if _release(source) == _release(target) else 0
    if any(_equal(a, b, source, target) for a in _readings(source) for b in _readings(target)):
        return EQUAL
    return NEAR if _is_near(source, target) else 0


def magnitudes_apart(quantity: Quantity, other: Quantity) -> bool:
    """Return whether two quantities differ by a power of ten, as after a slip in 万, billion or a unit prefix."""
    if not {quantity.kind, other.kind} <= {"number", "magnitude"}:
        return False
    a, b = sorted(
        map(_base, (quantity, other)) if measures(quantity) == measures(other) else (quantity.value, other.value)
    )
    if a <= 0 or b == a:
        return False
    if "magnitude" in (quantity.kind, other.kind):
        return b / a >= _TEN
    ratio = b / a
    while ratio > 1 and ratio.denominator == 1 and ratio % _TEN == 0:
        ratio /= _TEN
    return ratio == 1 or (quantity.unit != other.unit and quantity.value == other.value and b / a >= _TEN)


def measures(quantity: Quantity) -> str:
    """Return what its unit measures: time, bytes, a share …; empty without a unit."""
    return UNITS[quantity.unit].measures if quantity.unit else ""


def _readings(quantity: Quantity) -> tuple[Fraction, ...]:
    return quantity.readings or (quantity.value,)


def _release(quantity: Quantity) -> tuple[int, ...]:
    """Return the parts of a release without trailing zeros: 2.0 is 2, but 1.10 is not 1.1."""
    parts = quantity.parts
    while len(parts) > 1 and not parts[-1]:
        parts = parts[:-1]
    return parts


def _span(quantity: Quantity) -> tuple[Fraction, Fraction]:
    """Return the lower and upper bound of a magnitude; 数亿 still passes for billions."""
    if quantity.below is None:
        return quantity.value, quantity.value
    wide = quantity.below / quantity.value > _TEN
    return quantity.value / (_TEN if wide else 1), quantity.below


def _is_within_range(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction], quantity: Quantity) -> bool:
    """Return whether a reaches up to the beginning of b. A magnitude does not include its upper end."""
    return a[1] > b[0] if quantity.below is not None else a[1] >= b[0]


def _equal(a: Fraction, b: Fraction, quantity: Quantity, other: Quantity) -> bool:
    """Return whether the values are equal, converted if their units measure the same."""
    if quantity.unit == other.unit:
        return a == b
    first, second = UNITS.get(quantity.unit), UNITS.get(other.unit)
    if first and second:
        return a * first.factor == b * second.factor or _binary(a, b, first, second)
    base = (a * first.factor, b) if first else (a, b * second.factor) if second else (a, b)
    return a == b or base[0] == base[1]


def _binary(a: Fraction, b: Fraction, first: UnitOfMeasure, second: UnitOfMeasure) -> bool:
    """Return whether 1 GB and 1024 MB agree. Units that measure different things are compared by value alone."""
    if first.measures != second.measures:
        return a == b
    large, small = max(a * first.factor, b * second.factor), min(a * first.factor, b * second.factor)
    return first.measures == "bytes" and large - small <= large * _BINARY


def _is_near(source: Quantity, target: Quantity) -> bool:
    if measures(source) == measures(target) == "share" and _near_share(source, target):
        return True
    if source.exactness == target.exactness == "more" and abs(source.value - target.value) == 1:
        return True  # more than once is 2 回以上
    if {measures(source), measures(target)} <= {"share", ""} and _is_inverse(source, target):
        return True
    plain = {source.kind, target.kind} == {"number"} and measures(source) == measures(target)
    loose = target.exactness != "exact" or _has_scale(target)
    return plain and loose and _is_rounded(_base(source), _base(target))


def _has_scale(quantity: Quantity) -> bool:
    """Return whether it is written with 万 or 亿, which are not expected to be exact."""
    return quantity.value > _MYRIAD and (not quantity.parts or quantity.parts[0] < quantity.value / _TEN)


def _near_share(quantity: Quantity, other: Quantity) -> bool:
    """Return whether two shares agree: 50 % faster is 1.5 times as fast; twice as fast is faster by 一倍."""
    low, high = sorted((_base(quantity), _base(other)))
    return high - low == 1 and (quantity.unit != other.unit or high == 2)


def _is_inverse(source: Quantity, target: Quantity) -> bool:
    """Return whether one is the inverse of the other: 4 times less is a quarter, and less by 75 %."""
    low, high = sorted((_base(source), _base(target)))
    return 0 < low < 1 < high and low in (1 / high, 1 - 1 / high)


def _base(quantity: Quantity) -> Fraction:
    return quantity.value * UNITS[quantity.unit].factor if quantity.unit else quantity.value


def _is_rounded(exact: Fraction, rounded: Fraction) -> bool:
    """Return whether `rounded` is `exact` with fewer significant figures."""
    places = _figures(rounded)
    return (
        abs(exact - rounded) <= _ROUNDED * max(abs(exact), abs(rounded))
        and places < _figures(exact)
        and rounded in (_truncate(exact, places), _truncate(exact - exact * _CUT_OFF, places))
    )


def _figures(value: Fraction) -> int:
    """Count the figures of a value without zeros at its ends."""
    digits = f"{float(value):.12g}".partition("e")[0].replace(".", "").strip("0")
    return len(digits)


def _truncate(value: Fraction, places: int) -> Fraction:
    return Fraction(f"{float(value):.{places}g}")


_BEFORE, _AFTER = 8, 16  # characters beside a number whose scale words may be its own
_FIGURES = re.compile(r"\d[\d,_]*(?:\.\d+)?")
_LETTERS = {"k": 10**3, "m": 10**6, "b": 10**9, "g": 10**9, "t": 10**12, "bn": 10**9, "mn": 10**6, "mm": 10**6}
_RARE = {"grand": 10**3, "lakh": 10**5, "crore": 10**7, "myriad": 10**4, "meg": 10**6, "gig": 10**9}
_WORDS = {word.lower(): factor for word, factor in (EN_SCALES | PREFIXES | HAN_SCALES | _RARE).items()}
_SIGN = re.compile(rf"({alternation(_WORDS)})|(?<![A-Za-z])({alternation(_LETTERS)})(?![A-Za-z])", re.IGNORECASE)
_MOST = 4  # scale words beside a number that are combined
_STATED = 10_000  # figures of such a length say their scale themselves
_FAR, _FARTHER = 9, 100  # times another; where only the scale is known


def differ_in_magnitude(source: Quantity, source_text: str, target: Quantity, target_text: str) -> bool:
    """Return whether two quantities differ by orders of magnitude, as values and with any nearby scale words."""
    if not magnitudes_apart(source, target) or not _is_stated(source, target):
        return False
    if source.unit and target.unit and source.unit != target.unit:
        return measures(source) == measures(target) and source.value == target.value
    least = _FARTHER if "words" in (source.notation, target.notation) else _FAR
    sizes = [set(_sizes(text, quantity)) for quantity, text in ((source, source_text), (target, target_text))]
    return all(max(a, b) >= least * min(a, b) for a in sizes[0] for b in sizes[1])


def may_agree(source: Quantity, source_text: str, target: Quantity, target_text: str) -> bool:
    """Return whether figures that differ in value agree with an adjacent scale word that may belong to them."""
    if "words" in (source.notation, target.notation) or {source.kind, target.kind} != {"number"}:
        return False
    return not set(_sizes(source_text, source)).isdisjoint(_sizes(target_text, target))


def _is_stated(source: Quantity, target: Quantity) -> bool:
    """Return whether both state their scale, or have enough figures to be the same number: 1.2 and 12."""
    stated = all(
        quantity.unit or quantity.kind == "magnitude" or quantity.value >= _STATED for quantity in (source, target)
    )
    return stated or len(str(source.value.numerator).rstrip("0")) > 1


def _sizes(text: str, quantity: Quantity) -> Iterator[Fraction]:
    """Yield the values that a number may have in combination with adjacent scale words."""
    inside = text[quantity.start : quantity.end]
    figures = _FIGURES.search(inside)
    amount = Fraction(re.sub("[,_]", "", figures[0])) if figures else Fraction(1)
    amount *= prod(_scales(inside))
    before = re.split(r"\d", text[max(0, quantity.start - _BEFORE) : quantity.start])[-1]
    after = re.split(r"\d", text[quantity.end : quantity.end + _AFTER])[0]
    beside = [*_scales(before), *_scales(after)][:_MOST]
    for count in range(len(beside) + 1):
        yield from (amount * prod(some) for some in combinations(beside, count) if amount)


def _scales(words: str) -> list[int]:
    return [_WORDS.get(sign[0].lower()) or _LETTERS[sign[0].lower()] for sign in _SIGN.finditer(words)]
