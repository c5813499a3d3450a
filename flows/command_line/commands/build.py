"""Build: from the command line's options to a build, as a Prefect flow if a server is configured or requested."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path

from corpus.storage import build_lock
from corpus.text.printable import printable
from flows.console import error_lines
from flows.console.exit_status import CHANGED, FINE
from flows.console.progress import Progress, progress_display
from flows.options import samples
from flows.options.effective_options import base_of, build_options, project_of
from flows.options.flow_parameters import BuildOptions
from flows.options.option_group import given
from flows.options.options import BuiltSources, RebuildOptions
from flows.options.settings import Settings, SettingsError
from flows.outcomes.outcome import RunStatus
from flows.outcomes.watch import RunWatch, watched
from flows.pipeline import lifecycle, planning, portions
from flows.pipeline.attempts import attempted
from flows.pipeline.lifecycle import raise_failing_alarms
from flows.prefect_flows import server


def called_options(arguments: argparse.Namespace, settings: Settings) -> BuildOptions:
    """Return the build options; an argument overrides a setting."""
    values = {entry.name: value for entry, value in given((BuiltSources, RebuildOptions), arguments)}
    return build_options(
        settings,
        base_of(arguments.config),
        project=project_of(arguments.config, settings).name,
        **{"sources": (samples.folder(),), **values},
    )


def run_build(arguments: argparse.Namespace, settings: Settings) -> int:
    """Build what changed, publish it, print the outcome and notify those who want to know."""
    error_lines.use(arguments.log_format)
    error_lines.remove_old_logs()
    options = called_options(arguments, settings)
    if arguments.shard:
        return _run_portion(arguments, options)
    build = _build_as_flow if arguments.prefect or server.is_configured() else lifecycle.plain_build
    with _watched(arguments, options) as watch:
        _must_be_text((*options.sources, options.out, *options.glossary, *options.lexicons, options.root or Path()))
        show = partial(progress_display, arguments.quiet)
        attempted(lambda: lifecycle.build_planned(options, watch, show, build), options, error_lines.say)
        raise_failing_alarms(watch)
    return CHANGED if arguments.detailed_status and watch.status is RunStatus.CHANGED else FINE


def run_merge(arguments: argparse.Namespace, settings: Settings) -> int:
    """Publish a build that was made in portions."""
    options = called_options(arguments, settings)
    with _watched(arguments, options) as watch, progress_display(arguments.quiet) as progress:
        attempted(lambda: portions.merge(options, watch, progress), options, error_lines.say)
        raise_failing_alarms(watch)
    return FINE


def _build_as_flow(options: BuildOptions, watch: RunWatch, plans: list[planning.BuildPlan], progress: Progress) -> None:
    """Build as a Prefect flow, on the configured server or on a temporary one."""
    langs = {document.lang for document in plans[0].documents}
    with build_lock.lock(options.out):
        pass  # what stands in the way of publishing is reported at once
    server.prepare()
    with nullcontext() if server.is_configured() else server.starting() as ready:
        progress.step("Starting Prefect")
        threading.Thread(target=planning.warm, args=(langs,), daemon=True).start()  # while the server starts
        from flows.prefect_flows.run import run_build_flow  # it imports Prefect, which takes seconds

        run_build_flow(options, watch, plans, progress, ready)


@contextmanager
def _watched(arguments: argparse.Namespace, options: BuildOptions, portion: str = "") -> Iterator[RunWatch]:
    """Watch a run; at its end print its summary and outcome, and notify those who want to know."""
    try:
        with watched("build", options.project, options.out, options, error_lines.say, portion=portion) as watch:
            try:
                yield watch
            finally:
                _print_status(arguments, watch.lines)
    finally:
        _tell_end(arguments, watch)


def _tell_end(arguments: argparse.Namespace, watch: RunWatch) -> None:
    if watch.outcome is None:
        return
    if getattr(arguments, "format", "") == "json":  # `merge` has none
        print(watch.outcome.json(), end="")
    if error_lines.is_json():
        level: error_lines.LogLevel = "error" if watch.outcome.is_failure else "info"
        error_lines.emit(
            level, "end", watch.outcome.message, outcome=watch.outcome.level, seconds=watch.outcome.seconds
        )


def _run_portion(arguments: argparse.Namespace, options: BuildOptions) -> int:
    """Run a portion of the build and print how far it is; notify those who want to know if it fails."""
    portion = portions.Portion(*arguments.shard)
    called = f"portion {portion.number}/{portion.total}"
    with _watched(arguments, options, called) as watch:
        with _sigterm_as_interrupt(), progress_display(arguments.quiet) as progress:
            report = portions.build_portion(options, portion, progress)
        name = f"Portion {portion.number}/{portion.total} of build {report.build_id}"
        if report.waits_for:
            watch.lines = [
                f"{name}: {report.shards:,} of {report.all_shards:,} shards analysed; {report.waits_for:,} of other "
                "portions come first. Run every portion once, then this one again"
            ]
        else:
            watch.lines = [
                f"{name}: {report.shards:,} of {report.all_shards:,} shards done; when all are, run taiyaku merge"
            ]
    return FINE


@contextmanager
def _sigterm_as_interrupt() -> Iterator[None]:
    """Treat SIGTERM like Ctrl-C within the block: batch systems end jobs with it, and that is reported."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _must_be_text(paths: Iterable[Path]) -> None:
    """Raise SettingsError for a path that is not UTF-8: Prefect keeps a flow's parameters as JSON."""
    for path in paths:
        try:
            str(path).encode()
        except UnicodeEncodeError:
            remedy = "rename it, or change into its parent folder and pass ."
            raise SettingsError(f"{printable(path)}: path is not UTF-8; {remedy}") from None


def _print_status(arguments: argparse.Namespace, lines: list[str]) -> None:
    if arguments.quiet or not lines:
        return
    if error_lines.is_json():
        for line in lines:
            error_lines.emit("warning" if line.startswith(("Warning", "Fails")) else "info", "message", line.strip())
        return
    print("\n".join(lines), file=sys.stderr)
