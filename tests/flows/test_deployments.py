"""Deployments from a file: a Prefect server on PostgreSQL and a worker run them every minute."""

from __future__ import annotations

import subprocess
import sysconfig
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.flows.command import PATIENCE, Ran, Running, environment
from tests.flows.conftest import Server, prefect_server
from tests.flows.plain import rows_of, write
from tests.flows.postgres import postgres
from tests.flows.receivers import Received, mail, mail_text, web

pytestmark = [pytest.mark.slow, pytest.mark.server]

SCRIPTS = Path(sysconfig.get_path("scripts"))
SETTINGS = """
[build]
out = "outputs"
keep_last = 2
[glossary]
dirs = ["terms"]
only = true
[schedule]
cron = "* * * * *"
glossary = "* * * * *"
sources = ["articles"]
project = "docs"
[review]
packets = ["zh"]
inbox = "inbox"
[notify]
channels = ["HOOK", "MAIL"]
"""
ENTRY = """
[[concept]]
id = "tensor"
domain = "core"
definition = "An array of any number of dimensions."
en.preferred = "tensor"
zh = { preferred = "张量", wrong = ["张力"] }
ja.preferred = "テンソル"
"""
PAGES: dict[str, str | bytes] = {
    "articles/a/zh.md": "# 张量\n\n张力是多维数组。\n",
    "articles/a/ja.md": "# テンソル\n\nテンソルは多次元配列です。\n",
    "articles/none/README.fr": "",
}
# Modules that nobody may import, though `prefect deploy` and the worker are started where they lie.
TRAPS = [
    "corpus/__init__.py",
    "glossary.py",
    "numpy.py",
    "pydantic.py",
    "spacy.py",
    "yaml.py",
    "queue.py",
    "prefect.py",
]
FLOWS = {"build", "check", "glossary", "packets", "decisions", "retention"}


@dataclass(frozen=True)
class Deployed:
    """A project whose deployments are on a server, with a worker that runs them."""

    folder: Path
    server: Server
    deployments: dict[str, dict[str, Any]]  # by the function of the flow
    worker: Running
    hook: Received
    mail: Received

    def started(self, flow: str, **parameters: Any) -> str:
        """The id of a new run."""
        request = {"state": {"type": "SCHEDULED"}, "parameters": parameters}
        return str(self.server.ask(f"/deployments/{self.deployments[flow]['id']}/create_flow_run", **request)["id"])

    def ended(self, run: str) -> tuple[str, str]:
        """Type and message of the state of a run when it has ended."""
        until = time.monotonic() + PATIENCE
        while (state := self.server.get(f"/flow_runs/{run}")["state"])["type"] not in (
            "COMPLETED",
            "FAILED",
            "CRASHED",
        ):
            assert time.monotonic() < until, f"{state}\n{self.worker.said()}"
            time.sleep(0.5)
        return state["type"], state["message"] or ""

    def of(self, flow: str) -> list[dict[str, Any]]:
        """The runs of a deployment that have ended well, the first one first."""
        request = {"deployments": {"id": {"any_": [self.deployments[flow]["id"]]}}, "sort": "START_TIME_ASC"}
        ended = {"state": {"type": {"any_": ["COMPLETED"]}}}
        runs: list[dict[str, Any]] = self.server.ask("/flow_runs/filter", **request, flow_runs=ended)
        return runs

    def first(self, flow: str) -> dict[str, Any]:
        """The first of them, waited for."""
        until = time.monotonic() + PATIENCE
        while not (runs := self.of(flow)):
            assert time.monotonic() < until, self.worker.said()
            time.sleep(0.5)
        return runs[0]


def called(folder: Path, env: dict[str, str], script: str, *arguments: str) -> Ran:
    """A command as it is installed, called in the folder of the project."""
    order = [str(SCRIPTS / script), *arguments]
    ended = subprocess.run(order, cwd=folder, env=env, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return Ran(ended.returncode, ended.stdout, ended.stderr)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with postgres() as database:
        home = tmp_path_factory.mktemp("prefect-on-postgres")
        with prefect_server(home, PREFECT_SERVER_DATABASE_CONNECTION_URL=database) as started:
            yield started


@pytest.fixture(scope="module")
def deployed(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployed]:
    """The commands that `taiyaku deployments` names, in a folder with traps."""
    folder = tmp_path_factory.mktemp("deployed")
    with web() as hook, mail() as mailbox:
        yield from _deployed(server, folder, hook, mailbox)


def _deployed(server: Server, folder: Path, hook: Received, mailbox: Received) -> Iterator[Deployed]:
    trap = f"open({str(folder / 'sprung')!r}, 'a').write(__name__ + '\\n')\n"
    write(folder, {"taiyaku.toml": SETTINGS, "terms/tensor.toml": ENTRY, **PAGES, **dict.fromkeys(TRAPS, trap)})
    env = environment(
        server.home,
        PREFECT_API_URL=server.url,
        PREFECT_WORKER_QUERY_SECONDS="1",
        PREFECT_CLI_PROMPT="false",
        HOOK=f"http://127.0.0.1:{hook.port}/hook",
        MAIL=f"mailto://127.0.0.1:{mailbox.port}?from=night@example.org&to=mei@example.org",
    )
    del env["PYTHONPATH"]
    called(folder, env, "taiyaku", "deployments", "--work-pool", "night")
    called(folder, env, "prefect", "work-pool", "create", "night", "--type", "process")
    called(folder, env, "prefect", "deploy", "--all")
    deployments = server.ask("/deployments/filter")
    order = [str(SCRIPTS / "prefect"), "worker", "start", "--pool", "night", "--limit", "2"]
    worker = Running(order=order, env=env, cwd=folder, log=folder / "worker.log")
    try:
        yield Deployed(
            folder,
            server,
            {deployment["entrypoint"].rpartition(".")[2]: deployment for deployment in deployments},
            worker,
            hook,
            mailbox,
        )
    finally:
        worker.close()


def test_every_flow_is_deployed_and_every_parameter_described(deployed: Deployed):
    assert set(deployed.deployments) == FLOWS
    for deployment in deployed.deployments.values():
        properties = deployment["parameter_openapi_schema"]["properties"]
        bare = [
            name
            for name, description in properties.items()
            if not description.get("description", "").strip().endswith(".")
        ]
        assert (bare, deployment["enforce_parameter_schema"], deployment["description"] != "") == ([], True, True)


def test_value_out_of_bounds_is_refused_by_the_server(deployed: Deployed):
    with pytest.raises(urllib.error.HTTPError, match="409"):
        deployed.started("retention", keep_last=-1)


@pytest.fixture(scope="module")
def due(deployed: Deployed) -> dict[str, dict[str, Any]]:
    """The first runs that came due by themselves; after them, runs start when asked."""
    runs = {flow: deployed.first(flow) for flow in ("build", "glossary")}
    for flow in runs:
        request = urllib.request.Request(
            f"{deployed.server.url}/deployments/{deployed.deployments[flow]['id']}/pause_deployment", method="POST"
        )
        urllib.request.urlopen(request).close()
    return runs


def test_build_that_comes_due_is_published(deployed: Deployed, due: dict[str, dict[str, Any]]):
    assert due["build"]["auto_scheduled"]
    rows = rows_of(deployed.folder / "outputs" / "latest", "documents")
    assert [row["path"] for row in rows] == ["a/ja.md", "a/zh.md"]


def test_check_that_comes_due_tells_what_it_found(due: dict[str, dict[str, Any]]):
    message = due["glossary"]["state"]["message"]
    assert due["glossary"]["auto_scheduled"]
    assert message == "Findings: 0 critical, 1 major, 0 minor, 0 neutral. Remarks on the glossary: 0."


def test_check_has_nothing_to_do_while_the_glossary_stays(deployed: Deployed, due: dict[str, dict[str, Any]]):
    assert deployed.ended(deployed.started("glossary")) == ("COMPLETED", "glossary unchanged")


def test_packet_follows_a_build(deployed: Deployed, due: dict[str, dict[str, Any]]):
    """One that was asked for: Prefect may hold back for 15 minutes what follows a run scheduled 5 minutes before."""
    assert deployed.ended(deployed.started("build"))[0] == "COMPLETED"
    assert deployed.first("packets")["created_by"]["type"] == "AUTOMATION"
    assert (deployed.folder / "outputs/packets/zh-0001/zh-0001.html").exists()


def test_other_deployments_run_when_asked(deployed: Deployed, due: dict[str, dict[str, Any]]):
    (deployed.folder / "inbox").mkdir(exist_ok=True)
    runs = [deployed.started(flow) for flow in ("decisions", "retention", "check")]
    ends = [deployed.ended(run) for run in runs]
    assert [kind for kind, _ in ends] == ["COMPLETED"] * 3, deployed.worker.said()
    assert ends[0][1] == "no decisions to take in"
    assert ends[1][1] == "Nothing to remove: all builds are within the bounds, or named by latest or a tag"


Broken = tuple[str, Callable[[Path], dict[str, Any]], str]
BROKEN: list[Broken] = [
    ("build", lambda folder: {"sources": [f"{folder}/articles/none"]}, "none: no articles found; taiyaku reads "),
    ("build", lambda folder: {"sources": ["/etc"]}, "sources: /etc: no folder that the settings of `serve` allow here"),
]


def test_run_that_cannot_do_what_it_is_asked_fails_with_one_line(deployed: Deployed, due: dict[str, Any]):
    runs = [(deployed.started(flow, **parameters(deployed.folder)), words) for flow, parameters, words in BROKEN]
    for run, words in runs:
        kind, message = deployed.ended(run)
        assert kind == "FAILED" and words in message and "\n" not in message, message


def test_broken_glossary_fails_build_and_check_with_one_line_and_the_fixed_one_is_checked(
    deployed: Deployed, due: dict[str, Any]
):
    entry = deployed.folder / "terms/tensor.toml"
    latest = (deployed.folder / "outputs/latest").resolve()
    entry.write_text(ENTRY.replace('"张量"', '""'), encoding="utf-8")
    for run in [deployed.started(flow) for flow in ("build", "glossary")]:
        kind, message = deployed.ended(run)
        assert (kind, message.count("\n")) == ("FAILED", 0), message
        assert "tensor.toml:3: 'tensor' zh preferred: form is empty; write form" in message
    assert (deployed.folder / "outputs/latest").resolve() == latest
    failures = [(post["run"], post["level"]) for post in deployed.hook.posts if "form is empty" in post["message"]]
    assert set(failures) == {("build", "failed"), ("glossary check", "failed")}  # the schedule may have begun more
    assert [mail_text(message) for message in deployed.mail.mails if message["Subject"] == "taiyaku docs: build failed"]
    entry.write_text(ENTRY.replace("张力", "力量"), encoding="utf-8")
    kind, message = deployed.ended(deployed.started("glossary"))
    assert (kind, message.partition(":")[0]) == ("COMPLETED", "Findings")
    assert "Traceback" not in deployed.worker.said()


def test_nothing_was_imported_from_the_folder_of_the_project(deployed: Deployed, due: dict[str, Any]):
    assert not (deployed.folder / "sprung").exists(), (deployed.folder / "sprung").read_text(encoding="utf-8")
