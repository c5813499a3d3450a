"""Paths as callers give them: one, or several."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path


def path_tuple(paths: str | PathLike[str] | Sequence[str | PathLike[str]]) -> tuple[Path, ...]:
    """Return one path or several as a tuple: the characters of a text are no paths."""
    return (Path(paths),) if isinstance(paths, str | PathLike) else tuple(map(Path, paths))
