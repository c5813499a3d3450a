"""Local builds: running the steps of a build, wherever they run; and a build in this process, without Prefect."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from corpus.storage import build_lock, store
from corpus.storage.unused_memory import give_back
from flows.console.progress import SILENT, Progress
from flows.options.options import BuildOptions
from flows.pipeline import planning, publishing
from flows.pipeline.staged_build import StagedBuild
from flows.pipeline.steps import STEPS, Step

Perform = Callable[[Step, StagedBuild], Iterable[dict[str, int]]]  # rows written, by table, for each part of the step


def publish(options: BuildOptions) -> Path:
    """Make a build and return its published folder; the one that is there where nothing changed."""
    plan = planning.plan(options)
    with build_lock.lock(options.out), store.fresh_build_folder(options.out) as folder:
        build = planning.stage(plan, options, folder)
        if not publishing.unchanged(build):
            publishing.publish(build, *run_steps(build))
    return options.out / "builds" / plan.build_id


def run_steps(
    build: StagedBuild, perform: Perform | None = None, progress: Progress = SILENT
) -> tuple[dict[str, int], dict[str, float]]:
    """Run all steps in their order; returns rows by table, and seconds by step. The first that fails ends the build."""
    rows: Counter[str] = Counter()
    seconds: dict[str, float] = {}
    title = ""
    for step in STEPS:
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
    """Yield the parts of a step, one after the other."""
    if not step.each_shard:
        yield step.run(build)
        return
    for number in range(build.shards):
        yield step.run(build, number)
