"""A hash of the code, so that an edited checkout counts as another version."""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable
from functools import cache, wraps
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import ParamSpec, TypeVar

from corpus.storage.cache_files import cache_folder, read_checked, read_pickled, write_checked, write_pickled

# These have fingerprints.
_NOT_CODE = ("__pycache__", "compiled_glossary", "entries", "jieba_words.zlib", "lexicons", "samples", "README.md")


@cache
def code(packages: tuple[str, ...] = ("corpus", "glossary")) -> str:
    """Return a short hash of the files of packages, which are read only if their times have changed since."""
    listed = sorted((name, file) for package in packages for name, file in _files(files(package), package))
    states = repr([(str(file), *_times(file)) for _, file in listed])
    kept_file = cache_folder("code") / hashlib.sha256(states.encode("utf-8", "surrogateescape")).hexdigest()[:32]
    if (kept_hash := read_checked(kept_file)) is not None:
        return kept_hash.decode()
    hashed = hashlib.sha256()
    for name, file in listed:
        hashed.update(name.encode() + b"\0" + file.read_bytes().replace(b"\r\n", b"\n"))
    short = hashed.hexdigest()[:8]
    write_checked(kept_file, short.encode())
    return short


def _times(file: Traversable) -> tuple[int, ...]:
    """Return values that change when a file is written; for one in an archive, the present time: always read it."""
    if not isinstance(file, Path):
        return (time.time_ns(),)
    facts = file.stat()
    return facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns, facts.st_ino


def _files(folder: Traversable, name: str) -> list[tuple[str, Traversable]]:
    code_files: list[tuple[str, Traversable]] = []
    for entry in folder.iterdir():
        inner = f"{name}/{entry.name}"
        if entry.name in _NOT_CODE:
            continue
        if entry.is_dir():
            code_files += _files(entry, inner)
        elif entry.is_file():
            code_files.append((inner, entry))
    return code_files


_P = ParamSpec("_P")
_T = TypeVar("_T")


def kept_table(*libraries: str) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Keep the results of functions of short texts or nothing, which depend only on our code and these libraries.
    Results are plain values, which callers must not change. A cache that cannot be read or written is no error: it
    only saves time.
    """

    def keeping(function: Callable[_P, _T]) -> Callable[_P, _T]:
        @wraps(function)
        def table(*args: _P.args, **kwargs: _P.kwargs) -> _T:
            if kwargs:
                raise TypeError("what is kept is named by place")
            made_by = (code(), sys.version, *map(version, libraries))
            name = "-".join(map(str, (function.__module__, function.__name__, *args)))
            file = cache_folder("tables") / f"{name}.pickle"
            stored = read_pickled(file)
            if isinstance(stored, tuple) and stored[0] == made_by:
                return stored[1]  # type: ignore[no-any-return]
            value = function(*args, **kwargs)
            write_pickled(file, (made_by, value))
            return value

        return cache(table)  # type: ignore[return-value]  # what it is called with can be hashed

    return keeping
