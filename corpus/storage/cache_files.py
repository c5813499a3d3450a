"""Files of the user's cache: each whole and undamaged or not there at all; the folder may be deleted any time."""

from __future__ import annotations

import contextlib
import hashlib
import os
import threading
from pathlib import Path

from platformdirs import user_cache_path

_DIGEST = 32  # bytes in front of what is kept, so that a damaged file is made anew


def cache_folder(name: str) -> Path:
    """A folder of the cache: of TAIYAKU_CACHE, or of the system's cache folder of this user."""
    return Path(os.environ.get("TAIYAKU_CACHE") or user_cache_path("taiyaku")) / name


def read_checked(file: Path) -> bytes | None:
    """What was kept in a file; None where it is not there or is damaged."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    digest, content = data[:_DIGEST], data[_DIGEST:]
    return content if hashlib.sha256(content).digest() == digest else None


def write_checked(file: Path, content: bytes) -> None:
    """Keep bytes in a file of a folder of the user alone; where that cannot be, nothing is kept."""
    temporary = file.with_suffix(f".{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary.write_bytes(hashlib.sha256(content).digest() + content)
        temporary.replace(file)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
