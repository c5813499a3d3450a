"""`taiyaku publish` on the command line: a line for each target, and the exit status."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flows.command import called
from tests.flows.delivery.small_builds import small_build


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a published build in `outputs`."""
    monkeypatch.chdir(tmp_path)
    small_build(tmp_path / "outputs", 1)
    (tmp_path / "outputs" / "latest").symlink_to("builds/000000000001")
    return tmp_path


def test_latest_build_goes_to_the_targets_of_the_settings(project: Path, capfd: pytest.CaptureFixture[str]):
    (project / "taiyaku.toml").write_text('[publish]\ntargets = ["share", "other"]\n', encoding="utf-8")
    ran = called(capfd, "publish")
    assert (ran.status, ran.out) == (0, "")
    assert ran.err.splitlines() == [
        "share: published 000000000001 (3 files, 6.3 kB)",
        "other: published 000000000001 (3 files, 6.3 kB)",
    ]
    assert called(capfd, "publish", "share").err == "share: 000000000001 is the latest there already\n"
    ran = called(capfd, "publish", "--verify")
    assert (ran.status, ran.err) == (0, "share: 000000000001 is whole\nother: 000000000001 is whole\n")


def test_dry_run_says_what_would_be_sent(project: Path, capfd: pytest.CaptureFixture[str]):
    ran = called(capfd, "publish", "share", "--dry-run")
    assert ran.err == "share: would publish 000000000001 (3 files, 6.3 kB); the latest is none\n"
    assert not (project / "share").exists()


def test_damage_at_a_target_ends_with_status_1(project: Path, capfd: pytest.CaptureFixture[str]):
    called(capfd, "publish", "share")
    (project / "share" / "latest" / "report" / "summary.md").unlink()
    ran = called(capfd, "publish", "share", "--verify")
    assert ran.status == 1
    assert ran.err == (
        "taiyaku: share: 000000000001 is damaged: report/summary.md: missing; publish it again elsewhere\n"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "no target; give one, or set targets under [publish] in taiyaku.toml"),
        (["share", "--build", "nowhere"], "nowhere: no build there; run `taiyaku build`, or name one with --build"),
        (["git:repo"], "git:repo: no branch; write git:REPOSITORY#BRANCH"),
        (["s3://AKIA:planted@bucket/x"], "credentials in a target; leave them out"),
        (["git:nowhere#x"], "git:nowhere#x: no such folder; give a git repository"),
        (["nosuch://x/y"], "nosuch://x/y: fsspec knows no nosuch://; correct the target"),
    ],
)
def test_call_that_cannot_be_right_ends_with_status_2_and_one_line(
    arguments: list[str], words: str, project: Path, capfd: pytest.CaptureFixture[str]
):
    ran = called(capfd, "publish", *arguments)
    assert ran.status == 2 and words in ran.err and ran.err.count("\n") == 1
    assert "planted" not in ran.err


def test_gravest_status_counts_and_the_other_targets_get_the_build(project: Path, capfd: pytest.CaptureFixture[str]):
    (project / "file").touch()
    ran = called(capfd, "publish", "file", "share")
    assert ran.status == 2 and (project / "share" / "latest" / "manifest.json").exists()
