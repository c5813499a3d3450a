"""The file of deployments: what it holds, what it never holds, and where it is not written."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from flows.options.option_group import OptionGroup
from tests.flows.command import Ran, called
from tests.flows.plain import write

SETTINGS = """
[build]
out = "outputs"
keep_last = 3
[glossary]
dirs = ["terms"]
only = true
[align]
lexicons = ["words"]
[check]
baseline = "baseline.json"
fail_on = "minor"
[alarms]
on_criticals = "fail"
[schedule]
cron = "30 4 * * 1"
timezone = "Asia/Tokyo"
glossary = "*/15 * * * *"
retention = "0 5 * * 0"
sources = ["articles", "outputs/notes"]
project = "docs"
[review]
packets = ["zh", "ja"]
inbox = "inbox"
"""
ENTRY = """
[[concept]]
id = "widget-press"
domain = "kitchen"
definition = "A press for widgets."
en.preferred = "widget press"
zh.preferred = "部件压机"
ja.preferred = "部品プレス"
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that schedules all that there is, and the folder that commands are called in."""
    folder = write(tmp_path / "docs", {"taiyaku.toml": SETTINGS, "terms/press.toml": ENTRY, "baseline.json": "{}"})
    for name in ("articles", "outputs/notes", "words"):
        (folder / name).mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


def printed(capfd: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The content of the file that would be written."""
    ran = called(capfd, "deployments", "--out", "-", *arguments)
    assert ran.status == 0, ran.err
    content: dict[str, Any] = yaml.safe_load(ran.out)
    return content


def by_flow(content: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {entry["entrypoint"].rpartition(".")[2]: entry for entry in content["deployments"]}


def test_file_has_a_deployment_for_each_flow(project: Path, capfd: pytest.CaptureFixture[str]):
    entries = by_flow(printed(capfd))
    assert list(entries) == ["build", "check", "glossary", "packets", "decisions", "retention"]
    assert {entry["name"] for entry in entries.values()} == {"docs"}
    crons = {flow: [schedule["cron"] for schedule in entry["schedules"]] for flow, entry in entries.items()}
    assert crons == {
        "build": ["30 4 * * 1"],
        "check": [],
        "glossary": ["*/15 * * * *"],
        "packets": [],
        "decisions": [],
        "retention": ["0 5 * * 0"],
    }
    assert entries["build"]["schedules"][0]["timezone"] == "Asia/Tokyo"
    assert entries["build"]["concurrency_limit"] == {"limit": 1, "collision_strategy": "ENQUEUE"}
    assert all(entry["description"].endswith(".") for entry in entries.values())


def test_parameters_are_those_of_the_settings_with_absolute_paths(project: Path, capfd: pytest.CaptureFixture[str]):
    entries = by_flow(printed(capfd))
    build = entries["build"]["parameters"]
    assert (build["sources"], build["keep_last"]) == ([f"{project}/articles", f"{project}/outputs/notes"], 3)
    assert build["glossary"] == [f"{project}/terms"]
    assert entries["glossary"]["parameters"]["sources"] == build["sources"]
    checked = {name: entries["glossary"]["parameters"][name] for name in ("fail_on", "on_new", "build")}
    assert checked == {"fail_on": "minor", "on_new": "fail", "build": f"{project}/outputs/latest"}
    assert entries["packets"]["parameters"]["langs"] == ["zh", "ja"]
    assert entries["retention"]["parameters"]["out"] == f"{project}/outputs"


def test_packets_follow_builds_of_the_project(project: Path, capfd: pytest.CaptureFixture[str]):
    (trigger,) = by_flow(printed(capfd))["packets"]["triggers"]
    assert trigger["expect"] == ["prefect.flow-run.Completed"]
    assert {"prefect.resource.role": "tag", "prefect.resource.id": "prefect.tag.docs"} in trigger["match_related"]


def test_runs_may_use_the_folders_of_the_settings_alone(project: Path, capfd: pytest.CaptureFixture[str]):
    for entry in printed(capfd)["deployments"]:
        environment = entry["work_pool"]["job_variables"]["env"]
        allowed = json.loads(environment["TAIYAKU_ALLOWED"])
        assert allowed["sources"] == [f"{project}/articles", f"{project}/outputs/notes"]
        assert allowed["out"] == [f"{project}/outputs"] and allowed["glossary"] == [f"{project}/terms"]
        assert environment["PYTHONSAFEPATH"] == "1"


def test_every_path_of_a_deployment_is_one_that_its_runs_may_use(project: Path, capfd: pytest.CaptureFixture[str]):
    from flows.options import flow_parameters
    from flows.prefect_flows import allowed_folders

    models: dict[str, type[OptionGroup]] = {
        "build": flow_parameters.BuildOptions,
        "check": flow_parameters.CheckOptions,
        "glossary": flow_parameters.GlossaryCheckOptions,
        "packets": flow_parameters.PacketOptions,
        "decisions": flow_parameters.DecisionOptions,
        "retention": flow_parameters.RetentionOptions,
    }
    for flow, entry in by_flow(printed(capfd)).items():
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("TAIYAKU_ALLOWED", entry["work_pool"]["job_variables"]["env"]["TAIYAKU_ALLOWED"])
            allowed_folders.check(vars(models[flow].checked(entry["parameters"])))


def test_file_holds_nothing_of_the_environment(
    project: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    for name in ("PREFECT_API_KEY", "PREFECT_API_AUTH_STRING", "PREFECT_SERVER_API_AUTH_STRING", "MY_TOKEN"):
        monkeypatch.setenv(name, "planted-secret")
    assert "planted-secret" not in called(capfd, "deployments", "--out", "-").out


@pytest.mark.parametrize("address", ["", "http://127.0.0.1:4200/api"])
def test_pool_and_file_are_those_that_were_asked_for(
    address: str, project: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PREFECT_API_URL", address)
    monkeypatch.setenv("PREFECT_PROFILES_PATH", str(project / "none.toml"))
    ran = called(capfd, "deployments", "--out", "deploy/docs.yaml", "--work-pool", "night shift")
    assert ran.status == 0 and ran.out == ""
    assert ran.err.splitlines() == [
        "Wrote deploy/docs.yaml: the deployments of docs. Next:",
        *([] if address else ["  export PREFECT_API_URL=http://HOST:4200/api   # of your server"]),
        "  prefect work-pool create 'night shift' --type process   # once",
        "  cd deploy && prefect deploy --all --prefect-file docs.yaml",
        "  prefect worker start --pool 'night shift'   # on each machine that is to do the work",
    ]
    content = yaml.safe_load((project / "deploy/docs.yaml").read_text(encoding="utf-8"))
    assert {entry["work_pool"]["name"] for entry in content["deployments"]} == {"night shift"}


def test_same_settings_give_the_same_file(project: Path, capfd: pytest.CaptureFixture[str]):
    assert called(capfd, "deployments").status == 0
    first = (project / "prefect.yaml").read_bytes()
    assert called(capfd, "deployments").status == 0
    assert (project / "prefect.yaml").read_bytes() == first


# --- Docker


def test_container_has_the_folders_where_the_host_has_them(project: Path, capfd: pytest.CaptureFixture[str]):
    entries = by_flow(printed(capfd, "--image", "registry.example/taiyaku:1"))
    variables = entries["build"]["work_pool"]["job_variables"]
    assert variables["image"] == "registry.example/taiyaku:1"
    assert variables["volumes"] == [
        *(f"{project}/{name}:{project}/{name}" for name in ("inbox", "outputs", "review")),
        *(f"{project}/{name}:{project}/{name}:ro" for name in ("articles", "baseline.json", "terms", "words")),
        "taiyaku-cache:/cache",
    ]
    assert variables["env"]["TAIYAKU_CACHE"] == "/cache"


def test_containers_see_targets_and_metrics(project: Path, capfd: pytest.CaptureFixture[str]):
    settings = """
[publish]
targets = ["shared/corpora", "s3://corpora/docs", "hf:dataset"]
[notify]
metrics = "metrics/taiyaku.prom"
"""
    write(project, {"taiyaku.toml": settings})
    volumes = by_flow(printed(capfd, "--image", "taiyaku"))["build"]["work_pool"]["job_variables"]["volumes"]
    places = [str(project / name) for name in ("dataset", "metrics", "shared/corpora")]
    assert [f"{place}:{place}" for place in places] == [
        volume for volume in volumes if volume.partition(":")[0] in places
    ]
    assert not any("s3" in volume for volume in volumes)


def test_image_brings_the_samples_with_it(project: Path, capfd: pytest.CaptureFixture[str]):
    write(project, {"taiyaku.toml": SETTINGS.replace('sources = ["articles", "outputs/notes"]', "")})
    entries = by_flow(printed(capfd, "--image", "taiyaku"))
    assert entries["build"]["parameters"]["sources"] == entries["glossary"]["parameters"]["sources"] == []
    assert not any("corpus/samples" in volume for volume in entries["build"]["work_pool"]["job_variables"]["volumes"])


def test_linked_folder_is_allowed_by_both_its_names(project: Path, capfd: pytest.CaptureFixture[str]):
    (project / "articles").rmdir()
    (project.parent / "elsewhere").mkdir()
    (project / "articles").symlink_to(project.parent / "elsewhere")
    variables = by_flow(printed(capfd))["build"]["work_pool"]["job_variables"]
    allowed = json.loads(variables["env"]["TAIYAKU_ALLOWED"])["sources"]
    assert allowed[:2] == [f"{project.parent}/elsewhere", f"{project}/articles"]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "options"), [("process", []), ("docker", ["--image", "taiyaku"])])
def test_prefect_takes_the_file_and_the_pool_its_variables(
    kind: str, options: list[str], project: Path, capfd: pytest.CaptureFixture[str]
):
    import jsonschema
    import prefect.server.api
    from prefect.cli.deploy._models import PrefectYamlModel
    from prefect.cli.deploy._triggers import _initialize_deployment_triggers

    content = printed(capfd, *options)
    model = PrefectYamlModel.model_validate(content)
    assert [entry.name for entry in model.deployments] == ["docs"] * 6
    for entry in content["deployments"]:
        assert _initialize_deployment_triggers("docs", entry.get("triggers", [])) is not None
    views = Path(prefect.server.api.__file__).parent / "collections_data" / "views" / "aggregate-worker-metadata.json"
    workers = json.loads(views.read_text(encoding="utf-8"))
    (template,) = [worker[kind]["default_base_job_configuration"] for worker in workers.values() if kind in worker]
    variables = by_flow(content)["build"]["work_pool"]["job_variables"]
    jsonschema.validate(variables, template["variables"])
    assert set(variables) <= set(template["variables"]["properties"])


@pytest.mark.slow
def test_served_flows_take_the_parameters_of_the_file(project: Path, capfd: pytest.CaptureFixture[str]):
    from flows.prefect_flows import served

    for flow, entry in by_flow(printed(capfd)).items():
        values = getattr(served, flow).validate_parameters(entry["parameters"])
        assert set(values) == set(entry["parameters"])
        assert getattr(served, flow).retries == 0


# --- what is refused


def refused(capfd: pytest.CaptureFixture[str], *arguments: str) -> Ran:
    ran = called(capfd, "deployments", *arguments)
    assert ran.status == 2 and ran.out == "" and ran.err.count("\n") == 1, ran.err
    return ran


def test_file_of_someone_else_is_kept(project: Path, capfd: pytest.CaptureFixture[str]):
    write(project, {"prefect.yaml": "name: mine\n"})
    assert "prefect.yaml: not made by taiyaku, so it is kept; give another" in refused(capfd).err
    assert (project / "prefect.yaml").read_text(encoding="utf-8") == "name: mine\n"


@pytest.mark.parametrize("trap", ["flows.py", "flows/__init__.py"])
def test_folder_with_other_flows_is_refused(trap: str, project: Path, capfd: pytest.CaptureFixture[str]):
    write(project, {trap: ""})
    assert re.search(rf"{trap}: `prefect deploy` would load it in place of taiyaku's", refused(capfd).err)
    assert not (project / "prefect.yaml").exists()
    assert called(capfd, "deployments", "--out", "prefect/prefect.yaml").status == 0


def test_text_that_prefect_would_fill_in_is_refused(project: Path, capfd: pytest.CaptureFixture[str]):
    (project / "{{ $HOME }}").mkdir()
    write(project, {"taiyaku.toml": SETTINGS.replace('"articles"', '"{{ $HOME }}"')})
    assert "{{ $HOME }}': Prefect fills in what stands between {{ }}; write it otherwise" in refused(capfd).err


def test_settings_without_file_are_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: Any):
    monkeypatch.chdir(tmp_path)
    assert "taiyaku.toml: no such file" in refused(capfd).err


def test_cron_that_never_comes_is_refused(project: Path, capfd: pytest.CaptureFixture[str]):
    write(project, {"taiyaku.toml": SETTINGS.replace("*/15 * * * *", "0 0 30 2 *")})
    assert "schedule.glossary: is no date that ever comes" in refused(capfd).err
