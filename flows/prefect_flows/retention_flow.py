"""Retention as a Prefect flow: old builds are removed, or listed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

from prefect import flow, get_run_logger
from prefect.artifacts import acreate_markdown_artifact
from prefect.client.schemas.objects import State
from prefect.states import Completed

from corpus.storage import build_lock
from flows.files.markdown_table import table
from flows.options.options import RetentionOptions
from flows.pipeline.retention import Removal, apply
from flows.prefect_flows import allowed_folders, run_record
from flows.prefect_flows.parameters import takes
from flows.prefect_flows.run_record import told

run_record.shorten()


@flow(name="retention", flow_run_name="{project} retention")
@takes(RetentionOptions)
@told("retention")
async def retention(options: RetentionOptions) -> State[Any]:
    """Remove old builds; never the latest one, and nothing while a build is at work, which does it at its end."""
    allowed_folders.check(options)
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
