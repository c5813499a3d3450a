"""Loaded glossaries kept in the user's cache folder: unchanged entries are not read, checked and proved again."""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from platformdirs import user_cache_path

from corpus.gc_pause import uncollected
from corpus.languages import KNOWN
from corpus.storage.code_hash import code
from glossary.matching.han_conversion import VERSION
from glossary.termbase.termbase import Termbase

_MOST = 8  # glossaries kept; each edit makes a new one
_MOST_HELD = 2  # of them in this process, so that what is computed from unchanged entries is not computed again
_HELD: dict[str, Termbase] = {}
_BROKEN = (OSError, EOFError, pickle.UnpicklingError, AttributeError, ImportError, IndexError, TypeError, ValueError)


def folder() -> Path:
    """Where they are kept: TAIYAKU_CACHE, or the system's cache folder of this user. It may be deleted any time."""
    return Path(os.environ.get("TAIYAKU_CACHE") or user_cache_path("taiyaku")) / "glossaries"


def cached_termbase(files: Iterable[tuple[str, bytes]], load: Callable[[], Termbase]) -> Termbase:
    """The glossary of these files: as it was kept, or else as `load` makes it, kept for the next time.

    What it fails on is not kept. A cache that cannot be read or written is no error: it only saves time.
    """
    key = _key(files)
    termbase = _HELD.pop(key, None)
    if termbase is None:
        with uncollected():
            file = folder() / f"{key}.pickle"
            termbase = _read_cache(file)
            if termbase is None:
                termbase = load()
                _write(file, termbase)
    _HELD[key] = termbase  # the newest last
    while len(_HELD) > _MOST_HELD:
        del _HELD[next(iter(_HELD))]
    return termbase


def _key(files: Iterable[tuple[str, bytes]]) -> str:
    """A hash of all that decides what is loaded: files, code, languages, the versions of Python and of the scripts."""
    hashed = hashlib.sha256(f"{code()} {VERSION} {' '.join(KNOWN)} {sys.version}".encode())
    for name, content in files:
        hashed.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return hashed.hexdigest()[:32]


def _read_cache(file: Path) -> Termbase | None:
    try:
        data = file.read_bytes()
        digest, content = data[:32], data[32:]
        if hashlib.sha256(content).digest() != digest:
            return None
        file.touch()  # used: not the next to go
        return Termbase(*pickle.loads(content))  # noqa: S301 (our own cache, in a folder of the user alone)
    except _BROKEN:
        return None


def _write(file: Path, termbase: Termbase) -> None:
    content = pickle.dumps((termbase.concepts, termbase.fingerprint, termbase.folded), pickle.HIGHEST_PROTOCOL)
    temporary = file.with_suffix(f".{os.getpid()}.tmp")
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary.write_bytes(hashlib.sha256(content).digest() + content)
        temporary.replace(file)
        _drop_oldest(file.parent)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()


def _drop_oldest(folder: Path) -> None:
    for file in sorted(folder.iterdir(), key=lambda file: file.stat().st_mtime, reverse=True)[_MOST:]:
        file.unlink(missing_ok=True)
