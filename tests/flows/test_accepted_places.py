"""Accept, patch, build: each accepted place is patched, listed to be done by hand, or still found; none vanishes."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from flows.files.build_reader import built
from tests.flows.accepted_places import Fate, accepting, fates
from tests.flows.plain import write
from tests.flows.test_catalogues import catalogue
from tests.flows.test_review import MARKS, PAGES, Project

pytestmark = pytest.mark.slow

GUARDED: dict[str, str | bytes] = {
    **PAGES,
    "docs/marks/zh.md": MARKS,
    "docs/d/en.md": "# Links\n\nSee [the library](library.md) and `library`.\n\nThis line is only in English.\n",
    "docs/d/zh.md": "# 链接\n\n见[图书馆](图书馆.md)和 `图书馆`。\n\nThis line is only in English.\n",
    "docs/e/en.md": "# Pages\n\nPyTorch runs here. The GPU is fast. A tensor of PyTorch. The notebook is short.\n",
    "docs/e/ja.md": "# ページ\n\nPytorch はここで動きます。GPU は速いです。PyTorch のテンソル。この notebookは短いです。\n",
}


def accept_all(project: Project, most: int | None = None) -> list[Fate]:
    """What becomes of the places of a project's findings once a reviewer has accepted them, and the patch is applied."""
    before = project.build()
    export = project.folder / "mei.json"
    export.write_text(accepting(before, most), encoding="utf-8")
    assert project.run("apply", export) == 0
    proposals = project.folder / "review" / "proposals"
    subprocess.run(["git", "apply", proposals / "texts.patch"], cwd=project.folder, check=True, capture_output=True)
    by_hand = proposals / "by-hand.txt"
    listed = by_hand.read_text(encoding="utf-8") if by_hand.exists() else ""
    return fates(before, project.build(since=before), export.read_text(encoding="utf-8"), listed)


def test_none_of_the_accepted_places_vanishes(tmp_path: Path):
    outcomes = accept_all(Project(write(tmp_path, GUARDED)))
    assert [fate for fate in outcomes if fate.outcome == "vanished"] == []
    assert Counter(fate.outcome for fate in outcomes) == {"patched": 14, "by hand": 1}


def test_accepted_places_of_catalogues_are_patched_in_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    right = catalogue().replace("优化器在", "优化器，在")
    bad = right.replace("用 %s 个工作", "用多个工作").replace("优化器，在", "优化器 ，在")
    project = Project(write(tmp_path, {"docs/zh/guide.po": bad, "taiyaku.toml": PAGES["taiyaku.toml"]}))
    build = built(project.build())
    findings = {finding.rule: finding for finding in build.findings}
    decisions = [
        {"finding": findings["T312"].finding_id, "action": "accept", "text": "用 %s 个工作进程运行 --jobs。"},
        {"finding": findings["T405"].finding_id, "action": "accept", "words": "器，"},
    ]
    answers = {"format": "taiyaku-decisions", "version": 1, "build": build.build_id, "decisions": decisions}
    (tmp_path / "mei.json").write_text(json.dumps(answers))
    (tmp_path / "docs/zh/guide.po").write_text(bad.replace("保存日志", "保存 100 个日志"))
    assert project.run("apply", tmp_path / "mei.json", "--by", "Mei") == 0
    assert "texts: 2 accepted places: 2 patched\n" in capsys.readouterr().err
    subprocess.run(["git", "apply", "review/proposals/texts.patch"], cwd=tmp_path, check=True)
    assert (tmp_path / "docs/zh/guide.po").read_text() == right.replace("保存日志", "保存 100 个日志")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "docs").rename(tmp_path / "elsewhere/texts")
    assert project.run("apply", tmp_path / "mei.json", "--by", "Mei") == 0
    assert "its file was not found; name the folder that was built with --root" in capsys.readouterr().err
