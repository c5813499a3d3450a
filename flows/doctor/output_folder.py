"""The output folder of builds: whether published builds are intact, who holds the lock, leftovers, and past runs."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from corpus.moments import moment_of
from corpus.storage import build_folders, build_lock, store
from corpus.storage.build_folders import StoredBuild
from corpus.storage.store import ManifestError, fsck
from corpus.text.printable import printable
from flows.doctor.diagnosis import Diagnosis, fault, listed, warning, well
from flows.outcomes.outcome import read_state
from flows.pipeline.publishing import unread_files
from glossary.desk.report.wording import counted

_PORTIONS = ".portions-"
_OLD = 2 * 86_400  # seconds: a portion of a build that was not touched for so long is not being made
_ROOM = 3  # builds of the latest one's size that the disk should have room for
_STUCK = 86_400  # seconds that a build is at work before it needs a look
_SILENT = 600  # seconds, as clocks of machines differ: the holder of a lock renews it in 10


def diagnose_output(out: Path, late_hours: float, every_build: bool) -> Iterator[Diagnosis]:
    """Yield diagnoses of a folder of builds; reads the files of the latest build, or of all."""
    if not (out / "builds").is_dir():
        yield warning("builds", f"{printable(out)}: no builds yet", "run `taiyaku build`")
        return
    builds = build_folders.stored_builds(out)
    yield from _latest(out, builds)
    yield from _checksums(out, [build for build in builds if every_build or build.is_latest])
    yield from _locks(out)
    for folder in sorted((out / "builds").glob(f"{_PORTIONS}*")):
        age = time.time() - folder.stat().st_mtime
        if age > _OLD:
            remedy = f"`taiyaku merge` publishes it; or remove {printable(folder)}"
            yield warning("leftovers", f"a build in portions was left {age / 86_400:.0f} days ago", remedy)
    killed = list((out / "builds").glob(f"{store.TEMPORARY}*"))
    if killed and build_lock.holder(out) is None:
        yield well("leftovers", f"{len(killed):,} folders of builds that were killed go with the next build")
    yield from _disk(out, builds)
    yield from _runs(read_state(out), late_hours)


def _latest(out: Path, builds: list[StoredBuild]) -> Iterator[Diagnosis]:
    latest = build_folders.latest_id(out)
    if latest is None:
        remedy = "`taiyaku builds --rollback BUILD` names one" if builds else "run `taiyaku build`"
        yield fault("builds", f"{printable(out)}/latest names no build", remedy)
        return
    unreadable = [build.build_id for build in builds if not build.created]
    if unreadable:
        remedy = "remove them: `taiyaku builds` lists them"
        yield warning(
            "builds", f"{len(unreadable):,} builds have no manifest that can be read: {unreadable[0]}", remedy
        )
    yield well("builds", f"{len(builds):,} in {printable(out)}; the latest is {latest}")
    unread = [printable(f"{file['path']} ({file['reason']})") for file in unread_files(out / "latest")]
    if unread:
        words = f"{counted(len(unread), 'file')} quarantined: {listed(unread)}"
        yield warning("sources", words, "repair or exclude them, and build again")


def _checksums(out: Path, builds: list[StoredBuild]) -> Iterator[Diagnosis]:
    whole = 0
    for build in builds:
        problem = _damage(out / "builds" / build.build_id)
        whole += not problem
        if problem:
            remedy = "build again with --full, or `taiyaku builds --rollback` to another"
            yield fault("checksums", f"build {build.build_id} is damaged: {problem}", remedy)
    if whole:
        yield well("checksums", f"{whole:,} {'build is' if whole == 1 else 'builds are'} what the manifest says")


def _damage(build: Path) -> str:
    """Return what is wrong with the files of a build; empty if nothing is."""
    try:
        return listed(fsck(build))
    except ManifestError as error:
        return str(error)


def _locks(out: Path) -> Iterator[Diagnosis]:
    holder = build_lock.holder(out)
    if holder is None:
        yield well("locks", "no build is running")
        return
    if holder.is_gone:
        yield well("locks", f"a build was killed ({holder}); the next one takes the lock over")
    elif not holder.is_here and (silence := build_lock.silence(out)) > _SILENT:
        remedy = f"look at it on {holder.host}; if it is gone, the next build takes the lock over in a minute"
        words = f"a build may be gone: {holder}; its lock was not renewed for {build_lock.age_text(silence)}"
        yield warning("locks", words, remedy)
    elif holder.age > _STUCK:
        remedy = f"look at it on {holder.host}, and end it if it is stuck; [build] timeout bounds builds"
        yield warning("locks", f"a build has been at work for long: {holder}", remedy)
    else:
        yield well("locks", f"a build is at work: {holder}")


def _disk(out: Path, builds: list[StoredBuild]) -> Iterator[Diagnosis]:
    free = shutil.disk_usage(out).free
    largest = max((build.size for build in builds), default=0)
    used = sum(build.size for build in builds)
    text = f"{_gib(free)} free; the builds take {_gib(used)}"
    if free < _ROOM * largest or free < 2**28:
        yield warning(
            "disk", text, "free some space, or bound the builds with [build] keep_last, keep_days or keep_gib"
        )
    else:
        yield well("disk", text)
    if not os.access(out, os.W_OK | os.X_OK):
        yield fault("disk", f"{printable(out)}: cannot be written to", "check its permissions")


def _runs(state: dict[str, Any], late_hours: float) -> Iterator[Diagnosis]:
    last_run = state.get("last_run")
    if not isinstance(last_run, dict):
        return
    reasons = [alarm["message"] for alarm in last_run.get("alarms", ())]
    text = printable(f"{state.get('ended')}: {'; '.join([str(last_run.get('message')), *reasons])}")
    if last_run.get("level") == "failed":
        count = state.get("failures", 1)
        yield fault("runs", f"the last run failed ({count} in a row) at {text}", "see its log, fix it and run it again")
    elif last_run.get("level") == "warned":
        yield warning(
            "runs",
            f"the last run needs a look: {text}",
            "`taiyaku builds --format json` has its alarms and what changed",
        )
    else:
        yield well("runs", f"the last run went well at {text}")
    hours = _hours_since(state.get("last_success"))
    if late_hours and (hours is None or hours > late_hours):
        since = "ever" if hours is None else f"for {hours:.1f} hours"
        remedy = "see whether the schedule runs: cron, timer, worker or `taiyaku serve`"
        yield fault("runs", f"no run went well {since}, and one is expected every {late_hours:g} hours", remedy)


def _hours_since(moment: object) -> float | None:
    try:
        then = moment_of(str(moment))
    except ValueError:
        return None
    return (datetime.now(UTC) - then).total_seconds() / 3600


def _gib(count: float) -> str:
    return f"{count / 2**30:,.2f} GiB"
