"""Pausing the GC while many long-lived objects are made, as it would scan them again and again."""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock = Lock()
_pausing = 0  # how many want it, in all threads: the collector is one
_was_enabled = True


@contextmanager
def uncollected() -> Iterator[None]:
    """Pause garbage collection where no cycles are made; also a decorator. It slowed a shard's rows by a tenth."""
    global _pausing, _was_enabled  # noqa: PLW0603 (as the collector itself)
    with _lock:
        if not _pausing:
            _was_enabled = gc.isenabled()
            gc.disable()
        _pausing += 1
    try:
        yield
    finally:
        with _lock:
            _pausing -= 1
            if not _pausing and _was_enabled:
                gc.freeze()  # what was made counts as old, so that it is not looked through as soon as this ends
                gc.unfreeze()
                gc.enable()


def give_back() -> None:
    """Release the memory that Arrow and the C library keep for later; do nothing if the system cannot."""
    if arrow := sys.modules.get("pyarrow"):
        arrow.default_memory_pool().release_unused()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc alone
        if trim:
            trim(0)
