"""The build as a Prefect flow: the sources are read, then each step is one task, or one per shard."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from prefect import Flow, Task, flow, get_run_logger, task
from prefect.artifacts import acreate_markdown_artifact
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State
from prefect.context import TagsContext
from prefect.states import Completed
from prefect.task_runners import ThreadPoolTaskRunner

from corpus.text.printable import printable
from flows.console.progress import SILENT, Progress
from flows.dataset_card import build_summary
from flows.dataset_card.build_summary import Summary
from flows.options import samples
from flows.options.flow_parameters import BuildOptions
from flows.outcomes import difference
from flows.outcomes.outcome import RunStatus
from flows.outcomes.watch import RunWatch, watched
from flows.pipeline import attempts, lifecycle, planning, publishing, workers
from flows.pipeline.attempts import attempted
from flows.pipeline.lifecycle import raise_failing_alarms
from flows.pipeline.planning import BuildPlan
from flows.pipeline.staged_build import StagedBuild
from flows.pipeline.steps import STEPS, Step
from flows.prefect_flows import allowed_folders, run_record
from flows.prefect_flows.parameters import takes
from flows.prefect_flows.run_record import emit_published, end_message, name_run, show_table

P = ParamSpec("P")
R = TypeVar("R")


def retried_task(name: str, run_name: str) -> Callable[[Callable[P, R]], Task[P, R]]:
    """Return a task that is retried only after transient failures to read or write (network file systems)."""
    return task(
        name=name,
        task_run_name=run_name,
        retries=len(attempts.MOMENTS),
        retry_delay_seconds=list(attempts.MOMENTS),
        retry_condition_fn=may_pass,
        cache_policy=NO_CACHE,
    )


def may_pass(task: Any, run: Any, state: Any) -> bool:
    """Return whether a failed task is worth a retry, as a `retry_condition_fn` of Prefect."""
    error = getattr(state, "data", None)
    try:
        state.result()
    except BaseException as raised:  # noqa: BLE001 (what a result raises is looked at, not handled)
        error = raised
    return attempts.is_momentary(error)


run_record.shorten()


def _task_of(step: Step) -> Task[..., dict[str, int]]:
    @retried_task(step.name, step.run_name)
    def run_step(run: workers.RunInPool, build: StagedBuild, number: int) -> dict[str, int]:
        if not step.each_shard:
            return step.run(build)
        rows: dict[str, int] = run(step.run, build, number)  # in this process or in one of the pool's
        return rows

    return run_step


_TASKS = {step.name: _task_of(step) for step in STEPS}
_publish = retried_task("publish", "publish {build.build_id}")(publishing.publish)


def build_flow(
    caller: RunWatch | None = None, plans: list[BuildPlan] | None = None, progress: Progress = SILENT
) -> Flow[..., Any]:
    """Return the flow of a build; with a `caller` in this process, that one watches, plans and retries it. Prefect's
    own retries and time-out are fixed when a flow is made; those of a build are parameters of its run.
    """

    @retried_task("read", "read sources")
    def read(options: BuildOptions, folder: Path) -> StagedBuild:
        return lifecycle.stage(plans.pop() if plans else planning.plan(options, progress), options, folder)

    performer = lifecycle.Performer(read, _perform, _publish)

    @flow(
        name="build",
        flow_run_name="{project} build",
        task_runner=ThreadPoolTaskRunner(max_workers=lifecycle.AT_ONCE),  # type: ignore[arg-type]
    )
    @takes(BuildOptions)
    async def build(options: BuildOptions) -> State[Any]:
        """Turn articles into a published corpus in which every term is tied to the glossary."""
        allowed_folders.check(vars(options))
        options = replace(options, sources=options.sources or (samples.folder(),))
        log = get_run_logger()
        # Tasks get no tags of the run: for each tag Prefect asks the server for a slot, which fails a build that goes
        # on without its server.
        with TagsContext(current_tags=set()):
            if caller is not None:
                return await _recorded(caller, options, lifecycle.build_once(options, caller, performer, progress))
            with watched("build", options.project, options.out, options, log.warning) as watch:
                once = partial(lifecycle.build_once, options, watch, performer)
                return await _recorded(watch, options, attempted(once, options, log.warning))

    return build


async def _recorded(watch: RunWatch, options: BuildOptions, summary: Summary | None) -> State[Any]:
    """Record what came of a build, and return the state of its run; raises BuildAlarmError where one fails it."""
    await name_run(options.project, "build", watch.build_id)
    if summary is None:
        unread = publishing.unread_files(options.out / "latest")
        await _show_quarantined(str(watch.build_id), unread, options.project, may_repeat=False)
    else:
        text, description = build_summary.markdown(summary), f"Build {summary.build_id}"
        await acreate_markdown_artifact(text, key=f"{options.project}-summary", description=description)
        await _show_quarantined(summary.build_id, summary.quarantined, options.project)
    if watch.status is RunStatus.CHANGED:
        emit_published(watch, options)
    for line in watch.lines:
        get_run_logger().info(line)
    await _show_alarms(watch, options.project)
    raise_failing_alarms(watch)
    result = {"build_id": watch.build_id, "changed": watch.status is RunStatus.CHANGED, "summary": summary}
    return Completed(message=end_message(watch), data=result)


def _perform(run: workers.RunInPool, step: Step, build: StagedBuild) -> Iterator[dict[str, int]]:
    """Run the parts of a step as runs of its task; the first failure ends the build."""
    if not step.each_shard:
        yield _TASKS[step.name](run, build, 0)
        return
    for future in [_TASKS[step.name].submit(run, build, number) for number in range(build.shards)]:
        yield future.result()


async def _show_alarms(watch: RunWatch, project: str) -> None:
    """Show what needs a look, and what changed since the build before."""
    rows = [{"alarm": alarm.kind, "level": alarm.level, "what": printable(alarm.message)} for alarm in watch.alarms]
    await show_table(rows, f"{project}-alarms", f"Alarms of build {watch.build_id}", may_repeat=False)
    if watch.changes is not None and (text := difference.lines(watch.changes)):
        head, *items = text
        listed = "\n".join(f"- {item.strip()}" for item in items)
        await acreate_markdown_artifact(
            f"{head}\n\n{listed}\n", key=f"{project}-changes", description=f"What changed in build {watch.build_id}"
        )


async def _show_quarantined(
    build_id: str, files: Sequence[dict[str, str]], project: str, may_repeat: bool = True
) -> None:
    listed_files = files[: build_summary.SHOWN]
    description = f"Files that build {build_id} could not read: {len(listed_files):,} of {len(files):,}"
    await show_table(listed_files, f"{project}-quarantine", description, may_repeat)


build = build_flow()
