"""Limits: what one document may cost, so that no page takes the whole build with it."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

SECONDS = 600.0  # of processor time, for one step of one document: a page takes one, a book minutes to be aligned
_AGAIN = 1.0  # seconds after which a thread that went on is told once more
_SHORTEST = 0.05  # seconds that the watch sleeps


class LimitError(Exception):
    """A document costs more than it may; the message is the reason of its quarantine."""

    def __init__(self, reason: str, doc_id: str) -> None:
        super().__init__(reason)
        self.doc_id = doc_id


class _TimeIsUp(BaseException):
    """Is raised inside a thread that has used up its time; no library catches it by mistake."""


@contextmanager
def limited(seconds: float, doc_id: str = "") -> Iterator[None]:
    """Raises LimitError of a document where the block takes more processor time or memory than it may.

    Of the time of this thread alone, so that a busy machine changes nothing. It is told between two steps of Python:
    what one call of a library takes must have bounds of its own.
    """
    watch = _Watch(seconds)
    try:
        watch.begin()
        yield
        watch.stand_by()
    except _TimeIsUp:
        reason = f"takes longer than {seconds:g} s of processor time (max_seconds); shorten it or leave it out"
        raise LimitError(reason, doc_id) from None
    except MemoryError:
        raise LimitError("takes more memory than there is; shorten it or leave it out", doc_id) from None
    finally:
        _call_despite_timeout(watch.end)


def _call_despite_timeout(end: Callable[[], None]) -> None:
    """Call it, even where the thread is told meanwhile that its time is over."""
    while True:
        try:
            return end()
        except _TimeIsUp:
            continue


class _Watch:
    """A thread beside this one, which sleeps until it may have used up its time."""

    def __init__(self, seconds: float) -> None:
        self._thread, self._clock = threading.get_ident(), _clock_of_this_thread()
        self._until = self._clock() + seconds
        self._ended, self._lock, self._is_over = threading.Event(), threading.Lock(), False

    def begin(self) -> None:
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        with suppress(OSError):  # the thread has come to its end meanwhile, and its clock with it
            while not self._ended.wait(max(self._until - self._clock(), _SHORTEST)):
                with self._lock:
                    if not self._ended.is_set() and self._clock() >= self._until:
                        self._is_over = True
                        _raise_in(self._thread, ctypes.py_object(_TimeIsUp))
                if self._is_over:
                    self._ended.wait(_AGAIN)

    def stand_by(self) -> None:
        """Raises what was raised before, where a library caught it after all."""
        if self._is_over:
            raise _TimeIsUp

    def end(self) -> None:
        """Nothing is raised from now on."""
        with self._lock:
            self._ended.set()
            _raise_in(self._thread, None)


def _clock_of_this_thread() -> Callable[[], float]:
    """Tells the processor time of this thread, whoever asks; where no system does, that of the process."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    clock = time.pthread_getcpuclockid(threading.get_ident())
    return lambda: time.clock_gettime(clock)


def _raise_in(thread: int, error: ctypes.py_object[type[BaseException]] | None) -> None:
    """Raise an error in another thread at its next step; None takes back what it has not met yet."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)
