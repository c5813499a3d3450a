"""Accept, patch, build: each accepted place is patched, listed to be done by hand, or still found; none vanishes."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.flows.accepted_places import Fate, accepting, fates
from tests.flows.plain import write
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
