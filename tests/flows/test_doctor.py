"""`taiyaku doctor`: what keeps builds from running is told with what to do, and nothing else is called a fault."""

from __future__ import annotations

import json
import os
import re
import socket
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import flows
from corpus.moments import moment_text
from flows.doctor import installation
from flows.options.effective_options import default_name
from tests.flows.command import Ran, called
from tests.flows.plain import write
from tests.flows.test_builds import PAGE, SETTINGS, TERMS

pytestmark = pytest.mark.slow
Call = Callable[..., Ran]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Call:
    """Calls of the command line in a project with a build and a server that need not be there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PREFECT_HOME", str(tmp_path / "prefect"))
    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    write(tmp_path, {"taiyaku.toml": SETTINGS, "terms/library.toml": TERMS, "articles/zh/a.md": PAGE})
    flows.publish("articles", "outputs", glossary="terms", glossary_only=True)
    return lambda *arguments: called(capfd, *arguments)


def diagnoses(call: Call, *arguments: str, status: int = 0) -> dict[str, list[dict[str, Any]]]:
    """What was found, by area."""
    ran = call("doctor", "--format", "json", *arguments)
    content = json.loads(ran.out)
    assert ran.status == status and content["healthy"] == (status == 0), ran.out
    areas: dict[str, list[dict[str, Any]]] = {}
    for diagnosis in content["diagnoses"]:
        areas.setdefault(diagnosis["area"], []).append(diagnosis)
    return areas


def faults(areas: dict[str, list[dict[str, Any]]], health: str = "fault") -> list[str]:
    return [diagnosis["message"] for rows in areas.values() for diagnosis in rows if diagnosis["health"] == health]


def test_project_without_faults_is_well(call: Call):
    ran = call("doctor")
    lines = ran.out.splitlines()
    assert ran.status == 0 and lines[-1] == "All is well", ran.out
    (installed,) = [line for line in lines if line.startswith("ok installed ")]
    assert re.fullmatch(r"ok installed  taiyaku \S+ from the checkout .*; newer: `git pull` in .*", installed)
    assert "ok glossary   1 concept loads, with examples that hold" in lines
    assert "ok checksums  1 build is what the manifest says" in lines


def test_every_fault_and_warning_says_what_to_do(call: Call):
    Path("taiyaku.toml").write_text(SETTINGS + '[notify]\nchannels = ["NOBODY"]\n[schedule]\nsources = ["gone"]\n')
    Path("terms/library.toml").write_text("[[concept]]\n")
    areas = diagnoses(call, "--late", "1", status=1)
    graves = [row for rows in areas.values() for row in rows if row["health"] in ("fault", "warning")]
    assert len(graves) >= 3 and all(row["remedy"] for row in graves)
    assert faults(areas, "warning")[0].startswith("NOBODY: the environment has no such variable here")
    assert any("schedule.sources: gone does not exist" in message for message in faults(areas))
    assert any("library.toml" in message for message in faults(areas))


def test_settings_that_cannot_be_read_are_a_fault_and_all_else_is_still_looked_at(call: Call):
    Path("taiyaku.toml").write_text("[build]\nfast = true\n")
    areas = diagnoses(call, status=1)
    assert "unknown key build.fast" in areas["settings"][0]["message"] and areas["builds"][0]["health"] == "ok"
    assert diagnoses(call, "--out", "elsewhere", status=1)["builds"] != areas["builds"]


def test_damaged_build_is_found_by_its_checksums(call: Call):
    (part,) = Path("outputs/latest/segments").glob("*.parquet")
    content = bytearray(part.read_bytes())
    content[len(content) // 2] ^= 1
    part.write_bytes(content)
    build_id = os.path.basename(os.path.realpath("outputs/latest"))
    damage = "segments/part-00000.parquet: another checksum than the manifest says"
    assert faults(diagnoses(call, status=1)) == [f"build {build_id} is damaged: {damage}"]


def test_latest_that_names_no_build_is_a_fault(call: Call):
    Path("outputs/latest").unlink()
    assert faults(diagnoses(call, status=1)) == ["outputs/latest names no build"]


def test_folder_without_builds_is_no_fault(call: Call):
    assert faults(diagnoses(call, "--out", "none"), "warning") == ["none: no builds yet"]


def test_lock_of_a_killed_build_is_known_as_such_and_one_at_work_for_long_is_reported(call: Call):
    gone = subprocess.Popen(["true"])
    gone.wait()
    holder = {"host": socket.gethostname(), "pid": gone.pid, "since": "2026-11-20T03:00:00Z"}
    Path("outputs/.holder.json").write_text(json.dumps(holder))
    assert diagnoses(call)["locks"][0]["message"].startswith(f"a build was killed (process {gone.pid} on ")
    Path("outputs/.holder.json").write_text(json.dumps({**holder, "pid": os.getpid()}))
    assert faults(diagnoses(call), "warning")[0].startswith("a build has been at work for long: process ")


def test_lock_of_another_machine_that_is_not_renewed_is_reported(call: Call):
    holder = {"host": "elsewhere", "pid": 17, "since": moment_text()}
    Path("outputs/.holder.json").write_text(json.dumps(holder))
    Path("outputs/.lease").write_text("elsewhere")
    assert diagnoses(call)["locks"][0]["message"].startswith("a build is at work: process 17 on elsewhere")
    os.utime("outputs/.lease", (time.time() - 1800, time.time() - 1800))
    assert faults(diagnoses(call), "warning")[0].startswith("a build may be gone: process 17 on elsewhere")
    assert diagnoses(call)["locks"][0]["message"].endswith("; its lock was not renewed for 30 minutes")


def test_portions_that_are_never_merged_are_reported(call: Call):
    folder = Path("outputs/builds/.portions-0123456789ab")
    folder.mkdir()
    os.utime(folder, (0, 0))
    (row,) = diagnoses(call)["leftovers"]
    assert row["health"] == "warning" and "outputs/builds/.portions-0123456789ab" in row["remedy"]


@pytest.mark.parametrize(("state", "messages"), [
    ({"ended": "2026-11-20T03:00:00Z", "last_success": "2026-11-20T03:00:00Z", "failures": 0,
      "last_run": {"level": "unchanged", "message": "Nothing changed"}}, ["no run went well for "]),
    ({"ended": "2026-11-20T03:00:00Z", "last_success": None, "failures": 3,
      "last_run": {"level": "failed", "message": "disk gone"}},
     ["the last run failed (3 in a row) at 2026-11-20T03:00:00Z: disk gone", "no run went well ever"]),
])  # fmt: skip
def test_runs_that_fail_or_are_late_are_faults(call: Call, state: dict[str, Any], messages: list[str]):
    Path("outputs/state.json").write_text(json.dumps(state))
    fault_messages = faults(diagnoses(call, "--late", "26", status=1))
    assert [message[: len(words)] for message, words in zip(fault_messages, messages, strict=True)] == messages


def test_server_that_does_not_answer_is_a_fault(call: Call, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PREFECT_API_URL", "http://127.0.0.1:9/api")
    (message,) = faults(diagnoses(call, status=1))
    assert message.startswith("http://127.0.0.1:9/api does not answer: ")


def test_damaged_database_of_prefect_is_a_fault(call: Call):
    write(Path("prefect"), {"prefect.db": b"no database" * 1000})
    (message,) = faults(diagnoses(call, status=1))
    assert message.startswith("the database of Prefect is damaged: ")


def test_deployment_that_is_paused_in_the_database_of_prefect_is_reported(call: Call):
    name = default_name(Path("taiyaku.toml").resolve())
    Path("prefect").mkdir(exist_ok=True)
    with closing(sqlite3.connect("prefect/prefect.db")) as database:
        database.executescript(f"""
            CREATE TABLE flow (id, name);
            CREATE TABLE deployment (id, flow_id, name, paused);
            CREATE TABLE deployment_schedule (deployment_id, active);
            INSERT INTO flow VALUES (1, 'build'), (2, 'check'), (3, 'retention');
            INSERT INTO deployment VALUES (1, 1, '{name}', 1), (2, 2, '{name}', 0), (3, 3, '{name}', 0), (4, 1, 'else', 1);
            INSERT INTO deployment_schedule VALUES (1, 1), (2, 0), (3, 1);
        """)
    assert sorted(faults(diagnoses(call), "warning")) == [
        f"build/{name} is paused in the database of Prefect",
        f"check/{name} is paused in the database of Prefect",
    ]


def test_library_of_another_version_than_asked_for_is_a_fault(call: Call, monkeypatch: pytest.MonkeyPatch):
    from importlib.metadata import version as real

    monkeypatch.setattr(installation, "version", lambda name: "0.1" if name == "rjieba" else real(name))
    areas = diagnoses(call, status=1)
    assert faults(areas) == ["not what taiyaku asks for: rjieba 0.1, asked for ==0.2.2"]
    assert faults(areas, "warning") == ["other versions than requirements.lock has: rjieba 0.1 (locked: 0.2.2)"]


def test_feature_whose_library_is_not_there_is_missing_and_no_fault(call: Call, monkeypatch: pytest.MonkeyPatch):
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as real

    def version(name: str) -> str:
        if name == "distributed":
            raise PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(installation, "version", version)
    assert faults(diagnoses(call), "missing")[:1] == ["distributed is not installed: no builds on a Dask cluster"]
