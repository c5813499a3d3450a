"""Attempts: a build that fails for a transient reason is retried, and none runs longer than its time limit."""

from __future__ import annotations

import errno
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn, TypeVar

from flows.console import error_lines
from flows.options.options import RunOptions

_T = TypeVar("_T")
_AGAIN = 30.0  # seconds after which who passed over an alarm is rung up again: time enough to leave, by hand
MOMENTS = (1.0, 5.0)  # seconds before each new try: long enough for a network file system to answer again
_PASSING = {errno.EIO, errno.EAGAIN, errno.EBUSY, errno.ETIMEDOUT, errno.EINTR, errno.ESTALE}


class BuildTimeoutError(RuntimeError):
    """A build exceeded its time limit; not an OSError, as some places that could raise it ignore those."""


def is_momentary(error: BaseException | None) -> bool:
    """Return whether the error is a transient failure of a disk or network."""
    return isinstance(error, OSError) and (error.errno in _PASSING or isinstance(error, ConnectionError | TimeoutError))


def may_pass(error: BaseException | None) -> bool:
    """Return whether a retry may succeed after this error; not after a full disk or a time-out."""
    return is_momentary(error) or bool(getattr(error, "may_pass", False))


def attempted(attempt: Callable[[], _T], options: RunOptions, tell: Callable[[str], None]) -> _T:
    """Return the result, retried as the options say; raises the last error. `tell` gets each failure before."""
    tries = 0
    while True:
        try:
            with time_bound(options.timeout):
                return attempt()
        except Exception as error:
            if tries >= options.retries or not may_pass(error):
                raise
            delay = options.retry_delay * 2**tries
            tries += 1
            tell(f"{error_lines.sentence(error)}; trying again in {delay:.0f} seconds ({tries} of {options.retries})")
            time.sleep(delay)


def until_it_passes(function: Callable[..., _T], *args: object) -> _T:
    """Return what a function returns, calling it again after transient failures of a disk or network."""
    for delay in MOMENTS:
        try:
            return function(*args)
        except OSError as error:
            if not is_momentary(error):
                raise
        time.sleep(delay)
    return function(*args)


@contextmanager
def time_bound(seconds: float) -> Iterator[None]:
    """Raise BuildTimeoutError after that many seconds; 0, or a thread that is not the main one, sets no limit."""
    if not seconds or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> NoReturn:
        remedy = "allow more with [build] timeout, or see which step took so long in the last good build's manifest"
        raise BuildTimeoutError(f"the build took longer than {seconds:g} seconds and was ended; {remedy}")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
