"""Termbase cache: the termbase of folders of entries, loaded once in each process."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from flows.options.sections import GlossaryOptions
from glossary.loading import load
from glossary.termbase.termbase import USUAL_SEVERITY, Termbase


@lru_cache(maxsize=2)
def glossary(folders: tuple[Path, ...], glossary_only: bool, severity: str = USUAL_SEVERITY) -> Termbase:
    """Return the termbase of these folders laid over the built-in entries, or of them alone."""
    return load(folders, glossary_only, severity)


def termbase_of(options: GlossaryOptions) -> Termbase:
    """Return the termbase that options name."""
    return glossary(options.glossary, options.glossary_only, options.severity)
