"""Automations on a real Prefect server: a run that crashes and builds that stay away are posted to a web hook."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.flows.command import PATIENCE, Ran, environment, taiyaku
from tests.flows.conftest import Server
from tests.flows.plain import write
from tests.flows.receivers import web

pytestmark = [pytest.mark.slow, pytest.mark.server]

SETTINGS = '[schedule]\nproject = "night"\n[notify]\nchannels = ["HOOK"]\n[alarms]\nlate_hours = 0.004\n'  # 14 seconds


def automations(server: Server, project: Path, address: str, *arguments: str) -> Ran:
    write(project, {"taiyaku.toml": SETTINGS})
    env = environment(server.home, PREFECT_API_URL=server.url, HOOK=address)
    return taiyaku("automations", *arguments, env=env, cwd=project)


def run_of(server: Server, *states: dict[str, Any]) -> None:
    """A run of the flow `build` that goes through these states."""
    flow = server.ask("/flows/", name="build")
    run = server.ask("/flow_runs/", flow_id=flow["id"], name="owl", tags=["night"], state={"type": "PENDING"})
    for state in states:
        server.ask(f"/flow_runs/{run['id']}/set_state", state=state, force=True)


@pytest.mark.drill
def test_run_that_crashed_and_builds_that_stay_away_are_posted(server: Server, tmp_path: Path):
    with web() as received:
        address = f"http://127.0.0.1:{received.port}/hook"
        for _ in range(2):
            ran = automations(server, tmp_path, address)
            assert ran.err == "made night runs that crash or are not begun\nmade night builds that stay away\n", ran.err
        names = [row["name"] for row in server.ask("/automations/filter")]
        assert sorted(name for name in names if name.startswith("night")) == [
            "night builds that stay away",
            "night runs that crash or are not begun",
        ]
        run_of(server, {"type": "RUNNING"}, {"type": "CRASHED", "message": 'killed: "signal 9"'})
        until = time.monotonic() + PATIENCE
        while {post["message"][:8] for post in received.posts} != {"run owl ", "no build"}:
            assert time.monotonic() < until, received.posts
            time.sleep(0.5)
    messages = {post["message"] for post in received.posts}
    assert messages == {'run owl is Crashed: killed: "signal 9"', "no build went well for 0.004 hours"}
    assert all((post["project"], post["level"]) == ("night", "failed") for post in received.posts)


def test_channel_that_no_server_can_call_is_refused(server: Server, tmp_path: Path):
    ran = automations(server, tmp_path, "mailto://127.0.0.1", "--channel", "HOOK")
    assert ran.status == 2 and ran.err.startswith("taiyaku: HOOK: the environment has no http(s) address there")


def test_server_is_needed(tmp_path: Path):
    write(tmp_path, {"taiyaku.toml": SETTINGS})
    ran = taiyaku("automations", env=environment(tmp_path / "home"), cwd=tmp_path)
    assert ran.status == 2 and "no Prefect server is configured" in ran.err
