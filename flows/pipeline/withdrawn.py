"""Withdrawn builds: those that were rolled back. No run makes them the latest again unless it is asked to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from corpus.moments import moment_text
from corpus.storage import build_folders, build_lock, store
from corpus.storage.build_folders import StoredBuild
from corpus.storage.checksums import ManifestError, fsck
from corpus.text.printable import printable
from flows.files import history_folder
from flows.files.atomic_write import write
from flows.files.named_builds import previous_ids

_FILE = "withdrawn.json"
_MOST = 50  # the oldest are forgotten


class DamagedBuildError(ValueError):
    """A build whose files are not what its manifest says."""


def withdrawn_builds(out: Path) -> dict[str, str]:
    """Return when each build was rolled back."""
    try:
        content = json.loads((out / _FILE).read_text(encoding="utf-8"))
        return {str(build_id): str(moment) for build_id, moment in content["builds"].items()}
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return {}


def way_back(out: Path, builds: Sequence[StoredBuild]) -> str | None:
    """Return the build that was the latest before and was not rolled back; None where none of them is there.

    `builds` are those of the folder, from the newest to the oldest.
    """
    stored = {build.build_id for build in builds} - withdrawn_builds(out).keys()
    return next((build_id for build_id in previous_ids(out, builds) if build_id in stored), None)


def roll_back(out: Path, build_id: str) -> str | None:
    """Let `latest` name this build, and withdraw the one that it named; returns that one's id.

    Raises:
        DamagedBuildError: the build is not whole.
        BuildBusyError: another build is at work.
    """
    with build_lock.lock(out):
        if _is_damaged(out / "builds" / build_id):
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


def _is_damaged(build: Path) -> bool:
    try:
        return bool(fsck(build))
    except ManifestError:
        return True


def forget(out: Path, build_id: str) -> None:
    """Take a build's mark away, as it was asked for."""
    withdrawn = withdrawn_builds(out)
    if withdrawn.pop(build_id, None) is not None:
        write(out / _FILE, json.dumps({"builds": withdrawn}, indent=1) + "\n")


def withdrawn_text(out: Path, build_id: str) -> str:
    """Return the text of a run that would have made a withdrawn build the latest; empty where it was not withdrawn."""
    moment = withdrawn_builds(out).get(build_id)
    if moment is None:
        return ""
    latest = build_folders.latest_id(out)
    return (
        f"The sources make build {build_id}, which was rolled back at {moment}: latest stays {latest} until "
        f"sources, settings or glossary change; `taiyaku builds --rollback {build_id}` makes it the latest again"
    )
