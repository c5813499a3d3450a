"""Summaries on a git branch: a commit for each build, and nothing else of the repository touched."""

from __future__ import annotations

import subprocess
import threading
from pathlib import Path

import pytest

from flows.delivery import branch_delivery
from flows.delivery.deliveries import deliver, verify
from flows.delivery.delivery_result import Delivery
from tests.flows.delivery.small_builds import small_build


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a commit, a change in its index and one in its work tree."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    git(folder, "config", "user.name", "A. Nightly")
    git(folder, "config", "user.email", "nightly@example.org")
    (folder / "a.md").write_text("a\n", encoding="utf-8")
    git(folder, "add", "a.md")
    git(folder, "commit", "-qm", "One page")
    (folder / "a.md").write_text("b\n", encoding="utf-8")
    (folder / "b.md").write_text("b\n", encoding="utf-8")
    git(folder, "add", "b.md")
    return folder


@pytest.fixture(autouse=True)
def _tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small builds have no tables to count."""
    monkeypatch.setattr(branch_delivery, "figures", lambda source: f"# Figures of build {source.build_id}\n")


def git(folder: Path, *arguments: str) -> str:
    ended = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=True)
    return ended.stdout


def published(build: Path, repository: Path, branch: str = "summaries", **options: bool) -> Delivery:
    delivery, *others = deliver(build, [f"git:{repository}#{branch}"], **options)
    assert others == []
    return delivery


def test_each_build_is_a_commit_and_the_repository_stays_as_it_is(repository: Path, tmp_path: Path):
    status = git(repository, "status", "--porcelain=v2", "--branch")
    builds = [small_build(tmp_path / "out", number) for number in (1, 2)]
    assert [published(build, repository).state for build in builds] == ["published", "published"]
    assert git(repository, "status", "--porcelain=v2", "--branch") == status
    assert git(repository, "log", "--format=%s %an", "summaries").splitlines() == [
        f"Build {build.name} A. Nightly" for build in reversed(builds)
    ]
    assert git(repository, "show", "summaries:summary.md") == f"# Build {builds[1].name}\n"
    assert git(repository, "show", "summaries:figures.md") == f"# Figures of build {builds[1].name}\n"
    assert verify(f"git:{repository}#summaries").status == 0
    git(repository, "fsck", "--strict")


def test_nothing_is_committed_where_nothing_changed(repository: Path, first_build: Path):
    published(first_build, repository)
    assert published(first_build, repository).state == "unchanged"
    assert published(first_build, repository, rollback=True).state == "unchanged"
    assert git(repository, "rev-list", "--count", "summaries") == "1\n"


def test_dry_run_commits_nothing(repository: Path, first_build: Path):
    assert published(first_build, repository, dry_run=True).state == "planned"
    assert git(repository, "branch", "--list", "summaries") == ""


def test_older_build_is_committed_only_when_asked(repository: Path, tmp_path: Path):
    old, new = small_build(tmp_path / "out", 1), small_build(tmp_path / "out", 2)
    published(new, repository)
    assert published(old, repository).state == "older"
    assert published(old, repository, rollback=True).state == "published"
    assert git(repository, "show", "summaries:summary.md") == f"# Build {old.name}\n"


def test_other_files_of_the_branch_stay(repository: Path, first_build: Path):
    git(repository, "branch", "pages", "main")
    published(first_build, repository, "pages")
    assert git(repository, "ls-tree", "--name-only", "pages").split() == ["a.md", "figures.md", "summary.md"]
    assert git(repository, "rev-list", "--count", "pages") == "2\n"


def test_branch_that_is_checked_out_is_refused(repository: Path, first_build: Path):
    delivery = published(first_build, repository, "main")
    assert delivery.status == 2 and "the branch is checked out" in delivery.line


@pytest.mark.parametrize("branch", ["-x", "a..b", "a b", "x.lock", "HEAD", "@{-1}"])
def test_name_that_no_branch_can_have_is_refused(repository: Path, first_build: Path, branch: str):
    git(repository, "checkout", "-qb", "topic")  # so that @{-1} is main
    delivery = published(first_build, repository, branch)
    assert delivery.status == 2 and "no name for a branch; give another one after #" in delivery.line


@pytest.mark.parametrize("branch", ["feature/x", "release-1.0", "日本語", "a@b", "@", "fix#12", "it's"])
def test_name_that_git_takes_is_taken(repository: Path, tmp_path: Path, branch: str):
    builds = [small_build(tmp_path / "out", number) for number in (1, 2)]
    assert [published(build, repository, branch).state for build in builds] == ["published", "published"]
    assert git(repository, "rev-list", "--count", f"refs/heads/{branch}") == "2\n"
    assert verify(f"git:{repository}#{branch}").line.endswith(f"{builds[1].name} is whole")


@pytest.mark.parametrize(("branch", "other"), [("feature", "feature/x"), ("feature/x/y", "feature/x")])
def test_branch_whose_name_is_a_folder_of_another_is_refused(
    repository: Path, first_build: Path, branch: str, other: str
):
    git(repository, "branch", "feature/x", "main")
    delivery = published(first_build, repository, branch)
    assert delivery.status == 2 and f"git cannot have this branch beside {other}, as one name" in delivery.line
    assert git(repository, "rev-list", "--count", "feature/x") == "1\n"


def test_branch_that_begins_like_another_is_no_obstacle(repository: Path, first_build: Path):
    git(repository, "branch", "feature-1", "main")
    assert published(first_build, repository, "feature").state == "published"
    assert git(repository, "rev-list", "--count", "feature") == "1\n"


def test_folder_that_is_no_repository_is_refused(first_build: Path, tmp_path: Path):
    (tmp_path / "plain").mkdir()
    assert "no git repository that can be used; run git init there" in published(first_build, tmp_path / "plain").line
    assert "no such folder; give a git repository" in published(first_build, tmp_path / "nowhere").line


def test_commit_has_an_author_where_none_is_configured(
    first_build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", "/dev/null")
    for role in ("AUTHOR", "COMMITTER"):
        for part in ("NAME", "EMAIL"):
            monkeypatch.delenv(f"GIT_{role}_{part}", raising=False)
    git(tmp_path, "init", "-q", "--bare", "bare.git")
    assert published(first_build, tmp_path / "bare.git").state == "published"
    assert git(tmp_path / "bare.git", "log", "--format=%an", "summaries") == "taiyaku\n"


def test_variables_of_a_hook_lead_nowhere(
    repository: Path, first_build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    assert published(first_build, repository).state == "published"
    monkeypatch.delenv("GIT_DIR")
    assert git(repository, "show", "summaries:summary.md") == f"# Build {first_build.name}\n"


@pytest.mark.slow
def test_racing_publishers_lose_no_commit(repository: Path, tmp_path: Path):
    builds = [small_build(tmp_path / "out", number) for number in range(1, 11)]
    states: list[str] = []

    def publish(part: list[Path]) -> None:
        states.extend(published(build, repository).state for build in part)

    threads = [threading.Thread(target=publish, args=(builds[start::2],)) for start in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    commits = int(git(repository, "rev-list", "--count", "summaries"))
    assert sorted(set(states)) in (["older", "published"], ["published"]) and states.count("published") == commits
    assert git(repository, "show", "summaries:summary.md") == f"# Build {builds[-1].name}\n"
