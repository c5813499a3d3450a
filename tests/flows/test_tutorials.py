"""Tutorials in other formats, as PyTorch and others write them, beside a translation in Markdown: aligned and checked."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.flows.command import called

GOLD = Path(__file__).resolve().parents[1] / "gold"
ORIGINALS = ["rst/tutorial/en.rst", "notebook/en.ipynb", "gallery/en.py"]
FLAWS = [
    ("rst/tutorial/en.rst", "stable/optim.html", "stable/data.html"),
    ("rst/tutorial/en.rst", "`weights_only=True`", "`weights_only=False`"),
    ("rst/tutorial/en.rst", r"\ell = 0.25$", r"\ell = 0.35$"),
    ("notebook/en.ipynb", "stable/optim.html", "stable/data.html"),
    ("notebook/en.ipynb", "`StepLR` 每隔", "`MultiStepLR` 每隔"),
    ("notebook/en.ipynb", r"= 0.0125$", r"= 0.125$"),
    ("gallery/en.py", "stable/optim.html", "stable/data.html"),
    ("gallery/en.py", "`loss.backward()`", "`loss.forward()`"),
    ("gallery/en.py", "$c = 1.5$", "$c = 2.5$"),
]


def folder_of(original: str, folder: Path) -> Path:
    """A folder with an original and its translation."""
    for page in (GOLD / original, (GOLD / original).with_name("zh.md")):
        shutil.copy(page, folder / page.name)
    return folder


def _shown(report: dict[str, Any]) -> list[dict[str, Any]]:
    """The findings that the terminal shows without `--all`: doubts about meaning are neutral, and stand on right pages."""
    return [finding for finding in report["findings"] if finding["severity"] != "neutral"]


@pytest.mark.slow
@pytest.mark.parametrize("original", ORIGINALS)
def test_each_sentence_is_aligned_with_its_translation(
    original: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    folder = folder_of(original, tmp_path)
    out = called(capfd, "align", folder / "zh.md", folder / Path(original).name, "--format", "tsv").out
    rows = csv.DictReader(io.StringIO(out), delimiter="\t", quoting=csv.QUOTE_NONE)
    pairs = [[row["source"], row["target"]] for row in rows if row["relation"] in ("translation", "copy")]
    expected = (GOLD / original).with_name("beads.jsonl").read_text(encoding="utf-8").splitlines()
    assert pairs == [json.loads(line) for line in expected]


@pytest.mark.slow
@pytest.mark.parametrize("original", ORIGINALS)
def test_a_faithful_translation_has_no_findings(original: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    ran = called(capfd, "check", folder_of(original, tmp_path), "--format", "json")
    report = json.loads(ran.out)
    assert (_shown(report), report["unread"]) == ([], [])


@pytest.mark.slow
@pytest.mark.parametrize(("original", "right", "wrong"), FLAWS)
def test_what_differs_from_the_original_is_reported(
    original: str, right: str, wrong: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    page = folder_of(original, tmp_path) / "zh.md"
    text = page.read_text(encoding="utf-8")
    assert right in text
    page.write_text(text.replace(right, wrong), encoding="utf-8")
    report = json.loads(called(capfd, "check", tmp_path, "--format", "json").out)
    assert {finding["rule"] for finding in _shown(report)} == {"T305"}
