"""Coverage in the summary of a build: pages and sentences of the originals, by language and folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flows.command_line.cli import main

pytestmark = pytest.mark.slow

PAGES = {
    "en/index.md": "# Home\n\nWelcome to the documentation of this library.\n",
    "en/guide/start.md": "# Start\n\nLoad the data first.\n\nThen train the model with 8 workers.\n",
    "en/guide/end.md": "# End\n\nSave the model.\n",
    "zh/index.md": "# 首页\n\n欢迎阅读本库的文档。\n",
    "zh/guide/start.md": "# 开始\n\n先加载数据。\n",
}


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of a small site, of which a page and a sentence are not translated."""
    folder = tmp_path_factory.mktemp("coverage")
    for name, text in PAGES.items():
        file = folder / "docs" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert main(["build", str(folder / "docs"), "--out", str(folder / "out")]) == 0
    return folder / "out" / "latest"


def test_manifest_counts_pages_and_sentences_by_folder(build: Path):
    rows = json.loads((build / "manifest.json").read_text(encoding="utf-8"))["coverage"]
    assert [(row["lang"], row["folder"]) for row in rows] == [("zh", ""), ("zh", "."), ("zh", "guide")]
    assert [(row["pages"], row["translated_pages"], row["missing_pages"]) for row in rows] == [
        (3, 2, 1),
        (1, 1, 0),
        (2, 1, 1),
    ]
    assert [(row["sentences"], row["translated_sentences"], row["missing_sentences"]) for row in rows] == [
        (7, 4, 3),
        (2, 2, 0),
        (5, 2, 3),
    ]


def test_summary_shows_the_same(build: Path):
    summary = (build / "report/summary.md").read_text(encoding="utf-8")
    assert "| zh | all | 3 | 2 | 1 | 7 | 4 | 3 |" in summary
    assert "| zh | guide | 2 | 1 | 1 | 5 | 2 | 3 |" in summary
