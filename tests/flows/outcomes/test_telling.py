"""Telling: runs that fail, warn or publish reach web hooks and mail; a channel that is silent fails no run."""

from __future__ import annotations

import ssl
import urllib.error
from pathlib import Path
from typing import Any

import pytest

from flows.options.options import NotifyOptions
from flows.options.settings import SettingsError
from flows.outcomes import notify
from flows.outcomes.difference import Alarm, BuildAlarmError
from flows.outcomes.outcome import RunStatus, read_state
from flows.outcomes.watch import watched
from tests.flows.receivers import Received, mail, mail_text, web

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
def test_channel_receives_what_the_settings_ask_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: RunStatus, alarms: tuple[Alarm, ...], level: str
):
    with web() as received:
        monkeypatch.setenv("HOOK", f"http://127.0.0.1:{received.port}/")
        for event in ("failed", "warned", "changed", "unchanged"):
            options: Any = NotifyOptions(channels=("HOOK",), notify_on=(event,))
            run(tmp_path, options, status, *alarms)
    assert [post["level"] for post in received.posts] == [level]


def test_channel_that_answers_at_the_second_try_was_notified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with web() as received:
        monkeypatch.setenv("HOOK", f"http://127.0.0.1:{received.port}/")
        received.failures = 2
        assert run(tmp_path, NotifyOptions(channels=("HOOK",)), RunStatus.FAILED) == []
    assert len(received.posts) == 1


def test_channel_that_never_answers_fails_no_run_and_its_secret_is_not_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOOK", "http://mei:s3cr3tpw@127.0.0.1:9/hook")
    (problem,) = run(tmp_path, NotifyOptions(channels=("HOOK",)), RunStatus.FAILED)
    assert problem.startswith("HOOK: was not notified: ") and "s3cr3tpw" not in problem


# --- what a web hook answers


def hooked(monkeypatch: pytest.MonkeyPatch, received: Received, out: Path, *answers: tuple[int, dict[str, str]]) -> str:
    """Report a failed run to a web hook that gives these answers and then takes all; returns what went wrong."""
    monkeypatch.setenv("HOOK", f"http://127.0.0.1:{received.port}/hook")
    received.answers = list(answers)
    return "".join(run(out, NotifyOptions(channels=("HOOK",)), RunStatus.FAILED))


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirect_of_a_web_hook_is_not_followed_and_the_new_address_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int
):
    with web() as received:
        problem = hooked(monkeypatch, received, tmp_path, (status, {"Location": "/moved/hook"}))
    assert f"HOOK: was not notified: HTTP {status}: moved to http://127.0.0.1:{received.port}/moved/hook; " in problem
    assert problem.endswith("; set the variable to the new address")
    assert [(method, path) for method, path, _ in received.requests] == [("POST", "/hook")]
    assert b'"status": "failed"' in received.requests[0][2]


def test_tokens_of_a_new_address_are_not_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    location = "https://mei:pw12345@chat.example.org/services/T0123456/AbCdEfGhIjKlMnOpQr?key=hunter2"
    with web() as received:
        problem = hooked(monkeypatch, received, tmp_path, (301, {"Location": location}))
    assert "moved to https://***@chat.example.org/services/***/***?***;" in problem


@pytest.mark.parametrize("status", [300, 302, 304, 400, 401, 403, 404, 405, 410, 413, 422, 501, 505])
def test_answer_that_stays_the_same_is_asked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int):
    with web() as received:
        problem = hooked(monkeypatch, received, tmp_path, (status, {}))
    assert problem.startswith(f"HOOK: was not notified: HTTP {status}") and len(received.requests) == 1


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504])
def test_answer_that_may_pass_is_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int):
    with web() as received:
        assert hooked(monkeypatch, received, tmp_path, (status, {}), (status, {})) == ""
        assert len(received.posts) == 1 and len(received.requests) == 3
        problem = hooked(monkeypatch, received, tmp_path, *[(status, {})] * 3)
    assert problem.startswith(f"HOOK: was not notified: HTTP {status} ") and problem.endswith(" (tried 3 times)")


@pytest.mark.parametrize(
    ("header", "least", "most"),
    [("17", 17, 17), ("Fri, 01 Jan 2100 00:00:20 GMT", 19, 20), ("soon", 0.01, 0.01), ("-5", 0.01, 0.01)],
)
def test_service_that_says_when_to_try_again_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, header: str, least: float, most: float
):
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    monkeypatch.setattr("time.time", lambda: 4102444800.0)  # 2100-01-01
    with web() as received:
        assert hooked(monkeypatch, received, tmp_path, (429, {"Retry-After": header})) == ""
    assert [pause for pause in pauses if pause][-1:] and least <= pauses[-1] <= most


def test_service_that_asks_to_wait_for_long_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with web() as received:
        problem = hooked(monkeypatch, received, tmp_path, (503, {"Retry-After": "3600"}))
    assert len(received.requests) == 1
    assert problem.endswith("HTTP 503 Service Unavailable; it asks to wait 3,600 seconds, longer than a run waits")


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://127.0.0.1:9/s3cr3tpw", "connection refused; nothing listens there (tried 3 times)"),
        ("http://nowhere.invalid/s3cr3tpw", "no such host ("),
        ("http://mei:s3cr3t/pw@127.0.0.1:9/", "the address is not valid"),
        ("https://127.0.0.1:PORT/", "TLS: wrong version number"),
        ("jsons://127.0.0.1:PORT/", "TLS: wrong version number"),
        ("json://127.0.0.1:9/s3cr3tpw", "connection refused; nothing listens there (tried 3 times)"),
    ],
)
def test_why_an_address_cannot_be_reached_is_reported_without_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, words: str
):
    with web() as received:
        monkeypatch.setenv("HOOK", address.replace("PORT", str(received.port)))
        (problem,) = run(tmp_path, NotifyOptions(channels=("HOOK",)), RunStatus.FAILED)
    assert problem.startswith(f"HOOK: was not notified: {words}") and "s3cr3t" not in problem


@pytest.mark.parametrize(("status", "requests"), [(302, 1), (404, 1), (503, 3)])
def test_redirects_and_refusals_of_services_of_apprise_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int, requests: int
):
    with web() as received:
        monkeypatch.setenv("HOOK", f"json://127.0.0.1:{received.port}/hook")
        received.answers = [(status, {"Location": "/moved"})] * 3
        (problem,) = run(tmp_path, NotifyOptions(channels=("HOOK",)), RunStatus.FAILED)
    assert problem.startswith(f"HOOK: was not notified: HTTP {status} ") and len(received.requests) == requests


# --- what a mail server answers


@pytest.mark.parametrize(
    ("replies", "words", "connections"),
    [
        ({"RCPT": "550 5.1.1 No such user"}, "recipient refused: mei@example.org: 550 5.1.1 No such user", 1),
        ({"RCPT": "450 4.2.0 Greylisted"}, "recipient refused: mei@example.org: 450 4.2.0 Greylisted (tried 3 times)", 3),
        ({"MAIL": "553 5.7.1 Not yours"}, "sender cron@example.org refused: 553 5.7.1 Not yours", 1),
        ({"DATA": "554 5.6.0 No"}, "mail refused: 554 5.6.0 No", 1),
        ({"220": "554 5.3.2 Closed"}, "connection refused: 554 5.3.2 Closed", 1),
        ({"220": "421 4.3.2 Busy"}, "connection refused: 421 4.3.2 Busy (tried 3 times)", 3),
        ({"EHLO": "250-here\r\n250 AUTH PLAIN LOGIN", "AUTH": "535 5.7.8 Not s3cr3t@pw"},
         "user name or password refused: 535 5.7.8 Not ***", 1),
        ({"EHLO": "250-here\r\n250 AUTH PLAIN LOGIN", "AUTH": "454 4.7.0 Later"},
         "user name or password refused: 454 4.7.0 Later (tried 3 times)", 3),
        ({"EHLO": "250 here"}, "SMTP AUTH extension not supported by server.", 1),
    ],
)  # fmt: skip
def test_why_a_mail_was_not_taken_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replies: dict[str, str], words: str, connections: int
):
    with mail() as received:
        received.replies = replies
        login = "mei:s3cr3t%40pw@" if "EHLO" in replies else ""
        query = "from=cron@example.org&to=mei@example.org"
        monkeypatch.setenv("MAIL", f"mailto://{login}127.0.0.1:{received.port}?{query}")
        (problem,) = run(tmp_path, NotifyOptions(channels=("MAIL",)), RunStatus.FAILED)
    assert problem == f"MAIL: was not notified: {words}" and received.connections == connections
    assert received.mails == []


def test_recipient_who_is_refused_is_named_and_others_get_the_mail_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with mail() as received:
        received.replies = {"RCPT TO:<mei@": "450 4.2.2 Mailbox full"}
        recipients = "mei@example.org,ken@example.org"
        monkeypatch.setenv("MAIL", f"mailto://127.0.0.1:{received.port}?from=cron@example.org&to={recipients}")
        (problem,) = run(tmp_path, NotifyOptions(channels=("MAIL",)), RunStatus.FAILED)
    words = "recipient refused: mei@example.org: 450 4.2.2 Mailbox full; others have it"
    assert problem == f"MAIL: was not notified: {words}"
    assert [message["To"] for message in received.mails] == ["ken@example.org"]


@pytest.mark.parametrize(
    ("address", "words"),
    [
        (
            "mailto://mei:s3cr3tpw@127.0.0.1:9?from=cron@example.org",
            "connection refused; nothing listens there (tried 3 times)",
        ),
        ("mailto://mei:s3cr3tpw@nowhere.invalid?from=cron@example.org", "no such host ("),
        ("mailtos://mei:s3cr3tpw@127.0.0.1:PORT?mode=ssl&from=cron@example.org", "TLS: wrong version number"),
        ("mailtos://mei:s3cr3tpw@127.0.0.1:PORT?from=cron@example.org", "STARTTLS extension not supported by server."),
    ],
)
def test_why_a_mail_server_cannot_be_reached_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], address: str, words: str
):
    with mail() as received:
        monkeypatch.setenv("MAIL", address.replace("PORT", str(received.port)))
        (problem,) = run(tmp_path, NotifyOptions(channels=("MAIL",)), RunStatus.FAILED)
    assert problem.startswith(f"MAIL: was not notified: {words}")
    assert "s3cr3tpw" not in problem + "".join(capfd.readouterr())


def test_certificate_that_is_not_valid_is_not_asked_for_again():
    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.verify_message = "self-signed certificate"
    failure = notify.refusal(urllib.error.URLError(error))
    assert (str(failure), failure.may_pass) == ("TLS: the certificate is not valid: self-signed certificate", False)


@pytest.mark.parametrize("address", ["", "nonsense://x"])
def test_channel_without_a_right_address_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str):
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
    assert received.plain_paths == ["/beat", "/beat"]


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
