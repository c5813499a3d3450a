"""Stopping: a signal to end is heard again where Python has passed over what its handler raised."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_MOMENT = 0.05  # seconds: by then the destructor is left


@contextmanager
def heard() -> Iterator[None]:
    """While the block lasts, a signal whose handler raised inside a destructor is sent once more.

    Prefect's handler of SIGTERM raises, as Python's of SIGINT does; what is raised in `__del__` or in the callback of a
    weak reference is printed and forgotten, and the build would go on to its end.
    """
    before = sys.unraisablehook

    def hook(told: Any) -> None:
        number = _signal_of(told.exc_value)
        if number is None:
            before(told)
        else:
            threading.Timer(_MOMENT, os.kill, (os.getpid(), number)).start()

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before


def _signal_of(error: BaseException | None) -> int | None:
    """The signal that an exception stands for."""
    from prefect.exceptions import TerminationSignal

    if isinstance(error, TerminationSignal):
        return int(error.signal)
    return int(signal.SIGINT) if isinstance(error, KeyboardInterrupt) else None
