"""Store of earlier results: bytes by a key of everything that they depend on, in the user's cache.

A result may have variants, such as one for each glossary. The store is no part of a build: it may be deleted,
copied and used by several processes at once. A file that is damaged or may not be read counts as missing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from corpus.storage.cache_files import cache_folder, read_checked, write_checked

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
