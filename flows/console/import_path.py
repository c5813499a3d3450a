"""Imports: nothing comes from the folder that a command is called in, whatever modules lie there."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_SAFE = "PYTHONSAFEPATH"
_HOME = Path(__file__).resolve().parents[2]  # where our own packages are


def keep_children_safe() -> None:
    """Keep processes that this one starts from looking for modules in the folder that they are started in."""
    os.environ[_SAFE] = "1"


def shut_out_this_folder() -> None:
    """Find no module in the current folder from now on, whoever puts it on the path: Prefect's migrations do.

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
    """A finder of modules that finds none."""

    def find_spec(self, name: str, target: object = None) -> None:
        """Find no module."""
