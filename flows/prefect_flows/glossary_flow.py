"""The glossary check and the removal of old builds as Prefect flows; an unchanged glossary is not checked again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import filelock
from prefect import flow, get_run_logger
from prefect.artifacts import acreate_markdown_artifact
from prefect.client.schemas.objects import State
from prefect.states import Completed

from corpus.storage import build_lock
from flows.files.atomic_write import write
from flows.files.markdown_table import table
from flows.options import samples, termbase_cache
from flows.options.flow_parameters import GlossaryCheckOptions, RetentionOptions
from flows.pipeline.retention import Removal, apply
from flows.prefect_flows import run_record
from flows.prefect_flows.check_flow import run_check
from flows.prefect_flows.parameters import takes
from flows.prefect_flows.run_record import reported

run_record.shorten()

UNCHANGED = "glossary unchanged"
_BUSY = "the glossary is being checked by another run"
_STATE, _LOCK = ".checked-glossary.json", ".checked-glossary.lock"


@flow(name="glossary check", flow_run_name="{project} glossary check")
@takes(GlossaryCheckOptions)
@reported("glossary check")
async def glossary(options: GlossaryCheckOptions) -> State[Any]:
    """Check the glossary and the sources with it, if entries changed since the last such check of these builds."""
    termbase_cache.glossary.cache_clear()  # they may have been edited since the last run of this process
    fingerprint = termbase_cache.termbase_of(options).fingerprint
    out = options.out or options.build.parent
    with glossary_check(out) as is_ours:
        if not is_ours:
            return _nothing_to_do(_BUSY)
        if not options.force and checked_fingerprint(out) == fingerprint:
            return _nothing_to_do(UNCHANGED)
        sources = options.sources or (samples.folder(),)
        checked = replace(options, sources=sources, project=f"{options.project}-glossary")
        state = await run_check(checked, options.on_new)
        keep_fingerprint(out, fingerprint)
    return state


def _nothing_to_do(message: str) -> State[Any]:
    get_run_logger().info(message)
    return Completed(message=message)


@contextmanager
def glossary_check(out: Path) -> Iterator[bool]:
    """Yield whether the check is ours while the block lasts; False if another process or machine has it."""
    out.mkdir(parents=True, exist_ok=True)
    lock = filelock.FileLock(out / _LOCK, timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout:
        yield False
        return
    try:
        yield True
    finally:
        lock.release()


def checked_fingerprint(out: Path) -> str:
    """Return the fingerprint of the last glossary checked; empty if there is none or the file is broken."""
    try:
        state = json.loads((out / _STATE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    fingerprint = state.get("fingerprint") if isinstance(state, dict) else None
    return fingerprint if isinstance(fingerprint, str) else ""


def keep_fingerprint(out: Path, fingerprint: str) -> None:
    """Record that the glossary with this fingerprint was checked."""
    write(out / _STATE, json.dumps({"fingerprint": fingerprint}) + "\n")


@flow(name="retention", flow_run_name="{project} retention")
@takes(RetentionOptions)
@reported("retention")
async def retention(options: RetentionOptions) -> State[Any]:
    """Remove old builds; never the latest one, and nothing while a build is at work, which does it at its end."""
    try:
        with nullcontext() if options.dry_run else build_lock.lock(options.out):
            removals = apply(options.out, options, options.dry_run)
    except build_lock.BuildBusyError:
        return Completed(message="Nothing was removed: a build is at work")
    message = _message(removals, options)
    get_run_logger().info(message)
    if removals:
        rows = [[f"`{build.build_id}`", build.created, f"{build.size:,}", reason] for build, reason in removals]
        text = f"# {message}\n\n{table(['build', 'created', 'bytes', 'why'], rows)}"
        await acreate_markdown_artifact(text, key=f"{options.project}-retention", description=message)
    return Completed(message=message)


def _message(removals: Sequence[Removal], options: RetentionOptions) -> str:
    if not any((options.keep_last, options.keep_days, options.keep_gib)):
        return "All builds are kept, as keep_last, keep_days and keep_gib are 0"
    if not removals:
        return "Nothing to remove: all builds are within the bounds, or named by latest or a tag"
    count = f"{len(removals):,} build{'s' * (len(removals) != 1)}"
    return f"{count} would be removed" if options.dry_run else f"Removed {count}"
