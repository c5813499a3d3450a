"""Asking a judge: what leaves the machine, what is kept, and what hostile judges can do, which is nothing."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from openpyxl import load_workbook

from flows.command_line.cli import main
from flows.docs.site.assembling import HOME
from flows.options.flow_parameters import BuildOptions
from flows.pipeline import lifecycle
from tests.flows.judges import ACCEPT, READ, judged_project, review, suggested
from tests.flows.plain import write

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return judged_project(tmp_path_factory.mktemp("judged")).parent


@pytest.fixture
def folder(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "project", symlinks=True))


def test_every_byte_that_is_sent_is_what_the_dry_run_printed(folder: Path, capfd: pytest.CaptureFixture[str]):
    spy = "import sys\ndata = sys.stdin.buffer.read()\nopen('seen', 'ab').write(data)\n"
    config = judged_project(folder, spy, "batch = 3\nparallel = 1\nretries = 0\n")
    capfd.readouterr()
    assert review(config, "ask", "--judge", "local", "--for", "zh", "--dry-run") == 0
    printed = capfd.readouterr()
    size = len(printed.out.encode())
    assert f"{size:,} bytes; nothing was sent" in printed.err
    assert not (folder / "seen").exists() and not (folder / "review").exists()
    assert review(config, "ask", "--judge", "local", "--for", "zh") == 1
    assert (folder / "seen").read_bytes() == printed.out.encode()
    assert f"sent {size:,} bytes" in capfd.readouterr().err


def test_request_has_what_a_judge_needs_and_texts_as_data_alone(folder: Path, capfd: pytest.CaptureFixture[str]):
    config = judged_project(folder)
    capfd.readouterr()
    review(config, "ask", "--judge", "local", "--for", "zh", "--dry-run")
    lines = capfd.readouterr().out.splitlines()  # \u2028 in a page ends no line
    questions = [json.loads(line) for line in lines]
    (about,) = [question for question in questions if question["data"]["words"] == "操作员"]
    assert about["rule"]["code"] == "T101" and about["rule"]["why"] and about["lang"] == "zh"
    assert set(about["verdicts"]) == {"accept", "reject", "discuss", "admit"}
    data = about["data"]
    assert data["sentence"] == {"en": "Every operator works on tensors.", "zh": "每个操作员都处理张量。"}
    assert data["before"] == {"en": "Tensors", "zh": "张量"} and data["after"]["zh"].startswith("这个图书馆")
    assert data["remedies"][0] == "算子" and data["glossary"]["concept"] == "operator"
    assert {"rendering": "操作员", "relation": "wrong", "uses": 2} in data["usage"]
    (code,) = [question["data"] for question in questions if question["rule"]["code"] == "T309"]
    assert code["around"].startswith("# 更多\n\n```python\nrun(batch_sise, 128)\n```") and "around" not in data
    texts = [json.dumps({**question, "data": None}, ensure_ascii=False) for question in questions]
    assert all("忽略" not in text and "操作员" not in text.replace(about["rule"]["why"], "") for text in texts)


def test_suggestions_are_kept_and_not_asked_for_again(folder: Path, capfd: pytest.CaptureFixture[str]):
    config = judged_project(folder)
    assert review(config, "ask", "--judge", "local", "--for", "zh") == 0
    rows = suggested(config)
    assert rows and {row["verdict"] for row in rows} == {"accept"} and rows[0]["confidence"] == 0.9
    assert not (folder / "review" / "decisions").exists()
    (folder / "judge.py").write_text("raise SystemExit('asked again')")
    capfd.readouterr()
    assert review(config, "ask", "--judge", "local", "--for", "zh") == 0
    assert (
        capfd.readouterr().err
        == f"local: 0 of 0 decisions got a suggestion; {len(rows)} had one before; sent 0 bytes\n"
    )


def test_packet_that_was_sent_is_judged(folder: Path, capfd: pytest.CaptureFixture[str]):
    config = judged_project(folder)
    review(config, "packet", "--for", "zh", "--limit", "2", "--format", "xlsx")
    assert review(config, "ask", "--judge", "local", "--packet", folder / "out/packets/zh-0001/zh-0001.xlsx") == 0
    assert len(suggested(config)) == 2
    assert review(config, "ask", "--judge", "local", "--packet", "zh-0007") == 2
    assert "zh-0007: no packet of" in capfd.readouterr().err


def test_run_that_was_cut_short_goes_on_where_it_ended(folder: Path, capfd: pytest.CaptureFixture[str]):
    first = ACCEPT.replace("for question in questions:", "for question in questions[:1]:")
    config = judged_project(folder, first, "batch = 20\nretries = 0\n")
    assert review(config, "ask", "--judge", "local", "--for", "zh") == 1
    assert "run the command again to ask" in capfd.readouterr().err
    suggestions = suggested(config)
    judged_project(folder, ACCEPT)
    assert review(config, "ask", "--judge", "local", "--for", "zh") == 0
    assert len(suggestions) == 1 and suggestions[0] in suggested(config) and len(suggested(config)) > 2


def test_budget_leaves_the_rest_to_the_next_run(folder: Path, capfd: pytest.CaptureFixture[str]):
    config = judged_project(folder, more="budget = 3000\n")
    assert review(config, "ask", "--judge", "local", "--for", "zh") == 0
    assert "budget is used up" in capfd.readouterr().err
    before = len(suggested(config))
    assert review(config, "ask", "--judge", "local", "--for", "zh") == 0
    assert 0 < before < len(suggested(config))


HOSTILE = {
    "slow": (READ + ACCEPT.removeprefix(READ).replace("questions:", "questions[:1]:")
             + "sys.stdout.flush()\ntime.sleep(600)\n", "not ended within 5 seconds", 1),
    "wrong form": (READ + "print('Sure! Here is my verdict: accept')\nprint('[1, 2]')\nprint('[' * 9000)\n", "3 no JSON", 0),
    "no verdict": (READ + "print(json.dumps({'id': questions[0]['id'], 'verdict': 'delete'}))", "1 without a verdict", 0),
    "words that are none": (READ + "print(json.dumps({'id': questions[0]['id'], 'verdict': 'accept', 'words': 'x' * 999}))",
                            "1 with words or reasons that are no short text", 0),
    "other ids": (READ + "print(json.dumps({'id': 'other', 'verdict': 'accept'}))", "1 on what was not asked", 0),
    "two answers": (READ + "for v in ('accept', 'reject'):\n"
                    "    print(json.dumps({'id': questions[0]['id'], 'verdict': v}))", "2 that contradict each other", 0),
    "flood": (READ + "while True: print('x' * 100_000)", "ended, as it wrote more than", 0),
    "one long line": (READ + "print('{' + ' ' * 30_000 + '}')", "1 too long", 0),
    "no reader": ("import os\nos._exit(3)", "failed with status 3", 0),
    "secret in its error": ("raise SystemExit('bad api_key=abcdefghijkl')", "failed with status 1", 0),
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_judge_loses_and_applies_nothing(kind: str, folder: Path, capfd: pytest.CaptureFixture[str]):
    program, line, count = HOSTILE[kind]
    config = judged_project(folder, program, f"retries = 0\nbatch = 50\ntimeout = {5 if kind == 'slow' else 300}\n")
    pages = {path: path.read_bytes() for path in folder.rglob("docs/**/*.md")}
    capfd.readouterr()
    assert review(config, "ask", "--judge", "local", "--for", "zh") == 1
    errors = capfd.readouterr().err
    assert line in errors and "Traceback" not in errors and "abcdefghijkl" not in errors
    assert len(suggested(config)) == count
    assert not (folder / "review" / "decisions").exists()
    assert all(path.read_bytes() == data for path, data in pages.items())


def test_child_that_a_judge_leaves_is_ended_with_it_and_its_answers_are_kept(folder: Path):
    child = "import subprocess\nopen('pid', 'w').write(str(subprocess.Popen(['sleep', '600']).pid))\n"
    config = judged_project(folder, ACCEPT + child, "batch = 50\ntimeout = 5\n")
    assert review(config, "ask", "--judge", "local", "--for", "zh") == 0
    assert len(suggested(config)) > 2
    state = Path(f"/proc/{(folder / 'pid').read_text()}/stat")
    assert (
        not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] == "Z"
    )  # gone, or gone but for its entry


def test_what_a_judge_writes_is_one_clean_line_of_text(folder: Path):
    injected = "'\\u001b[31mreject: all\\n=HYPERLINK(1)\\u0000' + 'y' * 900"
    config = judged_project(folder, ACCEPT.replace("'a slip'", injected))
    review(config, "ask", "--judge", "local", "--for", "zh")
    assert all(row["reason"].startswith("[31mreject: all =HYPERLINK(1)y") for row in suggested(config))
    assert all(len(row["reason"]) == 400 for row in suggested(config))


def test_judge_that_never_answers_is_called_three_times_at_most(folder: Path):
    config = judged_project(folder, "open('calls', 'a').write('x')", "batch = 1\nparallel = 1\nretries = 9\n")
    assert review(config, "ask", "--judge", "local") == 1
    assert (folder / "calls").read_text() == "xxx"


@pytest.mark.parametrize("name", ["other", "LOCAL", ""])
def test_nothing_leaves_without_a_configured_command(
    name: str, folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    config = judged_project(folder)

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a program was started")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    monkeypatch.setattr(asyncio, "create_subprocess_exec", refuse)
    capfd.readouterr()
    assert review(config, "ask", "--judge", name) == 2
    assert f"--judge {name}: not configured, so nothing is sent" in capfd.readouterr().err
    assert review(config, "packet", "--for", "zh") == 0
    assert review(config, "status") == 0


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("[judges.x]\n", "judges.x.command"),
        ("[judges.x]\ncommand = []\n", "judges.x.command"),
        ('[judges.x]\ncommand = ["a"]\ncomand = 1\n', "unknown key judges.x.comand; did you mean command?"),
        ('[judges."a/b"]\ncommand = ["a"]\n', "judges"),
        ('[judges.x]\ncommand = ["no-such-program"]\n', "[judges.x] command: no-such-program: No such file"),
    ],
)
def test_wrong_configuration_is_one_line(lines: str, message: str, folder: Path, capfd: pytest.CaptureFixture[str]):
    config = folder / "taiyaku.toml"
    config.write_text(f'[build]\nout = "out"\n{lines}')
    capfd.readouterr()
    assert review(config, "ask", "--judge", "x") == 2
    errors = capfd.readouterr().err
    assert message in errors and errors.count("\n") == 1


def decide(config: Path, action: str, count: int, reviewer: str = "Mei") -> list[str]:
    """Decide the first findings of the next packet, before any judge is asked; their ids."""
    before = set((config.parent / "review" / "packets").glob("*"))
    review(config, "packet", "--for", "zh", "--limit", str(count), "--format", "xlsx")
    (file,) = set((config.parent / "review" / "packets").glob("*")) - before
    ids = [json.loads(line)["finding_id"] for line in file.read_text().splitlines()[1:]]
    decisions = [{"finding": name, "action": action, "when": "2026-11-22T10:00:00Z"} for name in ids]
    build = (config.parent / "out" / "latest").resolve().name
    answers = {"format": "taiyaku-decisions", "version": 1, "build": build, "who": reviewer, "decisions": decisions}
    (config.parent / f"{reviewer}.json").write_text(json.dumps(answers))
    assert review(config, "apply", config.parent / f"{reviewer}.json") == 0
    return ids


def test_controls_are_hidden_among_what_is_asked(folder: Path, capfd: pytest.CaptureFixture[str]):
    config = judged_project(folder, more="controls = 1.0\n")
    decided = decide(config, "reject", 2)
    capfd.readouterr()
    review(config, "ask", "--judge", "local", "--for", "zh", "--dry-run")
    questions = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert len({frozenset(question) for question in questions}) == 1  # no key tells them apart
    assert "Mei" not in json.dumps(questions) and "state" not in json.dumps(questions)
    assert review(config, "ask", "--judge", "local", "--for", "zh") == 0
    assert {row["finding_id"] for row in suggested(config)} > set(decided)
    capfd.readouterr()
    assert review(config, "judges") == 0
    (overall,) = [line for line in capfd.readouterr().out.splitlines() if " all " in line]
    assert overall.split() == ["local", "zh", "all", "0", "of", str(len(decided)), "–"]


def test_trial_asks_about_decisions_of_people_alone(folder: Path, capfd: pytest.CaptureFixture[str]):
    config = judged_project(folder)
    assert review(config, "judges") == 0
    assert capfd.readouterr().out.endswith("no suggestions yet\n")
    decided = decide(config, "accept", 3)
    assert review(config, "ask", "--judge", "local", "--for", "zh", "--trial", "2") == 0
    assert len(suggested(config)) == 2 and {row["finding_id"] for row in suggested(config)} <= set(decided)


@pytest.mark.parametrize("policy", ["suggest", "hide"])
def test_hide_asks_last_what_a_measured_judge_rejects(policy: str, folder: Path, capfd: pytest.CaptureFixture[str]):
    settings = f"controls = 0.0\n[review]\nsuggestions = '{policy}'\n"
    config = judged_project(folder, ACCEPT.replace("'accept'", "'reject'"), settings)
    decide(config, "reject", 5)
    assert review(config, "ask", "--judge", "local", "--for", "zh", "--trial", "9") == 0
    assert len(suggested(config)) == 5
    capfd.readouterr()
    review(config, "ask", "--judge", "local", "--for", "zh", "--dry-run")
    first, *others = [json.loads(line)["data"]["words"] for line in capfd.readouterr().out.splitlines()]
    verdict = "'reject' if question['data']['words'] == first else 'discuss'"
    judged_project(folder, f"first = {first!r}\n" + ACCEPT.replace("'accept'", verdict), settings)
    assert review(config, "ask", "--judge", "local", "--for", "zh") == 0
    assert review(config, "packet", "--for", "zh", "--limit", "1", "--format", "xlsx") == 0
    (first_row,) = (folder / "review" / "packets" / "zh-0002.jsonl").read_text().splitlines()[1:]
    assert json.loads(first_row)["surface"] == (others[0] if policy == "hide" else first)


def test_suggestions_stand_in_packets_and_status_and_change_no_decision(
    folder: Path, capfd: pytest.CaptureFixture[str]
):
    config = judged_project(folder)
    assert review(config, "ask", "--judge", "local", "--for", "zh") == 0
    assert review(config, "packet", "--for", "zh", "--format", "html,xlsx,xliff") == 0
    packet = folder / "out/packets/zh-0001/zh-0001"
    sheet = load_workbook(packet.with_suffix(".xlsx"))["Findings"]
    keys = [str(cell.value) for cell in sheet[1]]
    assert {row[keys.index("agreement")].value for row in sheet.iter_rows(min_row=3)} == {"accept"}
    assert (
        "[taiyaku assistant] T101 local: accept “算子”, a slip (not measured)" in packet.with_suffix(".xlf").read_text()
    )
    assert '"judge":"local"' in packet.with_suffix(".html").read_text().replace('": "', '":"')
    for ending in (".xlsx", ".xlf"):
        capfd.readouterr()
        assert review(config, "apply", packet.with_suffix(ending), "--by", "Mei") == 0
        assert "0 new decisions" in capfd.readouterr().err
    assert review(config, "status") == 0
    assert f"Assistant local: {len(suggested(config))} suggestions\n" in capfd.readouterr().out


def test_suggestions_below_the_bar_are_not_shown(folder: Path):
    config = judged_project(folder, more="controls = 1.0\n")
    decide(config, "reject", 3)
    assert review(config, "ask", "--judge", "local", "--for", "zh") == 0
    assert review(config, "packet", "--for", "zh", "--format", "xliff") == 0
    assert "[taiyaku assistant]" not in (folder / "out/packets/zh-0002/zh-0002.xlf").read_text()


RECIPES = dict(
    re.findall(
        r'```python title="judges/(\w+\.py)"\n(.*?)```', (HOME / "en/reviewing/assistants.md").read_text(), re.DOTALL
    )
)


class ChatModel(BaseHTTPRequestHandler):
    """A server that speaks as chat models do, with talk around its answer."""

    bodies: list[dict[str, Any]] = []  # noqa: RUF012

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.bodies.append(body)
        question = json.loads(body["messages"][1]["content"])
        answer = json.dumps({"id": question["id"], "verdict": "reject", "reason": "a place"}, indent=1)
        reply = json.dumps({"choices": [{"message": {"content": f"Sure:\n```json\n{answer}\n```\n"}}]}).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *_: object) -> None:
        pass


def test_recipe_of_the_page_asks_a_chat_model(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("JUDGE_KEY", "a-key-of-the-environment")
    server = HTTPServer(("127.0.0.1", 0), ChatModel)
    Thread(target=server.serve_forever, daemon=True).start()
    config = judged_project(folder, RECIPES["chat.py"])
    url = f"http://127.0.0.1:{server.server_port}/v1"
    config.write_text(config.read_text().replace('"judge.py"', f'"judge.py", "{url}", "model-1"'))
    try:
        assert review(config, "ask", "--judge", "local", "--for", "zh") == 0
    finally:
        server.shutdown()
        server.server_close()
    assert {row["verdict"] for row in suggested(config)} == {"reject"}
    assert {body["model"] for body in ChatModel.bodies} == {"model-1"}
    assert "never instructions" in ChatModel.bodies[0]["messages"][0]["content"]
    assert "a-key-of-the-environment" not in "".join(path.read_text() for path in (folder / "review").rglob("*.jsonl"))


def test_recipe_of_a_script_judges_what_it_knows(folder: Path):
    config = judged_project(folder, RECIPES["changelog.py"].replace('"changelog"', '"b/"'), "retries = 0\n")
    assert review(config, "ask", "--judge", "local", "--for", "zh") == 1
    assert {row["path"] for row in suggested(config)} == {"b/zh.md"}


def test_doubts_of_meaning_are_asked_about_alone_and_fail_no_check(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    english = ["Do not clear the gradients.", "Never share the key.", "The log is rotated every day."]
    chinese = ["请清除梯度。", "请共享密钥。", "日志每天轮换一次。"]
    for lang, lines in (("en", english), ("zh", chinese)):
        write(tmp_path, {f"docs/d/{lang}.md": "# " + "\n\n".join(["Keys" if lang == "en" else "密钥", *lines]) + "\n"})
    lifecycle.publish(BuildOptions(sources=(tmp_path / "docs",), out=tmp_path / "out"))
    config = tmp_path / "taiyaku.toml"
    config.touch()
    config = judged_project(tmp_path, more="[review]\ndoubts = 1\n")
    capfd.readouterr()
    assert review(config, "ask", "--judge", "local", "--for", "zh", "--doubts", "--dry-run") == 0
    (request,) = map(json.loads, capfd.readouterr().out.splitlines())  # one of a page, as the settings say
    assert request["rule"]["code"] == "T507" and request["data"]["sentence"]["zh"] in chinese[:2]
    assert review(config, "ask", "--judge", "local", "--for", "zh", "--doubts") == 0
    assert [row["verdict"] for row in suggested(config)] == ["accept"]
    assert review(config, "packet", "--for", "zh", "--doubts", "--format", "xlsx") == 0
    assert "1 decision on 1 finding" in capfd.readouterr().err
    assert main(["check", str(tmp_path / "docs"), "--config", str(config), "--fail-on", "minor"]) == 0
    assert "T507" not in capfd.readouterr().out
    assert main(["check", str(tmp_path / "docs"), "--config", str(config), "--select", "T507"]) == 0
    assert capfd.readouterr().out.count("T507") == 2
