"""Folder delivery: a local folder laid out like builds, `builds/ID` and `latest`, for readers without a store.

A build is copied next to the others, compared with its checksums, and renamed in one step; then `latest` is switched
in one step. `latest` only moves to a build that became the latest later (where it was built), never back unless
requested: the link's modification time is that moment.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from corpus.storage import build_lock, store
from corpus.storage.store import FileDamage, StoredFile, digest, fsck, stored_files
from corpus.text.printable import printable
from flows.delivery import delivery_result
from flows.delivery.delivery_result import (
    BuildSource,
    Delivery,
    DeliveryError,
    DeliveryState,
    TargetConflictError,
    moment,
    nanoseconds,
)
from flows.options.publish_targets import PublishTarget

_INCOMING = ".incoming-"  # not `.tmp-`, which builds in the same folder remove: what is whole in it is not copied again


def publish(source: BuildSource, target: PublishTarget, rollback: bool = False) -> Delivery:
    """Bring a build to a folder; raises TargetConflictError, and OSError where the disk fails."""
    with held(target.path):
        builds = target.path / "builds"
        builds.mkdir(exist_ok=True)
        place = builds / source.build_id
        copied: list[StoredFile] = []
        if os.path.lexists(place):
            _must_be_the_same(source, place)
        else:
            with _removed_on_failure(builds / f"{_INCOMING}{source.build_id}"):
                copied = _copy(source, builds)
        state, latest = _point(target.path, source, rollback)
    return source.delivery(str(target), state, copied, latest)


def plan(source: BuildSource, target: PublishTarget) -> Delivery:
    """Return the delivery that publishing a build would make; writes nothing."""
    store.check(target.path)
    is_there = (target.path / "builds" / source.build_id).exists()
    return source.delivery(str(target), "planned", () if is_there else source.files, _latest(target.path))


def verify(target: PublishTarget) -> tuple[str, list[FileDamage]]:
    """Return the id of a folder's latest build and the damage in its files; raises TargetConflictError if none."""
    build_id = _latest(target.path)
    if not build_id:
        raise TargetConflictError(f"{printable(target)}: no build there; publish one first")
    return build_id, fsck(target.path / "builds" / build_id)


@contextmanager
def held(out: Path) -> Iterator[None]:
    """Lock the folder for one publisher or build; waits for others."""
    until = time.monotonic() + delivery_result.LOCK_SECONDS
    with ExitStack() as stack:
        while time.monotonic() < until:
            with suppress(build_lock.BuildBusyError):
                stack.enter_context(build_lock.lock(out))
                break
            delivery_result.wait(0.2)
        else:
            stack.enter_context(build_lock.lock(out))
        yield


@contextmanager
def _removed_on_failure(staged: Path) -> Iterator[None]:
    """Remove a folder after a failure, so that a full disk does not stay full. After a kill, the next run reuses it."""
    try:
        yield
    except Exception:
        shutil.rmtree(staged, ignore_errors=True)
        raise


def _copy(source: BuildSource, builds: Path) -> list[StoredFile]:
    """Copy a build next to the others and rename it into place; returns the files that were copied."""
    staged = builds / f"{_INCOMING}{source.build_id}"
    for left in builds.glob(f"{_INCOMING}*"):
        if left != staged:
            shutil.rmtree(left, ignore_errors=True)
    expected = {file.path for file in source.files}
    for path in sorted(staged.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            continue
        if path.relative_to(staged).as_posix() not in expected:
            path.unlink()
    copied = [file for file in source.files if not _is_there(staged / file.path, file)]
    for file in copied:
        _copy_file(source.folder / file.path, staged / file.path, file)
    staged.mkdir(exist_ok=True)
    (staged / store.MANIFEST).write_bytes(source.manifest_bytes)
    store.sync_file(staged / store.MANIFEST)
    for folder in (staged, *(path for path in staged.rglob("*") if path.is_dir())):
        store.sync_folder(folder)
    os.rename(staged, builds / source.build_id)
    store.sync_folder(builds)
    return copied


def _is_there(path: Path, file: StoredFile) -> bool:
    if not path.is_file() or path.stat().st_size != file.bytes:
        return False
    with open(path, "rb") as stream:
        return digest(stream)[1] == file.sha256


def _copy_file(source: Path, path: Path, file: StoredFile) -> None:
    """Copy a file to disk; raises DeliveryError if its bytes are not those in the manifest."""
    path.parent.mkdir(parents=True, exist_ok=True)
    hashed = hashlib.sha256()
    with open(source, "rb") as reader, open(path, "wb") as writer:
        while block := reader.read(1 << 20):
            hashed.update(block)
            writer.write(block)
        writer.flush()
        os.fsync(writer.fileno())
    if hashed.hexdigest() != file.sha256:
        raise DeliveryError(f"{printable(source)}: changed while it was copied; rebuild, and publish again")


def _must_be_the_same(source: BuildSource, place: Path) -> None:
    """Fail if the existing build has other files than the build to publish, or damaged ones."""
    try:
        files = set(stored_files(store.read_manifest(place), place))
    except ValueError:
        files = set()
    if files != set(source.files):
        problem = "another build of the same id, or something else"
    elif damages := fsck(place):
        problem = f"{damages[0]}" + (f" and {len(damages) - 1:,} more files" if len(damages) > 1 else "")
    else:
        return
    raise TargetConflictError(f"{printable(place)}: {problem}; it stays as it is: remove it, and publish again")


def _latest(out: Path) -> str:
    """Return the id of the latest build in a folder; empty where there is none."""
    link = out / "latest"
    return Path(os.readlink(link)).name if link.is_symlink() else ""


def _point(out: Path, source: BuildSource, rollback: bool) -> tuple[DeliveryState, str]:
    """Switch `latest` in one step, unless it points to a newer build; returns the state, and the latest build now."""
    latest, since = _latest(out), ""
    if latest and (out / "latest").exists():
        since = moment(os.lstat(out / "latest").st_mtime_ns)
    if latest == source.build_id and (rollback or since >= source.since):
        return "unchanged", latest
    if since and not rollback and (since, latest) > (source.since, source.build_id):
        return "older", latest
    link = out / f".latest-{os.getpid()}"
    link.unlink(missing_ok=True)
    link.symlink_to(Path("builds") / source.build_id)
    if not rollback:
        os.utime(link, ns=(nanoseconds(source.since),) * 2, follow_symlinks=False)
    os.replace(link, out / "latest")
    store.sync_folder(out)
    return "unchanged" if latest == source.build_id else "published", source.build_id
