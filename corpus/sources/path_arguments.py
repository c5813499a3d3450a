"""Paths as callers give them, one or several, and as they find them again."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path


def path_tuple(paths: str | PathLike[str] | Sequence[str | PathLike[str]]) -> tuple[Path, ...]:
    """Return one path or several as a tuple: the characters of a text are no paths."""
    return (Path(paths),) if isinstance(paths, str | PathLike) else tuple(map(Path, paths))


def path_from_here(path: Path) -> str:
    """Return a path as the user finds it: from the current folder where it lies below."""
    cwd = Path.cwd()
    return str(path.relative_to(cwd) if path.is_relative_to(cwd) else path)
