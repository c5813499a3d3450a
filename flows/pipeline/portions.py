"""Portions: a build by processes that share only its folder, as batch systems run them, merged at the end.

Each process does the shards of its portion, step by step. If a step needs all shards of an earlier one, the
process says so and ends, and does the rest when it is called again. A finished shard is never done twice; one
that was begun and not finished is done again. `merge` does what needs the whole build, and publishes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import filelock

from corpus.storage import store
from flows.console.progress import SILENT, Progress
from flows.dataset_card.build_summary import Summary
from flows.files.atomic_write import write
from flows.options.flow_parameters import BuildOptions
from flows.outcomes.watch import RunWatch
from flows.pipeline import planning, publishing
from flows.pipeline.lifecycle import Performer, build_once
from flows.pipeline.planning import BuildPlan
from flows.pipeline.staged_build import STAGED, StagedBuild
from flows.pipeline.steps import STEPS, Step
from flows.pipeline.workers import RunInPool

_PLAN = "plan.json"
_BY_PORTIONS = STEPS[: max(number for number, step in enumerate(STEPS, 1) if step.each_shard)]


class PortionError(ValueError):
    """What is to be merged is missing or unfinished."""


class Portion(NamedTuple):
    """One of several portions: every n-th shard."""

    number: int  # 1 to total
    total: int

    def shards(self, build: StagedBuild) -> range:
        """Return the numbers of its shards."""
        return range(self.number - 1, build.shards, self.total)


class PortionReport(NamedTuple):
    """The progress of a portion."""

    build_id: str
    shards: int  # of the portion
    all_shards: int
    waits_for: int  # shards of other portions that have to be analysed first; 0: it is done


def build_portion(options: BuildOptions, portion: Portion, progress: Progress = SILENT) -> PortionReport:
    """Do what can be done of a portion now; raises what planning raises."""
    plan = planning.plan(options, progress)
    build = _opened(plan, options)
    numbers = portion.shards(build)
    for step in _BY_PORTIONS:
        if not step.each_shard:
            open_shards = _unfinished(build, before=step)
            if open_shards:
                return PortionReport(plan.build_id, len(numbers), build.shards, len(open_shards))
            with filelock.FileLock(build.folder / STAGED / ".lock"):
                _done(build, step)
            continue
        progress.step(step.title, len(numbers))
        for number in numbers:
            _done(build, step, number)
            progress.advance()
    return PortionReport(plan.build_id, len(numbers), build.shards, 0)


def merge(options: BuildOptions, watch: RunWatch, progress: Progress = SILENT) -> Summary | None:
    """Publish and deliver the build of all portions; None if it is published. Raises PortionError if one is missing."""

    def read(options: BuildOptions, _: Path) -> StagedBuild:
        return _whole(planning.plan(options, progress), options)

    performer = Performer(read, _stored_or_run, publishing.publish, nullcontext)
    return build_once(replace(options, runner="processes", jobs=1), watch, performer, progress)


def _whole(plan: BuildPlan, options: BuildOptions) -> StagedBuild:
    """Return the build if all portions are done or it is already published; raises PortionError."""
    if store.complete(options.out, plan.build_id):
        return planning.staged(plan, options, _folder(plan, options), 0)
    if not (_folder(plan, options) / STAGED / _PLAN).is_file():
        raise PortionError(
            f"nothing of build {plan.build_id} is there; run build --shard first, with the same sources, settings and "
            "version of taiyaku"
        )
    build = _opened(plan, options)
    if missing := _unfinished(build):
        raise PortionError(
            f"{len(missing):,} of {build.shards:,} shards of build {plan.build_id} are not done; run build --shard "
            "again for every portion, then merge"
        )
    return build


def _opened(plan: BuildPlan, options: BuildOptions) -> StagedBuild:
    """Return the build that all portions share, staged by the first of them."""
    folder = _folder(plan, options)
    (folder / STAGED).mkdir(parents=True, exist_ok=True)
    with filelock.FileLock(folder / STAGED / ".lock"):
        if (folder / STAGED / _PLAN).is_file():
            shards = int(json.loads((folder / STAGED / _PLAN).read_text(encoding="utf-8"))["shards"])
            return planning.staged(plan, options, folder, shards)
        build = planning.stage(plan, options, folder)
        write(folder / STAGED / _PLAN, json.dumps({"shards": build.shards}))
    return build


def _folder(plan: BuildPlan, options: BuildOptions) -> Path:
    return options.out / "builds" / f".portions-{plan.build_id}"


def _unfinished(build: StagedBuild, before: Step | None = None) -> list[int]:
    """Return the shards whose steps are not all done: those before the given step, or all steps that portions do."""
    steps = _BY_PORTIONS[: _BY_PORTIONS.index(before)] if before else _BY_PORTIONS
    by_shard = [step for step in steps if step.each_shard]
    return [n for n in range(build.shards) if not all(_marker(build, step, n).is_file() for step in by_shard)]


def _done(build: StagedBuild, step: Step, number: int = 0) -> dict[str, int]:
    """Return rows by table of a step, run now unless it is already done."""
    marker = _marker(build, step, number)
    if not marker.is_file():
        rows = step.run(build, number) if step.each_shard else step.run(build)
        write(marker, json.dumps(rows))
    written: dict[str, int] = json.loads(marker.read_text(encoding="utf-8"))
    return written


def _marker(build: StagedBuild, step: Step, number: int) -> Path:
    return build.folder / STAGED / "done" / f"{step.name}-{number:05d}.json"


def _stored_or_run(_: RunInPool, step: Step, build: StagedBuild) -> Iterator[dict[str, int]]:
    """Yield the results of a step's parts: stored by portions, or run now if the step needs the whole build."""
    if step not in _BY_PORTIONS:
        yield step.run(build)
        return
    yield from (_done(build, step, number) for number in range(build.shards if step.each_shard else 1))
