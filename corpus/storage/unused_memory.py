"""Unused memory: given back to the system, which else counts what a process held once as if it held it still."""

from __future__ import annotations

import ctypes
import sys


def give_back() -> None:
    """Give back what Arrow and the C library keep for later; where the system knows no way, nothing happens."""
    if arrow := sys.modules.get("pyarrow"):
        arrow.default_memory_pool().release_unused()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc alone
        if trim:
            trim(0)
