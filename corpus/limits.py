"""Limits: what one document may cost, so that no single page stops the whole build."""

from __future__ import annotations

import ctypes
import math
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SECONDS = 600.0  # of processor time, for one step of one document: a page takes one, a book minutes to be aligned
# Of one rule on one page that are listed; in comfy-docs, mt-docs, tf-docs, hf-course and articles ≤ 138.
MOST_PLACES = 500
_AGAIN = 1.0  # seconds after which a thread that went on is stopped once more
_BEGUN = 0.05  # s: before that a block may not have begun yet, and nothing would catch what is raised
_SHORTEST = 0.05  # seconds that the watch sleeps


class LimitError(Exception):
    """A document costs more than allowed; the message becomes the reason for its quarantine."""

    def __init__(self, reason: str, doc_id: str) -> None:
        super().__init__(reason)
        self.doc_id = doc_id


class _TimeIsUp(BaseException):
    """The error raised inside a thread that has used up its time; no library catches it by mistake."""


@contextmanager
def limited(seconds: float, doc_id: str = "") -> Iterator[None]:
    """Raise LimitError for a document if the block uses too much processor time or memory. Only the time of this
    thread counts, so that a busy machine changes nothing. It can be stopped only between two steps of Python; a single
    call into a library needs its own bounds.
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
    """Call `end` until it finishes, even if the thread's time runs out meanwhile."""
    while True:
        try:
            return end()
        except _TimeIsUp:
            continue


class _Watch:
    """The remaining time of a thread; another thread calls `look`."""

    def __init__(self, seconds: float) -> None:
        self._thread, self._clock = threading.get_ident(), _clock_of_this_thread()
        self._until = self._clock() + seconds
        self._lock, self._is_over, self._has_ended = threading.Lock(), False, False
        self.wakes = time.monotonic() + max(seconds, _BEGUN)  # when it may be over

    def begin(self) -> None:
        _WATCHER.add(self)

    def look(self) -> None:
        """Raise in the thread if its time is over; otherwise note when that may be."""
        try:
            with self._lock:
                if self._has_ended:
                    return _WATCHER.remove(self)  # here too: its thread may not come to that soon
                left = self._until - self._clock()
                self.wakes = time.monotonic() + (max(left, _SHORTEST) if left > 0 else _AGAIN)
                if left <= 0:
                    self._is_over = True
                    _raise_in(self._thread, ctypes.py_object(_TimeIsUp))
        except OSError:  # the thread has come to its end meanwhile, and its clock with it
            _WATCHER.remove(self)

    def stand_by(self) -> None:
        """Raise again if the time was over, in case a library caught the error."""
        if self._is_over:
            raise _TimeIsUp

    def end(self) -> None:
        """Stop raising from now on."""
        with self._lock:
            self._has_ended = True
            if self._is_over:  # else nothing is to be taken back, and the interpreter would look for it ever after
                _raise_in(self._thread, None)
        _WATCHER.remove(self)


class _Watcher:
    """One thread for all watches, as starting one for each takes longer than most blocks; it sleeps between them."""

    def __init__(self) -> None:
        self._reset()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._reset)

    def _reset(self) -> None:
        self._watches: dict[int, _Watch] = {}  # added and taken out in one step each, so that no lock is held
        self._starting, self._changed = threading.Lock(), threading.Event()
        self._wakes, self._is_running = math.inf, False

    def add(self, watch: _Watch) -> None:
        self._watches[id(watch)] = watch
        if not self._is_running:
            with self._starting:
                if not self._is_running:
                    threading.Thread(target=self._run, daemon=True).start()
                    self._is_running = True
        if watch.wakes < self._wakes:
            self._changed.set()

    def remove(self, watch: _Watch) -> None:
        self._watches.pop(id(watch), None)

    def _run(self) -> None:
        while True:
            self._changed.clear()
            self._wakes = self._soonest()
            soonest = self._soonest()  # once more: who came before the line above was done did not see what it says
            self._changed.wait(None if soonest == math.inf else max(soonest - time.monotonic(), 0.0))
            for watch in list(self._watches.values()):
                if watch.wakes <= time.monotonic():
                    watch.look()

    def _soonest(self) -> float:
        return min((watch.wakes for watch in list(self._watches.values())), default=math.inf)


_WATCHER = _Watcher()


def _clock_of_this_thread() -> Callable[[], float]:
    """Return this thread's processor time clock, readable from any thread; on systems without one, the process's."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    clock = time.pthread_getcpuclockid(threading.get_ident())
    return lambda: time.clock_gettime(clock)


def _raise_in(thread: int, error: ctypes.py_object[type[BaseException]] | None) -> None:
    """Raise an error in another thread at its next step; None withdraws one that is still pending."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)
