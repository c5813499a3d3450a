"""A Prefect server that goes while a build is at work on it: the build is there, and one line says what happened."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from corpus.storage import store
from tests.flows.command import Running, environment, taiyaku
from tests.flows.conftest import prefect_server
from tests.flows.plain import write

pytestmark = [pytest.mark.slow, pytest.mark.server]

ENTRY = """
[[concept]]
id = "tensor"
domain = "core"
definition = "An array of any number of dimensions."
en.preferred = "tensor"
zh.preferred = "张量"
ja.preferred = "テンソル"
"""
_REMEMBERED = 5.5  # seconds: a little longer than Prefect remembers which tags have no limit
ONLY = ["--glossary", "terms", "--glossary-only"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    pages = {
        f"articles/w{number}/zh.md": f"# {number}\n\n张量是多维数组，编号为 {number}。\n" * 60 for number in range(40)
    }
    return write(tmp_path, {"terms/tensor.toml": ENTRY, **pages})


@pytest.mark.drill  # two minutes and more; the next one is the short form
def test_build_is_published_though_its_server_is_killed_and_the_next_one_runs_on_the_new_server(project: Path):
    home = project / "prefect"
    home.mkdir()
    with prefect_server(home) as server:
        env = environment(home, PREFECT_API_URL=server.url, PREFECT_CLIENT_MAX_RETRIES="1")
        order = ["build", "articles", "--out", "out", *ONLY, "--jobs", "1"]
        running = Running(*order, env=env, cwd=project, log=project / "log")
        try:
            running.wait_for("Cutting, matching")
            os.kill(server.pid, signal.SIGKILL)
            os.kill(running.process.pid, signal.SIGSTOP)  # as on a busy machine
            time.sleep(_REMEMBERED)
            os.kill(running.process.pid, signal.SIGCONT)
            status = running.ended(240)
        finally:
            running.close()
    output = running.said()
    latest = (project / "out" / "latest").resolve().name
    assert store.complete(project / "out", latest)
    (line,) = [line for line in output.splitlines() if line.startswith("taiyaku: ")]
    assert f"Built {latest}:" in output and "Traceback" not in output
    assert line.startswith(f"taiyaku: build {latest} is published, but its run is not recorded: "), output
    assert f"the Prefect server {server.url} does not answer" in line and status == 3
    write(project, {"articles/w0/zh.md": "# 张量\n"})
    with prefect_server(home, port=server.port):
        ran = taiyaku("build", "articles", "--out", "out", *ONLY, env=env, cwd=project)
    assert ran.status == 0 and "Built " in ran.err, ran.err
    assert (project / "out" / "latest").resolve().name != latest


def test_build_says_in_one_line_that_the_server_is_gone_before_it_began(project: Path):
    home = project / "prefect"
    home.mkdir()
    with prefect_server(home) as server:
        pass
    env = environment(home, PREFECT_API_URL=server.url, PREFECT_CLIENT_MAX_RETRIES="1")
    ran = taiyaku("build", "articles", "--out", "out", *ONLY, "--quiet", env=env, cwd=project)
    assert ran.status == 3 and ran.err.count("\n") == 1, ran.err
    assert ran.err.startswith(f"taiyaku: the Prefect server {server.url} does not answer; start it, or unset ")
    assert not (project / "out" / "latest").exists()
