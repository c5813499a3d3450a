"""Kept tables: data derived from libraries, such as all characters that OpenCC changes, computed only once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, wraps
from importlib.metadata import version
from typing import ParamSpec, TypeVar

from corpus.storage.cache_files import cache_folder, read_pickled, write_pickled
from corpus.storage.code_hash import code

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
