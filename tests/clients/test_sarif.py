"""SARIF before those who read it: Microsoft's validator, with the rules of GitHub code scanning, and the schema."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from glossary.desk.report.check_report import Report
from glossary.desk.report.sarif import sarif
from glossary.rules.registry import RULES
from tests.clients.tools import asked, multitool
from tests.glossary.desk.report.made import hostile, page, report

pytestmark = pytest.mark.slow

# We have no address on the web to name.
_WAIVED = {"SARIF2005"}


def plain() -> Report:
    """A report with nothing unusual in it."""
    checked_page = page("zh/a.md", "好\n用图书馆，图书馆", "图书馆", suggestion="库")
    return report(replace(checked_page, rules=RULES), page("zh/b.md", "好"))


@pytest.mark.parametrize("make_report", [plain, hostile], ids=["plain", "hostile"])
@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_validator_has_nothing_to_say(make_report: Any, lang: str, tmp_path: Path):
    log, remarks = tmp_path / "log.sarif", tmp_path / "remarks.sarif"
    log.write_text(sarif(replace(make_report(), lang=lang)), encoding="utf-8")
    run("validate", log, "--rule-kind", "Sarif;Ghas", "--output", remarks)
    (judged,) = json.loads(remarks.read_text(encoding="utf-8-sig"))["runs"]
    results = [(result["ruleId"], result["message"]) for result in judged["results"] if result["ruleId"] not in _WAIVED]
    assert results == []
    assert judged["invocations"][0]["executionSuccessful"]


def test_validator_sees_what_is_wrong(tmp_path: Path):
    log, remarks = tmp_path / "log.sarif", tmp_path / "remarks.sarif"
    log.write_text(sarif(plain()).replace('"startLine": 2', '"startLine": 0'), encoding="utf-8")
    run("validate", log, "--output", remarks)
    assert "JSON1" in remarks.read_text(encoding="utf-8-sig")


@pytest.mark.parametrize("make_report", [plain, hostile], ids=["plain", "hostile"])
def test_log_fits_the_schema(make_report: Any):
    schema, log = str(multitool().parent / "sarif-2.1.0.json"), sarif(make_report())
    assert asked("sarif", {"log": log, "schema": schema}) == []
    assert asked("sarif", {"log": log.replace('"rank": 95.0', '"rank": 101'), "schema": schema}) != []


def test_log_is_read_and_written_again_whole(tmp_path: Path):
    log, rewritten = tmp_path / "log.sarif", tmp_path / "again.sarif"
    log.write_text(sarif(hostile()), encoding="utf-8")
    run("rewrite", log, "--output", rewritten)
    before, after = (json.loads(file.read_text(encoding="utf-8-sig"))["runs"][0] for file in (log, rewritten))
    for key in ("ruleId", "message", "partialFingerprints", "rank", "relatedLocations", "fixes"):
        assert [result.get(key) for result in after["results"]] == [result.get(key) for result in before["results"]], (
            key
        )


def run(*arguments: object) -> str:
    """What the program prints; it has to come to its end."""
    command = [str(multitool()), *map(str, arguments)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout
