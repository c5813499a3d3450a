"""Retention: which builds to remove and why, never those that `latest` or a tag names; and withdrawn builds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from corpus.moments import moment_of, moment_text
from corpus.storage import build_folders, build_lock, store
from corpus.storage.build_folders import StoredBuild
from corpus.storage.store import ManifestError, fsck
from corpus.text.printable import printable
from flows.files import history_folder
from flows.files.atomic_write import write
from flows.files.named_builds import previous_ids
from flows.options.options import RetentionBounds

_FILE = "withdrawn.json"
_MOST = 50  # the oldest are forgotten


class DamagedBuildError(ValueError):
    """A build whose files differ from its manifest."""


class Removal(NamedTuple):
    """A build to be removed."""

    build: StoredBuild
    reason: str


def apply(out: Path, bounds: RetentionBounds, dry_run: bool = False) -> list[Removal]:
    """Remove the builds outside the bounds, or with `dry_run` none, and return them. The caller holds the lock."""
    builds = build_folders.stored_builds(out)
    plan = removals(builds, bounds, datetime.now(UTC), way_back(out, builds))
    if dry_run:
        return plan
    removed = set(build_folders.remove(out, [removal.build.build_id for removal in plan]))
    return [removal for removal in plan if removal.build.build_id in removed]


def removals(
    builds: Sequence[StoredBuild], bounds: RetentionBounds, moment: datetime, way_back: str | None
) -> list[Removal]:
    """Return the builds to remove; `builds` go from the newest to the oldest. The bounds of age and size spare the
    build that a roll-back would restore: a bad build must not remove the way back.
    """
    by_bounds = {removal.build.build_id: removal for removal in _over_bounds(builds, bounds, moment, way_back)}
    left = [build for build in builds if build.build_id not in by_bounds]
    by_size = {removal.build.build_id: removal for removal in _over_size(left, bounds.keep_gib, way_back)}
    chosen = by_bounds | by_size
    return [chosen[build.build_id] for build in builds if build.build_id in chosen]


def _over_bounds(
    builds: Sequence[StoredBuild], bounds: RetentionBounds, moment: datetime, way_back: str | None
) -> Iterator[Removal]:
    for position, build in enumerate(builds, 1):
        if build.is_named:
            continue
        if bounds.keep_last and position > bounds.keep_last:
            yield Removal(build, f"not among the newest {bounds.keep_last:,}")
        elif (
            bounds.keep_days
            and build.build_id != way_back
            and _is_older(build, moment - timedelta(days=bounds.keep_days))
        ):
            yield Removal(build, f"older than {bounds.keep_days:g} days")


def _over_size(builds: Sequence[StoredBuild], keep_gib: float, way_back: str | None) -> Iterator[Removal]:
    size = sum(build.size for build in builds)
    for build in reversed(builds):
        if keep_gib and size > keep_gib * 2**30 and not build.is_named and build.build_id != way_back:
            size -= build.size
            yield Removal(build, f"more than {keep_gib:g} GiB")


def _is_older(build: StoredBuild, moment: datetime) -> bool:
    """Return whether a build was made before a moment; False if its time is unknown."""
    try:
        return moment_of(build.created) < moment
    except ValueError:
        return False


def withdrawn_builds(out: Path) -> dict[str, str]:
    """Return the time at which each withdrawn build was rolled back."""
    try:
        content = json.loads((out / _FILE).read_text(encoding="utf-8"))
        return {str(build_id): str(moment) for build_id, moment in content["builds"].items()}
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return {}


def way_back(out: Path, builds: Sequence[StoredBuild]) -> str | None:
    """Return the previous latest build that was not rolled back, if any is left; `builds` are newest first."""
    stored = {build.build_id for build in builds} - withdrawn_builds(out).keys()
    return next((build_id for build_id in previous_ids(out, builds) if build_id in stored), None)


def roll_back(out: Path, build_id: str) -> str | None:
    """Point `latest` to a build, and withdraw and return the other; raises DamagedBuildError or BuildBusyError."""
    with build_lock.lock(out):
        try:
            is_damaged = bool(fsck(out / "builds" / build_id))
        except ManifestError:
            is_damaged = True
        if is_damaged:
            raise DamagedBuildError(
                f"{printable(out)}: build {build_id} is not what its manifest says; name another, or rebuild it"
            )
        before = build_folders.latest_id(out)
        withdrawn = withdrawn_builds(out)
        withdrawn.pop(build_id, None)
        if before and before != build_id:
            withdrawn[before] = moment_text()
        recent = dict(list(withdrawn.items())[-_MOST:])
        write(out / _FILE, json.dumps({"builds": recent}, indent=1) + "\n")
        store.point(out, build_id)
        history_folder.record(out, out / "builds" / build_id)
    return before


def forget(out: Path, build_id: str) -> None:
    """Remove the withdrawn mark of a build, as it was explicitly requested."""
    withdrawn = withdrawn_builds(out)
    if withdrawn.pop(build_id, None) is not None:
        write(out / _FILE, json.dumps({"builds": withdrawn}, indent=1) + "\n")


def withdrawn_text(out: Path, build_id: str) -> str:
    """Return the message of a run that would have made a withdrawn build the latest; empty if it is not withdrawn."""
    moment = withdrawn_builds(out).get(build_id)
    if moment is None:
        return ""
    latest = build_folders.latest_id(out)
    return (
        f"The sources make build {build_id}, which was rolled back at {moment}: latest stays {latest} until "
        f"sources, settings or glossary change; `taiyaku builds --rollback {build_id}` makes it the latest again"
    )
