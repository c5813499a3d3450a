"""Checksums: whether the files of a published build still match its manifest, in a folder or elsewhere."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from corpus.storage import store
from corpus.text.printable import printable

_BLOCK = 1 << 20
MISSING = "missing"
Opener = Callable[[str], AbstractContextManager[BinaryIO]]


class ManifestError(ValueError):
    """A folder without a manifest, or with one that does not list the files of the build."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file of a build as its manifest states it."""

    path: str  # POSIX, relative to the build's folder
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class FileDamage:
    """A file of a build that does not match its manifest."""

    path: str
    problem: str

    def __str__(self) -> str:
        return f"{printable(self.path)}: {self.problem}"


def stored_files(manifest: Mapping[str, Any] | None, place: object) -> list[StoredFile]:
    """Return the files that a manifest lists; raises ManifestError, which names `place`, if it lists none properly."""
    if manifest is None:
        raise ManifestError(f"{printable(place)}: no {store.MANIFEST} that can be read there; name a published build")
    try:
        files = [StoredFile(entry["path"], entry["bytes"], entry["sha256"]) for entry in manifest["files"]]
    except (KeyError, TypeError):
        files = []
    if not files or not all(_is_proper(file) for file in files):
        raise ManifestError(f"{printable(place)}: its {store.MANIFEST} is damaged; publish the build again")
    return files


def _is_proper(file: StoredFile) -> bool:
    """Return whether the types are right and the path stays within the build."""
    if not (isinstance(file.path, str) and isinstance(file.sha256, str) and type(file.bytes) is int):
        return False
    parts = PurePosixPath(file.path).parts
    return bool(parts) and ".." not in parts and not file.path.startswith("/") and "\0" not in file.path


def digest(stream: BinaryIO) -> tuple[int, str]:
    """Return the length in bytes and the SHA-256, in hex, of the rest of a stream, read in blocks."""
    length, hashed = 0, hashlib.sha256()
    while block := stream.read(_BLOCK):
        length += len(block)
        hashed.update(block)
    return length, hashed.hexdigest()


def damage_of(file: StoredFile, opener: Opener) -> FileDamage | None:
    """Return the damage of a build's file; None if there is none. `opener` opens it by its path in the build."""
    try:
        with opener(file.path) as stream:
            length, sha256 = digest(stream)
    except (FileNotFoundError, NotADirectoryError):
        return FileDamage(file.path, MISSING)
    except OSError as error:
        return FileDamage(file.path, f"cannot be read: {error.strerror or error}")
    if length != file.bytes:
        return FileDamage(file.path, f"{length:,} bytes instead of {file.bytes:,}")
    return None if sha256 == file.sha256 else FileDamage(file.path, "another checksum than the manifest says")


def damages(files: Iterable[StoredFile], opener: Opener) -> Iterator[FileDamage]:
    """Yield the damages of a build's files, in order."""
    return (damage for file in files if (damage := damage_of(file, opener)))


def fsck(folder: Path, strangers: bool = True) -> list[FileDamage]:
    """Return the damages of a build in a folder, reading each file whole; raises ManifestError. With `strangers`,
    files that the manifest does not list count as damage: readers of `part-*.parquet` read them too.
    """
    files = stored_files(store.read_manifest(folder), folder)
    problems = list(damages(files, lambda path: (folder / path).open("rb")))
    if strangers:
        expected = {file.path for file in files} | {store.MANIFEST}
        paths = {
            (Path(place) / name).relative_to(folder).as_posix() for place, _, names in os.walk(folder) for name in names
        }
        problems += [FileDamage(path, "not in the manifest") for path in sorted(paths - expected)]
    return problems
