"""Dates in figures alone: which of their numbers is the year, the month and the day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from corpus.numbers.quantity import Quantity

_MONTHS = 12


def year_first(match: re.Match[str]) -> Iterator[Quantity]:
    """Read 2023/3/15: a year, a month and a day."""
    for group, kind in (("y", "year"), ("m", "month"), ("month", "month"), ("d", "day")):
        if match[group]:
            yield Quantity(*match.span(group), kind, Fraction(int(match[group])), "figures")


def day_first(match: re.Match[str]) -> Iterator[Quantity]:
    """Read 15/3/2023, and 3/15/2023; of 3/4/2023 it is not known which of the two is the month."""
    a, b = (Fraction(int(match[group])) for group in "ab")
    for group, number, other in (("a", a, b), ("b", b, a)):
        kind = "month" if other > _MONTHS or (number <= _MONTHS and group == "a") else "day"
        yield Quantity(
            *match.span(group), kind, number, "figures", readings=(number, other) if max(a, b) <= _MONTHS else ()
        )
    yield Quantity(*match.span("of"), "year", Fraction(int(match["of"])), "figures")
