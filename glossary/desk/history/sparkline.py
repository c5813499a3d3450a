"""Sparklines: a course of values as a line of small bars."""

from __future__ import annotations

from collections.abc import Sequence

_BARS = "▁▂▃▄▅▆▇█"


def sparkline(values: Sequence[float], width: int = 40) -> str:
    """Return the values as bars between the smallest and the largest of them, thinned if too many."""
    values = thinned(values, width)
    low, high = min(values, default=0.0), max(values, default=0.0)
    if high == low:
        return (_BARS[0] if high == 0 else _BARS[3]) * len(values)
    return "".join(_BARS[round((value - low) / (high - low) * (len(_BARS) - 1))] for value in values)


def thinned(values: Sequence[float], most: int) -> Sequence[float]:
    """Return so many of the values at most: the last of each of equal stretches, so that the last one is in."""
    if len(values) <= most:
        return values
    return [values[(number + 1) * len(values) // most - 1] for number in range(most)]
