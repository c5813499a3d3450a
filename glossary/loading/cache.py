"""Loaded glossaries kept in the user's cache folder: unchanged entries are not read, checked and proved again."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from corpus.gc_pause import uncollected
from corpus.languages import KNOWN
from corpus.storage.cache_files import cache_folder, read_pickled, write_pickled
from corpus.storage.code_hash import code
from glossary.matching.han_conversion import VERSION
from glossary.termbase.termbase import Concept, Facts, Termbase
from glossary.termbase.termbase_facts import put_on_shelf

_MOST = 8  # glossaries kept; each edit makes a new one
_MOST_HELD = 2  # of them in this process, so that what is computed from unchanged entries is not computed again
_HELD: dict[str, Termbase] = {}
_GLOSSARIES, _CONCEPTS, _FINGERPRINT = "glossaries", "concepts.pickle", "fingerprint.pickle"


def cached_termbase(
    files: Iterable[tuple[str, bytes]],
    load: Callable[[], Termbase],
    prepare: Callable[[Path], None] = lambda shelf: None,
) -> Termbase:
    """Return the glossary of these files: as it was kept, or else as `load` makes it, kept for the next time. Before,
    `prepare` may put it on its shelf.

    What it fails on is not kept. A cache that cannot be read or written is no error: it only saves time.
    """
    hashed = hashlib.sha256(f"{code()} {VERSION} {' '.join(KNOWN)} {sys.version}".encode())
    for name, content in files:
        hashed.update(f"\0{name}\0{len(content)}\0".encode() + content)
    key = hashed.hexdigest()[:32]
    termbase = _HELD.pop(key, None)
    if termbase is None:
        with uncollected():
            shelf = cache_folder(_GLOSSARIES) / key
            prepare(shelf)
            termbase = _read_cache(shelf, load)
            if termbase is None:
                termbase = load()
                write_pickled(shelf / _CONCEPTS, termbase.concepts)
                write_pickled(shelf / _FINGERPRINT, termbase.fingerprint)
                put_on_shelf(termbase, shelf)
                _drop_oldest(shelf.parent)
    _HELD[key] = termbase  # the newest last
    while len(_HELD) > _MOST_HELD:
        del _HELD[next(iter(_HELD))]
    return termbase


class _ShelvedTermbase(Termbase):
    """A glossary whose concepts are read when they are first asked for: a page that was checked before needs none."""

    _shelf: Path
    _load: Callable[[], Termbase]

    def __init__(self, fingerprint: str, shelf: Path, load: Callable[[], Termbase]) -> None:
        vars(self).update(fingerprint=fingerprint, facts=Facts(shelf=shelf), _shelf=shelf, _load=load)

    @cached_property
    def concepts(self) -> tuple[Concept, ...]:
        """The concepts as they were kept; where the file is gone or damaged, what the entries say, kept again."""
        with uncollected():
            stored = read_pickled(self._shelf / _CONCEPTS)
            if isinstance(stored, tuple):
                return stored
            entries = self._load().concepts
            write_pickled(self._shelf / _CONCEPTS, entries)
            return entries


def _read_cache(shelf: Path, load: Callable[[], Termbase]) -> Termbase | None:
    fingerprint = read_pickled(shelf / _FINGERPRINT)
    if not isinstance(fingerprint, str):
        return None
    with suppress(OSError):
        os.utime(shelf)  # used: not the next to go
    return _ShelvedTermbase(fingerprint, shelf, load)


def _drop_oldest(folder: Path) -> None:
    with suppress(OSError):
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.stat().st_mtime, reverse=True)[_MOST:]:
            if entry.is_dir():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                entry.unlink(missing_ok=True)  # of earlier versions
