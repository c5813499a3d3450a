"""The glossary that was checked last: kept beside the builds, so that all machines that share them know it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock

from flows.files.atomic_write import write

_STATE, _LOCK = ".checked-glossary.json", ".checked-glossary.lock"


@contextmanager
def glossary_check(out: Path) -> Iterator[bool]:
    """Yield whether the check is ours for as long as the block lasts; False while another process or machine has it."""
    out.mkdir(parents=True, exist_ok=True)
    lock = filelock.FileLock(out / _LOCK, timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout:
        yield False
        return
    try:
        yield True
    finally:
        lock.release()


def checked_fingerprint(out: Path) -> str:
    """Return the fingerprint of the glossary checked last; nothing without one, or if the file is broken."""
    try:
        state = json.loads((out / _STATE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    fingerprint = state.get("fingerprint") if isinstance(state, dict) else None
    return fingerprint if isinstance(fingerprint, str) else ""


def keep_fingerprint(out: Path, fingerprint: str) -> None:
    """Note that the glossary of this fingerprint was checked."""
    write(out / _STATE, json.dumps({"fingerprint": fingerprint}) + "\n")
