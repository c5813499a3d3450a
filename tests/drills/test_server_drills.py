"""Drills on a Prefect server with workers: the server goes in mid-run, a worker is killed, the whole machine is."""

from __future__ import annotations

import os
import signal
import subprocess
import sysconfig
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from corpus.storage import store
from tests.drills.test_drills import page
from tests.flows.command import PATIENCE, Running, environment
from tests.flows.conftest import Server, prefect_server
from tests.flows.plain import write
from tests.glossary.small import TENSOR

pytestmark = pytest.mark.drill

SCRIPTS = Path(sysconfig.get_path("scripts"))
PREFECT = str(SCRIPTS / "prefect")
SETTINGS = """
[build]
out = "out"
jobs = 1
[glossary]
dirs = ["terms"]
only = true
[schedule]
sources = ["articles"]
project = "drill"
"""
LEASE = 300  # seconds for which Prefect keeps the place of a run that died with its machine


class Site:
    """A server that can be killed and started again, and a project that is deployed there."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home, self.port, self.pages = folder, folder / "prefect", 0, 0
        self.home.mkdir()
        self._stack = ExitStack()
        self.server: Server

    def start(self) -> None:
        self.server = self._stack.enter_context(prefect_server(self.home, port=self.port))
        self.port = self.server.port

    def close(self) -> None:
        self._stack.close()

    @property
    def env(self) -> dict[str, str]:
        return environment(self.home, PREFECT_API_URL=self.server.url, PREFECT_WORKER_QUERY_SECONDS="1")

    def call(self, *order: str) -> None:
        ran = subprocess.run(order, cwd=self.folder, env=self.env, capture_output=True, text=True, timeout=PATIENCE)
        assert ran.returncode == 0, ran.stdout + ran.stderr

    def worker(self) -> Running:
        order = [PREFECT, "worker", "start", "--pool", "taiyaku"]
        return Running(order=order, env=self.env, cwd=self.folder, log=self.folder / f"worker-{time.monotonic()}.log")

    def build(self) -> str:
        """Ask for a build of sources that have changed; returns the id of its run."""
        self.pages += 1
        write(self.folder, {f"articles/new-{self.pages}/zh.md": page(1000 + self.pages)})
        deployment = next(
            deployment for deployment in self.server.ask("/deployments/filter") if "full" in deployment["parameters"]
        )
        request = {"state": {"type": "SCHEDULED"}, "parameters": {}}
        return str(self.server.ask(f"/deployments/{deployment['id']}/create_flow_run", **request)["id"])

    def process_of_build(self) -> int:
        """The id of the process that is at work on a build, once it has read the sources."""
        until = time.monotonic() + PATIENCE
        while not (staged := list((self.folder / "out").glob("builds/.tmp-*/*"))):
            assert time.monotonic() < until
            time.sleep(0.05)
        return int(staged[0].parent.name.removeprefix(".tmp-"))

    def end_of(self, run: str, seconds: float = PATIENCE) -> dict[str, Any]:
        """The state of a run once it has ended."""
        until = time.monotonic() + seconds
        while (state := self.server.get(f"/flow_runs/{run}")["state"])["type"] not in (
            "COMPLETED",
            "FAILED",
            "CRASHED",
        ):
            assert time.monotonic() < until, state
            time.sleep(0.5)
        return dict(state)

    def latest(self) -> str:
        """The id of the latest build, which is whole."""
        build_id = (self.folder / "out" / "latest").resolve().name
        assert store.complete(self.folder / "out", build_id)
        return build_id


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    write(tmp_path, {"taiyaku.toml": SETTINGS, "terms/terms.toml": TENSOR})
    write(tmp_path, {f"articles/w{number}/zh.md": page(number) for number in range(200)})
    site = Site(tmp_path)
    try:
        site.start()
        site.call(str(SCRIPTS / "taiyaku"), "deployments")
        site.call(PREFECT, "work-pool", "create", "taiyaku", "--type", "process")
        site.call(PREFECT, "deploy", "--all")
        worker = site.worker()
        assert site.end_of(site.build())["type"] == "COMPLETED", worker.said()
        worker.close()
        yield site
    finally:
        site.close()


def test_build_goes_on_without_its_worker_and_the_next_worker_takes_the_next_one(site: Site):
    first, worker = site.latest(), site.worker()
    run = site.build()
    site.process_of_build()
    worker.process.kill()
    assert site.end_of(run)["type"] == "COMPLETED"
    second = site.latest()
    assert second != first
    worker.close()
    worker = site.worker()
    assert site.end_of(site.build())["type"] == "COMPLETED"
    worker.close()
    assert site.latest() != second


def test_worker_that_is_stopped_ends_its_build_and_the_next_one_finishes(site: Site):
    """Prefect cannot always report the end of such a run: it may be shown as running, and hold its place for minutes."""
    first, worker = site.latest(), site.worker()
    run = site.build()
    site.process_of_build()
    worker.process.send_signal(signal.SIGTERM)
    assert worker.ended(120) is not None, worker.said()
    worker.close()
    state = site.server.get(f"/flow_runs/{run}")["state"]
    print(f"a worker stopped: its run is {state['name']}, {state['message']}")
    assert "\n" not in (state["message"] or "")
    assert state["type"] == "COMPLETED" or site.latest() == first
    worker = site.worker()
    assert site.end_of(site.build(), LEASE + PATIENCE)["type"] == "COMPLETED", worker.said()
    worker.close()
    assert site.latest() != first and not list((site.folder / "out").glob("builds/.tmp-*"))


def test_process_that_is_killed_is_reported_in_one_line_and_the_next_build_finishes(site: Site):
    first, worker = site.latest(), site.worker()
    run = site.build()
    os.kill(site.process_of_build(), signal.SIGKILL)
    state = site.end_of(run)
    assert (state["type"], state["message"].count("\n")) == ("CRASHED", 0) and "-9" in state["message"]
    assert site.latest() == first
    assert site.end_of(site.build())["type"] == "COMPLETED", worker.said()
    worker.close()
    assert site.latest() != first and not list((site.folder / "out").glob("builds/.tmp-*"))


def test_machine_that_is_gone_holds_the_next_build_up_for_minutes_only(site: Site):
    first, worker = site.latest(), site.worker()
    site.build()
    process = site.process_of_build()
    worker.process.kill()
    os.kill(process, signal.SIGKILL)
    worker.close()
    worker = site.worker()
    began = time.monotonic()
    assert site.end_of(site.build(), LEASE + PATIENCE)["type"] == "COMPLETED", worker.said()
    print(f"a machine gone: the next build done after {time.monotonic() - began:.0f} s")
    worker.close()
    assert site.latest() != first and not list((site.folder / "out").glob("builds/.tmp-*"))


def test_server_that_is_killed_and_comes_back_loses_no_build(site: Site):
    first, worker = site.latest(), site.worker()
    run = site.build()
    site.process_of_build()
    os.kill(site.server.pid, signal.SIGKILL)
    time.sleep(5)
    site.start()
    assert site.end_of(run)["type"] == "COMPLETED", worker.said()
    second = site.latest()
    assert second != first
    assert site.end_of(site.build())["type"] == "COMPLETED", worker.said()
    worker.close()
    assert site.latest() != second
