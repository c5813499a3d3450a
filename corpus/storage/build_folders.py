"""The build folders of an output folder: listing, finding, tagging and removing builds.

A tag is a link in `tags/`, next to `latest`: readers use `OUT/tags/NAME` as they use `OUT/latest`.
"""

from __future__ import annotations

import itertools
import os
import re
import shutil
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus.storage import store
from corpus.text.printable import printable

TAGS = "tags"
_TAG = r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}"


class BuildNameError(ValueError):
    """A build or a tag that does not exist, or a name that is not allowed."""


@dataclass(frozen=True, slots=True)
class StoredBuild:
    """A published build as described by its folder and its manifest."""

    build_id: str
    created: str  # UTC, as in 2026-11-27T03:00:00Z; empty where the manifest cannot be read
    size: int  # bytes that its manifest lists
    rows: dict[str, int]
    tags: tuple[str, ...]
    is_latest: bool

    @property
    def is_named(self) -> bool:
        """Return whether `latest` or a tag names it, so that it is kept."""
        return self.is_latest or bool(self.tags)


def stored_builds(out: Path) -> list[StoredBuild]:
    """Return the published builds of a folder, the newest first."""
    latest, tags = latest_id(out), tags_in(out)
    folders = [folder for folder in _listed(out / "builds") if folder.is_dir() and not folder.name.startswith(".")]
    stored = [_stored(folder, folder.name == latest, tags) for folder in folders]
    age = {folder.name: folder.stat().st_mtime for folder in folders if folder.exists()}
    return sorted(stored, key=lambda build: (build.created, age.get(build.build_id, 0), build.build_id), reverse=True)


def before_latest(builds: Sequence[StoredBuild]) -> list[StoredBuild]:
    """Return the builds older than the latest one; `builds` are ordered from the newest to the oldest."""
    return list(itertools.dropwhile(lambda build: not build.is_latest, builds))[1:]


def latest_id(out: Path) -> str | None:
    """Return the build that `latest` names; None where it names none."""
    return _named(out / "latest", out)


def tags_in(out: Path) -> dict[str, str]:
    """Return the build that each tag names, by tag."""
    targets = {link.name: _named(link, out) for link in _listed(out / TAGS) if re.fullmatch(_TAG, link.name)}
    return {tag: build_id for tag, build_id in sorted(targets.items()) if build_id}


def find(out: Path, name: str) -> str:
    """Return a build's id, given the id, the beginning of it, a tag or `latest`; raises BuildNameError."""
    builds = stored_builds(out)
    ids, tags = [build.build_id for build in builds], tags_in(out)
    if name in tags:
        return tags[name]
    if name == "latest" and (latest := latest_id(out)):
        return latest
    matching = [build_id for build_id in ids if build_id == name] or [
        build_id for build_id in ids if len(name) >= 4 and build_id.startswith(name)
    ]
    if len(matching) == 1:
        return matching[0]
    problem = f"{len(matching)} builds begin so" if matching else "no such build or tag"
    names = ", ".join([*ids[:5], *tags]) or "none; run `taiyaku build` first"
    raise BuildNameError(f"{printable(out)}: {printable(name)}: {problem}; there are {printable(names)}")


def set_tag(out: Path, tag: str, build_id: str) -> None:
    """Make a tag name a build, in one step; raises BuildNameError if the tag is not allowed."""
    if not re.fullmatch(_TAG, tag) or tag in ("latest", "previous"):
        remedy = "use letters, digits, dots, hyphens and underscores, 100 at most, and neither latest nor previous"
        raise BuildNameError(f"{printable(tag)}: no name for a tag; {remedy}")
    store.make_shared(out / TAGS)
    store.link(out / TAGS / tag, Path("..") / "builds" / build_id)


def remove_tag(out: Path, tag: str) -> None:
    """Remove a tag; raises BuildNameError if there is none."""
    if tag not in tags_in(out):
        names = ", ".join(tags_in(out)) or "none"
        raise BuildNameError(f"{printable(out)}: {printable(tag)}: no such tag; there are {printable(names)}")
    (out / TAGS / tag).unlink()


def remove(out: Path, build_ids: Iterable[str]) -> list[str]:
    """Remove builds, hidden first, but those that `latest`, a tag or another user has; return the ids removed."""
    removed = []
    for build_id in build_ids:
        folder = out / "builds" / build_id
        if build_id == latest_id(out) or build_id in tags_in(out).values():
            continue
        if not os.access(
            folder, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids
        ):  # it goes when the user who made it builds again
            continue
        hidden = folder.with_name(f"{store.TEMPORARY}removed-{build_id}")
        with suppress(OSError):
            os.rename(folder, hidden)
            shutil.rmtree(hidden, ignore_errors=True)
            removed.append(build_id)
    return sorted(removed)


def _stored(folder: Path, is_latest: bool, tags: dict[str, str]) -> StoredBuild:
    manifest: dict[str, Any] = store.read_manifest(folder) or {}
    files = manifest.get("files")
    sizes = [file.get("bytes", 0) for file in files if isinstance(file, dict)] if isinstance(files, list) else []
    rows = manifest.get("rows")
    return StoredBuild(
        build_id=folder.name,
        created=str(manifest.get("created", "")),
        size=sum(size for size in sizes if isinstance(size, int)),
        rows={str(table): int(count) for table, count in rows.items()} if isinstance(rows, dict) else {},
        tags=tuple(tag for tag, build_id in tags.items() if build_id == folder.name),
        is_latest=is_latest,
    )


def _named(link: Path, out: Path) -> str | None:
    """Return the build of this folder that a link names; None if it is not there."""
    place = Path(os.path.realpath(link))
    is_build = link.is_symlink() and place.parent == Path(os.path.realpath(out / "builds")) and place.is_dir()
    return place.name if is_build else None


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []
