"""The small inputs that failed, of what is missing and of what belongs to the site: `../shared/cases`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from corpus.storage import parquet
from tests.flows.command import called
from tests.shared import SHARED

CASES = SHARED / "cases"
pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"{CASES} is not there: inputs that failed")

Call = pytest.CaptureFixture[str]


@pytest.fixture
def case(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the named case as the current folder."""
    folder = tmp_path / "case"
    shutil.copytree(CASES / request.param, folder)
    monkeypatch.chdir(folder)
    return folder


def checked(capfd: Call, *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    """The status of a check, and its findings, the neutral ones too."""
    ran = called(capfd, "check", *arguments, "--format", "json")
    findings: list[dict[str, Any]] = json.loads(ran.out)["findings"]
    return ran.status, findings


@pytest.mark.parametrize("case", ["missing-section"], indirect=True)
@pytest.mark.parametrize("source", [".", "zh/serving.md"])
def test_missing_section_is_one_sure_finding_with_heading_and_sentences(case: Path, capfd: Call, source: str):
    status, findings = checked(capfd, source)
    (finding,) = [finding for finding in findings if finding["path"].endswith("serving.md")]
    assert (finding["rule"], finding["severity"]) == ("T505", "major")
    assert finding["confidence"] >= 0.9
    assert "“Batch requests”" in finding["message"]
    assert "6 sentence(s)" in finding["message"]
    assert finding["surface"] == "旧端口会继续开放 30 秒。"
    assert status == 1


@pytest.mark.parametrize("case", ["missing-section"], indirect=True)
@pytest.mark.parametrize("source", [".", "zh/short.md"])
def test_page_of_which_most_is_missing_is_one_sure_finding(case: Path, capfd: Call, source: str):
    status, findings = checked(capfd, source)
    (finding,) = [finding for finding in findings if finding["path"].endswith("short.md")]
    assert (finding["rule"], finding["severity"]) == ("T506", "major")
    assert finding["confidence"] >= 0.9
    assert status == 1


@pytest.mark.slow
@pytest.mark.parametrize("case", ["missing-section"], indirect=True)
def test_a_build_reports_the_same(case: Path, capfd: Call):
    assert called(capfd, "build", ".", "--quiet", "--out", "out").status == 0
    rows = findings_of(case / "out/latest")
    assert [(row["work"], row["rule"], row["severity"]) for row in rows] == [
        ("serving", "T505", "major"),
        ("short", "T506", "major"),
    ]
    assert min(row["confidence"] for row in rows) >= 0.9


def findings_of(build: Path) -> list[dict[str, Any]]:
    """The rows of a build's findings."""
    return [row for part in parquet.parts(build, "findings") for row in pq.read_table(part).to_pylist()]


@pytest.mark.parametrize("case", ["site-notice"], indirect=True)
def test_what_stands_on_every_page_fails_no_check_and_is_one_neutral_decision(case: Path, capfd: Call):
    status, findings = checked(capfd, ".")
    assert status == 0
    assert [finding["severity"] for finding in findings] == ["neutral"]
    assert len({location["path"] for finding in findings for location in finding["locations"]}) == 6


@pytest.mark.slow
@pytest.mark.parametrize("case", ["site-notice"], indirect=True)
def test_a_build_makes_one_neutral_decision_of_the_site(case: Path, capfd: Call):
    assert called(capfd, "build", ".", "--quiet", "--out", "out").status == 0
    assert [row["severity"] for row in findings_of(case / "out/latest")] == ["neutral"]
