"""The store: builds published whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from corpus.text.printable import printable

MANIFEST = "manifest.json"
TEMPORARY = ".tmp-"  # folders beside builds that are gone after the next one


class OutError(ValueError):
    """Something in the way where builds are to go; the message says what it is and what to do."""


def write_bytes(path: Path, data: bytes) -> Path:
    """Write a file that only this build reads."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with errors_naming_file(path):
        path.write_bytes(data)
    return path


def write_text(path: Path, text: str) -> Path:
    """Write a text file in UTF-8; errors name it."""
    return write_bytes(path, text.encode())


@contextmanager
def errors_naming_file(path: Path) -> Iterator[None]:
    """Name the file in system errors: Arrow gives neither the file nor the error in plain words."""
    try:
        yield
    except OSError as error:
        if error.errno is None or error.filename:
            raise
        raise OSError(error.errno, os.strerror(error.errno), str(path)) from error


def share(place: Path) -> None:
    """Give a new file or folder the group of its parent folder, and the rights that this folder grants the group."""
    folder = place.parent.stat()
    rights = folder.st_mode & (0o2070 if place.is_dir() else 0o060)
    with suppress(PermissionError):  # not ours, or of a group that we are not in
        os.chown(place, -1, folder.st_gid)
        place.chmod(stat.S_IMODE(place.stat().st_mode) | rights)


def make_shared(folder: Path) -> None:
    """Make a folder, if there is none, with the group of its parent and the rights of that group."""
    if not folder.is_dir():
        folder.mkdir(parents=True)
        share(folder)


def remove_leftovers(out: Path) -> None:
    """Remove the leftovers of builds that did not finish."""
    for old in (out / "builds").glob(f"{TEMPORARY}*"):
        shutil.rmtree(old, ignore_errors=True)
    for unfinished_link in (*out.glob(".latest-*"), *(out / "tags").glob(".*")):
        unfinished_link.unlink(missing_ok=True)


def check(out: Path) -> None:
    """Raise OutError if something is in the way that no build can be published over. Creates nothing."""
    existing = next(place for place in (out, *out.parents) if os.path.lexists(place))
    for place in (existing, out / "builds"):
        if os.path.lexists(place) and not place.is_dir():
            obstacle = "a link to nothing" if place.is_symlink() and not place.exists() else "a file"
            remedy = "remove it, or give another --out"
            raise OutError(f"{printable(place)}: {obstacle}, where a folder should be; {remedy}")
    latest = out / "latest"
    if os.path.lexists(latest) and not latest.is_symlink():
        raise OutError(f"{printable(latest)}: no link of taiyaku's, which stands in its way; move it elsewhere")


@contextmanager
def fresh_build_folder(out: Path) -> Iterator[Path]:
    """Yield a fresh folder for a build, and remove it on failure: a full disk must not stay full."""
    folder = begin(out)
    try:
        yield folder
    except Exception:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def begin(out: Path) -> Path:
    """Make a fresh folder for an unpublished build, after removing what killed builds left."""
    remove_leftovers(out)
    builds = out / "builds"
    make_shared(builds)
    folder = builds / f"{TEMPORARY}{os.getpid()}"
    folder.mkdir()
    return folder


def discard(folder: Path) -> None:
    """Remove a folder that is not to be published; a task that is retried may find it gone already."""
    if folder.exists():
        shutil.rmtree(folder)


def complete(out: Path, build_id: str) -> Path | None:
    """Return the published build with this id if all its files exist with the right sizes; else None."""
    folder = out / "builds" / build_id
    manifest = read_manifest(folder)
    if manifest is None:
        return None
    try:
        sizes = {file["path"]: file["bytes"] for file in manifest["files"]}
    except (KeyError, TypeError):
        return None
    whole = all((folder / path).is_file() and (folder / path).stat().st_size == size for path, size in sizes.items())
    return folder if whole else None


def _undamaged(folder: Path) -> bool:
    """Return whether every file of a published build still has the bytes that its manifest states."""
    manifest = read_manifest(folder) or {}
    return bool(manifest) and list(_files(folder)) == manifest.get("files")


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """Return the manifest of a build, or None if it is missing or cannot be read."""
    try:
        loaded = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return loaded if isinstance(loaded, dict) else None


def publish(folder: Path, out: Path, build_id: str, manifest: Mapping[str, Any]) -> Path:
    """Give a finished folder its name and point `latest` at it, once everything is on disk."""
    content = {**manifest, "files": list(_files(folder))}
    write_text(folder / MANIFEST, json.dumps(content, ensure_ascii=False, indent=1) + "\n")
    _sync(folder)
    target = out / "builds" / build_id
    if target.exists() and _undamaged(target):  # the same id means the same bytes
        discard(folder)
    elif target.exists():
        old = out / "builds" / f"{TEMPORARY}old-{build_id}"
        os.rename(target, old)
        os.rename(folder, target)
        shutil.rmtree(old, ignore_errors=True)
    else:
        os.rename(folder, target)
    point(out, build_id)
    return target


def point(out: Path, build_id: str) -> None:
    """Switch `latest` to a build in one step."""
    link(out / "latest", Path("builds") / build_id)


def link(place: Path, target: Path) -> None:
    """Make or redirect a link in one step; it is on disk when this returns."""
    temporary = place.with_name(f".{place.name}-{os.getpid()}")
    temporary.unlink(missing_ok=True)
    temporary.symlink_to(target)
    os.replace(temporary, place)
    sync_folder(place.parent)


def _files(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name != MANIFEST:
            data = path.read_bytes()
            name = path.relative_to(folder).as_posix()
            yield {"path": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def _sync(folder: Path) -> None:
    for path in sorted(folder.rglob("*")):
        if path.is_dir():
            sync_folder(path)
        else:
            sync_file(path)
    sync_folder(folder)
    sync_folder(folder.parent)


def sync_file(path: Path) -> None:
    """Flush a file to disk."""
    with open(path, "rb") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Flush the entries of a folder to disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


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
        raise ManifestError(f"{printable(place)}: no {MANIFEST} that can be read there; name a published build")
    try:
        files = [StoredFile(entry["path"], entry["bytes"], entry["sha256"]) for entry in manifest["files"]]
    except (KeyError, TypeError):
        files = []
    if not files or not all(_is_proper(file) for file in files):
        raise ManifestError(f"{printable(place)}: its {MANIFEST} is damaged; publish the build again")
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
    files = stored_files(read_manifest(folder), folder)
    problems = list(damages(files, lambda path: (folder / path).open("rb")))
    if strangers:
        expected = {file.path for file in files} | {MANIFEST}
        paths = {
            (Path(place) / name).relative_to(folder).as_posix() for place, _, names in os.walk(folder) for name in names
        }
        problems += [FileDamage(path, "not in the manifest") for path in sorted(paths - expected)]
    return problems
