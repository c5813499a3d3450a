"""Missed runs: of what came due while nothing served, each deployment catches up once, or it is shown as missed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from prefect.client.orchestration import SyncPrefectClient
from prefect.client.schemas.filters import DeploymentFilter, FlowRunFilter
from prefect.client.schemas.objects import FlowRun
from prefect.client.schemas.responses import DeploymentResponse
from prefect.client.schemas.schedules import CronSchedule
from prefect.client.schemas.sorting import FlowRunSort
from prefect.states import Cancelled, Scheduled

MISSED = "Missed"  # the state of a run that did not begin in time
_LATE = timedelta(minutes=1)  # a run that is due is begun within seconds where something serves
_MOST = 200  # runs that the server lists at once


@dataclass(frozen=True, slots=True)
class MissedRuns:
    """Runs of a deployment that came due while nothing served."""

    count: int
    latest: datetime  # when the last of them was due
    caught_up: bool


def settle_late_runs(client: SyncPrefectClient, deployment_id: UUID, catch_up: bool) -> MissedRuns | None:
    """Mark scheduled runs that did not begin as missed, but for the latest one if it is to be caught up.

    Runs that a person asked for stay, as do those that wait for another run of the deployment.
    """
    settled: set[UUID] = set()
    latest: FlowRun | None = None
    while runs := [run for run in _late_runs(client, deployment_id) if run.id not in settled]:
        for run in runs:
            settled.add(run.id)
            if latest is None:
                latest = run
                if catch_up:
                    continue
            message = "Nothing served this deployment when the run was due"
            client.set_flow_run_state(run.id, Cancelled(name=MISSED, message=message))
    if latest is None or latest.expected_start_time is None:
        return None
    return MissedRuns(len(settled), latest.expected_start_time, catch_up)


def settle_paused_time(client: SyncPrefectClient, deployment: DeploymentResponse, catch_up: bool) -> MissedRuns | None:
    """Start a run, if it is to be caught up, of a deployment whose time came while an earlier version had paused it.

    The server scheduled none then; its record was last changed when it was paused.
    """
    paused_at = deployment.updated or datetime.now(UTC)
    due = min((moment for moment in _due_times(deployment, paused_at)), default=None)
    if due is None or due > datetime.now(UTC):
        return None
    if catch_up:
        key = f"caught up {deployment.id} {due.isoformat()}"  # of two that serve, one makes it
        state: Any = Scheduled(scheduled_time=due)
        client.create_flow_run_from_deployment(deployment.id, state=state, idempotency_key=key)
    return MissedRuns(1, due, catch_up)


def _late_runs(client: SyncPrefectClient, deployment_id: UUID) -> Iterator[FlowRun]:
    """Yield the runs of schedules whose time is past and that did not begin, the latest first."""
    before = (datetime.now(UTC) - _LATE).isoformat()
    states: dict[Literal["type", "name"], Any] = {
        "type": {"any_": ["SCHEDULED"]},
        "name": {"any_": ["Scheduled", "Late"]},
    }
    runs = client.read_flow_runs(
        flow_run_filter=FlowRunFilter.model_validate({"state": states, "expected_start_time": {"before_": before}}),
        deployment_filter=DeploymentFilter.model_validate({"id": {"any_": [str(deployment_id)]}}),
        sort=FlowRunSort.EXPECTED_START_TIME_DESC,
        limit=_MOST,
    )
    return (run for run in runs if run.auto_scheduled and not run.run_count)


def _due_times(deployment: DeploymentResponse, after: datetime) -> Iterator[datetime]:
    """Yield when each schedule of a deployment is due for the first time after a moment."""
    from prefect.server.schemas.schedules import CronSchedule as ServerCron

    for entry in deployment.schedules:
        if entry.active and isinstance(entry.schedule, CronSchedule):
            cron = ServerCron(cron=entry.schedule.cron, timezone=entry.schedule.timezone)
            yield from asyncio.run(cron.get_dates(1, start=after))
