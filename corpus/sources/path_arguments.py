"""Paths given as arguments, one or several, and paths shown from the current folder."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path


def path_tuple(paths: str | PathLike[str] | Sequence[str | PathLike[str]]) -> tuple[Path, ...]:
    """Return one path or several as a tuple; a string is one path."""
    return (Path(paths),) if isinstance(paths, str | PathLike) else tuple(map(Path, paths))


def path_from_here(path: Path) -> str:
    """Return a path as the user finds it: relative to the current folder if it lies below."""
    cwd = Path.cwd()
    return str(path.relative_to(cwd) if path.is_relative_to(cwd) else path)
