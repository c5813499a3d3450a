"""Builds on a Dask cluster: a real scheduler and worker processes, on this machine."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from flows.pipeline import workers
from flows.pipeline.workers import ClusterError
from tests.flows.command import PATIENCE, Ran
from tests.flows.conftest import Build

pytestmark = [pytest.mark.slow, pytest.mark.server]


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    """A scheduler with two workers of one thread, on loopback."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as local:
        yield local


def tables(out: Path) -> dict[str, bytes]:
    latest = (out / "latest").resolve()
    return {str(file.relative_to(latest)): file.read_bytes() for file in sorted(latest.rglob("*.parquet"))}


def test_same_bytes_from_a_cluster(dask: Any, one_job: tuple[Path, Ran], build: Build, articles: Path, tmp_path: Path):
    ran = build(articles, "--out", tmp_path / "out", "--runner", "dask", "--scheduler", dask.scheduler_address)
    assert ran.status == 0, ran.err
    assert tables(tmp_path / "out") == tables(one_job[0])


def test_worker_killed_in_mid_build_changes_nothing(
    dask: Any, one_job: tuple[Path, Ran], build: Build, articles: Path, tmp_path: Path
):
    out = tmp_path / "out"
    killed: list[int] = []

    def kill() -> None:
        deadline = time.monotonic() + PATIENCE
        while not killed and time.monotonic() < deadline:
            busy = [worker for worker in dask.scheduler.workers.values() if worker.processing]
            if busy:
                pid = next(nanny.pid for nanny in dask.workers.values() if nanny.worker_address == busy[0].address)
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
            time.sleep(0.01)

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    ran = build(articles, "--out", out, "--runner", "dask", "--scheduler", dask.scheduler_address)
    thread.join()
    assert killed != []
    assert ran.status == 0, ran.err
    assert tables(out) == tables(one_job[0])


def test_missing_address_is_reported(build: Build, articles: Path, tmp_path: Path):
    ran = build(articles, "--out", tmp_path / "out", "--runner", "dask")
    assert ran.status == 2
    assert "--scheduler tcp://HOST:8786" in ran.err and "Traceback" not in ran.err
    assert not (tmp_path / "out" / "latest").exists()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x"])
def test_scheduler_that_does_not_answer_is_reported(tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(workers, "_PATIENCE", 1)
    refused = pytest.raises(ClusterError, match=f"{address}: no Dask scheduler answers there")
    with refused, workers.cluster(address, tmp_path):
        pass


def test_worker_of_another_version_is_refused(dask: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(workers, "code", lambda: "another")
    with (
        pytest.raises(ClusterError, match="another version of taiyaku"),
        workers.cluster(dask.scheduler_address, tmp_path),
    ):
        pass


def test_folder_that_workers_do_not_see_is_refused(dask: Any, tmp_path: Path):
    with (
        pytest.raises(ClusterError, match="does not see the folder"),
        workers.cluster(dask.scheduler_address, tmp_path / "elsewhere"),
    ):
        pass
