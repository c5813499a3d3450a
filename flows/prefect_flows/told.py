"""Telling how runs of flows end that publish no build: notifications are sent as they are of builds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import TypeVar

from prefect import get_run_logger
from prefect.client.schemas.objects import State

from flows.options.options import NotifyOptions
from flows.outcomes.alarms import Alarm
from flows.outcomes.outcome import RunStatus
from flows.outcomes.watch import watched
from flows.prefect_flows import allowed_folders
from flows.prefect_flows.run_record import build_id_of, name_run

WARNED = "Warned"  # the state of a run that went well and needs a look

_Options = TypeVar("_Options", bound=NotifyOptions)
_Outcome = TypeVar("_Outcome")
_Flow = Callable[[_Options], Awaitable[_Outcome]]


def _judged_build(options: NotifyOptions) -> object:
    """Return the id of the build that the run reads, if it reads one."""
    build = getattr(options, "build", None)
    return build_id_of(build) if build is not None and not getattr(options, "sources", ()) else None


def told(run: str) -> Callable[[_Flow[_Options, _Outcome]], _Flow[_Options, _Outcome]]:
    """Tell how the function's runs end, under this name."""

    def decorate(function: _Flow[_Options, _Outcome]) -> _Flow[_Options, _Outcome]:
        @wraps(function)
        async def tell(options: _Options) -> _Outcome:
            allowed_folders.check(options)  # before anything is written or sent for it
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
