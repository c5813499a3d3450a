"""What a release publishes: notes, obstacles, the action's repository; its workflow's scripts are run where they need no network."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from flows.docs import __main__ as docs
from flows.docs import release
from flows.docs.__main__ import FILES, ROOT, ReleaseNames

CHANGELOG = "# Changelog\n\n## 0.2.0, 3 May 2027\n\n- New.\n\n## 0.1.0, 1 May 2027\n\n- Old.\n"
RELEASE = ReleaseNames("0.2.0", "mei/taiyaku")
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
SCRIPTS = {step["name"]: step["run"] for job in WORKFLOW["jobs"].values() for step in job["steps"] if "run" in step}


@pytest.fixture
def no_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """No generated documents: another test says whether they are up to date."""
    monkeypatch.setattr(docs, "FILES", {})


def test_notes_are_the_section_of_the_version():
    assert release.notes(RELEASE, CHANGELOG) == "- New.\n"
    assert release.notes(ReleaseNames("0.1.0", ""), CHANGELOG) == "- Old.\n"
    assert release.notes(ReleaseNames("0.3.0", ""), CHANGELOG) == ""


@pytest.mark.parametrize(
    ("tag", "project", "changelog", "obstacle"),
    [
        ("v0.2.0", RELEASE, CHANGELOG, ""),
        ("v0.2.1", RELEASE, CHANGELOG, "the tag v0.2.1 is not the version 0.2.0 of pyproject.toml: change one of them"),
        (
            "v0.2.0",
            ReleaseNames("0.2.0", "my-org/taiyaku"),
            CHANGELOG,
            "my-org/taiyaku is a placeholder: name the repository under [tool.taiyaku] of pyproject.toml",
        ),
        (
            "v0.3.0",
            ReleaseNames("0.3.0", "mei/taiyaku"),
            CHANGELOG,
            "CHANGELOG.md has no section about 0.3.0: write one",
        ),
        (
            "v0.2.0",
            RELEASE,
            CHANGELOG.replace("3 May 2027", "unreleased"),
            "CHANGELOG.md calls 0.2.0 unreleased: put the day there",
        ),
    ],
)
def test_obstacle_says_what_to_do(tag: str, project: ReleaseNames, changelog: str, obstacle: str, no_files: None):
    assert list(release.obstacles(tag, project, changelog)) == [obstacle] * bool(obstacle)


def test_generated_document_that_is_out_of_date_is_an_obstacle(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(docs, "FILES", {"LICENSE": lambda: "other"})
    (obstacle,) = release.obstacles("v0.2.0", RELEASE, CHANGELOG)
    assert obstacle == "LICENSE is out of date: run `make docs` and commit it"


def test_action_of_the_repository_of_its_own_installs_the_package_of_its_version(tmp_path: Path):
    release.write_action(tmp_path, docs.project())
    version, repository = docs.project()
    own = yaml.safe_load((tmp_path / "action.yml").read_text(encoding="utf-8"))
    ours = yaml.safe_load((ROOT / ".github/actions/check/action.yml").read_text(encoding="utf-8"))
    install = [step["run"] for step in own["runs"]["steps"] if step.get("name") == "Install taiyaku"]
    assert f'"${{PACKAGE:-taiyaku[ja]=={version}}}"' in install[0]
    assert own["inputs"].keys() == ours["inputs"].keys() and len(own["runs"]["steps"]) == len(ours["runs"]["steps"])
    page = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert f"uses: {repository}-action@v{version}" in page and ".github/actions" not in page
    assert (tmp_path / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_command_prints_the_notes_and_refuses_what_may_not_be_published(
    capsys: pytest.CaptureFixture[str], no_files: None
):
    assert release.main(["notes"]) == 0 and capsys.readouterr().out.startswith("First form")
    assert release.main(["check", "v9"]) == 1 and "the tag v9 is not" in capsys.readouterr().err
    assert release.main([]) == 2


def test_every_place_that_names_the_repository_is_written_from_the_setting():
    name = docs.project().repository
    named = {
        file.relative_to(ROOT).as_posix()
        for pattern in ("*.md", "*.toml", ".*.yaml", ".github/**/*.yml", "[fg]*/**/*.md", "[fg]*/**/*.json")
        for file in ROOT.glob(pattern)
        if "node_modules" not in file.parts and name in file.read_text(encoding="utf-8")
    }
    assert named <= FILES.keys() and len(named) >= 8


def test_workflow_gives_rights_to_jobs_that_need_them_alone():
    assert WORKFLOW["permissions"] == {"contents": "read"}
    writing = {
        name: {right for right, level in job["permissions"].items() if level == "write"}
        for name, job in WORKFLOW["jobs"].items()
    }
    assert writing == {
        "build": {"attestations", "id-token"},
        "publish": {"id-token"},
        "image": {"attestations", "id-token", "packages"},
        "notes": {"contents"},
    }


def test_workflow_puts_no_expression_into_a_script_and_calls_what_there_is():
    assert all("${{" not in script for script in SCRIPTS.values())
    calls = re.findall(r"flows\.docs\.release (\w+)", "\n".join(SCRIPTS.values()))
    assert calls == ["check", "notes", "action"]
    assert (ROOT / "flows/operating/Containerfile").read_text("utf-8").count(" AS check\n") == 1
