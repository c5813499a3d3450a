"""A cache of loaded glossaries in the user's cache folder: unchanged entries are not read, checked and proved again.

A wheel brings the built-in glossary compiled: loaded and checked, with all that is derived from it, when the wheel
was built, so that a user's first check does not have to do it. A checkout has none. One compiled from other entries,
other code or another table of characters is ignored. It holds for every Python: all characters of entries are older
than Unicode 14, and their Unicode properties are stable.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from corpus.gc_pause import uncollected
from corpus.languages import KNOWN
from corpus.storage.cache_files import cache_folder, read_pickled, write_pickled
from corpus.storage.code_hash import code
from glossary.loading.self_tests import proof
from glossary.matching.han_conversion import VERSION
from glossary.termbase.entry_files import EntryFolder
from glossary.termbase.termbase import Concept, Facts, Termbase
from glossary.termbase.termbase_facts import put_on_shelf

_MOST = 8  # glossaries kept; each edit makes a new one
_MOST_HELD = 2  # of them in this process, so that what is computed from unchanged entries is not computed again
_HELD: dict[str, Termbase] = {}
COMPILED = Path(__file__).with_name("compiled_glossary")
_STAMP = "stamp.txt"
# What loading rests on: packages that a wheel has as a checkout has them.
_CODE = ("corpus", "glossary.loading", "glossary.matching", "glossary.rules", "glossary.termbase")
_GLOSSARIES, _CONCEPTS, _FINGERPRINT = "glossaries", "concepts.pickle", "fingerprint.pickle"


def cached_termbase(
    files: Iterable[tuple[str, bytes]],
    load: Callable[[], Termbase],
    prepare: Callable[[Path], None] = lambda shelf: None,
) -> Termbase:
    """Return the glossary of these files from the cache, or else as `load` makes it, cached for next time. Before
    that, `prepare` may put it on its shelf. Failures are not cached. A cache that cannot be read or written is no
    error: it only saves time.
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
    """A glossary whose concepts are read when first needed; a page that was checked before needs none."""

    _shelf: Path
    _load: Callable[[], Termbase]

    def __init__(self, fingerprint: str, shelf: Path, load: Callable[[], Termbase]) -> None:
        vars(self).update(fingerprint=fingerprint, facts=Facts(shelf=shelf), _shelf=shelf, _load=load)

    @cached_property
    def concepts(self) -> tuple[Concept, ...]:
        """The cached concepts; if the file is gone or damaged, they are loaded from the entries and cached again."""
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


def stamp(folders: Sequence[EntryFolder]) -> str:
    """Return a text that identifies what a glossary is compiled from."""
    return f"{proof(folders)}{code(_CODE)} {VERSION} {' '.join(KNOWN)}\n"


def unpack_compiled(shelf: Path, folders: Sequence[EntryFolder], compiled: Path = COMPILED) -> None:
    """Copy the compiled glossary to a shelf that does not exist yet, if it was compiled from these entries."""
    file = compiled / _STAMP
    if shelf.exists() or not file.is_file() or file.read_text(encoding="utf-8") != stamp(folders):
        return
    with suppress(OSError):
        shelf.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        copy = tempfile.mkdtemp(dir=shelf.parent)
        shutil.copytree(compiled, copy, dirs_exist_ok=True, copy_function=_unpack)
        os.rename(copy, shelf)


def _unpack(packed: str, place: str) -> None:
    """Write the content of a compressed file; in the wheel the glossary is 4 MB instead of 19."""
    content = Path(packed).read_bytes()
    Path(place).write_bytes(content if packed.endswith(_STAMP) else zlib.decompress(content))


def write_compiled(shelf: Path, folders: Sequence[EntryFolder], compiled: Path) -> None:
    """Write the compiled glossary: the files of a shelf, compressed, and the stamp of what they are compiled from."""
    compiled.mkdir(parents=True)
    for file in shelf.iterdir():
        (compiled / file.name).write_bytes(zlib.compress(file.read_bytes(), 9))
    (compiled / _STAMP).write_text(stamp(folders), encoding="utf-8")
