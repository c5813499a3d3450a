"""Import path: no module is imported from the folder in which a command is called, whatever lies there."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_SAFE = "PYTHONSAFEPATH"
_HOME = Path(__file__).resolve().parents[2]  # where our own packages are


def keep_children_safe() -> None:
    """Keep child processes from importing modules from the folder that they start in."""
    os.environ[_SAFE] = "1"


def shut_out_this_folder() -> None:
    """Block imports from the current folder from now on, even if it is put on the path, as Prefect's migrations do.

    The folder of our own packages stays open.
    """
    cwd = Path.cwd().resolve()
    if cwd == _HOME:
        return

    def hook(place: str) -> _EmptyFinder:
        if Path(place).resolve() != cwd:
            raise ImportError
        return _EmptyFinder()

    sys.path_hooks.insert(0, hook)
    sys.path_importer_cache.clear()


class _EmptyFinder:
    """A module finder that finds no module."""

    def find_spec(self, name: str, target: object = None) -> None:
        """Find no module."""
