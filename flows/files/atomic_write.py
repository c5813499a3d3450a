"""Atomic writing: whatever ends the program, either the old file or the new one is left."""

from __future__ import annotations

import os
from pathlib import Path


def write(file: Path, content: str | bytes) -> None:
    """Write a file; parent folders are created, and a symbolic link stays one."""
    place = file.resolve()
    place.parent.mkdir(parents=True, exist_ok=True)
    temporary_file = place.with_name(f".{place.name}.{os.getpid()}.tmp")
    try:
        with open(temporary_file, "wb") as opened:
            opened.write(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
            opened.flush()
            os.fsync(opened.fileno())  # a power cut leaves the old one or the new one too
        os.replace(temporary_file, place)
    except OSError:
        temporary_file.unlink(missing_ok=True)
        raise


def is_running(process: int) -> bool:
    """Return whether a process of this machine is running, so that its unfinished files are not leftovers."""
    try:
        os.kill(process, 0)
    except (OSError, OverflowError) as error:
        return isinstance(error, PermissionError)  # another user's
    return True
