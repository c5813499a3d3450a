"""Retention: which builds are to go, and why; never what `latest` or a tag names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from corpus.moments import moment_of
from corpus.storage import build_folders
from corpus.storage.build_folders import StoredBuild
from flows.options.options import RetentionBounds
from flows.pipeline import withdrawn

_GIB = 2**30


class Removal(NamedTuple):
    """A build that is to go."""

    build: StoredBuild
    reason: str


def apply(out: Path, bounds: RetentionBounds, dry_run: bool = False) -> list[Removal]:
    """Remove the builds that the bounds do not keep; returns them, the newest first. The caller holds the lock.

    With `dry_run` nothing is removed.
    """
    builds = build_folders.stored_builds(out)
    plan = removals(builds, bounds, datetime.now(UTC), withdrawn.way_back(out, builds))
    if dry_run:
        return plan
    removed = set(build_folders.remove(out, [removal.build.build_id for removal in plan]))
    return [removal for removal in plan if removal.build.build_id in removed]


def removals(
    builds: Sequence[StoredBuild], bounds: RetentionBounds, moment: datetime, way_back: str | None
) -> list[Removal]:
    """Return what is to go of builds that stand from the newest to the oldest.

    Age and size leave the build that a roll-back would take: a bad build must not take the way back with it.
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
        if keep_gib and size > keep_gib * _GIB and not build.is_named and build.build_id != way_back:
            size -= build.size
            yield Removal(build, f"more than {keep_gib:g} GiB")


def _is_older(build: StoredBuild, moment: datetime) -> bool:
    """Return whether it was made before a moment; one whose time is unknown was not."""
    try:
        return moment_of(build.created) < moment
    except ValueError:
        return False
