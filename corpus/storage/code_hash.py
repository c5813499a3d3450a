"""A hash of the code: an edited checkout is another version."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

_NOT_CODE = ("__pycache__", "entries", "lexicons", "samples", "README.md")  # entries and lexicons have fingerprints


@cache
def code(packages: tuple[str, ...] = ("corpus", "glossary")) -> str:
    """Return a short hash of the files of packages: of those that decide what a build holds, or of others."""
    hashed = hashlib.sha256()
    for package in packages:
        for name, file in sorted(_files(files(package), package)):
            hashed.update(name.encode() + b"\0" + file.read_bytes().replace(b"\r\n", b"\n"))
    return hashed.hexdigest()[:8]


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
