"""The store: builds published whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from corpus.text.printable import printable

MANIFEST = "manifest.json"
TEMPORARY = ".tmp-"  # folders beside builds that are gone after the next one


class OutError(ValueError):
    """What stands where builds are to go is in the way; the message says what and what to do."""


def write_bytes(path: Path, data: bytes) -> Path:
    """Write a file that only this build reads."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with errors_naming_file(path):
        path.write_bytes(data)
    return path


@contextmanager
def errors_naming_file(path: Path) -> Iterator[None]:
    """Name the file in errors of the system: Arrow says neither which one it was nor the error in plain words."""
    try:
        yield
    except OSError as error:
        if error.errno is None or error.filename:
            raise
        raise OSError(error.errno, os.strerror(error.errno), str(path)) from error


def share(place: Path) -> None:
    """Give what was made in a folder the folder's group, and the rights that the folder gives to that."""
    folder = place.parent.stat()
    rights = folder.st_mode & (0o2070 if place.is_dir() else 0o060)
    with suppress(PermissionError):  # not ours, or of a group that we are not in
        os.chown(place, -1, folder.st_gid)
        place.chmod(stat.S_IMODE(place.stat().st_mode) | rights)


def make_shared(folder: Path) -> None:
    """Make a folder, where there is none, that the group of the one above it may use as that one lets it."""
    if not folder.is_dir():
        folder.mkdir(parents=True)
        share(folder)


def remove_leftovers(out: Path) -> None:
    """Remove what is left of builds that did not come to their end."""
    for old in (out / "builds").glob(f"{TEMPORARY}*"):
        shutil.rmtree(old, ignore_errors=True)
    for unfinished_link in (*out.glob(".latest-*"), *(out / "tags").glob(".*")):
        unfinished_link.unlink(missing_ok=True)


def check(out: Path) -> None:
    """Fail where something stands that no build can be published over; makes nothing."""
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
    """Yield a fresh folder for a build, which a failure takes with it: a full disk must not stay full."""
    folder = begin(out)
    try:
        yield folder
    except Exception:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def begin(out: Path) -> Path:
    """Make a fresh folder for a build that is not published yet; what killed builds left there is removed."""
    remove_leftovers(out)
    builds = out / "builds"
    make_shared(builds)
    folder = builds / f"{TEMPORARY}{os.getpid()}"
    folder.mkdir()
    return folder


def discard(folder: Path) -> None:
    """Remove a folder that is not to be published; a task that is tried again may find it gone already."""
    if folder.exists():
        shutil.rmtree(folder)


def complete(out: Path, build_id: str) -> Path | None:
    """Return the published build with this id, if it is there whole."""
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
    """Return whether every file of a published build still has the bytes that its manifest says."""
    manifest = read_manifest(folder) or {}
    return bool(manifest) and list(_files(folder)) == manifest.get("files")


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """Return the manifest of a build, or None where there is none."""
    try:
        loaded = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return loaded if isinstance(loaded, dict) else None


def publish(folder: Path, out: Path, build_id: str, manifest: Mapping[str, Any]) -> Path:
    """Give a finished folder its name and point `latest` at it; everything is on disk before either happens."""
    content = {**manifest, "files": list(_files(folder))}
    (folder / MANIFEST).write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
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
    """Make a link, or let one that is there lead elsewhere, in one step that is on disk when it is done."""
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
    """Bring a file to disk."""
    with open(path, "rb") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
