"""Stopping: the first signal to end is heard, and at once."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from flows.exit_status import stopping_signal

_MOMENT = 0.05  # seconds: by then the destructor is left


@contextmanager
def heard() -> Iterator[None]:
    """While the block lasts, Ctrl-C ends what is being done, and a signal that was passed over is sent once more.

    `asyncio.run` would take the first Ctrl-C for a wish that it tells the flow at its next `await`, minutes later.
    Prefect's handler of SIGTERM raises, as ours of SIGINT does; what is raised in `__del__` or in the callback of a
    weak reference is printed and forgotten, and the build would go on to its end.
    """
    before, interrupted = sys.unraisablehook, signal.signal(signal.SIGINT, _interrupt)

    def hook(unraisable: Any) -> None:
        number = stopping_signal(unraisable.exc_value)
        if number is None:
            before(unraisable)
        else:
            threading.Timer(_MOMENT, os.kill, (os.getpid(), number)).start()

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before
        signal.signal(signal.SIGINT, interrupted)


def _interrupt(*_: object) -> NoReturn:
    """Python's own handler by another name, so that asyncio leaves it in place."""
    raise KeyboardInterrupt
