"""Lifecycle of a build: lock, read, run each step and publish, with or without Prefect."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from corpus.storage import build_lock, store
from flows.console import error_lines
from flows.console.progress import SILENT, Progress
from flows.dataset_card.build_summary import Summary
from flows.options.options import BuildOptions
from flows.outcomes.watch import RunWatch
from flows.pipeline import cluster, planning, publishing, run_end, workers
from flows.pipeline.attempts import until_it_passes
from flows.pipeline.local import run_steps
from flows.pipeline.planning import BuildPlan
from flows.pipeline.staged_build import StagedBuild
from flows.pipeline.steps import Step

AT_ONCE = 32  # shards that wait for a process or a worker: threads that do nothing else


class Performer(NamedTuple):
    """What performs the parts of a build: plain calls, or tasks of a flow."""

    read: Callable[[BuildOptions, Path], StagedBuild]
    step: Callable[[workers.RunInPool, Step, StagedBuild], Iterable[dict[str, int]]]  # rows written, by table
    publish: Callable[[StagedBuild, dict[str, int], dict[str, float]], Summary]


def build_once(
    options: BuildOptions, watch: RunWatch, performer: Performer, progress: Progress = SILENT
) -> Summary | None:
    """Build and publish, and report the end to the watch; returns None where nothing changed."""
    began = time.monotonic()
    with build_lock.lock(options.out), store.fresh_build_folder(options.out) as folder:
        staged = performer.read(options, folder)
        reading = time.monotonic() - began
        if not options.full and publishing.unchanged(staged):
            run_end.unchanged(watch, staged.build_id, options)
            return None
        with _runner(staged) as (run, from_workers):
            rows, seconds = run_steps(from_workers, lambda step, build: performer.step(run, step, build), progress)
        seconds = {"read": reading, **seconds}
        summary = performer.publish(staged, rows, seconds)
    run_end.published(watch, summary, options, seconds)
    return summary


def plain(plans: list[BuildPlan], progress: Progress = SILENT) -> Performer:
    """Return what performs a build without Prefect; a plan, which holds all texts, is taken out of `plans`."""

    def read(options: BuildOptions, folder: Path) -> StagedBuild:
        plan = plans.pop() if plans else planning.plan(options, progress)
        return until_it_passes(planning.stage, plan, options, folder)

    return Performer(read, _in_pool, lambda *built: until_it_passes(publishing.publish, *built))


def _in_pool(run: workers.RunInPool, step: Step, build: StagedBuild) -> Iterator[dict[str, int]]:
    """Run the parts of a step side by side; the first that fails ends the build."""
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
    """Yield what runs the shards, and the build as it is seen there."""
    options = build.options
    if options.runner == "dask":
        with cluster.cluster(options.scheduler, build.folder) as run:
            yield run, cluster.seen_from_workers(build)
        return
    with workers.pool(workers.processes(options.jobs, build.shards), error_lines.STOPPED_BUILD) as run:
        yield run, build
