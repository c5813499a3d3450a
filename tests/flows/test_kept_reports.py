"""A check that is called again prints the same without any library, as long as nothing that it read has changed."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from flows.console.kept_reports import state
from tests.flows.command import Ran, environment, python
from tests.flows.plain import write

PAGES: dict[str, str | bytes] = {
    "docs/zh/guide.md": "# 张量\n\n张量有 3 个维度，运算在 4 个 GPU 上运行，Pytorch 很快。\n",
    "docs/ja/other.md": "# テンソル\n\nテンソルは便利です。\n",
}
# What a check loads when it judges, and what one that only prints loads, too.
HEAVY = ("numpy", "spacy", "jieba", "rjieba", "fugashi", "pydantic", "corpus.records", "glossary", "scipy", "opencc")
_CALL = """
import json, sys
from flows.command_line.cli import main
status = main()
print(json.dumps([status, sorted(sys.modules)]), file=open("modules.json", "w"))
sys.exit(status)
"""
Check = Callable[..., tuple[Ran, list[str]]]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write(tmp_path / "project", {**PAGES, "review/decisions/notes.txt": ""})


@pytest.fixture
def check(project: Path, tmp_path: Path) -> Check:
    """A check in a process of its own, and the heavy modules that it loaded."""

    loaded = Path(os.environ["TAIYAKU_CACHE"]) / "glossaries"  # of other tests; no report is kept there
    if loaded.is_dir():
        shutil.copytree(loaded, tmp_path / "cache/glossaries")

    def called(*arguments: str) -> tuple[Ran, list[str]]:
        env = environment(tmp_path, TAIYAKU_CACHE=str(tmp_path / "cache"), PYTHONSAFEPATH="1")
        ran = python("-c", _CALL, "check", *arguments, env=env, cwd=project)
        _, modules = json.loads((project / "modules.json").read_text())
        return ran, [name for name in HEAVY if name in modules]

    return called


def test_same_call_prints_the_same_and_loads_no_library(check: Check, project: Path):
    first, heavy = check("docs", "--select", "T105,T4")
    assert first.status == 0 and "T105" in first.out and "glossary" in heavy
    for _ in range(2):
        second, heavy = check("docs", "--select", "T105,T4")
        assert (second.status, second.out) == (first.status, first.out)
        assert second.err == "".join(line for line in first.err.splitlines(True) if "Checking: " not in line)
        assert heavy == []
    _, heavy = check("docs", "--select", "T105")
    assert "glossary" in heavy


CHANGES: dict[str, dict[str, str | bytes]] = {
    "page": {"docs/zh/guide.md": "# 张量\n\nPytorch 很快。PyTorch 很好。\n"},
    "page that is new": {"docs/zh/new.md": "Pytorch 也很快。\n"},
    "original that is new": {"docs/en/guide.md": "# Tensors\n\nPytorch is fast.\n"},
    "settings": {"taiyaku.toml": '[check]\nignore = ["T105"]\n'},
    "decision": {"review/decisions/mei.jsonl": "no decision\n"},
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_a_report_depends_on_makes_another(check: Check, project: Path, change: str):
    first, _ = check("docs", "--select", "T105")
    write(project, CHANGES[change])
    other, heavy = check("docs", "--select", "T105")
    assert "glossary" in heavy and (other.status, other.out, other.err) != (first.status, first.out, first.err)


def test_glossary_of_the_project_is_read_again(check: Check, project: Path):
    entry = '[[change]]\nid = "tensor"\nzh.wrong = ["维度"]\n'
    write(project, {"terms/a.toml": entry})
    arguments = "docs/zh/guide.md", "--select", "T1", "--glossary", "terms"
    first, _ = check(*arguments)
    assert "维度" in first.out and check(*arguments)[1] == []
    write(project, {"terms/a.toml": entry.replace("维度", "运算")})
    assert check(*arguments)[0].out != first.out


def test_rules_of_orthography_load_neither_tokenizers_nor_terms(check: Check):
    _, heavy = check("docs/zh/guide.md", "--select", "T4")
    assert {"rjieba", "jieba", "fugashi", "spacy", "scipy", "numpy"}.isdisjoint(heavy)


def test_what_writes_or_asks_git_is_not_kept(check: Check, project: Path):
    page = "docs/zh/guide.md"
    for arguments in ((page, "--output", "json=report.json"), (page, "--update-baseline", "--baseline", "base.json")):
        for _ in range(2):
            _, heavy = check(*arguments, "--select", "T105")
            assert "glossary" in heavy, arguments


def test_state_tells_files_folders_and_pipes_apart(tmp_path: Path):
    write(tmp_path, {"a/b.md": "x"})
    assert state("file", str(tmp_path / "none")) == state("folder", str(tmp_path / "none")) == ""
    before = state("file", str(tmp_path / "a/b.md")), state("folder", str(tmp_path / "a"))
    write(tmp_path, {"a/b.md": "y"})
    after = state("file", str(tmp_path / "a/b.md")), state("folder", str(tmp_path / "a"))
    assert before[0] != after[0] and before[1] == after[1]
    assert state("file", "/dev/null") is None
