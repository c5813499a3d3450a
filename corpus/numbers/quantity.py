"""The quantity: a place in a text, its value, and how firmly the text states it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

_WEIGHTY = 10_000  # spelled out, such numbers are still meant as numbers: 三十万, two million


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a text. A range is two of them, a date up to three."""

    start: int
    end: int
    kind: str  # number, ordinal, version, year, month, day; count: pair, both; magnitude: "billions", 数百万
    value: Fraction
    notation: str  # in figures, in words, in a name, as a label of a list item, or as money
    unit: str = ""  # as word_lists.toml calls it; % and x are units
    exactness: str = "exact"  # about, more or less where the text says so
    parts: tuple[int, ...] = ()  # the figures between the dots: 1.10 is no 1.1 where it is a version
    below: Fraction | None = None  # of a magnitude: what it does not reach
    readings: tuple[Fraction, ...] = ()  # what else the word may say: a quarter of the year has three months

    @property
    def firm(self) -> bool:
        """Return whether a translation must have it."""
        if self.kind == "magnitude" or self.notation == "words":
            return self.value > _WEIGHTY
        if self.kind in ("version", "year", "month"):
            return self.notation == "figures"
        return self.notation == "figures" and (self.value not in (0, 1) or self.unit == "%")  # an hour is 1 小时
