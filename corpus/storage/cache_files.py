"""Files of the user's cache: each is complete and undamaged, or absent. The folder may be deleted at any time."""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import threading
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

_BROKEN = (OSError, EOFError, pickle.UnpicklingError, AttributeError, ImportError, IndexError, TypeError, ValueError)
_DIGEST = 32  # bytes in front of what is kept, so that a damaged file is made again


def cache_folder(name: str) -> Path:
    """Return a folder of the cache: in TAIYAKU_CACHE, or in the system's cache folder for this user."""
    return Path(os.environ.get("TAIYAKU_CACHE") or user_cache_path("taiyaku")) / name


def read_checked(file: Path) -> bytes | None:
    """Return the content of a cache file; None if it is missing or damaged."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    digest, content = data[:_DIGEST], data[_DIGEST:]
    return content if hashlib.sha256(content).digest() == digest else None


def write_checked(file: Path, content: bytes) -> None:
    """Write bytes to a cache file in a folder for this user alone; if that fails, nothing is kept."""
    temporary = file.with_suffix(f".{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary.write_bytes(hashlib.sha256(content).digest() + content)
        temporary.replace(file)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()


def read_pickled(file: Path) -> Any:
    """Return the value in a cache file; None if it is missing or damaged."""
    content = read_checked(file)
    try:
        return None if content is None else pickle.loads(content)  # noqa: S301 (our own)
    except _BROKEN:
        return None


def write_pickled(file: Path, value: object) -> None:
    """Write a value to a cache file in a folder for this user alone; if that fails, nothing is kept."""
    write_checked(file, pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
