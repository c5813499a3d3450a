"""Writing: a file in one step, so that whatever ends the program leaves the old one or the new one."""

from __future__ import annotations

import os
from pathlib import Path


def write(file: Path, content: str | bytes) -> None:
    """Write a file; the folders above it are made, and a link stays one."""
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
    """Return whether a process of this machine is there, so that what it has not finished writing is not left over."""
    try:
        os.kill(process, 0)
    except (OSError, OverflowError) as error:
        return isinstance(error, PermissionError)  # another user's
    return True
