"""The server in a real editor: Neovim without a window."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.flows.command import environment
from tests.flows.plain import write

PAGES: dict[str, str | bytes] = {
    "docs/en/a.md": "# Tensors\n\nThe library registers each operator once.\n",
    "docs/zh/a.md": "# 张量\n\n𠮷这个图书馆把每个算子注册一次。\n",
}

SERVER = [sys.executable, "-m", "flows.command_line.cli", "lsp"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("nvim"), reason="no Neovim: apt-get install neovim"),
]


def seen_in_neovim(folder: Path, page: str, server: list[str], **more: str) -> Any:
    env = environment(folder / "home", TAIYAKU=json.dumps(server), **more)
    command = ["nvim", "--headless", "--clean", page, "-S", str(Path(__file__).with_name("neovim.lua"))]
    ran = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300)
    return json.loads(ran.stdout.splitlines()[-1])


def test_neovim_shows_findings_and_notes_and_writes_the_remedy(tmp_path: Path):
    write(tmp_path, PAGES)
    report = seen_in_neovim(tmp_path, "docs/zh/a.md", SERVER)
    assert report.get("opened") == [["T101", 2, 10, 19]], report  # Neovim counts bytes
    assert "**operator**" in report["hover"]
    assert report["original"] == (tmp_path / "docs/en/a.md").as_uri()
    assert report["actions"] == [
        "Write 库",
        "Prefer 图书馆 for “library”: our term",
        "Admit 图书馆 for “library”",
        "Ignore T101 here, with a reason",
    ]
    assert (report["mended"], report["text"]) == ([], "𠮷这个库把每个算子注册一次。")


@pytest.mark.bench
def test_first_marks_and_memory_in_neovim(tmp_path: Path):
    """A Chinese page and a Japanese one, each alone in its project: the first mark, all marks, those that were kept."""
    pages = {
        "zh": "# 张量\n\n这个图书馆把每个算子注册一次 ，然后返回。\n",
        "ja": "# テンソル\n\nこの図書館は演算子を登録し 、その後に戻ります。\n",
    }
    process = tmp_path / "process"
    server = ["sh", "-c", f'echo $$ > {process}; exec "$@"', "sh", *SERVER]
    cache = {"TAIYAKU_CACHE": str(tmp_path / "cache")}
    write(
        tmp_path / "compiling", {"zh/b.md": "# 张量\n\n算子。\n"}
    )  # wheels hold the compiled glossary, a checkout does not
    env = environment(tmp_path / "home", **cache)
    subprocess.run([*SERVER[:-1], "check", "."], cwd=tmp_path / "compiling", env=env, check=True, capture_output=True)
    print()
    for lang, page in pages.items():
        beside = "# Tensors\n\nThe library registers each operator once, then returns.\n"
        write(tmp_path / lang, {f"docs/{lang}/a.md": page, "docs/en/a.md": beside})
        for name, count in (("first mark", 1), ("all marks", 2), ("kept marks", 2)):
            report = seen_in_neovim(
                tmp_path / lang, f"docs/{lang}/a.md", server, MARKS=str(count), PROCESS=str(process), **cache
            )
            used = sum(map(int, report["stat"].rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")
            print(
                f"{lang}: {name} {report['seconds']:.1f} s after the start, {used:.1f} s of CPU, {report['peak'] // 1024} MiB at most"
            )
            assert len(report["marks"]) == count
