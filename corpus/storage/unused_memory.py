"""Unused memory, returned to the system, which would otherwise count it as still held by the process."""

from __future__ import annotations

import ctypes
import sys


def give_back() -> None:
    """Release the memory that Arrow and the C library keep for later; do nothing if the system cannot."""
    if arrow := sys.modules.get("pyarrow"):
        arrow.default_memory_pool().release_unused()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc alone
        if trim:
            trim(0)
