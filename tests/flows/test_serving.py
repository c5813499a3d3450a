"""`taiyaku serve` beside another: what was missed is caught up once, and the one that stops leaves the other serving."""

from __future__ import annotations

import argparse
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from prefect.client.orchestration import SyncPrefectClient
from prefect.settings import PREFECT_API_URL, temporary_settings

from flows.command_line.commands.serve import deployed_project
from flows.options.settings import load
from flows.prefect_flows import deployments, server_health
from flows.prefect_flows.deployment_plan import DeploymentPlan, deployment_plans
from tests.flows.command import PATIENCE, Running, environment
from tests.flows.conftest import Server
from tests.flows.plain import write

pytestmark = [pytest.mark.slow, pytest.mark.server]

EARLIER = "1498ef5b0a0350c618718d1bf252f4c9"  # the version that Prefect gave deployments of releases that paused them
CONFIG = """
[build]
out = "served"
[schedule]
project = "{name}"
cron = "30 4 * * 1"
retention = "30 5 * * 1"
sources = ["articles"]
"""


def project(folder: Path, name: str) -> list[DeploymentPlan]:
    """Write a project and return the plans of its deployments."""
    pages = {
        f"articles/w{number}/zh.md": f"# {number}\n\n张量是多维数组，编号为 {number}。\n" * 30 for number in range(60)
    }
    write(folder, {"taiyaku.toml": CONFIG.format(name=name), **pages})
    config = folder / "taiyaku.toml"
    options = argparse.Namespace(config=config)
    return deployment_plans(deployed_project(options, load(config)))


def flow_of(plan: DeploymentPlan) -> str:
    return str(deployments._FLOWS[plan.flow].name)


@pytest.fixture
def client(server: Server) -> Iterator[SyncPrefectClient]:
    with SyncPrefectClient(server.url) as opened:
        yield opened


@pytest.fixture
def register(client: SyncPrefectClient, server: Server) -> Iterator[Callable[..., Any]]:
    """Put the deployment of a plan on the server as it was left: returns it as the server has it."""

    def put(plan: DeploymentPlan, paused: bool = False, version: str = "") -> Any:
        deployment = deployments._deployment(plan)
        deployment.paused = paused
        deployment.version = version or deployment.version
        deployment.apply()
        return client.read_deployment_by_name(f"{flow_of(plan)}/{plan.name}")

    with temporary_settings({PREFECT_API_URL: server.url}):
        yield put


def miss(server: Server, deployment: Any) -> None:
    """Let three runs of a weekly schedule have come due with nobody there."""
    moment = datetime.now(UTC)
    window = {"start_time": (moment - timedelta(days=21)).isoformat(), "end_time": moment.isoformat()}
    server.ask(f"/deployments/{deployment.id}/schedule", **window, min_runs=3, max_runs=3)


def runs_of(server: Server, deployment: Any) -> list[dict[str, Any]]:
    """The runs of a deployment that are not to come, the earliest first."""
    chosen = {"deployments": {"id": {"any_": [str(deployment.id)]}}, "sort": "EXPECTED_START_TIME_ASC"}
    started_before = {"expected_start_time": {"before_": datetime.now(UTC).isoformat()}}
    runs: list[dict[str, Any]] = server.ask("/flow_runs/filter", **chosen, flow_runs=started_before)
    return runs


def wait_until(holds: Callable[[], object], describe: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, describe()
        time.sleep(0.3)


@pytest.mark.drill
def test_two_serve_beside_one_another_and_one_serves_on(server: Server, register: Callable[..., Any], tmp_path: Path):
    plans = {plan.flow: plan for plan in project(tmp_path, "beside")}
    build = register(plans["build"], paused=True, version=EARLIER)
    retention = register(plans["retention"])
    miss(server, retention)
    env = environment(server.home, PREFECT_API_URL=server.url, PREFECT_RUNNER_POLL_FREQUENCY="1")
    first, second = (Running("serve", env=env, cwd=tmp_path, log=tmp_path / f"{number}.log") for number in (1, 2))

    def said() -> str:
        return first.said() + second.said()

    try:
        wait_until(lambda: [run["state_type"] for run in runs_of(server, retention)][2:] == ["COMPLETED"], said)
        missed_states = [(run["state_name"], run["run_count"]) for run in runs_of(server, retention)]
        assert missed_states == [("Missed", 0), ("Missed", 0), ("Completed", 1)]
        assert "retention/beside: 3 runs missed while nothing served, the last due " in said()
        assert "build/beside was paused when an earlier version of taiyaku stopped; it is resumed." in said()
        first.process.send_signal(signal.SIGTERM)
        assert first.ended(60) == 0, said()
        assert not any(deployment["paused"] for deployment in of_project(server, "beside"))

        run = str(server.ask(f"/deployments/{build.id}/create_flow_run", state={"type": "SCHEDULED"})["id"])
        wait_until(lambda: "for flow 'build'" in second.said(), said)  # Prefect's own start of a run bears no signal
        assert server.get(f"/flow_runs/{run}")["state"]["type"] == "RUNNING"
        second.process.send_signal(signal.SIGTERM)
        assert second.ended(60) == 0, said()
        wait_until(lambda: server.get(f"/flow_runs/{run}")["state"]["type"] in ("CANCELLED", "COMPLETED"), said)
    finally:
        first.close()
        second.close()
    assert not any(deployment["paused"] for deployment in of_project(server, "beside"))
    assert [word for word in ("never awaited", "RuntimeWarning", "Traceback") if word in said()] == [], said()


def of_project(server: Server, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = server.ask("/deployments/filter", deployments={"name": {"any_": [name]}})
    assert rows
    return rows


def registered(client: SyncPrefectClient, plan: DeploymentPlan, catch_up: bool = True) -> Any:
    """What `serve` registers for a plan."""
    return deployments._registration(client, plan, catch_up)


def test_schedule_that_a_person_paused_stays_paused_and_both_serve_and_doctor_say_how_to_resume_it(
    client: SyncPrefectClient, register: Callable[..., Any], tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    (plan,) = (plan for plan in project(tmp_path, "paused") if plan.flow == "retention")
    deployment = register(plan)
    assert isinstance(registered(client, plan), deployments._Registered)  # nothing of it is to be changed
    client.pause_deployment(deployment.id)
    unchanged = registered(client, plan)
    remedy = f"resume it: prefect api POST /deployments/{deployment.id}/resume_deployment"
    message = "retention/paused is paused on the server, so its schedule starts nothing"
    assert isinstance(unchanged, deployments._Registered) and f"{message}; {remedy}\n" in capfd.readouterr().err
    assert [(row.message, row.remedy) for row in server_health._paused(client, "paused")] == [(message, remedy)]
    client.resume_deployment(deployment.id)
    (schedule,) = client.read_deployment(deployment.id).schedules
    client.update_deployment_schedule(deployment.id, schedule.id, active=False)
    assert [row.message for row in server_health._paused(client, "paused")] == [
        "the schedule of retention/paused is switched off on the server"
    ]
    changed = registered(client, replace(plan, description="Other words."))
    assert [entry.active for entry in changed.schedules] == [False]
    client.update_deployment_schedule(deployment.id, schedule.id, active=True)
    assert [row.health for row in server_health._paused(client, "paused")] == ["ok"]


def test_runs_that_were_missed_are_shown_as_missed_without_catch_up(
    client: SyncPrefectClient,
    server: Server,
    register: Callable[..., Any],
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
):
    (plan,) = (plan for plan in project(tmp_path, "missed") if plan.flow == "retention")
    deployment = register(plan)
    miss(server, deployment)
    requested_run = client.create_flow_run_from_deployment(deployment.id)
    registered(client, plan, catch_up=False)
    assert "none is caught up, as [schedule] catch_up is false" in capfd.readouterr().err
    states = {run["id"]: run["state_name"] for run in runs_of(server, deployment)}
    assert states.pop(str(requested_run.id)) == "Scheduled" and list(states.values()) == ["Missed"] * 3
    assert deployments.settle_late_runs(client, deployment.id, catch_up=True) is None


def test_time_that_came_while_an_earlier_version_had_it_paused_is_caught_up_once(
    client: SyncPrefectClient, server: Server, register: Callable[..., Any], tmp_path: Path
):
    (plan,) = (plan for plan in project(tmp_path, "resumed") if plan.flow == "build")
    deployment = register(plan, paused=True, version=EARLIER)
    assert deployments.settle_paused_time(client, deployment, catch_up=True) is None
    long_ago = deployment.model_copy(update={"updated": datetime.now(UTC) - timedelta(days=8)})
    first, second = (deployments.settle_paused_time(client, long_ago, catch_up=True) for _ in range(2))
    assert first == second and first is not None and first.caught_up
    assert [run["state_type"] for run in runs_of(server, deployment)] == ["SCHEDULED"]
