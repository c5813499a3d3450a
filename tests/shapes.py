"""Shapes: pages of one odd thing again and again, of any length, and what it takes to read them.

`shapes.toml` lists them. What is linear in a page's length takes about ten times as long for ten times the text.
"""

from __future__ import annotations

import signal
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
SHAPES: dict[str, tuple[str, Any]] = {
    name: (section, parts) for section, shapes in _TABLE.items() for name, parts in shapes.items()
}
TIMES = 10  # how much longer the long text is than the short one
QUADRATIC = 40  # times as long, where linear were ten, n log n a little more, and quadratic a hundred


class HungError(Exception):
    """A block took longer than it may."""


def shape(name: str, length: int) -> str:
    """Return a text of about so many characters with a shape."""
    section, parts = SHAPES[name]
    if section == "repeated":
        return str(parts * (length // len(parts)))
    if section == "after":
        return str(parts[0] + parts[1] * (length // len(parts[1])))
    if section == "nested":
        times = length // (len(parts[0]) + len(parts[2]))
        return str(parts[0] * times + parts[1] + parts[2] * times)
    unit, end, join = (parts, "a", " ") if section == "growing" else (*parts, "\n")
    lines: list[str] = []
    total = 0
    for times in count(1):
        lines.append(unit * times + end)
        total += len(lines[-1]) + 1
        if total >= length:
            return str(join.join(lines))
    raise AssertionError


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise HungError where a block takes more of the processor's seconds: matching, too, looks at signals."""

    def ring(*_: object) -> None:
        raise HungError(f"longer than {seconds:g} s")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1)  # again, where a library swallows it
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def seconds_of(run: Callable[[], object]) -> float:
    """Return the processor's seconds that a call takes."""
    began = time.process_time()
    run()
    return time.process_time() - began
