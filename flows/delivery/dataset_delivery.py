"""Dataset delivery: tables, card and Croissant in the layout of a Hugging Face hub. Other tools upload it.

Files are first written below `.cache/huggingface`, which uploads leave out. Then the manifest is removed, each table
is moved into place, and the manifest comes back last. A folder without one is half done, and the next run does it
again. Other files, such as `.git`, stay.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import filelock

from corpus.schema import TABLES
from corpus.storage import store
from corpus.storage.signature import read_signature
from corpus.storage.store import FileDamage, digest, fsck
from corpus.text.printable import printable
from flows.dataset_card.dataset_card import FILE, card, croissant
from flows.dataset_card.dataset_facts import DatasetFacts, facts_of
from flows.delivery import delivery_result
from flows.delivery.delivery_result import BuildSource, Delivery, DeliveryError, SourceBuildError, TargetConflictError
from flows.options.publish_targets import PublishTarget

_CACHE = Path(".cache") / "huggingface"  # what uploading leaves out
_CARD = "README.md"
LAYOUT = "hugging-face"  # what tells our manifest there from that of a build


def publish(source: BuildSource, target: PublishTarget, rollback: bool = False) -> Delivery:
    """Write a build as a data set; raises TargetConflictError, and OSError where the disk fails."""
    facts, folder = _facts(source), target.path
    with _held(folder):
        current = _current(target)
        if current and current["build_id"] == source.build_id and not fsck(folder, strangers=False):
            return Delivery(
                str(target), source.build_id, "unchanged", present=len(current["files"]), latest=source.build_id
            )
        if current and not rollback and (current["since"], current["build_id"]) > (source.since, source.build_id):
            return Delivery(str(target), source.build_id, "older", latest=current["build_id"])
        incoming = folder / _CACHE / "taiyaku-incoming"
        shutil.rmtree(incoming, ignore_errors=True)
        try:
            manifest = _write(source, facts, incoming)
            _swap(folder, incoming)
        finally:
            shutil.rmtree(incoming, ignore_errors=True)
    files = manifest["files"]
    size = sum(file["bytes"] for file in files)
    return Delivery(str(target), source.build_id, "published", len(files), size, latest=source.build_id)


def plan(source: BuildSource, target: PublishTarget) -> Delivery:
    """Return the delivery that publishing a build would make; writes nothing."""
    current = _current(target) if target.path.is_dir() else None
    names = _table_files(source, _facts(source))
    size = sum(file.bytes for file in source.files if file.path in names)
    latest = current["build_id"] if current else ""
    return Delivery(str(target), source.build_id, "planned", len(names) + 2, size, latest=latest)


def verify(target: PublishTarget) -> tuple[str, list[FileDamage]]:
    """Return the build id of a data set and the damage in its files; raises TargetConflictError if there is none."""
    current = _current(target)
    if current is None:
        raise TargetConflictError(f"{printable(target)}: no data set there, or one that is half done; publish it again")
    return current["build_id"], fsck(target.path, strangers=False)


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Lock the folder for one publisher; waits for others."""
    (folder / _CACHE).mkdir(parents=True, exist_ok=True)
    try:
        with filelock.FileLock(folder / _CACHE / "taiyaku.lock", timeout=delivery_result.LOCK_SECONDS):
            yield
    except filelock.Timeout:
        raise DeliveryError(
            f"{printable(folder)}: another publisher is writing there; publish again later", True
        ) from None


def _facts(source: BuildSource) -> DatasetFacts:
    """Return the facts of a build; raises SourceBuildError if its tables have another version."""
    signature, rows = source.manifest.get("signature"), source.manifest.get("rows")
    if not isinstance(rows, dict) or not read_signature(signature).has_our_schema:
        raise SourceBuildError(f"{printable(source.folder)}: made by another version of taiyaku; rebuild it")
    return facts_of(source.folder, source.build_id, str(signature), rows)


def _table_files(source: BuildSource, facts: DatasetFacts) -> set[str]:
    return {file.path for file in source.files if file.path.split("/")[0] in facts.tables}


def _current(target: PublishTarget) -> dict[str, Any] | None:
    """Return the manifest of the existing data set; raises TargetConflictError if something else is there."""
    folder = target.path
    manifest = store.read_manifest(folder)
    if (
        manifest
        and manifest.get("layout") == LAYOUT
        and all(isinstance(manifest.get(key), str) for key in ("build_id", "since"))
    ):
        return manifest
    if manifest or ((folder / "builds").is_dir() and (folder / "latest").is_symlink()):
        raise TargetConflictError(f"{printable(target)}: holds builds, or a build; give another folder")
    ours = [name for name in (_CARD, FILE) if (folder / name).exists()]
    if ours and not _is_half_done(folder):
        raise TargetConflictError(
            f"{printable(target)}: {ours[0]} there is not taiyaku's; move it elsewhere, or give another folder"
        )
    return None


def _is_half_done(folder: Path) -> bool:
    """Return whether a run that was killed left this folder: its card is one of ours."""
    try:
        return "made by\n[taiyaku](" in (folder / _CARD).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return False


def _write(source: BuildSource, facts: DatasetFacts, incoming: Path) -> dict[str, Any]:
    """Write the data set below a separate folder, and return its manifest."""
    incoming.mkdir(parents=True)
    files = []
    for file in source.files:
        if file.path in _table_files(source, facts):
            place = incoming / file.path
            place.parent.mkdir(exist_ok=True)
            shutil.copyfile(source.folder / file.path, place)
            with open(place, "rb") as stream:
                if digest(stream) != (file.bytes, file.sha256):
                    raise DeliveryError(f"{printable(place)}: differs from its checksum; rebuild, and publish again")
            files.append({"path": file.path, "bytes": file.bytes, "sha256": file.sha256})
    date = str(source.manifest.get("created", ""))[:10]
    for name, text in ((_CARD, card(facts)), (FILE, croissant(facts, date or None))):
        data = text.encode()
        (incoming / name).write_bytes(data)
        files.append({"path": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()})
    manifest = {
        "layout": LAYOUT,
        **{key: source.manifest.get(key) for key in ("signature", "created", "versions", "rows", "inputs")},
        "build_id": source.build_id,
        "since": source.since,
        "files": sorted(files, key=lambda entry: str(entry["path"])),
    }
    text = json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
    (incoming / store.MANIFEST).write_text(text, encoding="utf-8")
    for path in incoming.rglob("*"):
        if path.is_file():
            store.sync_file(path)
    return manifest


def _swap(folder: Path, incoming: Path) -> None:
    """Move the written files into place, the manifest last."""
    (folder / store.MANIFEST).unlink(missing_ok=True)
    old = incoming / ".old"
    old.mkdir()
    for name in TABLES:
        if (folder / name).exists():
            os.rename(folder / name, old / name)
        if (incoming / name).exists():
            os.rename(incoming / name, folder / name)
    for name in (_CARD, FILE, store.MANIFEST):
        os.replace(incoming / name, folder / name)
    store.sync_folder(folder)
