"""The build as a Prefect flow: read → analyse shard by shard → learn → align, judge → compare, count → publish."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, ParamSpec, TypeVar

from prefect import Task, flow, get_run_logger, task
from prefect.artifacts import acreate_markdown_artifact
from prefect.cache_policies import NO_CACHE
from prefect.futures import PrefectFuture
from prefect.task_runners import ThreadPoolTaskRunner
from pydantic import Field

from corpus.limits import SECONDS
from corpus.records import Document
from corpus.storage import store
from flows import samples
from flows.pipeline import build_summary, steps, workers
from flows.prefect_flows import allowed_folders, run_logs
from flows.prefect_flows.artifacts import show_table
from flows.prefect_flows.retry import may_pass
from flows.progress import Progress, SilentProgress
from flows.project_name import PROJECT
from flows.settings import MAX_LOST
from glossary.findings.rule_selection import selected

run_logs.shorten()

P = ParamSpec("P")
R = TypeVar("R")


def _step(name: str, run_name: str) -> Callable[[Callable[P, R]], Task[P, R]]:
    """A task; reading and writing may fail for a moment (network file systems) and are tried again, nothing else is."""
    return task(
        name=name,
        task_run_name=run_name,
        retries=2,
        retry_delay_seconds=[1, 5],
        retry_condition_fn=may_pass,
        cache_policy=NO_CACHE,
    )


@_step("read", "read sources")
def read(order: steps.BuildOptions, folder: Path) -> steps.StagedBuild:
    """All sources as shards of documents."""
    return steps.prepare(order, folder, _progress, _seen)


learn = _step("learn", "learn the languages")(steps.learn)
compare = _step("compare", "compare languages")(steps.compare)
judge = _step("judge", "judge the pages together")(steps.findings)
count = _step("count concepts", "count concepts")(steps.concepts)
score = _step("score", "score the findings")(steps.scores)
publish = _step("publish", "publish {prepared.build_id}")(steps.finish)


@_step("analyse", "analyse shard {number}")
def analyse(run: workers.Run, number: int, shard: Path, *args: Any) -> dict[str, int]:
    """One shard, in this process or in one of the pool's."""
    rows: dict[str, int] = run(steps.analyse, shard, number, *args)
    return rows


@_step("align", "align shard {number}")
def align(run: workers.Run, number: int, *args: Any) -> dict[str, int]:
    """The works of one shard, aligned and judged, in this process or in one of the pool's."""
    rows: dict[str, int] = run(steps.align, number, *args)
    return rows


# The descriptions under "Args" stand beside the fields of Prefect's form.
@flow(name="build", task_runner=ThreadPoolTaskRunner(max_workers=8))  # type: ignore[arg-type]
async def build(
    sources: list[Path] = [],  # noqa: B006 (Prefect shows the default in its form and never changes it)
    out: Path = Path("outputs"),
    root: Path | None = None,
    exclude: list[str] = [],  # noqa: B006
    works: list[dict[str, str]] = [],  # noqa: B006
    max_mib: Annotated[float, Field(gt=0)] = 16,
    max_seconds: Annotated[float, Field(gt=0)] = SECONDS,
    glossary: list[Path] = [],  # noqa: B006
    glossary_only: bool = False,
    lexicons: list[Path] = [],  # noqa: B006
    select: list[str] = [],  # noqa: B006
    ignore: list[str] = [],  # noqa: B006
    per_folder: dict[str, dict[str, list[str]]] = {},  # noqa: B006
    base: Path | None = None,
    since: Path | None = None,
    review: Path | None = None,
    source_link: str = "",
    jobs: Annotated[int, Field(ge=0)] = 0,
    keep_last: Annotated[int, Field(ge=0)] = 0,
    max_lost: Annotated[float, Field(ge=0, le=1)] = MAX_LOST,
    full: bool = False,
    project: str = PROJECT,
) -> dict[str, Any]:
    """Turn articles into a published corpus in which every term is tied to the glossary.

    Args:
        sources: Files and folders with articles, on the machine that runs the flow. An empty list means the samples.
        out: Folder that the build is published in, as builds/BUILD_ID, with `latest` pointing at it.
        root: Folder that works and paths are relative to; without one, the deepest folder common to the sources.
        exclude: Glob patterns of paths to leave out, such as drafts/*.
        works: Patterns by language tag for layouts that folder names do not tell, as JSON: {"en": "docs/**"}.
        max_mib: Files larger than this many MiB are quarantined.
        max_seconds: Documents that take longer than this in a step, in processor time, are quarantined.
        glossary: Folders of glossary entries laid over the built-in ones.
        glossary_only: Use the folders in `glossary` alone, without the built-in entries.
        lexicons: Folders of word pairs written by `taiyaku lexicon train`.
        select: Rules that judge the pages, by code or name. An empty list means all.
        ignore: Rules to skip.
        per_folder: Both for the pages that a pattern fits, as JSON: {"blog/*": {"ignore": ["T405"]}}.
        base: Folder that these patterns count from; without one, the root.
        since: Folder of an earlier build: findings say whether it had them.
        review: Folder of reviewers' decisions, which findings and rules' confidences go by.
        source_link: Where a line of a source file can be looked at, with {path} and {line}; the report links there.
        jobs: Processes at work. 0 means one per core where there is enough to do.
        keep_last: Builds to keep. 0 keeps all.
        max_lost: Share of the documents or of the text of the latest build of the same sources that may be lost. Where
            more is, nothing is published and the run fails. 1 publishes whatever is lost.
        full: Build again even if nothing changed since the build with the same inputs.
        project: What the keys of artifacts begin with.
    """
    allowed_folders.check(sources=sources, out=out, root=root, base=base, since=since, review=review)
    allowed_folders.check(glossary=glossary, lexicons=lexicons)
    order = steps.BuildOptions(
        sources=tuple(sources) or (samples.folder(),),
        out=out,
        root=root,
        exclude=tuple(exclude),
        works=tuple(works),
        max_bytes=int(max_mib * 2**20),
        glossary=tuple(glossary),
        glossary_only=glossary_only,
        lexicons=tuple(lexicons),
        selection=selected(select, ignore, per_folder),
        base=base,
        since=since,
        review=review,
        source_link=source_link,
        max_seconds=max_seconds,
        max_lost=max_lost,
    )
    with store.lock(out), store.fresh_build_folder(out) as folder:
        clock = _StepClock()
        prepared = read(order, folder)
        clock.lap("read")
        if not full and steps.unchanged(prepared, folder, out):
            get_run_logger().info("Nothing changed: build %s is the latest", prepared.build_id)
            await _show_quarantined(prepared.build_id, steps.unread_files(out / "latest"), project, may_repeat=False)
            return {"build_id": prepared.build_id, "changed": False}
        with workers.pool(workers.processes(jobs, len(prepared.shards))) as run:
            rows = _analyse_all(run, prepared, order, folder)
            clock.lap("analyse")
            rows.update(_align_all(run, prepared, order, folder))
            clock.lap("align")
        _progress.step("Counting and publishing")
        rows["comparable"] = compare(folder, prepared.signature, order.glossary, order.glossary_only)
        rows["concepts"] = count(folder, prepared.signature, order.glossary, order.glossary_only)
        more = (order.glossary, order.glossary_only, prepared.selection, order.since)
        rows["findings"] = judge(folder, prepared.signature, *more)
        rows["scores"] = score(folder, prepared.signature)
        summary = publish(prepared, folder, out, dict(rows), clock.seconds, keep_last)
    for line in build_summary.lines(summary, out / "latest"):
        get_run_logger().info(line)
    await _artifacts(summary, project)
    return {"build_id": summary.build_id, "changed": True, "summary": summary}


def _analyse_all(
    run: workers.Run, prepared: steps.StagedBuild, order: steps.BuildOptions, folder: Path
) -> Counter[str]:
    """Rows per table, after all shards are cut and matched."""
    _progress.step("Cutting, matching", len(prepared.shards))
    more = (folder, prepared.signature, order.glossary, order.glossary_only, order.max_seconds)
    return _total_rows([analyse.submit(run, number, shard, *more) for number, shard in enumerate(prepared.shards)])


def _align_all(run: workers.Run, prepared: steps.StagedBuild, order: steps.BuildOptions, folder: Path) -> Counter[str]:
    """Rows per table, after the works of all shards are aligned and judged."""
    _progress.step("Learning")
    learned_file = learn(folder, order.lexicons, order.max_seconds)
    _progress.step("Aligning, judging", len(prepared.shards))
    arguments = (order.glossary, order.glossary_only, prepared.selection, order.max_seconds)
    more = (folder, prepared.signature, learned_file, *arguments)
    return _total_rows([align.submit(run, number, *more) for number in range(len(prepared.shards))])


def _total_rows(futures: Sequence[PrefectFuture[dict[str, int]]]) -> Counter[str]:
    """Rows per table of all shards; the first that fails ends the build."""
    rows: Counter[str] = Counter()
    for future in futures:
        rows.update(future.result())
        _progress.advance()
    return rows


async def _artifacts(summary: build_summary.Summary, project: str) -> None:
    text = build_summary.markdown(summary)
    await acreate_markdown_artifact(text, key=f"{project}-summary", description=f"Build {summary.build_id}")
    await _show_quarantined(summary.build_id, summary.quarantined, project)


async def _show_quarantined(
    build_id: str, files: Sequence[dict[str, str]], project: str, may_repeat: bool = True
) -> None:
    listed_files = files[: build_summary.SHOWN]
    description = f"Files that build {build_id} could not read: {len(listed_files):,} of {len(files):,}"
    await show_table(listed_files, f"{project}-quarantine", description, may_repeat)


class _StepClock:
    """Seconds of each step."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = time.monotonic()

    def lap(self, step: str) -> None:
        now = time.monotonic()
        self.seconds[step], self._last = now - self._last, now


_progress: Progress = SilentProgress()
_seen: Sequence[Document] = ()


@contextmanager
def showing_progress(progress: Progress, seen_documents: Sequence[Document] = ()) -> Iterator[None]:
    """Show the progress of builds in this process; the documents that were seen before must be there still."""
    global _progress, _seen
    before = _progress, _seen
    _progress, _seen = progress, seen_documents
    try:
        yield
    finally:
        _progress, _seen = before
