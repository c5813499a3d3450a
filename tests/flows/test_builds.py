"""`taiyaku builds`, and what `build` says of a run to programs: lists, tags, roll-back, retention, outcome, status."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.storage import store
from flows.pipeline import retention
from tests.flows.command import Ran, called
from tests.flows.plain import write

pytestmark = pytest.mark.slow

TERMS = """
[[concept]]
id = "library"
domain = "software"
definition = "Code that others call."
[concept.en]
preferred = "library"
[concept.zh]
preferred = "库"
wrong = [{ form = "图书馆", why = "a place for books" }]
[concept.ja]
preferred = "ライブラリ"
[concept.examples]
zh.wrong = ["图书馆"]
"""
PAGE = "# 库\n\n这个库很小。\n"
FAULTY = PAGE + "\n这个图书馆很小。\n"
SETTINGS = '[glossary]\ndirs = ["terms"]\nonly = true\n'

Call = Callable[..., Ran]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Call:
    """Calls of the command line in a project of one page, in this process and without Prefect."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    monkeypatch.setenv("PREFECT_HOME", str(tmp_path / "prefect"))  # no server is configured
    write(tmp_path, {"taiyaku.toml": SETTINGS, "terms/library.toml": TERMS, "articles/zh/a.md": PAGE})
    return lambda *arguments: called(capfd, *arguments)


def built(call: Call, text: str) -> str:
    """The id of a build of this page."""
    write(Path(), {"articles/zh/a.md": text})
    assert call("build", "articles", "--quiet").status == 0
    return os.path.basename(os.path.realpath("outputs/latest"))


def listed(call: Call) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(call("builds", "--format", "json").out)["builds"]
    return rows


def test_folder_without_builds_says_what_to_do(call: Call):
    ran = call("builds")
    assert (ran.status, ran.out, ran.err) == (0, "", "outputs: no builds yet; run `taiyaku build`\n")


def test_builds_are_listed_with_figures_and_names(call: Call):
    first, second = built(call, PAGE), built(call, FAULTY)
    assert call("builds", "--tag", "good", first[:6]).status == 0
    ran = call("builds")
    head, newest, oldest = ran.out.splitlines()
    assert head.split() == ["build", "created", "(UTC)", "size", "documents", "segments", "findings", "names"]
    assert newest.split()[0] == second and newest.split()[-1] == "latest" and newest.split()[-2] == "1"
    assert oldest.split()[0] == first and oldest.split()[-1] == "good"
    assert f"Published build {second}" in ran.err and ran.err.startswith("2 builds, ")
    assert [(row["build_id"], row["is_latest"], row["tags"]) for row in listed(call)] == [
        (second, True, []),
        (first, False, ["good"]),
    ]


def test_name_that_no_build_has_ends_with_2(call: Call):
    built(call, PAGE)
    ran = call("builds", "--tag", "good", "zzzz")
    assert ran.status == 2 and "zzzz: no such build or tag; there are " in ran.err


def test_rolled_back_build_stays_away_until_the_sources_change(call: Call):
    first, second = built(call, PAGE), built(call, FAULTY)
    assert f"latest is build {first}; it was {second}" in call("builds", "--rollback").err
    ran = call("build", "articles", "--format", "json")
    outcome = json.loads(ran.out)
    assert (ran.status, outcome["status"], outcome["level"]) == (0, "withdrawn", "warned")
    assert os.path.basename(os.path.realpath("outputs/latest")) == first == outcome["build_id"]
    third = built(call, FAULTY + "\n张量。\n")
    assert os.path.basename(os.path.realpath("outputs/latest")) == third not in (first, second)


def test_build_that_was_rolled_back_from_can_be_the_latest_again(call: Call):
    first, second = built(call, PAGE), built(call, FAULTY)
    call("builds", "--rollback")
    call("builds", "--rollback", second)
    assert retention.withdrawn_builds(Path("outputs")).keys() == {first}
    assert built(call, FAULTY) == second


def test_rollback_that_the_history_cannot_record_says_so(call: Call, monkeypatch: pytest.MonkeyPatch):
    first, _ = built(call, PAGE), built(call, FAULTY)
    monkeypatch.setattr("flows.files.history_folder.record", lambda *_: None)  # as with a build of other columns
    ran = call("builds", "--rollback")
    assert f"latest is build {first}" in ran.err and "The history does not record it" in ran.err


def test_rollback_to_the_build_that_is_the_latest_or_where_none_is(call: Call):
    first, second = built(call, PAGE), built(call, FAULTY)
    assert call("builds", "--rollback", "latest").err == f"latest is build {second}\n"
    Path("outputs/latest").unlink()
    assert call("builds", "--rollback", first).err == f"latest is build {first}\n"


def test_withdrawn_build_stays_away_where_it_was_removed_and_comes_with_full(call: Call):
    first, second = built(call, PAGE), built(call, FAULTY)
    call("builds", "--rollback")
    call("builds", "--prune", "--keep-last", "1")
    shutil.rmtree(f"outputs/builds/{second}", ignore_errors=True)
    assert built(call, FAULTY) == first
    assert call("build", "articles", "--full").status == 0
    assert os.path.basename(os.path.realpath("outputs/latest")) == second
    assert retention.withdrawn_builds(Path("outputs")) == {}


def test_previous_is_the_build_that_was_the_latest_before_whatever_its_date(call: Call):
    first, second, third = built(call, PAGE), built(call, FAULTY), built(call, PAGE + "\n库。\n")
    call("builds", "--rollback", first)
    fourth = built(call, PAGE + "\n库，库。\n")
    assert call("builds", "--tag", "before", "previous").err.startswith("outputs/tags/before is build " + first)
    assert first in call("compare").out
    assert f"latest is build {first}; it was {fourth}" in call("builds", "--rollback").err
    assert len({first, second, third, fourth}) == 4


def test_second_rollback_goes_further_back_and_never_to_a_withdrawn_build(call: Call):
    ids = [built(call, PAGE + "\n" * blank) for blank in range(4)]
    call("builds", "--rollback")
    call("builds", "--rollback")
    assert os.path.basename(os.path.realpath("outputs/latest")) == ids[1]
    store.point(Path("outputs"), ids[3])
    call("builds", "--rollback")
    assert os.path.basename(os.path.realpath("outputs/latest")) == ids[1]


def test_damaged_build_cannot_be_rolled_back_to(call: Call):
    first, second = built(call, PAGE), built(call, FAULTY)
    Path(f"outputs/builds/{first}/README.md").write_text("damaged")
    ran = call("builds", "--rollback")
    assert ran.status == 2 and f"build {first} is not what its manifest says" in ran.err
    assert os.path.basename(os.path.realpath("outputs/latest")) == second


def test_prune_says_what_it_would_remove_and_removes_it_on_demand(call: Call):
    ids = [built(call, PAGE + "\n" * blank) for blank in range(4)]
    call("builds", "--tag", "kept", ids[0])
    ran = call("builds", "--prune", "--keep-last", "1", "--dry-run")
    assert [line.split()[0] for line in ran.out.splitlines()] == [ids[2], ids[1]]
    assert ran.err.startswith("2 builds would be removed, ") and len(listed(call)) == 4
    assert call("builds", "--prune", "--keep-last", "1").err.startswith("2 builds removed, ")
    assert [row["build_id"] for row in listed(call)] == [ids[3], ids[0]]


def test_prune_without_a_bound_removes_nothing(call: Call):
    built(call, PAGE)
    assert "Nothing is removed" in call("builds", "--prune").err


def test_settings_bound_what_a_build_leaves(call: Call):
    Path("taiyaku.toml").write_text(SETTINGS + "[build]\nkeep_last = 2\n")
    ids = [built(call, PAGE + "\n" * blank) for blank in range(3)]
    assert [row["build_id"] for row in listed(call)] == [ids[2], ids[1]]


# --- what a run says


def test_status_4_tells_that_something_was_published_where_it_is_asked_for(call: Call):
    assert call("build", "articles", "--detailed-status").status == 4
    assert call("build", "articles", "--detailed-status").status == 0


def test_status_4_says_that_latest_went_back_to_an_earlier_build(call: Call):
    first, second = built(call, PAGE), built(call, FAULTY)
    write(Path(), {"articles/zh/a.md": PAGE})
    ran = call("build", "articles", "--detailed-status")
    assert ran.status == 4 and f"Published build {first} again" in ran.err and f"Since build {second} of" in ran.err
    assert os.path.basename(os.path.realpath("outputs/latest")) == first
    assert call("build", "articles", "--detailed-status").status == 0


def test_change_since_the_build_before_is_reported_and_kept(call: Call):
    first = built(call, PAGE)
    write(Path(), {"articles/zh/a.md": FAULTY, "articles/zh/b.md": "", "articles/zh/c.md": PAGE})
    ran = call("build", "articles")
    lines = ran.err.splitlines()
    assert f"Since build {first} of " in ran.err and lines[-1].startswith("Look at outputs/latest/report")
    assert "  newly quarantined: zh/b.md: empty file" in lines and "  added: 1 (zh/c.md)" in lines
    assert "  edited: 1 (zh/a.md)" in lines and "  findings: 1 new, 0 gone" in lines
    assert "Warning: 1 file quarantined, such as zh/b.md: empty file" in lines
    state = json.loads(Path("outputs/state.json").read_text(encoding="utf-8"))
    assert state["last_run"]["changes"]["counts"]["quarantined"] == 1 and state["last_run"]["level"] == "warned"


def test_first_build_has_no_build_before(call: Call):
    ran = call("build", "articles", "--format", "json")
    outcome = json.loads(ran.out)
    assert (outcome["status"], outcome["changes"], outcome["alarms"]) == ("changed", None, [])
    assert json.loads(Path("outputs/state.json").read_text(encoding="utf-8"))["last_run"]["changes"] is None
    assert "Since build" not in ran.err
    assert "since the build before" not in call("history").out
    built(call, FAULTY)
    assert "since the build before" in call("history").out


def test_alarm_that_is_set_to_fail_ends_with_1_and_the_build_is_published(call: Call):
    Path("taiyaku.toml").write_text(SETTINGS + '[alarms]\non_quarantined = "fail"\n')
    first = built(call, PAGE)
    write(Path(), {"articles/zh/b.md": ""})
    ran = call("build", "articles", "--format", "json")
    outcome = json.loads(ran.out)
    assert (ran.status, outcome["level"], outcome["status"]) == (1, "failed", "changed")
    latest = os.path.basename(os.path.realpath("outputs/latest"))
    assert f"Since build {first} of " in ran.err and "Fails the run: 1 file quarantined" in ran.err
    assert latest != first and f"taiyaku: build {latest} is published, and fails the run: 1 file quarant" in ran.err
    repeated = call("build", "articles")  # and as long as it stands
    assert repeated.status == 1 and "Nothing changed" in repeated.err
    assert "Fails the run: 1 file quarantined" in repeated.err
    assert "1 file quarantined: zh/b.md (empty file)" in call("doctor").out
    Path("articles/zh/b.md").unlink()
    assert call("build", "articles").status == 0


def test_page_that_can_no_longer_be_read_is_listed_once(call: Call):
    built(call, PAGE)
    write(Path(), {"articles/zh/c.md": PAGE.replace("图书馆", "图书室")})
    call("build", "articles")
    write(Path(), {"articles/zh/c.md": ""})
    text = call("build", "articles").err
    assert "  newly quarantined: zh/c.md" in text and "removed" not in text
    write(Path(), {"articles/zh/c.md": PAGE + "\n又一句。\n"})
    text = call("build", "articles").err
    assert "  readable again: 1 (zh/c.md)" in text and "added" not in text


def test_failed_run_is_reported_to_programs_and_kept(call: Call):
    built(call, PAGE)
    Path("terms/library.toml").write_text("[[concept]]\nid = 7\n")
    ran = call("build", "articles", "--format", "json", "--log-format", "json")
    outcome, rows = json.loads(ran.out), [json.loads(line) for line in ran.err.splitlines()]
    assert (ran.status, outcome["status"]) == (2, "failed") and "library.toml" in outcome["message"]
    assert {row["event"] for row in rows} == {"end", "error"} and all(row["level"] == "error" for row in rows)
    assert json.loads(Path("outputs/state.json").read_text(encoding="utf-8"))["failures"] == 1


def test_log_lines_are_json_with_build_step_and_document(call: Call):
    write(Path(), {"articles/zh/b.md": ""})
    ran = call("build", "articles", "--log-format", "json")
    rows = [json.loads(line) for line in ran.err.splitlines()]
    build_id = os.path.basename(os.path.realpath("outputs/latest"))
    (quarantined,) = [row for row in rows if row["event"] == "quarantined"]
    assert (quarantined["document"], quarantined["level"], quarantined["build"]) == ("zh/b.md", "warning", build_id)
    assert rows[-1]["event"] == "end" and rows[-1]["outcome"] == "warned"
    assert all(row["time"].endswith("Z") for row in rows) and {"step", "message"} <= {row["event"] for row in rows}


def test_build_that_takes_too_long_is_ended_and_leaves_latest(call: Call, monkeypatch: pytest.MonkeyPatch):
    import time

    first = built(call, PAGE)
    Path("taiyaku.toml").write_text(SETTINGS + "[build]\ntimeout = 1\n")
    monkeypatch.setattr("flows.pipeline.lifecycle.build_once", lambda *_: time.sleep(30))
    write(Path(), {"articles/zh/a.md": FAULTY})
    ran = call("build", "articles")
    assert ran.status == 3 and "the build took longer than 1 seconds and was ended" in ran.err
    assert os.path.basename(os.path.realpath("outputs/latest")) == first


def test_build_waits_for_a_folder_that_another_holds_where_retries_are_set(call: Call, monkeypatch: pytest.MonkeyPatch):
    from corpus.storage import build_lock

    Path("taiyaku.toml").write_text(SETTINGS + "[build]\nretries = 1\nretry_delay = 0.1\n")
    holding = build_lock.lock(Path("outputs"))
    holding.__enter__()
    monkeypatch.setattr("time.sleep", lambda _: holding.__exit__(None, None, None))
    ran = call("build", "articles")
    assert ran.status == 0 and "trying again in 0 seconds (1 of 1)" in ran.err


SECRETS = {
    "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMIplanted",
    "TAIYAKU_HOOK": "http://mei:plantedpw@127.0.0.1:9/hook?token=plantedtoken",
    "SMTP_PASSWORD": "plantedsmtp",
    "PREFECT_API_AUTH_STRING": "admin:plantedlogin",
}


def test_no_secret_is_in_any_file_or_line(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("flows.outcomes.notify._DELAYS", (0.0,))
    Path("taiyaku.toml").write_text(
        SETTINGS + '[notify]\nchannels = ["TAIYAKU_HOOK"]\nheartbeat = "TAIYAKU_HOOK"\nmetrics = "m.prom"\n'
        'notify_on = ["failed", "changed"]\n'
    )
    logs = [call("build", "articles", "--format", "json", "--log-format", "json")]

    def failing(*_: object) -> None:
        raise RuntimeError(f"the service at {SECRETS['TAIYAKU_HOOK']} said {SECRETS['AWS_SECRET_ACCESS_KEY']}")

    monkeypatch.setattr("flows.pipeline.lifecycle.build_once", failing)
    write(tmp_path, {"articles/zh/a.md": FAULTY})
    logs.append(call("build", "articles", "--format", "json"))
    texts = [text for ran in logs for text in (ran.out, ran.err)]
    trace = Path(logs[1].err.split("details in ")[1].split()[0])
    texts += [trace.read_text(encoding="utf-8")]
    texts += [file.read_bytes().decode("latin-1") for file in tmp_path.rglob("*") if file.is_file()]
    assert logs[1].status == 3 and "TAIYAKU_HOOK: was not notified" in logs[1].err
    assert [text for text in texts if "planted" in text] == []
