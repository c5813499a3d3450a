"""The server in a real editor: Neovim without a window."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.flows.command import environment
from tests.flows.plain import write

PAGES: dict[str, str | bytes] = {
    "docs/en/a.md": "# Tensors\n\nThe library registers each operator once.\n",
    "docs/zh/a.md": "# 张量\n\n𠮷这个图书馆把每个算子注册一次。\n",
}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("nvim"), reason="no Neovim: apt-get install neovim"),
]


def test_neovim_shows_findings_and_notes_and_writes_the_remedy(tmp_path: Path):
    write(tmp_path, PAGES)
    server = json.dumps([sys.executable, "-m", "flows.command_line.cli", "lsp"])
    ran = subprocess.run(
        ["nvim", "--headless", "--clean", "docs/zh/a.md", "-S", Path(__file__).with_name("neovim.lua")],
        cwd=tmp_path, env=environment(tmp_path / "home", TAIYAKU=server), capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    report = json.loads(ran.stdout.splitlines()[-1])
    assert report["opened"] == [["T101", 2, 10, 19]]  # Neovim counts bytes
    assert "**operator**" in report["hover"]
    assert report["original"] == (tmp_path / "docs/en/a.md").as_uri()
    assert report["actions"] == [
        "Write 库",
        "Prefer 图书馆 for “library”: our term",
        "Admit 图书馆 for “library”",
        "Ignore T101 here, with a reason",
    ]
    assert (report["mended"], report["text"]) == ([], "𠮷这个库把每个算子注册一次。")
