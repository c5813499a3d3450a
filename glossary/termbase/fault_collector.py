"""Collecting faults: reading goes on after the first fault, so that all are reported at once."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

from glossary.termbase.fault import Fault
from glossary.termbase.termbase import GlossaryError

_Value = TypeVar("_Value")


class FaultCollector:
    """The faults met so far."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def of(self, read: Callable[[], _Value]) -> _Value | None:
        """Return what `read` gives; None where it fails, and its faults are kept."""
        try:
            return read()
        except GlossaryError as error:
            self.faults += error.faults
            return None

    def fail(self, without: Collection[Fault] = ()) -> None:
        """Raise GlossaryError with all faults, but those that follow from others, if there are any."""
        remaining = [fault for fault in self.faults if fault not in without]
        if remaining:
            raise GlossaryError(*remaining)
