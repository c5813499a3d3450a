"""Delivery results: the build to deliver, the errors, and one line for each target."""

from __future__ import annotations

import os
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeVar

from corpus.storage import store
from corpus.storage.store import ManifestError, StoredFile, stored_files
from corpus.text.printable import printable
from flows.console.exit_status import FINE

PAUSES = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0]  # seconds between tries, at most; some less, so that no two keep in step
LOCK_SECONDS = 60.0  # that another publisher in the same folder is waited for
_Result = TypeVar("_Result")
DeliveryState = Literal["published", "unchanged", "older", "planned", "failed"]


class DeliveryError(OSError):
    """A target could not be written to or read; the message says where, why and what to do.

    Attributes:
        passing: whether trying again may succeed.
        code: the store's own error code, such as NotImplemented; empty if it has none.
        damage: what is wrong with a file that was read, if that is the cause.
    """

    def __init__(self, message: str, passing: bool = False, code: str = "", damage: str = "") -> None:
        super().__init__(message)
        self.passing, self.code, self.damage = passing, code, damage


class TargetConflictError(ValueError):
    """Something at a target conflicts with a build; the message says what and what to do."""


class SourceBuildError(ValueError):
    """A build cannot be delivered because it is missing or damaged."""


@dataclass(frozen=True, slots=True)
class BuildSource:
    """A published build to deliver."""

    folder: Path
    build_id: str
    manifest: dict[str, Any]
    manifest_bytes: bytes
    files: tuple[StoredFile, ...]
    since: str  # when it became the latest build where it was made, in UTC: newer ones come before it

    @property
    def bytes(self) -> int:
        """The total size of all files without the manifest."""
        return sum(file.bytes for file in self.files)

    def delivery(
        self, target: str, state: DeliveryState, files: Sequence[StoredFile], latest: str, note: str = ""
    ) -> Delivery:
        """Return the delivery of the build: `files` were sent, or would be; the others were there already."""
        became: DeliveryState = "published" if files and state == "unchanged" else state
        size, present = sum(file.bytes for file in files), len(self.files) - len(files)
        return Delivery(target, self.build_id, became, len(files), size, present, latest, note)


@dataclass(frozen=True, slots=True)
class Delivery:
    """The result of delivering a build to a target."""

    target: str
    build_id: str
    state: DeliveryState
    files: int = 0  # that were sent, or would be
    bytes: int = 0  # of these files
    present: int = 0  # files that were there already
    latest: str = ""  # the build that is the latest at the target now, or was, where nothing was written
    note: str = ""  # what else there is to know: a remedy, a weakness of the target
    status: int = FINE  # the exit status that a command should end with

    @property
    def failed(self) -> bool:
        """Return whether the build did not reach the target."""
        return self.state == "failed"

    @property
    def line(self) -> str:
        """The delivery in one line for people and logs."""
        present = f", {self.present:,} there already" if self.present else ""
        sent = f"{self.files:,} file{'s' * (self.files != 1)}, {_size(self.bytes)}{present}"
        words = {
            "published": f"published {self.build_id} ({sent})",
            "unchanged": f"{self.build_id} is the latest there already",
            "older": f"the latest stays {self.latest}, which is newer than {self.build_id} (--rollback changes that)",
            "planned": f"would publish {self.build_id} ({sent}); the latest is {self.latest or 'none'}",
            "failed": "",
        }[self.state]
        if self.failed:
            return self.note  # which names the place
        return f"{printable(self.target)}: {'; '.join(part for part in (words, self.note) if part)}"


def _size(size: int) -> str:
    return f"{size / 1e6:,.1f} MB" if size >= 100_000 else f"{size / 1e3:,.1f} kB"


def source_of(folder: Path) -> BuildSource:
    """Return the published build in a folder, or linked as `outputs/latest`; raises SourceBuildError."""
    place = folder.resolve()
    try:
        data = (place / store.MANIFEST).read_bytes()
        manifest = store.read_manifest(place)
        files = tuple(stored_files(manifest, folder))
    except OSError:
        raise SourceBuildError(
            f"{printable(folder)}: no build there; run `taiyaku build`, or name one with --build"
        ) from None
    except ManifestError as error:
        raise SourceBuildError(str(error)) from None
    build_id = (manifest or {}).get("build_id")
    if not isinstance(build_id, str) or not build_id.isalnum():
        build_id = place.name  # what the store alone published has no id of its own
    if not build_id.isalnum():
        raise SourceBuildError(f"{printable(folder)}: its {store.MANIFEST} names no build; rebuild it")
    return BuildSource(place, build_id, manifest or {}, data, files, _since(place, manifest or {}))


def moment(time_ns: int) -> str:
    """Return a time in UTC to the microsecond, as text that sorts chronologically."""
    whole = datetime.fromtimestamp(time_ns // 10**9, UTC)
    return whole.replace(microsecond=time_ns % 10**9 // 1000).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def nanoseconds(text: str) -> int:
    """Return the nanoseconds of a text from `moment`; raises ValueError."""
    return (datetime.fromisoformat(text) - datetime.fromtimestamp(0, UTC)) // timedelta(microseconds=1) * 1000


def _since(place: Path, manifest: dict[str, Any]) -> str:
    """Return when a build became the latest where it stands; for any other build, when it was made."""
    latest = place.parent.parent / "latest"
    if latest.is_symlink() and latest.resolve() == place:
        return moment(os.lstat(latest).st_mtime_ns)
    try:
        return moment(nanoseconds(manifest["created"]))
    except (KeyError, TypeError, ValueError):
        return moment((place / store.MANIFEST).stat().st_mtime_ns)


def patiently(attempt: Callable[[], _Result]) -> _Result:
    """Return the result of the first successful try; raises a DeliveryError that is not passing, or the last one."""
    for pause in PAUSES:
        try:
            return attempt()
        except DeliveryError as error:
            if not error.passing:
                raise
        wait(pause)
    try:
        return attempt()
    except DeliveryError as error:
        if not error.passing:
            raise
        raise DeliveryError(f"{error} (tried {len(PAUSES) + 1} times)") from None


def wait(pause: float) -> None:
    """Wait for a random part, at least half, of a pause."""
    time.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 (no secret depends on it)


@dataclass(frozen=True, slots=True)
class ObjectContent:
    """The bytes of an object, and the tag that identifies this version of it."""

    data: bytes
    tag: str


@dataclass(frozen=True, slots=True)
class ObjectState:
    """An object as the store lists it."""

    bytes: int
    sha256: str | None  # where the store knows it


class ObjectStore(ABC):
    """The objects below a prefix. Names are relative to it; errors are DeliveryErrors that say whether to retry."""

    address: str
    is_conditional: bool  # whether writes can be made to depend on what is there, so that one of two writers fails
    is_atomic: bool  # whether a write that is cut off leaves nothing
    workers: int = 1  # files that may be sent at the same time

    @abstractmethod
    def prepare(self) -> str:
        """Find out what the store can do before writing to it; returns a note on what it cannot do."""

    @abstractmethod
    def read(self, name: str) -> ObjectContent | None:
        """Return a small object, or None where there is none."""

    @abstractmethod
    def state(self, name: str) -> ObjectState | None:
        """Return what the store reports about an object, or None if there is none."""

    @abstractmethod
    def create(self, name: str, content: Path | bytes, sha256: str) -> bool:
        """Write an object if it does not exist; otherwise write nothing and return False."""

    @abstractmethod
    def swap(self, name: str, data: bytes, tag: str | None) -> bool:
        """Replace the object version with this tag, or create it if the tag is None; False if another is there."""

    @abstractmethod
    def remove(self, name: str) -> None:
        """Remove an object whose writing was interrupted."""

    @abstractmethod
    def open(self, name: str) -> AbstractContextManager[BinaryIO]:
        """Return an object as a stream; raises FileNotFoundError if there is none."""
