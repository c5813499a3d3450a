"""Loaded glossaries kept in the user's cache folder: unchanged entries are not read, checked and proved again."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from corpus.gc_pause import uncollected
from corpus.languages import KNOWN
from corpus.storage.cache_files import cache_folder, read_pickled, write_pickled
from corpus.storage.code_hash import code
from glossary.matching.han_conversion import VERSION
from glossary.termbase.termbase import Termbase
from glossary.termbase.termbase_facts import put_on_shelf

_MOST = 8  # glossaries kept; each edit makes a new one
_MOST_HELD = 2  # of them in this process, so that what is computed from unchanged entries is not computed again
_HELD: dict[str, Termbase] = {}
_GLOSSARIES, _CONCEPTS = "glossaries", "concepts.pickle"


def cached_termbase(files: Iterable[tuple[str, bytes]], load: Callable[[], Termbase]) -> Termbase:
    """The glossary of these files: as it was kept, or else as `load` makes it, kept for the next time.

    What it fails on is not kept. A cache that cannot be read or written is no error: it only saves time.
    """
    key = _key(files)
    termbase = _HELD.pop(key, None)
    if termbase is None:
        with uncollected():
            shelf = cache_folder(_GLOSSARIES) / key
            termbase = _read_cache(shelf)
            if termbase is None:
                termbase = load()
                write_pickled(shelf / _CONCEPTS, (termbase.concepts, termbase.fingerprint))
                put_on_shelf(termbase, shelf)
                _drop_oldest(shelf.parent)
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


def _read_cache(shelf: Path) -> Termbase | None:
    content = read_pickled(shelf / _CONCEPTS)
    if not (isinstance(content, tuple) and len(content) == 2):
        return None
    with suppress(OSError):
        os.utime(shelf)  # used: not the next to go
    termbase = Termbase(*content)
    termbase.facts.shelf = shelf
    return termbase


def _drop_oldest(folder: Path) -> None:
    with suppress(OSError):
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.stat().st_mtime, reverse=True)[_MOST:]:
            if entry.is_dir():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                entry.unlink(missing_ok=True)  # of earlier versions
