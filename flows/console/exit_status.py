"""Exit statuses of the command line, and termination: the first signal to stop takes effect at once, with clean-up."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

_MOMENT = 0.05  # seconds: by then the destructor is left


class Terminated(BaseException):
    """Raised on SIGTERM. It is no Exception, so that handlers of those do not catch it."""

    signal = int(signal.SIGTERM)


FINE, FOUND, CALL, MACHINE, CHANGED, STOPPED = 0, 1, 2, 3, 4, 130
MEANINGS = {
    FINE: "success; `build` exits with 0 whatever it found or quarantined, unless far too much was lost",
    FOUND: "`check` reported a new finding at or above both thresholds, `glossary lint` something to fix, `glossary "
    "import` rejected rows and wrote others, `stale --fail` a stale translation, `review ask` got no answer on a "
    "decision, an alarm of `build` is set to fail, "
    "or `doctor` found a fault",
    CALL: "usage, settings, glossary or source error; one line states the cause and the remedy",
    MACHINE: "system or internal error: disk, server, lock or a bug; one line states the cause and names a log",
    CHANGED: "`build --detailed-status` published a build, or one again: `latest` names another one than before; "
    "without the option that is 0",
    STOPPED: "interrupted with Ctrl-C",
}


def stopping_signal(error: BaseException | None) -> int | None:
    """Return the number of the signal that caused an exception: Ctrl-C, or the one that Prefect's handler caught."""
    if isinstance(error, KeyboardInterrupt):
        return int(signal.SIGINT)
    number = getattr(error, "signal", None)
    return int(number) if isinstance(number, int) and not isinstance(error, Exception) else None


@contextmanager
def heard() -> Iterator[None]:
    """Stop the block on Ctrl-C and SIGTERM; a signal whose exception was swallowed is sent again.

    Raises KeyboardInterrupt and Terminated.

    `asyncio.run` would take the first Ctrl-C for a request that reaches the flow at its next `await`, minutes later.
    Prefect's handler of SIGTERM raises, as does ours of SIGINT. What is raised in `__del__` or in the callback of a
    weak reference is printed and dropped, and the build would go on to its end.
    """
    before, interrupted = sys.unraisablehook, signal.signal(signal.SIGINT, _interrupt)
    terminated = signal.signal(signal.SIGTERM, _terminate)

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
        signal.signal(signal.SIGTERM, terminated)


def _interrupt(*_: object) -> NoReturn:
    """Run Python's own handler by another name, so that asyncio leaves it in place."""
    raise KeyboardInterrupt


def _terminate(*_: object) -> NoReturn:
    raise Terminated


def end_by_signal(number: int) -> NoReturn:
    """End this process by the signal's default action, so that the parent process sees the cause."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    raise SystemExit(128 + number)
