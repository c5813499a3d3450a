"""Lifecycle of a build: plan, lock, run each step, publish and deliver, with or without Prefect."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from corpus.gc_pause import give_back
from corpus.sources.discovery import SourceError
from corpus.storage import build_folders, build_lock, store
from corpus.text.printable import printable
from flows.console import error_lines
from flows.console.exit_status import heard
from flows.console.progress import SILENT, Progress
from flows.dataset_card import build_summary
from flows.dataset_card.build_summary import Summary
from flows.delivery.deliveries import deliver_latest
from flows.options.flow_parameters import BuildOptions
from flows.outcomes.difference import BuildAlarmError, alarms, difference, lines
from flows.outcomes.outcome import RunStatus, read_state
from flows.outcomes.watch import RunWatch
from flows.pipeline import frozen_lexicon, planning, publishing, workers
from flows.pipeline.attempts import until_it_passes
from flows.pipeline.planning import BuildPlan
from flows.pipeline.publishing import figures_of_builds, unread_files
from flows.pipeline.retention import withdrawn_text
from flows.pipeline.staged_build import StagedBuild
from flows.pipeline.steps import LEARN, STEPS, Step
from flows.pipeline.work_steps import read_knowledge
from glossary.bitext.works import Knowledge

Perform = Callable[[Step, StagedBuild], Iterable[dict[str, int]]]  # rows written, by table, for each part of the step


def publish(options: BuildOptions) -> Path:
    """Make a build and return its published folder, or the existing one if nothing changed."""
    plan = planning.plan(options)
    with build_lock.lock(options.out), store.fresh_build_folder(options.out) as folder:
        build = stage(plan, options, folder)
        if not publishing.unchanged(build):
            publishing.publish(build, *run_steps(build))
    return options.out / "builds" / plan.build_id


def stage(plan: BuildPlan, options: BuildOptions, folder: Path) -> StagedBuild:
    """Return the planned build; if it is to be made, its documents are written for the workers."""
    if publishing.is_there(plan.build_id, options):
        return planning.staged(plan, options, folder, 0)
    return planning.stage(plan, options, folder)


UNTAUGHT = "no work in two languages among the sources; give a folder with translations"


def train(options: BuildOptions, progress: Progress = SILENT) -> tuple[Path, Knowledge]:
    """Learn and keep a lexicon; returns its file and knowledge. Raises SourceError if no work has two languages."""
    plan = planning.plan(replace(options, relearn=True), progress)
    if not plan.teachers:
        raise SourceError(UNTAUGHT)
    with build_lock.lock(options.out), store.fresh_build_folder(options.out) as folder:
        build = planning.stage(plan, options, folder)
        with _runner(build) as (run, from_workers):
            learning = STEPS[: 1 + [step.name for step in STEPS].index(LEARN)]
            run_steps(from_workers, lambda step, part: _in_pool(run, step, part), progress, learning)
        content = build.lexicon_file.read_bytes()
        store.discard(folder)
        file = frozen_lexicon.keep(options.out, build.lexicon_id, content)
    return file, read_knowledge(frozen_lexicon.knowledge_of(content))


def run_steps(
    build: StagedBuild, perform: Perform | None = None, progress: Progress = SILENT, steps: Sequence[Step] = STEPS
) -> tuple[dict[str, int], dict[str, float]]:
    """Run steps in order; returns rows by table, and seconds by step. The first failure ends the build."""
    rows: Counter[str] = Counter()
    seconds: dict[str, float] = {}
    title = ""
    for step in steps:
        give_back()  # so that what reading or a step held does not count beside what the next one holds
        began = time.monotonic()
        if step.title != title:
            title = step.title
            progress.step(title, build.shards if step.each_shard else 0)
        for gained in (perform or in_this_process)(step, build):
            rows.update(gained)
            if step.each_shard:
                progress.advance()
        seconds[step.name] = time.monotonic() - began
    give_back()
    return dict(rows), seconds


def in_this_process(step: Step, build: StagedBuild) -> Iterator[dict[str, int]]:
    """Yield the results of a step's parts, run one after the other."""
    if not step.each_shard:
        yield step.run(build)
        return
    for number in range(build.shards):
        yield step.run(build, number)


AT_ONCE = 32  # shards that wait for a process or a worker: threads that do nothing else


class Performer(NamedTuple):
    """Performs the parts of a build: by plain calls, by merging portions, or as tasks of a flow."""

    read: Callable[[BuildOptions, Path], StagedBuild]
    step: Callable[[workers.RunInPool, Step, StagedBuild], Iterable[dict[str, int]]]  # rows written, by table
    publish: Callable[[StagedBuild, dict[str, int], dict[str, float]], Summary]
    folder: Callable[[Path], AbstractContextManager[Path]] = store.fresh_build_folder  # where it is made, by `out`


PlannedBuild = Callable[[BuildOptions, RunWatch, list[BuildPlan], Progress], object]
Show = Callable[[bool], AbstractContextManager[Progress]]  # whether what is soon done shows nothing


def build_planned(options: BuildOptions, watch: RunWatch, show: Show, build: PlannedBuild) -> None:
    """Plan, and build what was planned; a build that already exists is handled by plain calls."""
    with show(True) as progress:
        plans = [planning.plan(options, progress)]  # with all texts, until the build takes it
    build_id = plans[0].build_id
    error_lines.bind(build=build_id)
    if error_lines.is_json():
        for document in plans[0].documents:
            if document.status != "ok":
                error_lines.emit("warning", "quarantined", document.reason or "", document=document.path)
    moves = build_folders.latest_id(options.out) != build_id and not withdrawn_text(options.out, build_id)
    if publishing.is_there(build_id, options) and not moves:
        build = plain_build
    with show(False) as progress, heard():
        build(options, watch, plans, progress)


def plain_build(options: BuildOptions, watch: RunWatch, plans: list[BuildPlan], progress: Progress = SILENT) -> None:
    """Build what was planned without Prefect."""

    def read(options: BuildOptions, folder: Path) -> StagedBuild:
        return until_it_passes(stage, plans.pop(), options, folder)

    performer = Performer(read, _in_pool, lambda *built: until_it_passes(publishing.publish, *built))
    build_once(options, watch, performer, progress)


def build_once(
    options: BuildOptions, watch: RunWatch, performer: Performer, progress: Progress = SILENT
) -> Summary | None:
    """Build, publish and deliver, and report the end to the watch; returns None if nothing changed."""
    began = time.monotonic()
    summary = None
    with build_lock.lock(options.out), performer.folder(options.out) as folder:
        staged = performer.read(options, folder)
        reading = time.monotonic() - began
        before = build_folders.latest_id(options.out)
        if publishing.unchanged(staged):
            _found_again(watch, staged, before)
        else:
            with _runner(staged) as (run, from_workers):
                rows, seconds = run_steps(from_workers, lambda step, build: performer.step(run, step, build), progress)
            seconds = {"read": reading, **seconds}
            summary = performer.publish(staged, rows, seconds)
            _published(watch, summary, options, seconds)
    deliver_latest(watch, options)
    return summary


def _in_pool(run: workers.RunInPool, step: Step, build: StagedBuild) -> Iterator[dict[str, int]]:
    """Run the parts of a step in parallel; the first failure ends the build."""
    if not step.each_shard:
        yield until_it_passes(step.run, build)
        return
    threads = ThreadPoolExecutor(AT_ONCE)
    try:
        shards: list[Any] = [
            threads.submit(until_it_passes, run, step.run, build, number) for number in range(build.shards)
        ]
        for shard in shards:
            yield shard.result()
    finally:
        threads.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _runner(build: StagedBuild) -> Iterator[tuple[workers.RunInPool, StagedBuild]]:
    """Yield the function that runs shards, and the build as seen by the workers."""
    options = build.options
    if options.runner == "dask":
        with workers.cluster(options.scheduler, build.folder) as run:
            # With all paths from the root, as workers stand in folders of their own.
            yield run, replace(build, folder=build.folder.absolute(), options=options.resolved(Path.cwd()))
        return
    with workers.pool(workers.processes(options.jobs, build.shards), error_lines.STOPPED_BUILD) as run:
        yield run, build


def _published(watch: RunWatch, summary: Summary, options: BuildOptions, seconds: Mapping[str, float]) -> None:
    """Report a published build to the watch."""
    warnings = tuple(alarms(summary.quarantined, summary.changes, options, options.min_confidence))
    watch.ends(
        RunStatus.CHANGED,
        f"Published build {summary.build_id}",
        build_id=summary.build_id,
        figures=summary.figures,
        changes=summary.changes,
        alarms=warnings,
        steps=dict(seconds),
    )
    *facts, place = build_summary.lines(summary, options.out / "latest")
    watch.lines = [*facts, *_change_lines(watch), place]


def _change_lines(watch: RunWatch) -> list[str]:
    """Return what changed and what needs a look, as readable lines."""
    warning_lines = [
        f"{'Fails the run' if alarm.level == 'fail' else 'Warning'}: {alarm.message}" for alarm in watch.alarms
    ]
    return [*(lines(watch.changes) if watch.changes else []), *warning_lines]


def _found_again(watch: RunWatch, build: StagedBuild, before: str | None) -> None:
    """Report to the watch that the build exists: nothing changed, or `latest` moved away from the build `before`.
    Files left out in this run are listed if they differ from those in the report.
    """
    options, build_id, out = build.options, build.build_id, build.options.out
    latest = build_folders.latest_id(out) or build_id
    withdrawn = withdrawn_text(out, build_id)
    page = printable(build_summary.page_of(out / "latest"))
    recorded = figures_of_builds(out)
    if withdrawn:
        status, text = RunStatus.WITHDRAWN, withdrawn
    elif latest != before:
        status, text = RunStatus.CHANGED, f"Published build {build_id} again, which is of these sources; see {page}"
    else:
        status, text = RunStatus.UNCHANGED, f"Nothing changed since build {build_id}; see {page}"
    moved = status is RunStatus.CHANGED
    changes = difference(out / "builds" / before, out / "builds" / latest, recorded) if moved and before else None
    standing = read_state(out).get("alarms", ()) if status is RunStatus.UNCHANGED else ()
    raised = tuple(alarms(unread_files(out / "latest"), changes, options, options.min_confidence, standing))
    watch.ends(status, text, build_id=latest, figures=dict(recorded.get(latest, {})), changes=changes, alarms=raised)
    watch.lines = [text, *_change_lines(watch)]
    if build.left_out and build.left_out != (store.read_manifest(out / "latest") or {}).get("left_out"):
        watch.lines.append(f"Not read in this run: {build_summary.reason_list(build.left_out, 12)}")


def raise_failing_alarms(watch: RunWatch) -> None:
    """Raise BuildAlarmError if an alarm is to fail the run."""
    failing = [alarm.message for alarm in watch.alarms if alarm.level == "fail"]
    if failing:
        raise BuildAlarmError(f"build {watch.build_id} is published, and fails the run: {'; '.join(failing)}")
