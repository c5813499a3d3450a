"""Telling: runs that fail, warn or publish reach web hooks and mail; a channel that is silent fails no run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flows.options import NotifyOptions
from flows.outcomes import notify
from flows.outcomes.alarms import Alarm, BuildAlarmError
from flows.outcomes.outcome import RunStatus
from flows.outcomes.state_file import read_state
from flows.outcomes.watch import watched
from flows.settings import SettingsError
from tests.flows.receivers import mail, mail_text, web

WARNING = Alarm("quarantined", "warn", "1 file newly quarantined, such as zh/a.md: empty file")
FATAL = Alarm("drift", "fail", "documents zh went from 100 to 60, by more than 30%")


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notify, "_DELAYS", (0.0, 0.01, 0.01))


@pytest.fixture(autouse=True)
def _builds(tmp_path: Path) -> None:
    (tmp_path / "builds").mkdir()


def run(
    out: Path, options: NotifyOptions, status: RunStatus, *alarms: Alarm, error: Exception | None = None
) -> list[str]:
    """Run something that ends so; returns what went wrong in telling."""
    try:
        with watched("build", "docs", out, options) as watch:
            watch.ends(status, f"Run that is {status}", build_id="abc", alarms=alarms, figures={"documents zh": 60})
            if error:
                raise error
    except Exception as raised:
        assert raised is error
    return watch.problems


def test_failed_run_reaches_a_web_hook_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with web() as received:
        monkeypatch.setenv("HOOK", f"http://127.0.0.1:{received.port}/hook")
        error = SettingsError("schedule.sources: a does not exist; correct the path")
        assert run(tmp_path, NotifyOptions(channels=("HOOK",)), RunStatus.CHANGED, error=error) == []
    (post,) = received.posts
    assert (post["status"], post["level"], post["run"], post["project"]) == ("failed", "failed", "build", "docs")
    assert post["message"] == "schedule.sources: a does not exist; correct the path"


def test_failed_run_reaches_a_mailbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with mail() as received:
        monkeypatch.setenv("MAIL", f"mailto://127.0.0.1:{received.port}?from=cron@example.org&to=mei@example.org")
        options = NotifyOptions(channels=("MAIL",))
        assert run(tmp_path, options, RunStatus.CHANGED, FATAL, error=BuildAlarmError("fails")) == []
    (message,) = received.mails
    assert message["Subject"] == "taiyaku docs: build failed" and "mei@example.org" in message["To"]
    assert "Fails: documents zh went from 100 to 60" in mail_text(message)


@pytest.mark.parametrize(
    ("status", "alarms", "level"),
    [
        (RunStatus.CHANGED, (), "changed"),
        (RunStatus.CHANGED, (WARNING,), "warned"),
        (RunStatus.CHANGED, (WARNING, FATAL), "failed"),
        (RunStatus.UNCHANGED, (), "unchanged"),
        (RunStatus.WITHDRAWN, (), "warned"),
        (RunStatus.FAILED, (), "failed"),
    ],
)
def test_channel_is_told_what_the_settings_ask_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: RunStatus, alarms: tuple[Alarm, ...], level: str
):
    with web() as received:
        monkeypatch.setenv("HOOK", f"http://127.0.0.1:{received.port}/")
        for wanted in ("failed", "warned", "changed", "unchanged"):
            options: Any = NotifyOptions(channels=("HOOK",), notify_on=(wanted,))
            run(tmp_path, options, status, *alarms)
    assert [post["level"] for post in received.posts] == [level]


def test_channel_that_answers_at_the_second_try_was_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with web() as received:
        monkeypatch.setenv("HOOK", f"http://127.0.0.1:{received.port}/")
        received.failures = 2
        assert run(tmp_path, NotifyOptions(channels=("HOOK",)), RunStatus.FAILED) == []
    assert len(received.posts) == 1


def test_channel_that_never_answers_fails_no_run_and_its_secret_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOOK", "http://mei:s3cr3tpw@127.0.0.1:9/hook")
    (problem,) = run(tmp_path, NotifyOptions(channels=("HOOK",)), RunStatus.FAILED)
    assert problem.startswith("HOOK: was not told: ") and "s3cr3tpw" not in problem


@pytest.mark.parametrize("address", ["", "nonsense://x"])
def test_channel_without_a_right_address_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str):
    monkeypatch.setenv("HOOK", address)
    (problem,) = run(tmp_path, NotifyOptions(channels=("HOOK",)), RunStatus.FAILED)
    words = "the address is none that Apprise knows" if address else "the environment has no such variable"
    assert words in problem


def test_sign_of_life_is_given_unless_the_run_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with web() as received:
        monkeypatch.setenv("BEAT", f"http://127.0.0.1:{received.port}/beat")
        options = NotifyOptions(heartbeat="BEAT")
        for status in (RunStatus.CHANGED, RunStatus.UNCHANGED, RunStatus.FAILED):
            assert run(tmp_path, options, status) == []
    assert received.asked == ["/beat", "/beat"]


def test_run_within_a_run_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with web() as received:
        monkeypatch.setenv("HOOK", f"http://127.0.0.1:{received.port}/")
        options = NotifyOptions(channels=("HOOK",), notify_on=("changed",))
        with watched("build", "docs", tmp_path, options) as outer:
            with watched("build", "docs", tmp_path, options) as inner:
                inner.ends(RunStatus.CHANGED, "published")
            assert inner is outer and received.posts == []
    assert len(received.posts) == 1


# --- what is written down


def test_state_says_how_the_last_run_ended_and_when_one_last_went_well(tmp_path: Path):
    options = NotifyOptions()
    run(tmp_path, options, RunStatus.CHANGED, WARNING)
    first = read_state(tmp_path)
    assert (first["failures"], first["last_success"], first["last_run"]["level"]) == (0, first["ended"], "warned")
    for failures in (1, 2):
        run(tmp_path, options, RunStatus.FAILED, error=OSError("disk gone"))
        state = read_state(tmp_path)
        assert (state["failures"], state["last_success"]) == (failures, first["ended"])
        assert state["last_run"]["message"] == "disk gone"
    run(tmp_path, options, RunStatus.UNCHANGED)
    assert read_state(tmp_path)["failures"] == 0


def test_metrics_are_written_for_prometheus(tmp_path: Path):
    options = NotifyOptions(metrics=tmp_path / "metrics/taiyaku.prom")
    run(tmp_path, options, RunStatus.CHANGED, WARNING)

    def samples() -> dict[str, float]:
        rows = (tmp_path / "metrics/taiyaku.prom").read_text().splitlines()
        return {name: float(value) for name, _, value in (row.rpartition(" ") for row in rows if row[0] != "#")}

    first = samples()
    of = 'project="docs",run="build"'
    assert first[f"taiyaku_run_failed{{{of}}}"] == 0 and first[f"taiyaku_run_changed{{{of}}}"] == 1
    assert first[f'taiyaku_alarms{{kind="quarantined",{of}}}'] == 1
    assert first[f'taiyaku_figure{{figure="documents zh",{of}}}'] == 60
    run(tmp_path, options, RunStatus.FAILED)
    success = f"taiyaku_last_success_timestamp_seconds{{{of}}}"
    assert samples()[success] == first[success] > 0 and samples()[f"taiyaku_run_failed{{{of}}}"] == 1


def test_figures_stay_in_the_metrics_of_a_run_that_failed(tmp_path: Path):
    options = NotifyOptions(metrics=tmp_path / "m.prom")
    run(tmp_path, options, RunStatus.CHANGED)
    with watched("build", "docs", tmp_path, options) as watch:
        watch.ends(RunStatus.FAILED, "disk gone")
    assert 'taiyaku_figure{figure="documents zh",project="docs",run="build"} 60.0' in (tmp_path / "m.prom").read_text()


def test_folder_that_takes_no_file_fails_no_run(tmp_path: Path):
    (tmp_path / "file").write_text("")
    (problem,) = run(tmp_path, NotifyOptions(metrics=tmp_path / "file/metrics.prom"), RunStatus.CHANGED)
    assert problem.startswith("the outcome could not be written down: ")
