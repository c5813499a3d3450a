"""The health of Prefect's server: whether it answers, its version, and which runs are stuck or late."""

from __future__ import annotations

import os
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import prefect
from prefect.client.orchestration import SyncPrefectClient
from prefect.client.schemas.filters import DeploymentFilter, FlowRunFilter
from prefect.client.schemas.objects import FlowRun
from prefect.client.schemas.responses import DeploymentResponse
from prefect.settings import get_current_settings

from flows.doctor.diagnosis import Diagnosis, fault, warning, well
from flows.prefect_flows import server

_PATIENCE = 24.0  # hours that a run is at work before it needs a look
_LATE = timedelta(minutes=15)
_MOST = 200
_SCHEDULE = "schedule"
_PAUSED_IN_DATABASE = """
SELECT DISTINCT flow.name FROM deployment JOIN flow ON flow.id = deployment.flow_id
LEFT JOIN deployment_schedule AS schedule ON schedule.deployment_id = deployment.id
WHERE deployment.name = ? AND (deployment.paused OR schedule.active = 0)
"""


def diagnose_server(timeout: float, project: str) -> Iterator[Diagnosis]:
    """Yield diagnoses of the configured server or our database, for a build's time-out and a project's deployments."""
    if not server.is_configured():
        yield from _database(server.home() / "prefect.db", project)
        return
    api = get_current_settings().api
    address = os.environ.get("PREFECT_API_URL") or str(api.url)
    login = os.environ.get("PREFECT_API_AUTH_STRING") or (api.auth_string and api.auth_string.get_secret_value())
    key = api.key.get_secret_value() if api.key else None
    try:
        with SyncPrefectClient(address, api_key=key, auth_string=login or None) as client:
            yield _version(client, address)
            yield from _runs(client, timeout)
            yield from _paused(client, project)
    except (httpx.HTTPError, RuntimeError, OSError) as error:
        remedy = "start it, or unset PREFECT_API_URL and taiyaku starts one of its own"
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        yield fault("server", f"{address} does not answer: {reason}", remedy)


def _database(file: Path, project: str) -> Iterator[Diagnosis]:
    """Yield diagnoses of the SQLite database that commands without a server of their own use."""
    if not file.exists():
        yield well("server", "none is configured: each command starts its own, and its database is not made yet")
        return
    paused: list[tuple[str]] = []
    size = f"{file.stat().st_size / 2**20:,.0f} MiB"
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=5)) as database:
            (answer,) = database.execute("PRAGMA quick_check(1)").fetchone()
            with suppress(sqlite3.OperationalError):  # a database whose tables are not made yet
                paused = database.execute(_PAUSED_IN_DATABASE, (project,)).fetchall()
    except sqlite3.Error as error:
        answer = str(error)
    if answer != "ok":
        remedy = f"move {file} away; the next build makes a new one, without the runs so far"
        yield fault("server", f"the database of Prefect is damaged: {answer}", remedy)
        return
    yield well("server", f"none is configured: each command starts its own, with a database of {size}")
    for (flow,) in paused:
        remedy = "start `taiyaku serve`, which resumes it or says how"
        yield warning(_SCHEDULE, f"{flow}/{project} is paused in the database of Prefect", remedy)


def _version(client: SyncPrefectClient, address: str) -> Diagnosis:
    release = client.api_version()
    if release.split(".")[:2] == prefect.__version__.split(".")[:2]:
        return well("server", f"{address} answers; Prefect {release}")
    remedy = f"run the server with Prefect {prefect.__version__}"
    return warning("server", f"{address} runs Prefect {release}, and taiyaku {prefect.__version__}", remedy)


def _runs(client: SyncPrefectClient, timeout: float) -> Iterator[Diagnosis]:
    """Yield diagnoses of runs that take too long, and of overdue runs that did not begin."""
    hours = max(_PATIENCE, 2 * timeout / 3600)
    stuck = [run for run in _in_state(client, "RUNNING", "PENDING") if _age(run.start_time or run.created) > hours]
    for run in stuck[:_MOST]:
        remedy = f"see whether its process lives; if not: prefect flow-run cancel {run.id}"
        yield warning(
            "runs", f"run {run.name} has been at work for {_age(run.start_time or run.created):.0f} hours", remedy
        )
    scheduled = [(run, run.expected_start_time) for run in _in_state(client, "SCHEDULED")]
    late = [run for run, expected in scheduled if expected and datetime.now(UTC) - expected > _LATE]
    if late:
        remedy = "start `taiyaku serve`, or a worker of the deployment's pool"
        yield warning("runs", f"{len(late):,} scheduled runs were not begun, the first {late[0].name}", remedy)
    if not stuck and not late:
        yield well("runs", "no run of the server is stuck or late")


def _in_state(client: SyncPrefectClient, *types: str) -> list[FlowRun]:
    states: Any = {"state": {"type": {"any_": list(types)}}}
    return list(client.read_flow_runs(flow_run_filter=FlowRunFilter.model_validate(states), limit=_MOST))


def _age(moment: datetime | None) -> float:
    return 0.0 if moment is None else (datetime.now(UTC) - moment).total_seconds() / 3600


def pause_diagnosis(deployment: DeploymentResponse, flow: str) -> Diagnosis | None:
    """Return a warning, with a remedy, for a deployment whose schedules start nothing; None if they do."""
    name = f"{flow}/{deployment.name}"
    if deployment.paused:
        remedy = f"resume it: prefect api POST /deployments/{deployment.id}/resume_deployment"
        return warning(_SCHEDULE, f"{name} is paused on the server, so its schedule starts nothing", remedy)
    inactive = [entry for entry in deployment.schedules if not entry.active]
    if inactive:
        remedy = f"resume it: prefect deployment schedule resume {shlex.quote(name)} {inactive[0].id}"
        return warning(_SCHEDULE, f"the schedule of {name} is switched off on the server", remedy)
    return None


def _paused(client: SyncPrefectClient, project: str) -> Iterator[Diagnosis]:
    """Yield diagnoses of the project's deployments whose schedules start nothing."""
    by_name = DeploymentFilter.model_validate({"name": {"any_": [project]}})
    deployments = client.read_deployments(deployment_filter=by_name)
    diagnoses = [pause_diagnosis(deployment, client.read_flow(deployment.flow_id).name) for deployment in deployments]
    yield from (diagnosis for diagnosis in diagnoses if diagnosis)
    if deployments and not any(diagnoses):
        yield well(_SCHEDULE, f"no deployment of {project} is paused")
