"""Files of the user's cache: each is complete and undamaged, or absent. The folder may be deleted at any time."""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
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


_MOST = 4_000_000_000  # bytes; what was not used for longest goes first
_ENDING = ".bin"


@dataclass(frozen=True, slots=True)
class ResultStore:
    """A folder of results; a store without a folder finds and keeps nothing."""

    folder: Path | None

    def variants(self, key: str) -> list[str]:
        """Return the stored variants of a result, the newest first."""
        if self.folder is None:
            return []
        with suppress(PermissionError):  # another user's
            files = [(_age(file), file.stem) for file in self._place(self.folder, key).glob(f"*{_ENDING}")]
            return [name for _, name in sorted(files)]
        return []

    def read(self, key: str, variant: str = "only") -> bytes | None:
        """Return a result and mark it as used now; None if it is not stored."""
        if self.folder is None:
            return None
        file = self._place(self.folder, key) / f"{variant}{_ENDING}"
        content = read_checked(file)
        if content is not None:
            with suppress(OSError):
                os.utime(file)
        return content

    def write(self, key: str, content: bytes, variant: str = "only") -> None:
        """Keep a result for the next time."""
        if self.folder is not None:
            write_checked(self._place(self.folder, key) / f"{variant}{_ENDING}", content)

    def prune(self, most: int = _MOST) -> int:
        """Remove the least recently used files until the rest take at most `most` bytes; return how many."""
        entries = sorted(self._entries())
        excess, removed = sum(size for _, size, _ in entries) - most, 0
        while excess > 0 and entries:
            _, size, file = entries.pop(0)
            with suppress(OSError):
                file.unlink()
                removed += 1
                file.parent.rmdir()  # when it held nothing else
            excess -= size
        return removed

    def _entries(self) -> Iterator[tuple[float, int, Path]]:
        """Yield the time of last use, the size and the path of each file."""
        for file in self.folder.rglob("*.*") if self.folder else ():  # what a killed process was writing, too
            with suppress(OSError):
                state = file.stat()
                yield state.st_mtime, state.st_size, file

    @staticmethod
    def _place(folder: Path, key: str) -> Path:
        return folder / key[:2] / key[2:]


def results() -> ResultStore:
    """Return the store of results from this user's builds and checks."""
    return ResultStore(cache_folder("results"))


def _age(file: Path) -> float:
    try:
        return -file.stat().st_mtime
    except OSError:
        return 0.0
