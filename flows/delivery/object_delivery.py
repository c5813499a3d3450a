"""Object delivery: the files of a build first, then its manifest, then `latest.json`, which readers follow.

A build exists once its manifest does: that is created and never overwritten. `latest.json` names a build, with the
checksum of its manifest, and is swapped only if no other process has swapped it. It only moves to a build that became
the latest later (where it was built), never back unless requested.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from corpus.storage.store import MANIFEST, FileDamage, ManifestError, StoredFile, damage_of, digest, stored_files
from corpus.text.printable import printable
from flows.delivery.delivery_result import (
    PAUSES,
    BuildSource,
    Delivery,
    DeliveryError,
    DeliveryState,
    ObjectContent,
    ObjectStore,
    TargetConflictError,
    moment,
    patiently,
    wait,
)

POINTER = "latest.json"
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class LatestPointer:
    """The content of `latest.json`: the build that readers are to use."""

    build_id: str
    sha256: str  # of the build's manifest
    since: str  # when it became the latest build where it was made

    @property
    def manifest(self) -> str:
        """The name of the build's manifest."""
        return f"{build_prefix(self.build_id)}/{MANIFEST}"


def build_prefix(build_id: str) -> str:
    """Return the prefix of the object names of a build."""
    return f"builds/{build_id}"


def publish(source: BuildSource, store: ObjectStore, rollback: bool = False) -> Delivery:
    """Publish a build to a store; raises DeliveryError and TargetConflictError."""
    weakness = patiently(store.prepare)
    name = f"{build_prefix(source.build_id)}/{MANIFEST}"
    stored = _whole_manifest(store, name)
    sent: list[StoredFile] = []
    if stored is None:
        are_sent = _for_each(store, source.files, lambda file: _send_file(source, store, file))
        sent = [file for file, is_sent in zip(source.files, are_sent, strict=True) if is_sent]
        sha256 = hashlib.sha256(source.manifest_bytes).hexdigest()
        if not patiently(lambda: store.create(name, source.manifest_bytes, sha256)):
            stored = _awaited(store, name)  # another publisher of this build was first, or our answer got lost
    data = stored.data if stored else source.manifest_bytes
    _must_be_the_same(source, data, f"{store.address}/{name}")
    since = moment(time.time_ns()) if rollback else source.since
    pointer = LatestPointer(source.build_id, hashlib.sha256(data).hexdigest(), since)
    state, latest = _point(store, pointer, source, rollback)
    return source.delivery(store.address, state, sent, latest, weakness)


def _whole_manifest(store: ObjectStore, name: str) -> ObjectContent | None:
    """Return an existing manifest, or None. In a store without atomic writes, a truncated one is removed."""
    stored = patiently(lambda: store.read(name))
    if stored is None or store.is_atomic:
        return stored
    try:
        json.loads(stored.data)
    except ValueError:
        patiently(lambda: store.remove(name))
        return None
    return stored


def plan(source: BuildSource, store: ObjectStore) -> Delivery:
    """Return what publishing a build would send; nothing is written."""
    pointer = patiently(lambda: read_pointer(store))
    prefix = build_prefix(source.build_id)
    states = _for_each(store, source.files, lambda file: patiently(lambda: store.state(f"{prefix}/{file.path}")))
    missing = [file for file, state in zip(source.files, states, strict=True) if state is None]
    return source.delivery(store.address, "planned", missing, pointer.build_id if pointer else "")


def read_pointer(store: ObjectStore) -> LatestPointer | None:
    """Return the pointer to the build that readers use, or None if nothing is published; raises TargetConflictError."""
    content = store.read(POINTER)
    return _parsed(content.data, store) if content else None


def read_manifest(store: ObjectStore, pointer: LatestPointer) -> dict[str, Any]:
    """Return the manifest that a pointer names, retrying until the store shows it; raises DeliveryError."""
    problem = ""
    for pause in [0.0, *PAUSES]:
        wait(pause)
        content = patiently(lambda: store.read(pointer.manifest))
        problem = "is missing"
        if content is not None:
            problem = "has another checksum than latest.json says"
            if hashlib.sha256(content.data).hexdigest() == pointer.sha256:
                loaded: dict[str, Any] = json.loads(content.data)
                return loaded
    message = f"{store.address}/{pointer.manifest}: {problem}; publish the build again elsewhere"
    raise DeliveryError(message, damage=problem)


def verify(store: ObjectStore) -> tuple[str, list[FileDamage]]:
    """Return the latest build of a store and the damage found by reading its files; raises TargetConflictError."""
    pointer = patiently(lambda: read_pointer(store))
    if pointer is None:
        raise TargetConflictError(f"{printable(store.address)}: no {POINTER} there; publish a build first")
    try:
        manifest = read_manifest(store, pointer)
    except DeliveryError as error:
        if not error.damage:
            raise
        return pointer.build_id, [FileDamage(pointer.manifest, error.damage)]
    files = stored_files(manifest, f"{store.address}/{pointer.manifest}")
    checked = _for_each(store, files, lambda file: _lasting_damage(store, pointer.build_id, file))
    return pointer.build_id, [damage for damage in checked if damage]


def _lasting_damage(store: ObjectStore, build_id: str, file: StoredFile) -> FileDamage | None:
    """Return the damage that a file still has on a second read: a store may show new writes late."""
    prefix = build_prefix(build_id)
    damage = None
    for pause in [0.0, *PAUSES[:3]]:
        wait(pause)
        damage = damage_of(file, lambda path: store.open(f"{prefix}/{path}"))
        if damage is None:
            return None
    return damage


def _for_each(store: ObjectStore, files: Sequence[StoredFile], call: Callable[[StoredFile], _Result]) -> list[_Result]:
    """Return the result of a call for each file, several at a time; a failure or Ctrl-C cancels the others."""
    pool = ThreadPoolExecutor(store.workers)
    try:
        return [future.result() for future in [pool.submit(call, file) for file in files]]
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _send_file(source: BuildSource, store: ObjectStore, file: StoredFile) -> bool:
    """Send a file unless it exists with the same bytes; raises TargetConflictError if it exists with others."""
    name = f"{build_prefix(source.build_id)}/{file.path}"
    path = source.folder / file.path
    for pause in [0.0, *PAUSES]:
        wait(pause)
        state = patiently(lambda: store.state(name))
        if state is None:
            if patiently(lambda: store.create(name, path, file.sha256)):
                return True
            continue  # it is there since, or the store shows late what is there
        if state.bytes == file.bytes and (state.sha256 or _checksum(store, name)) == file.sha256:
            return False
        if store.is_atomic:
            break
        patiently(lambda: store.remove(name))  # of a writer that was cut off
    raise TargetConflictError(
        f"{printable(store.address)}/{printable(name)}: holds something else, and no build is published there; "
        f"remove all below {build_prefix(source.build_id)}/, and publish again"
    )


def _checksum(store: ObjectStore, name: str) -> str:
    """Return the checksum of an object by reading all of it, as the store has none. Empty if the object is gone."""

    def read() -> str:
        with store.open(name) as stream:
            return digest(stream)[1]

    try:
        return patiently(read)
    except FileNotFoundError:
        return ""


def _awaited(store: ObjectStore, name: str) -> ObjectContent:
    """Return an object that exists, waiting until the store shows it."""
    for pause in [0.0, *PAUSES]:
        wait(pause)
        if content := patiently(lambda: store.read(name)):
            return content
    raise DeliveryError(f"{printable(store.address)}/{name}: the store says that it is there, and shows nothing", True)


def _must_be_the_same(source: BuildSource, data: bytes, place: str) -> None:
    """Fail if the manifest of an existing build lists other files than the build to publish."""
    try:
        files = set(stored_files(json.loads(data), place))
    except (ValueError, ManifestError):
        files = set()
    if files != set(source.files):
        raise TargetConflictError(
            f"{printable(place)}: another build of the same id is published there, and stays; "
            "remove it if it is the wrong one, and publish again"
        )


def _parsed(data: bytes, store: ObjectStore) -> LatestPointer:
    try:
        content = json.loads(data)
        pointer = LatestPointer(content["build_id"], content["sha256"], content["since"])
        proper = all(isinstance(value, str) for value in (pointer.build_id, pointer.sha256, pointer.since))
    except (ValueError, KeyError, TypeError):
        proper = False
    if not proper or not pointer.build_id.isalnum():
        raise TargetConflictError(
            f"{printable(store.address)}/{POINTER}: not written by taiyaku; move it elsewhere, or give another prefix"
        )
    return pointer


def _point(
    store: ObjectStore, pointer: LatestPointer, source: BuildSource, rollback: bool
) -> tuple[DeliveryState, str]:
    """Swap the pointer unless it names a newer build; returns the outcome and the build that the pointer then names."""
    for pause in (0.0, 0.05, 0.1, 0.2, *PAUSES):  # short ones first, as others swap it too
        wait(pause)
        content = patiently(lambda: store.read(POINTER))
        current = _parsed(content.data, store) if content else None
        if current and current.build_id == pointer.build_id and current.since >= pointer.since:
            return "unchanged", pointer.build_id
        if current and not rollback and (current.since, current.build_id) > (pointer.since, pointer.build_id):
            return "older", current.build_id
        data = _pointer_bytes(pointer, source)
        tag = content.tag if content else None
        if patiently(lambda data=data, tag=tag: store.swap(POINTER, data, tag)):  # type: ignore[misc]
            is_same = current is not None and current.build_id == pointer.build_id
            return "unchanged" if is_same else "published", pointer.build_id
    raise DeliveryError(
        f"{printable(store.address)}/{POINTER}: others write it again and again; publish from fewer places at once",
        True,
    )


def _pointer_bytes(pointer: LatestPointer, source: BuildSource) -> bytes:
    content = {
        "build_id": pointer.build_id,
        "manifest": pointer.manifest,
        "sha256": pointer.sha256,
        "created": source.manifest.get("created", ""),
        "since": pointer.since,
        "published": moment(time.time_ns()),
    }
    return (json.dumps(content, indent=1) + "\n").encode()
