"""Rewriting a source: other bytes in a file of the user's, so that no kill leaves a trace beside it.

The new bytes are written to the user's cache and moved over the file in one step. Where the cache lies on another disk
they are written beside the file. What a killed process left, in either place, goes with the next file that is written
there.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from corpus.storage.cache_files import cache_folder

_PREFIX, _SUFFIX = ".taiyaku-", ".tmp"


def rewrite(place: Path, data: bytes) -> None:
    """Put other bytes into a file that keeps its mode and its owner; whatever happens, it has the old or the new."""
    if not _rewrite_by(_cache_beside(place), place, data):
        _rewrite_by(place.parent, place, data)


def _cache_beside(place: Path) -> Path | None:
    """Return the folder of the cache for such files, where it lies on the disk of a file."""
    folder = cache_folder("rewriting")
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if folder.stat().st_dev == place.stat().st_dev:
            return folder
    return None


def _rewrite_by(folder: Path | None, place: Path, data: bytes) -> bool:
    """Write the bytes in a folder and move them over the file; False where it cannot be moved from there."""
    if folder is None:
        return False
    _remove_leftovers(folder)
    status = place.stat()
    number, name = tempfile.mkstemp(prefix=f"{_PREFIX}{os.getpid()}-", suffix=_SUFFIX, dir=folder)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with suppress(PermissionError):
            os.chown(name, status.st_uid, status.st_gid)
        os.chmod(name, status.st_mode & 0o7777)
        os.replace(name, place)
    except BaseException as error:
        with suppress(FileNotFoundError):
            os.unlink(name)
        if isinstance(error, OSError) and folder != place.parent:
            return False  # another file system after all, or a full one
        raise
    return True


def _remove_leftovers(folder: Path) -> None:
    """Remove what processes left that are not there any more."""
    for file in folder.glob(f"{_PREFIX}*-*{_SUFFIX}"):
        process = file.name.removeprefix(_PREFIX).partition("-")[0]
        if process.isdecimal() and not _is_alive(int(process)):
            with suppress(OSError):
                file.unlink()


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # another user's
    return True
