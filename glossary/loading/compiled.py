"""The compiled glossary of a wheel: the built-in entries, loaded and checked with what follows from them.

It is made when the wheel is built, so that a user's first check does not have to do it.
A checkout has none. One that was made of other entries, other code or another table of characters is passed over. It
holds for every Python: all characters of entries are older than Unicode 14, and what Unicode says of those is stable.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from corpus.languages import KNOWN
from corpus.storage.code_hash import code
from glossary.loading.self_tests import proof
from glossary.matching.han_conversion import VERSION
from glossary.termbase.entry_files import EntryFolder

FOLDER = Path(__file__).with_name("compiled_glossary")
_STAMP = "stamp.txt"
# What loading rests on: packages that a wheel has as a checkout has them.
_CODE = ("corpus", "glossary.loading", "glossary.matching", "glossary.rules", "glossary.termbase")


def stamp(folders: Sequence[EntryFolder]) -> str:
    """Return a text that says what a compiled glossary is made of."""
    return f"{proof(folders)}{code(_CODE)} {VERSION} {' '.join(KNOWN)}\n"


def put_in(shelf: Path, folders: Sequence[EntryFolder], compiled: Path = FOLDER) -> None:
    """Copy the compiled glossary to a shelf that is not there yet, if it is made of these entries."""
    file = compiled / _STAMP
    if shelf.exists() or not file.is_file() or file.read_text(encoding="utf-8") != stamp(folders):
        return
    with suppress(OSError):
        shelf.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        copy = tempfile.mkdtemp(dir=shelf.parent)
        shutil.copytree(compiled, copy, dirs_exist_ok=True, copy_function=_unpack)
        os.rename(copy, shelf)


def _unpack(packed: str, place: str) -> None:
    """Write the content of a compressed file: in the wheel the glossary is 4 MB instead of 19."""
    content = Path(packed).read_bytes()
    Path(place).write_bytes(content if packed.endswith(_STAMP) else zlib.decompress(content))


def write(shelf: Path, folders: Sequence[EntryFolder], compiled: Path) -> None:
    """Write the compiled glossary: what a shelf holds, and what it is made of."""
    compiled.mkdir(parents=True)
    for file in shelf.iterdir():
        (compiled / file.name).write_bytes(zlib.compress(file.read_bytes(), 9))
    (compiled / _STAMP).write_text(stamp(folders), encoding="utf-8")
