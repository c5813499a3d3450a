"""Drafting: what pages lack is asked for, checked by the project's rules, and put into no page."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from flows.files.build_reader import built
from glossary.decisions.files import ledger_text
from tests.flows.judges import READ, judged_project, review
from tests.flows.plain import built_project, write
from tests.glossary.desk.review.decided import decision

pytestmark = pytest.mark.slow

ENGLISH = "Every tensor has a shape and a type, and both are fixed when the operator runs for the first time."
PAGES: dict[str, str | bytes] = {
    "docs/a/en.md": f"# Tensors\n\nTensors are arrays.\n\n{ENGLISH}\n\nThe library registers each operator once.\n",
    "docs/a/zh.md": f"# 张量\n\n张量是数组。\n\n{ENGLISH}\n\n该库把每个算子注册一次。\n",
}
GOOD = "每个张量都有形状和类型，二者在算子首次运行时确定。"


def _drafting(text: str) -> str:
    return READ + f"for q in questions:\n    print(json.dumps({{'id': q['id'], 'draft': {text!r}}}))\n"


@pytest.fixture(scope="module")
def drafted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_project(tmp_path_factory.mktemp("drafted"), PAGES, "docs")


@pytest.fixture
def folder(drafted: Path, tmp_path: Path) -> Path:
    folder = Path(shutil.copytree(drafted, tmp_path / "project", symlinks=True))
    (folder / "taiyaku.toml").write_text("")
    return folder


def _kept(folder: Path) -> list[dict[str, Any]]:
    file = folder / "review/drafts/local.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def _ask(config: Path, *more: str) -> int:
    return review(config, "ask", "--judge", "local", "--for", "zh", "--drafts", *more)


def test_dry_run_shows_every_byte_and_draft_goes_out_fuzzy(folder: Path, capfd: pytest.CaptureFixture[str]):
    spy = "import sys\ndata = sys.stdin.buffer.read()\nopen('seen', 'ab').write(data)\n"
    config = judged_project(
        folder, spy + _drafting(GOOD).replace("sys.stdin.buffer", "data.splitlines()"), "batch = 3\n"
    )
    capfd.readouterr()
    assert _ask(config, "--dry-run") == 0
    printed = capfd.readouterr().out
    (request,) = map(json.loads, printed.splitlines())
    assert request["kind"] == "untranslated" and request["data"]["original"] == ENGLISH
    assert request["data"]["before"] == {"en": "Tensors are arrays.", "zh": "张量是数组。"}
    assert {"张量", "算子"} <= {form for term in request["data"]["terms"] for form in term["write"]}
    assert not (folder / "seen").exists() and not (folder / "review").exists()
    assert _ask(config) == 0
    assert (folder / "seen").read_bytes() == printed.encode()
    assert [row["text"] for row in _kept(folder)] == [GOOD]
    assert (
        f'#, fuzzy\nmsgctxt "a/zh.md"\nmsgid "{ENGLISH}"\nmsgstr "{GOOD}"'
        in (folder / "out/packets/drafts-zh.po").read_text()
    )
    assert review(config, "packet", "--for", "zh", "--format", "xliff") == 0
    (passages,) = (folder / "out/packets").glob("*/*.translate.xlf")
    assert f"<target>{GOOD}</target>" in passages.read_text() and 'origin="draft of local"' in passages.read_text()
    assert (folder / "docs/a/zh.md").read_text() == PAGES["docs/a/zh.md"]
    capfd.readouterr()
    assert _ask(config, "--dry-run") == 0 and not capfd.readouterr().out  # it is not asked for again


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("每个张量都有形状和类型，二者在操作员首次运行时确定。", "1 that break T101"),
        ("每个张量都有 3 种形状和类型，详见 https://evil.example 。", "1 with other code, addresses or tags"),
    ],
)
def test_draft_that_breaks_a_rule_is_not_taken(text: str, reason: str, folder: Path, capfd: pytest.CaptureFixture[str]):
    config = judged_project(folder, _drafting(text), "retries = 0\n")
    assert _ask(config) == 1
    assert reason in capfd.readouterr().err and not _kept(folder)
    assert not (folder / "out/packets").exists()


def test_omission_is_drafted_once_a_reviewer_accepted_it(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    lines = [
        ("Install Python first.", "先安装 Python。"), ("Then install the library.", "再安装该库。"),
        ("The configuration file lives in your home directory.", "配置文件位于主目录下。"),
        ("Run the demo to start training.", "运行示例开始训练。"), ("Training takes about three hours.", "训练大约需要三个小时。"),
        ("Never stop the program while the weather station sends its numbers to the club house.", ""),
        ("Each checkpoint takes two gigabytes of disk space.", "每个检查点占用两吉字节磁盘空间。"),
        ("The log is rotated every day.", "日志每天轮换一次。"), ("Export the model at the end.", "最后导出模型。"),
        ("Then upload the model.", "然后上传模型。"),
    ]  # fmt: skip
    pages: dict[str, str | bytes] = {
        "docs/b/en.md": "# Installation\n\n" + "\n\n".join(english for english, _ in lines) + "\n",
        "docs/b/zh.md": "# 安装\n\n" + "\n\n".join(chinese for _, chinese in lines if chinese) + "\n",
    }
    built_project(tmp_path, pages, "docs")
    (tmp_path / "taiyaku.toml").write_text("")
    config = judged_project(tmp_path, _drafting("气象站向俱乐部发送数据时，切勿停止程序。"))
    assert _ask(config, "--dry-run") == 0 and not capfd.readouterr().out
    (omission,) = [finding for finding in built(tmp_path / "out/latest").findings if finding.rule == "T505"]
    accepted = decision("accept", finding_id=omission.finding_id, rule="T505", path="b/zh.md", concept_id="")
    write(tmp_path / "review", {"decisions/mei.jsonl": ledger_text([accepted])})
    assert _ask(config) == 0
    (row,) = _kept(tmp_path)
    assert (row["kind"], row["original"], row["text"]) == (
        "omitted",
        lines[5][0],
        "气象站向俱乐部发送数据时，切勿停止程序。",
    )


def test_empty_entries_of_a_catalogue_are_drafted(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    header = 'msgid ""\nmsgstr ""\n"Language: zh_CN\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    done = [("Tensors are arrays.", "张量是数组。"), (ENGLISH, ""), ("Start the training.", "开始训练。")]
    entries = "".join(f'\nmsgid "{english}"\nmsgstr "{chinese}"\n' for english, chinese in done)
    catalogue = header + entries
    built_project(tmp_path, {"docs/zh/guide.po": catalogue}, "docs")
    config = judged_project(tmp_path, _drafting(GOOD))
    assert _ask(config, "--dry-run") == 0
    requests = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [(row["kind"], row["data"]["original"]) for row in requests] == [("untranslated", ENGLISH)]
    assert requests[0]["data"]["before"] == {"en": "Tensors are arrays.", "zh": "张量是数组。"}
    assert _ask(config) == 0
    assert [(row["path"], row["original"], row["text"]) for row in _kept(tmp_path)] == [("zh/guide.po", ENGLISH, GOOD)]
    assert (tmp_path / "docs/zh/guide.po").read_text() == catalogue


def test_stale_sentence_is_drafted_with_what_stands_there(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    folder = built_project(
        tmp_path,
        {
            "docs/c/en.md": "# Cache\n\nThe cache holds 30 pages by default.\n",
            "docs/c/zh.md": "# 缓存\n\n缓存默认保存 30 个页面。\n",
        },
        "docs",
    )
    (folder / "taiyaku.toml").write_text("")
    git = ["git", "-C", str(folder), "-c", "user.name=mei", "-c", "user.email=mei@a.example"]
    for text in ("30", "40"):
        (folder / "docs/c/en.md").write_text(f"# Cache\n\nThe cache holds {text} pages by default.\n")
        subprocess.run(["git", "init", "-q", str(folder)], check=True)
        subprocess.run([*git, "add", "docs"], check=True)
        subprocess.run([*git, "commit", "-qm", text], check=True)
    config = judged_project(folder, _drafting("缓存默认保存 40 个页面。"))
    capfd.readouterr()
    assert _ask(config, "--dry-run") == 0
    (request,) = map(json.loads, capfd.readouterr().out.splitlines())
    assert (request["kind"], request["data"]["now"]) == ("stale", "缓存默认保存 30 个页面。")
    assert request["data"]["original"].endswith("40 pages by default.") and "30" in request["data"]["old"]
    assert _ask(config) == 0
    assert [row["text"] for row in _kept(folder)] == ["缓存默认保存 40 个页面。"]
