"""Entries: which folders of them a command is to use, and their termbase, loaded once in each process."""

from __future__ import annotations

import argparse
from functools import lru_cache
from pathlib import Path

from flows.options.settings import Settings
from glossary.loading import load
from glossary.termbase.termbase import Termbase


@lru_cache(maxsize=2)
def glossary(folders: tuple[Path, ...], glossary_only: bool) -> Termbase:
    """Return the termbase of these folders laid over the built-in entries, or of them alone."""
    return load(folders, glossary_only)


def folders_of(options: argparse.Namespace, settings: Settings) -> tuple[tuple[Path, ...], bool]:
    """Return the folders of entries that a command is to use, and whether alone."""
    return (*settings.glossary.layers, *options.glossary), options.glossary_only or settings.glossary.only
