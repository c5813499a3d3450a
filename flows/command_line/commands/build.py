"""Running: from the command line's options to a build, as a Prefect flow where a server is configured or asked for."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

from corpus.storage import build_folders, build_lock, store
from corpus.text.printable import printable
from flows.console import error_lines
from flows.console.exit_status import CHANGED, FINE, heard
from flows.console.progress import progress_display
from flows.dataset_card import build_summary
from flows.delivery.deliveries import deliver_latest
from flows.options import samples
from flows.options.effective_options import base_of, build_options, project_of
from flows.options.flow_parameters import BuildOptions
from flows.options.option_group import given
from flows.options.options import BuiltSources, RebuildOptions
from flows.options.settings import Settings, SettingsError
from flows.outcomes.outcome import RunStatus
from flows.outcomes.watch import RunWatch, watched
from flows.pipeline import lifecycle, planning, portions, publishing
from flows.pipeline.attempts import attempted
from flows.pipeline.lifecycle import raise_failing_alarms
from flows.pipeline.retention import withdrawn_text
from flows.prefect_flows import server


def called_options(arguments: argparse.Namespace, settings: Settings) -> BuildOptions:
    """Return the options from arguments and settings together; an argument comes before a setting."""
    values = {entry.name: value for entry, value in given((BuiltSources, RebuildOptions), arguments)}
    return build_options(
        settings,
        base_of(arguments.config),
        project=project_of(arguments.config, settings).name,
        **{"sources": (samples.folder(),), **values},
    )


def run_build(arguments: argparse.Namespace, settings: Settings) -> int:
    """Build what changed, publish it, say so and tell those who want to know."""
    error_lines.use(arguments.log_format)
    error_lines.remove_old_logs()
    options = called_options(arguments, settings)
    if arguments.shard:
        return _run_portion(arguments, options)
    once = replace(options, retries=0, timeout=0)  # what bounds and repeats is here, not in the flow
    try:
        with watched("build", options.project, options.out, options, error_lines.say) as watch:
            try:
                attempted(lambda: _build_once(arguments, once, watch), options, error_lines.say)
            finally:
                _print_status(arguments, watch.lines)
            raise_failing_alarms(watch)
    finally:
        _tell_end(arguments, watch)
    return CHANGED if arguments.detailed_status and watch.status is RunStatus.CHANGED else FINE


def _build_once(arguments: argparse.Namespace, options: BuildOptions, watch: RunWatch) -> None:
    _must_be_text((*options.sources, options.out, *options.glossary, *options.lexicons, options.root or Path()))
    with progress_display(arguments.quiet, patient=True) as progress:
        plans = [planning.plan(options, progress)]  # with all texts, until the flow takes it
    build_id = plans[0].build_id
    error_lines.bind(build=build_id)
    if error_lines.is_json():
        for document in plans[0].documents:
            if document.status != "ok":
                error_lines.emit("warning", "quarantined", document.reason or "", document=document.path)
    is_done = withdrawn_text(options.out, build_id) or _is_published(options.out, build_id)
    if not options.full and is_done:
        with build_lock.lock(options.out):
            before = build_folders.latest_id(options.out)
            publishing.point(options.out, build_id)
        _found_again(watch, options, build_id, before, plans[0].left_out)
        deliver_latest(watch, options)
        return
    if arguments.prefect or server.is_configured():
        _build_as_flow(arguments, options, watch, plans)
        return
    with progress_display(arguments.quiet) as progress, heard():
        lifecycle.build_once(options, watch, lifecycle.plain(plans, progress), progress)
    deliver_latest(watch, options)


def _build_as_flow(
    arguments: argparse.Namespace, options: BuildOptions, watch: RunWatch, plans: list[planning.BuildPlan]
) -> None:
    """Build as a Prefect flow, on the server that is configured or on one that lives as long as the build."""
    langs = {document.lang for document in plans[0].documents}
    with build_lock.lock(options.out):
        pass  # what stands in the way of publishing is reported at once
    server.prepare()
    with (
        progress_display(arguments.quiet) as progress,
        nullcontext() if server.is_configured() else server.starting() as ready,
    ):
        progress.step("Starting Prefect")
        threading.Thread(target=planning.warm, args=(langs,), daemon=True).start()  # while the server starts
        from flows.prefect_flows.run import run_build_flow  # it imports Prefect, which takes seconds

        result = run_build_flow(options, plans, progress, ready)
    if not watch.lines:
        _found_again(watch, options, result["build_id"], result["build_id"])


def _tell_end(arguments: argparse.Namespace, watch: RunWatch) -> None:
    if watch.outcome is None:
        return
    if arguments.format == "json":
        print(watch.outcome.json(), end="")
    if error_lines.is_json():
        level: error_lines.LogLevel = "error" if watch.outcome.is_failure else "info"
        error_lines.emit(
            level, "end", watch.outcome.message, outcome=watch.outcome.level, seconds=watch.outcome.seconds
        )


def _run_portion(arguments: argparse.Namespace, options: BuildOptions) -> int:
    """Do a portion of the build, and say how far it is, or tell those who want to know that it failed."""
    portion = portions.Portion(*arguments.shard)
    called = f"portion {portion.number}/{portion.total}"
    try:
        with (
            watched("build", options.project, options.out, options, error_lines.say, portion=called) as watch,
            _sigterm_as_interrupt(),
            progress_display(arguments.quiet) as progress,
        ):
            report = portions.build_portion(options, portion, progress)
    finally:
        _tell_end(arguments, watch)
    name = f"Portion {portion.number}/{portion.total} of build {report.build_id}"
    if report.waits_for:
        lines = [
            f"{name}: {report.shards:,} of {report.all_shards:,} shards analysed; {report.waits_for:,} of other "
            "portions come first. Run every portion once, then this one again"
        ]
    else:
        lines = [f"{name}: {report.shards:,} of {report.all_shards:,} shards done; when all are, run taiyaku merge"]
    _print_status(arguments, lines)
    return FINE


@contextmanager
def _sigterm_as_interrupt() -> Iterator[None]:
    """Treat SIGTERM as Ctrl-C while the block lasts: batch systems end jobs with it, and that is reported."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def run_merge(arguments: argparse.Namespace, settings: Settings) -> int:
    """Publish a build that was made in portions."""
    options = called_options(arguments, settings)
    with watched("build", options.project, options.out, options, error_lines.say) as watch:
        before = build_folders.latest_id(options.out)
        with progress_display(arguments.quiet) as progress:
            summary = portions.merge(options, progress)
        if summary:
            lifecycle.published(watch, summary, options, {})
        else:
            lifecycle.found_again(watch, build_folders.latest_id(options.out) or "", options, before)
        deliver_latest(watch, options)
        _print_status(arguments, watch.lines)
        raise_failing_alarms(watch)
    return FINE


def _is_published(out: Path, build_id: str) -> bool:
    """Return whether the build is there whole, and no server shows another one as the latest."""
    latest = os.path.realpath(out / "latest") == os.path.realpath(out / "builds" / build_id)
    return store.complete(out, build_id) is not None and (latest or not server.is_configured())


def _must_be_text(paths: Iterable[Path]) -> None:
    """Refuse what is no text: Prefect keeps a flow's parameters as JSON, which has no place for other bytes."""
    for path in paths:
        try:
            str(path).encode()
        except UnicodeEncodeError:
            remedy = "rename it, or change into its parent folder and pass ."
            raise SettingsError(f"{printable(path)}: path is not UTF-8; {remedy}") from None


def _found_again(
    watch: RunWatch,
    options: BuildOptions,
    build_id: str,
    before: str | None,
    left_out: Mapping[str, int] | None = None,
) -> None:
    """Say that the build is there, and what is left out now if that is not what the report says."""
    lifecycle.found_again(watch, build_id, options, before)
    manifest = store.read_manifest(options.out / "latest") or {}
    if left_out and left_out != manifest.get("left_out"):
        watch.lines.append(f"Not read in this run: {build_summary.reason_list(left_out, 12)}")


def _print_status(arguments: argparse.Namespace, lines: list[str]) -> None:
    if arguments.quiet or not lines:
        return
    if error_lines.is_json():
        for line in lines:
            error_lines.emit("warning" if line.startswith(("Warning", "Fails")) else "info", "message", line.strip())
        return
    print("\n".join(lines), file=sys.stderr)
