"""The bytes of a source file, which may be no file at all, may be huge, and may change while it is read."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from corpus.errors import UnreadableError

_TRIES = 3
_KINDS = {
    stat.S_IFDIR: "Is a directory",
    stat.S_IFIFO: "Is a named pipe",
    stat.S_IFSOCK: "Is a socket",
    stat.S_IFCHR: "Is a device",
    stat.S_IFBLK: "Is a device",
}


def contents(path: Path, max_bytes: int) -> bytes:
    """Return the bytes of a file; raises UnreadableError with a reason, or OSError. Never waits for another process."""
    for _ in range(_TRIES):
        data = _read_unchanged(path, max_bytes)
        if data is not None:
            return data
    raise UnreadableError("changes while it is read; build again when it is at rest")


def beginning(path: Path, size: int) -> bytes:
    """Return the first `size` bytes of a file; empty if it cannot be read. Never waits for another process."""
    try:
        _must_be_a_file(os.stat(path))
        with open(path, "rb", opener=_open_nonblocking) as file:
            _must_be_a_file(os.fstat(file.fileno()))
            return file.read(size)
    except (UnreadableError, OSError, ValueError):
        return b""


def _read_unchanged(path: Path, max_bytes: int) -> bytes | None:
    """Return the bytes, or None if the file was written to meanwhile."""
    _must_be_a_file(os.stat(path))  # before it is opened: to open a device may set it to work
    with open(path, "rb", opener=_open_nonblocking) as file:
        before = os.fstat(file.fileno())
        _must_be_a_file(before)
        if before.st_size > max_bytes:
            raise UnreadableError(f"too large: {before.st_size:,} bytes; the limit is {max_bytes:,} (max_mib)")
        data = file.read(before.st_size + 1)
        after = os.fstat(file.fileno())
    same = len(data) == before.st_size == after.st_size and before.st_mtime_ns == after.st_mtime_ns
    return data if same else None


def _open_nonblocking(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))  # a pipe put in its place meanwhile must not hold us


def _must_be_a_file(status: os.stat_result) -> None:
    kind = stat.S_IFMT(status.st_mode)
    if kind != stat.S_IFREG:
        raise UnreadableError(f"cannot be read: {_KINDS.get(kind, 'Is no file')}")
