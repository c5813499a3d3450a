"""Retention as a Prefect flow: old builds are removed, or listed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from prefect import flow, get_run_logger
from prefect.artifacts import acreate_markdown_artifact
from prefect.client.schemas.objects import State
from prefect.states import Completed

from corpus.storage import store
from flows.options import RetentionOptions
from flows.prefect_flows import allowed_folders, run_logs
from flows.prefect_flows.parameters import takes

run_logs.shorten()


@flow(name="retention")
@takes(RetentionOptions)
async def retention(options: RetentionOptions) -> State[Any]:
    """Remove old builds; never the latest one, and nothing while a build is at work, which does it at its end."""
    allowed_folders.check(options)
    remove = _old if options.dry_run else store.prune
    try:
        with store.lock(options.out):
            build_ids = remove(options.out, options.keep_last)
    except store.BuildBusyError:
        return Completed(message="Nothing was removed: a build is at work")
    message = _message(build_ids, options)
    get_run_logger().info(message)
    if build_ids:
        lines = [f"# {message}", "", *(f"- `{build_id}`" for build_id in build_ids), ""]
        await acreate_markdown_artifact("\n".join(lines), key=f"{options.project}-retention", description=message)
    return Completed(message=message)


def _old(out: Path, keep: int) -> list[str]:
    """The ids of the builds that would be removed."""
    folders = [path for path in (out / "builds").glob("*") if path.is_dir() and not path.name.startswith(".")]
    newest = sorted(folders, key=lambda folder: folder.stat().st_mtime, reverse=True)
    latest = (out / "latest").resolve()
    return sorted(folder.name for folder in newest[keep:] if folder.resolve() != latest) if keep else []


def _message(build_ids: Sequence[str], options: RetentionOptions) -> str:
    if not options.keep_last:
        return "All builds are kept, as keep_last is 0"
    if not build_ids:
        return f"Nothing to remove: no builds but the latest and the {options.keep_last:,} newest"
    count = f"{len(build_ids):,} build{'s' * (len(build_ids) != 1)}"
    return f"{count} would be removed" if options.dry_run else f"Removed {count}"
