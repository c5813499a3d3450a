"""The record of a run: name, last message, logs, artifacts, notifications, the event of a published build."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

from prefect import get_client, get_run_logger, runtime
from prefect.artifacts import Artifact, acreate_markdown_artifact, acreate_table_artifact
from prefect.client.schemas.objects import State
from prefect.events import emit_event

from corpus.storage import store
from flows.console.error_lines import is_foreseen
from flows.options.flow_parameters import BuildOptions
from flows.options.options import NotifyOptions
from flows.outcomes.difference import Alarm
from flows.outcomes.outcome import RunStatus
from flows.outcomes.watch import RunWatch, watched
from flows.prefect_flows import allowed_folders

WARNED = "Warned"  # the state of a run that went well and needs a look
_Options = TypeVar("_Options", bound=NotifyOptions)
_Outcome = TypeVar("_Outcome")
_Flow = Callable[[_Options], Awaitable[_Outcome]]
_LOGGERS = ("prefect.flow_runs", "prefect.task_runs", "prefect.engine")


class _WithoutForeseen(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        return not (isinstance(error, Exception) and is_foreseen(error))


PUBLISHED = "taiyaku.corpus.published"  # the event; other deployments can be triggered by it


async def name_run(project: str, run: str, build_id: object) -> None:
    """Name the run at work after its project and the build that it made or reads, if there is one."""
    run_id = runtime.flow_run.id
    if run_id and build_id:
        async with get_client() as client:
            await client.update_flow_run(run_id, name=f"{project} {run} {build_id}")


def end_message(watch: RunWatch) -> str:
    """Return the result of a build as the message of its run's last state."""
    if watch.status is RunStatus.UNCHANGED:
        return f"Nothing changed since build {watch.build_id}"
    if watch.status is not RunStatus.CHANGED or watch.changes is None:
        return watch.message
    new, gone = watch.changes.new_findings, watch.changes.gone_findings
    counts = [f"{sign}{count:,} finding{'s' * (count != 1)}" for sign, count in (("+", new), ("-", gone)) if count]
    return ", ".join([watch.message, *(counts or ["the same findings"])])


def emit_published(watch: RunWatch, options: BuildOptions) -> None:
    """Emit the event that a corpus was published, with the facts that other deployments may need."""
    changes = watch.changes
    emit_event(
        PUBLISHED,
        resource={
            "prefect.resource.id": f"taiyaku.corpus.{options.project}",
            "prefect.resource.name": options.project,
            "taiyaku.build": str(watch.build_id),
        },
        payload={
            "project": options.project,
            "build_id": watch.build_id,
            "folder": str(options.out / "builds" / str(watch.build_id)),
            "targets": list(options.targets),
            "figures": watch.figures,
            "new_findings": changes.new_findings if changes else None,
            "gone_findings": changes.gone_findings if changes else None,
        },
    )


def shorten() -> None:
    """Shorten the logs of runs in this process from now on: no tracebacks of foreseen errors."""
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(log_filter, _WithoutForeseen) for log_filter in logger.filters):
            logger.addFilter(_WithoutForeseen())


async def show_table(rows: Sequence[dict[str, Any]], key: str, description: str, may_repeat: bool = True) -> None:
    """Publish rows as the latest of their key; with none, that there are none now, if the latest has some.

    Without `may_repeat`, rows that the latest has already are not published once more.
    """
    before = await _latest_rows(key)
    if rows and (may_repeat or list(rows) != before):
        await acreate_table_artifact(list(rows), key=key, description=description)
    elif before and not rows:
        await acreate_markdown_artifact("None.\n", key=key, description=description)


async def _latest_rows(key: str) -> list[dict[str, Any]]:
    """Return the rows of the latest artifact of this key, if it is a table."""
    latest = await Artifact.aget(key)
    if latest is None or latest.type != "table":
        return []
    rows: list[dict[str, Any]] = json.loads(str(latest.data))
    return rows


def _judged_build(options: NotifyOptions) -> object:
    """Return the id of the build that the run reads, if any."""
    build = getattr(options, "build", None)
    if build is None or getattr(options, "sources", None):
        return None
    return (store.read_manifest(build) or {}).get("build_id")


def reported(run: str) -> Callable[[_Flow[_Options, _Outcome]], _Flow[_Options, _Outcome]]:
    """Report how the function's runs end, under this name."""

    def decorate(function: _Flow[_Options, _Outcome]) -> _Flow[_Options, _Outcome]:
        @wraps(function)
        async def tell(options: _Options) -> _Outcome:
            allowed_folders.check(vars(options))  # before anything is written or sent for it
            project = str(getattr(options, "project", ""))
            with watched(run, project, None, options, get_run_logger().warning) as watch:
                await name_run(project, run, _judged_build(options))
                result = await function(options)
                failed = isinstance(result, State) and result.is_failed()
                message = result.message if isinstance(result, State) else None
                watch.ends(RunStatus.FAILED if failed else RunStatus.DONE, message or f"{run} went well")
                if isinstance(result, State) and result.name == WARNED:
                    watch.alarms = (
                        Alarm("criticals", "warn", "critical findings that the latest build does not have"),
                    )
            return result

        return tell

    return decorate
