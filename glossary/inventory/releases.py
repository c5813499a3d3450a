"""The releases of PyTorch in numbers, and which of them was out on a day."""

from __future__ import annotations

from datetime import date
from functools import cache
from importlib.resources import files

import tomli

Release = tuple[int, ...]


def numbers(release: str) -> Release:
    """Return a release as numbers that can be compared."""
    return tuple(map(int, release.split(".")))


def release_on(day: tuple[int, ...]) -> Release:
    """Return the latest release on a day of year, month and day (less counts from its beginning); () if unknown."""
    full_date = (*day, 1, 1)[:3]
    before = [release for release, out in _days() if out <= full_date]
    return before[-1] if before and len(before) < len(_days()) else ()


@cache
def _days() -> tuple[tuple[Release, tuple[int, ...]], ...]:
    data = tomli.loads((files("glossary.inventory") / "releases.toml").read_text(encoding="utf-8"))["releases"]
    days = ((numbers(release), date.fromisoformat(day)) for release, day in data.items())
    return tuple((release, (day.year, day.month, day.day)) for release, day in days)
