"""Termbase cache: the termbases of entry folders, loaded once per process, and which of them applies to a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from flows.options.options import GlossaryOptions, ScopeOptions
from glossary.findings.rule_selection import FolderSelection
from glossary.loading import load
from glossary.termbase.termbase import USUAL_SEVERITY, Termbase

_Options = TypeVar("_Options", bound=GlossaryOptions)


@lru_cache(maxsize=4)  # that of all pages, those of scopes, and all together
def glossary(
    folders: tuple[Path, ...],
    glossary_only: bool,
    severity: str = USUAL_SEVERITY,
    scopes: tuple[ScopeOptions, ...] = (),
) -> Termbase:
    """Return the termbase of these folders layered over the built-in entries, or of the folders alone. With scopes it
    also has their entries whose ids are new: those that the tables of all pages name.
    """
    termbase = load(folders, glossary_only, severity)
    if not scopes:
        return termbase
    own_versions = [glossary((*folders, *scope.dirs), glossary_only, severity) for scope in scopes]
    concepts = {concept.id: concept for version in (*reversed(own_versions), termbase) for concept in version.concepts}
    versions = [(scope.folders, version.fingerprint) for scope, version in zip(scopes, own_versions, strict=True)]
    fingerprint = sha256(repr((termbase.fingerprint, versions)).encode()).hexdigest()[:12]
    return Termbase(tuple(sorted(concepts.values(), key=lambda concept: concept.id)), fingerprint)


def termbase_of(options: GlossaryOptions) -> Termbase:
    """Return the termbase that options name."""
    return glossary(options.glossary, options.glossary_only, options.severity, options.scopes)


def scoped(options: _Options, paths: Sequence[str]) -> _Options:
    """Return the options for a page, or the pages of a work: with the entries of the first scope that contains one."""
    for scope in options.scopes:
        patterns = [FolderSelection(folder) for folder in scope.folders]
        if any(pattern.fits(path) for path in paths for pattern in patterns):
            return replace(options, glossary=(*options.glossary, *scope.dirs), scopes=())
    return replace(options, scopes=()) if options.scopes else options


def each_scope(options: _Options) -> list[_Options]:
    """Return the options for all pages: for those in no scope, and for each scope."""
    layers = [options.glossary, *((*options.glossary, *scope.dirs) for scope in options.scopes)]
    return [replace(options, glossary=folders, scopes=()) for folders in layers]
