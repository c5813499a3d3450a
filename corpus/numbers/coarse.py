"""Coarse: a second way to read sizes, which knows figures and scale words but nothing of how they belong together."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import prod

from corpus import lazy_re as re
from corpus.numbers.comparison import magnitudes_apart, measures
from corpus.numbers.quantity import Quantity
from corpus.numbers.word_lists import EN_SCALES, HAN_SCALES, PREFIXES, alternation

_BEFORE, _BEHIND = 8, 16  # characters beside a number whose scale words may be its own
_FIGURES = re.compile(r"\d[\d,_]*(?:\.\d+)?")
_LETTERS = {"k": 10**3, "m": 10**6, "b": 10**9, "g": 10**9, "t": 10**12, "bn": 10**9, "mn": 10**6, "mm": 10**6}
_RARE = {"grand": 10**3, "lakh": 10**5, "crore": 10**7, "myriad": 10**4, "meg": 10**6, "gig": 10**9}
_WORDS = {word.lower(): factor for word, factor in (EN_SCALES | PREFIXES | HAN_SCALES | _RARE).items()}
_SIGN = re.compile(rf"({alternation(_WORDS)})|(?<![A-Za-z])({alternation(_LETTERS)})(?![A-Za-z])", re.IGNORECASE)
_MOST = 4  # scale words beside a number that are combined
_STATED = 10_000  # figures of such a length say their scale themselves
_FAR, _FARTHER = 9, 100  # times another; where only the scale is known


def differ_in_magnitude(source: Quantity, source_text: str, target: Quantity, target_text: str) -> bool:
    """Return whether two quantities are apart by orders of magnitude however they are read: as values, and by the words
    in which they and what is near them are written.
    """
    if not magnitudes_apart(source, target) or not _is_stated(source, target):
        return False
    if source.unit and target.unit and source.unit != target.unit:
        return measures(source) == measures(target) and source.value == target.value
    least = _FARTHER if "words" in (source.notation, target.notation) else _FAR
    sizes = [set(_sizes(text, quantity)) for quantity, text in ((source, source_text), (target, target_text))]
    return all(max(a, b) >= least * min(a, b) for a in sizes[0] for b in sizes[1])


def may_agree(source: Quantity, source_text: str, target: Quantity, target_text: str) -> bool:
    """Return whether figures that differ as values are the same with a scale word beside them that may be theirs."""
    if "words" in (source.notation, target.notation) or {source.kind, target.kind} != {"number"}:
        return False
    return not set(_sizes(source_text, source)).isdisjoint(_sizes(target_text, target))


def _is_stated(source: Quantity, target: Quantity) -> bool:
    """Return whether both say their scale, or have figures enough in common to be the same number: 1.2 and 12."""
    stated = all(
        quantity.unit or quantity.kind == "magnitude" or quantity.value >= _STATED for quantity in (source, target)
    )
    return stated or len(str(source.value.numerator).rstrip("0")) > 1


def _sizes(text: str, quantity: Quantity) -> Iterator[Fraction]:
    """Yield the values that a number may have, with any of the scale words beside it."""
    inside = text[quantity.start : quantity.end]
    figures = _FIGURES.search(inside)
    amount = Fraction(re.sub("[,_]", "", figures[0])) if figures else Fraction(1)
    amount *= prod(_scales(inside))
    before = re.split(r"\d", text[max(0, quantity.start - _BEFORE) : quantity.start])[-1]
    behind = re.split(r"\d", text[quantity.end : quantity.end + _BEHIND])[0]
    beside = [*_scales(before), *_scales(behind)][:_MOST]
    for count in range(len(beside) + 1):
        yield from (amount * prod(some) for some in combinations(beside, count) if amount)


def _scales(words: str) -> list[int]:
    return [_WORDS.get(sign[0].lower()) or _LETTERS[sign[0].lower()] for sign in _SIGN.finditer(words)]
