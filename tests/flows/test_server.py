"""Builds on a real Prefect server: states, artifacts, and the deployment that `taiyaku serve` makes."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from flows.options.effective_options import default_name
from flows.prefect_flows import server
from tests.flows.command import PATIENCE, Ran, Running, environment, taiyaku
from tests.flows.conftest import Server
from tests.flows.plain import rows_of, write

pytestmark = [pytest.mark.slow, pytest.mark.server]

PAGES: dict[str, str | bytes] = {
    "a/zh.md": "# 张量\n\n张量是多维数组。TorchVision 图书馆提供了预训练模型。\n",
    "a/ja.md": "# テンソル\n\nテンソルは多次元配列です。\n",
    "b/zh.md": "",
}


def name_of(project: Path) -> str:
    """The name on the server of the project in a folder."""
    return default_name(project / "taiyaku.toml")


@dataclass(frozen=True)
class OnServer:
    """A build that ran on the server, and what the server says of it."""

    out: Path
    ran: Ran
    run: dict[str, Any]


@pytest.fixture(scope="module")
def built(server: Server, tmp_path_factory: pytest.TempPathFactory) -> OnServer:
    folder = tmp_path_factory.mktemp("on-server")
    source, out = write(folder / "articles", PAGES), folder / "out"
    ran = taiyaku("build", source, "--out", out, env=environment(server.home, PREFECT_API_URL=server.url), cwd=folder)
    assert ran.status == 0, ran.err
    runs = server.ask("/flow_runs/filter", sort="EXPECTED_START_TIME_DESC", limit=50)
    (run,) = [run for run in runs if run["parameters"].get("out") == str(out)]
    return OnServer(out, ran, run)


def artifact(server: Server, key: str, run: str, project: Path) -> Any:
    """The data of the artifact of a project in this folder with this key of this flow run."""
    query = {"key": {"any_": [f"{name_of(project)}-{key}"]}, "flow_run_id": {"any_": [run]}}
    (row,) = server.ask("/artifacts/filter", artifacts=query)
    return row["data"]


def test_run_is_completed(built: OnServer):
    assert (built.run["state_type"], built.run["name"] != "") == ("COMPLETED", True)


def test_run_is_named_after_project_and_build_and_its_message_says_what_came_of_it(server: Server, built: OnServer):
    build_id = (built.out / "latest").resolve().name
    assert built.run["name"] == f"{name_of(built.out.parent)} build {build_id}"
    assert built.run["state"]["message"] == f"Published build {build_id}"


def test_published_corpus_is_an_event_that_deployments_can_follow(server: Server, built: OnServer):
    corpus, build_id = f"taiyaku.corpus.{name_of(built.out.parent)}", (built.out / "latest").resolve().name
    query = {"event": {"name": ["taiyaku.corpus.published"]}, "resource": {"id": [corpus]}}
    until = time.monotonic() + PATIENCE
    while not (events := server.ask("/events/filter", filter=query)["events"]) and time.monotonic() < until:
        time.sleep(0.3)
    (event,) = events
    assert (event["resource"]["taiyaku.build"], event["payload"]["build_id"]) == (build_id, build_id)
    assert event["payload"]["folder"] == str(built.out / "builds" / build_id)
    assert event["payload"]["figures"]["documents"] == 2
    roles = {related["prefect.resource.role"] for related in event["related"]}
    assert {"flow", "flow-run", "tag"} <= roles


def test_tasks_have_no_tags_as_prefect_asks_the_server_about_each(server: Server, built: OnServer):
    runs = server.ask("/task_runs/filter", flow_runs={"id": {"any_": [built.run["id"]]}})
    assert built.run["tags"] == [name_of(built.out.parent)] and {tuple(run["tags"]) for run in runs} == {()}


def test_every_task_of_the_run_is_completed(server: Server, built: OnServer):
    def tasks() -> list[tuple[str, str]]:
        runs = server.ask("/task_runs/filter", flow_runs={"id": {"any_": [built.run["id"]]}})
        return sorted((run["name"], run["state_type"]) for run in runs)

    published = f"publish {(built.out / 'latest').resolve().name}"
    first = [
        "align shard 0",
        "analyse shard 0",
        "compare languages",
        "count concepts",
        "count renderings",
        "judge the pages together",
    ]
    names = [*first, "learn the languages", "mark duplicates", published, "read sources", "score the findings"]
    expected = [(name, "COMPLETED") for name in names]
    until = time.monotonic() + PATIENCE
    while tasks() != expected and time.monotonic() < until:  # events arrive a moment after the run's end
        time.sleep(0.3)
    assert tasks() == expected


def test_summary_is_an_artifact_of_the_run(server: Server, built: OnServer):
    report = (built.out / "latest" / "report" / "summary.md").read_text(encoding="utf-8")
    assert artifact(server, "summary", built.run["id"], built.out.parent) == report


def test_quarantined_files_are_an_artifact_of_the_run(server: Server, built: OnServer):
    data = artifact(server, "quarantine", built.run["id"], built.out.parent)
    assert "b/zh.md" in str(data) and "empty file" in str(data)


# --- taiyaku serve


CONFIG = """
[source]
exclude = ["drafts/*"]
[build]
out = "served"
keep_last = 3
[schedule]
cron = "30 4 * * 1"
timezone = "Asia/Tokyo"
check = "45 4 * * 1"
sources = ["articles"]
decisions = "50 4 * * 1"
[review]
packets = ["zh"]
inbox = "inbox"
url = "https://docs.example.org/packets/"
"""
FLOWS = {"build", "check", "glossary", "packets", "decisions", "retention"}


@pytest.fixture(scope="module")
def serving(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """`taiyaku serve` at work."""
    folder = tmp_path_factory.mktemp("serving")
    write(folder, {"taiyaku.toml": CONFIG, **{f"articles/{name}": text for name, text in PAGES.items()}})
    env = environment(server.home, PREFECT_API_URL=server.url, PREFECT_RUNNER_POLL_FREQUENCY="1")
    running = Running("serve", env=env, cwd=folder, log=folder / "serve.log")
    yield running
    running.close()


@pytest.fixture(scope="module")
def deployments(server: Server, serving: Running) -> dict[str, dict[str, Any]]:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        rows: list[dict[str, Any]] = server.ask("/deployments/filter")
        if len(rows) == len(FLOWS):
            return {deployment["entrypoint"].rpartition(":")[2]: deployment for deployment in rows}
        assert serving.process.poll() is None, serving.said()
        time.sleep(0.3)
    raise AssertionError(serving.said())


@pytest.fixture(scope="module")
def deployment(deployments: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return deployments["build"]


@pytest.fixture(scope="module")
def checking(deployments: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return deployments["check"]


def test_deployments_describe_every_parameter(deployments: dict[str, dict[str, Any]]):
    names = {
        name: set(deployment["parameter_openapi_schema"]["properties"]) for name, deployment in deployments.items()
    }
    assert {"sources", "build", "fail_on", "min_confidence"} <= names["check"]
    assert {"sources", "out", "root", "glossary", "jobs", "keep_last", "full", "since", "review"} <= names["build"]
    assert {"langs", "build", "review", "formats", "limit", "url"} <= names["packets"]
    assert {"inbox", "review", "root", "roots"} <= names["decisions"]
    assert names["glossary"] == {"force", "on_new", *names["check"]}
    assert {"out", "keep_last", "dry_run"} <= names["retention"]
    for deployment in deployments.values():
        properties = deployment["parameter_openapi_schema"]["properties"]
        bare = [
            name
            for name, description in properties.items()
            if not description.get("description", "").strip().endswith(".")
        ]
        assert (bare, deployment["description"] != "") == ([], True)


def test_deployment_has_the_settings_with_absolute_paths(deployment: dict[str, Any], serving: Running):
    folder = serving.log.parent
    parameters = deployment["parameters"]
    assert (parameters["sources"], parameters["out"]) == ([str(folder / "articles")], str(folder / "served"))
    assert (parameters["exclude"], parameters["keep_last"]) == (["drafts/*"], 3)


def test_deployment_has_the_schedule_and_one_run_at_a_time_that_others_wait_for(deployment: dict[str, Any]):
    (schedule,) = deployment["schedules"]
    assert (schedule["schedule"]["cron"], schedule["schedule"]["timezone"]) == ("30 4 * * 1", "Asia/Tokyo")
    assert deployment["global_concurrency_limit"]["limit"] == 1
    assert deployment["concurrency_options"]["collision_strategy"] == "ENQUEUE"


def ended(
    server: Server, deployment: dict[str, Any], serving: Running, **parameters: Any
) -> tuple[str, dict[str, Any]]:
    """A run of a deployment when it has ended: its id and its state."""
    run = created(server, deployment, parameters)
    return run, end_of(server, run, serving)


def created(server: Server, deployment: dict[str, Any], parameters: dict[str, Any]) -> str:
    """The id of a new run of a deployment."""
    request = {"state": {"type": "SCHEDULED"}, "parameters": parameters}
    return str(server.ask(f"/deployments/{deployment['id']}/create_flow_run", **request)["id"])


def end_of(server: Server, run: str, serving: Running) -> dict[str, Any]:
    """The state of a run when it has ended."""
    until = time.monotonic() + PATIENCE
    while (state := server.get(f"/flow_runs/{run}")["state"])["type"] not in ("COMPLETED", "FAILED", "CRASHED"):
        assert time.monotonic() < until, f"{state}\n{serving.said()}"
        time.sleep(0.5)
    return dict(state)


def test_run_of_the_deployment_publishes_a_build(server: Server, deployment: dict[str, Any], serving: Running):
    _, state = ended(server, deployment, serving)
    assert state["type"] == "COMPLETED", f"{state}\n{serving.said()}"
    rows = rows_of(serving.log.parent / "served" / "latest", "documents")
    assert [row["path"] for row in rows] == ["a/ja.md", "a/zh.md", "b/zh.md"]


def test_run_in_which_nothing_changed_says_so(server: Server, deployment: dict[str, Any], serving: Running):
    run, state = ended(server, deployment, serving)
    build_id = (serving.log.parent / "served" / "latest").resolve().name
    assert state["message"] == f"Nothing changed since build {build_id}", serving.said()
    assert server.get(f"/flow_runs/{run}")["name"] == f"{name_of(serving.log.parent)} build {build_id}"


def of_flow(server: Server, name: str) -> list[dict[str, Any]]:
    """The runs of a flow."""
    runs: list[dict[str, Any]] = server.ask("/flow_runs/filter", flows={"name": {"any_": [name]}})
    return runs


def test_packet_follows_a_build_by_itself(server: Server, deployment: dict[str, Any], serving: Running):
    until = time.monotonic() + PATIENCE
    # A second build, in which nothing changed, is followed by a run that has nothing new to write.
    while not (
        runs := [run for run in of_flow(server, "review packets") if "zh-0001" in (run["state"]["message"] or "")]
    ):
        assert time.monotonic() < until, f"{of_flow(server, 'review packets')}\n{serving.said()}"
        time.sleep(0.5)
    folder = serving.log.parent
    assert {path.name for path in (folder / "served/packets/zh-0001").iterdir()} == {"zh-0001.html", "zh-0001.xlsx"}
    (first,) = runs
    link = artifact(server, "packet-zh", first["id"], folder)
    assert "https://docs.example.org/packets/zh-0001/zh-0001.html" in link and "1 decision on 1 finding" in link
    assert "T101 wrong-rendering" in artifact(server, "queue-zh", first["id"], folder)


def test_decisions_in_the_inbox_are_taken_in_and_put_away(
    server: Server, deployments: dict[str, dict[str, Any]], serving: Running
):
    folder = serving.log.parent
    lines = (folder / "review/packets/zh-0001.jsonl").read_text(encoding="utf-8").splitlines()
    build, finding = json.loads(lines[0])["build"], json.loads(lines[1])["finding_id"]
    decision = {
        "finding": finding,
        "action": "accept",
        "when": "2026-11-22T10:00:00Z",
        "why": "",
        "words": "TorchVision 库",
    }
    export = {"format": "taiyaku-decisions", "version": 1, "build": build, "who": "Mei", "decisions": [decision]}
    write(folder / "inbox", {"mei.json": json.dumps(export), "half.json": json.dumps(export)[:50]})
    run, state = ended(server, deployments["decisions"], serving)
    assert state["type"] == "FAILED" and "1 new decisions from 2 files, 0 conflicts" in state["message"], serving.said()
    assert "half.json" in artifact(server, "decisions", run, folder)
    left = sorted(path.relative_to(folder / "inbox").as_posix() for path in (folder / "inbox").rglob("*.json"))
    assert left == ["half.json", "taken/mei.json"]
    assert (folder / "review/decisions/mei.jsonl").exists()
    (folder / "inbox/half.json").unlink()
    _, state = ended(server, deployments["decisions"], serving)
    assert (state["type"], state["message"]) == ("COMPLETED", "no decisions to take in")


def test_check_has_a_schedule_of_its_own(checking: dict[str, Any]):
    (schedule,) = checking["schedules"]
    assert schedule["schedule"]["cron"] == "45 4 * * 1"


def test_check_of_the_build_tells_what_it_found(server: Server, checking: dict[str, Any], serving: Running):
    run, state = ended(server, checking, serving, fail_on="never")
    assert state["type"] == "COMPLETED" and state["message"].startswith("Findings: "), f"{state}\n{serving.said()}"
    assert "Remarks on the glossary" in artifact(server, "check", run, serving.log.parent)


def test_check_of_pages_fails_on_what_is_grave(server: Server, checking: dict[str, Any], serving: Running):
    page = write(serving.log.parent / "articles/drafts", {"zh.md": "TorchVision 图书馆提供了预训练模型。\n"})
    parameters = {"sources": [str(page)], "exclude": [], "fail_on": "major"}  # the settings leave drafts out
    run, state = ended(server, checking, serving, **parameters)
    assert state["type"] == "FAILED" and "1 of them fails the run" in state["message"], f"{state}\n{serving.said()}"
    rows = artifact(server, "findings", run, serving.log.parent)
    assert "T101 wrong-rendering" in rows and "zh.md:1:13" in rows


OUTSIDE: list[tuple[str, dict[str, Any], str]] = [
    ("build", {"sources": ["/etc"]}, "sources: /etc: no folder that the settings of `serve` allow here"),
    ("build", {"out": "/tmp/taiyaku-elsewhere"}, "out: /tmp/taiyaku-elsewhere: no folder"),
    ("check", {"sources": ["/etc"]}, "sources: /etc: no folder"),
    ("packets", {"review": "/tmp"}, "review: /tmp: no folder"),
    ("decisions", {"inbox": "/tmp"}, "inbox: /tmp: no folder"),
]


def test_folders_that_the_settings_do_not_name_are_refused_in_one_line(
    server: Server, deployments: dict[str, dict[str, Any]], serving: Running
):
    runs = [(created(server, deployments[name], parameters), refusal) for name, parameters, refusal in OUTSIDE]
    for run, refusal in runs:
        state = end_of(server, run, serving)
        assert state["type"] == "FAILED" and refusal in state["message"], f"{state}\n{serving.said()}"
    assert not Path("/tmp/taiyaku-elsewhere").exists()
    assert "Traceback" not in serving.said()


def latest(server: Server, key: str) -> dict[str, Any]:
    """The latest artifact of this key."""
    (row,) = server.ask("/artifacts/latest/filter", artifacts={"key": {"any_": [key]}})
    return dict(row)


def test_quarantine_goes_with_what_was_quarantined_and_comes_back_with_it(
    server: Server, deployment: dict[str, Any], serving: Running
):
    folder = serving.log.parent
    key = f"{name_of(folder)}-quarantine"
    assert "b/zh.md" in str(latest(server, key)["data"])
    for text, data in (("算子与内核。\n", "None."), ("", "b/zh.md")):
        write(folder / "articles", {"b/zh.md": text})
        _, state = ended(server, deployment, serving)
        assert state["type"] == "COMPLETED", f"{state}\n{serving.said()}"
        assert data in str(latest(server, key)["data"])


def test_project_of_the_same_folder_name_has_deployments_of_its_own(
    server: Server, serving: Running, deployment: dict[str, Any], tmp_path: Path
):
    first = serving.log.parent
    second = tmp_path / first.name
    config = CONFIG.replace('packets = ["zh"]', "").replace('inbox = "inbox"', "")
    write(second, {"taiyaku.toml": config, "articles/a/zh.md": "张量。\n"})
    env = environment(server.home, PREFECT_API_URL=server.url, PREFECT_RUNNER_POLL_FREQUENCY="1")
    running = Running("serve", env=env, cwd=second, log=second / "serve.log")
    try:
        until = time.monotonic() + PATIENCE
        while not (
            second_deployments := server.ask("/deployments/filter", deployments={"name": {"any_": [name_of(second)]}})
        ):
            assert running.process.poll() is None and time.monotonic() < until, running.said()
            time.sleep(0.3)
        time.sleep(1)
        running.process.send_signal(signal.SIGINT)
        assert running.ended(60) in (0, 130), running.said()
    finally:
        running.close()
    assert {row["parameters"]["project"] for row in second_deployments} == {name_of(second)} != {name_of(first)}
    first_deployment = server.get(f"/deployments/{deployment['id']}")
    assert (first_deployment["parameters"]["out"], first_deployment["paused"]) == (str(first / "served"), False)


def test_name_that_another_project_has_is_refused(server: Server, deployment: dict[str, Any], tmp_path: Path):
    name = deployment["name"]
    write(tmp_path, {"taiyaku.toml": f'[schedule]\nproject = "{name}"\n'})
    env = environment(server.home, PREFECT_API_URL=server.url)
    ran = taiyaku("serve", env=env, cwd=tmp_path)
    first = next(tag for tag in deployment["tags"] if tag != name)
    assert ran.status == 2, ran.err
    assert ran.err.startswith(f"taiyaku: schedule.project: {name} is the project of {first} on this server; "), ran.err


def test_packets_follow_the_builds_of_their_project_alone(server: Server, deployments: dict[str, dict[str, Any]]):
    name = deployments["packets"]["name"]
    (automation,) = [
        automation for automation in server.ask("/automations/filter") if automation["name"] == f"{name} packets"
    ]
    assert {"prefect.resource.role": "tag", "prefect.resource.id": f"prefect.tag.{name}"} in [
        {key: value if isinstance(value, str) else value[0] for key, value in match.items()}
        for match in automation["trigger"]["match_related"]
    ]


def test_serve_stops_when_asked_and_without_traceback(deployment: dict[str, Any], serving: Running):
    serving.process.send_signal(signal.SIGINT)
    assert serving.ended(60) in (0, 130), serving.said()
    assert "Traceback" not in serving.said()


@pytest.mark.drill
def test_schedule_builds_on_a_server_of_its_own(tmp_path: Path):
    config = CONFIG.replace("30 4 * * 1", "* * * * *")
    write(
        tmp_path,
        {"taiyaku.toml": config, "pyproject.toml": "", **{f"articles/{name}": text for name, text in PAGES.items()}},
    )
    env = environment(tmp_path / "prefect", PREFECT_RUNNER_POLL_FREQUENCY="1")
    running = Running("serve", env=env, cwd=tmp_path, log=tmp_path / "serve.log")
    try:
        until = time.monotonic() + PATIENCE  # the server's start, the full minute, the build
        while not (tmp_path / "served" / "latest").exists():
            assert running.process.poll() is None and time.monotonic() < until, running.said()
            time.sleep(0.5)
    finally:
        running.close()
    assert [row["path"] for row in rows_of(tmp_path / "served" / "latest", "documents")] == [
        "a/ja.md",
        "a/zh.md",
        "b/zh.md",
    ]
    output = running.said()
    assert "Traceback" not in output
    file = tmp_path / "prefect" / server.NAME
    assert f"log in with the line in {file}" in output and file.read_text(encoding="utf-8").strip() not in output
