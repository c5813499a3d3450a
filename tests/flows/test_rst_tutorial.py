"""A tutorial in reStructuredText, as PyTorch writes them, beside its translation in Markdown: aligned and checked."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pytest

from tests.flows.command import called

TUTORIAL = Path(__file__).resolve().parents[1] / "gold" / "rst" / "tutorial"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("en.rst", "zh.md"):
        shutil.copy(TUTORIAL / name, tmp_path / name)
    return tmp_path


@pytest.mark.slow
def test_each_sentence_is_aligned_with_its_translation(folder: Path, capfd: pytest.CaptureFixture[str]):
    out = called(capfd, "align", folder / "zh.md", folder / "en.rst", "--format", "tsv").out
    rows = csv.DictReader(io.StringIO(out), delimiter="\t", quoting=csv.QUOTE_NONE)
    aligned = [[row["source"], row["target"]] for row in rows if row["relation"] in ("translation", "copy")]
    expected = (TUTORIAL / "beads.jsonl").read_text(encoding="utf-8").splitlines()
    assert aligned == [json.loads(line) for line in expected]


@pytest.mark.slow
def test_a_faithful_translation_has_no_findings(folder: Path, capfd: pytest.CaptureFixture[str]):
    assert json.loads(called(capfd, "check", folder, "--format", "json").out)["findings"] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("stable/optim.html", "stable/data.html"),
        ("`weights_only=True`", "`weights_only=False`"),
        (r"\ell = 0.25$", r"\ell = 0.35$"),
    ],
)
def test_what_differs_from_the_original_is_told(
    folder: Path, capfd: pytest.CaptureFixture[str], right: str, wrong: str
):
    page = folder / "zh.md"
    page.write_text(page.read_text(encoding="utf-8").replace(right, wrong), encoding="utf-8")
    findings = json.loads(called(capfd, "check", folder, "--format", "json").out)["findings"]
    assert {finding["rule"] for finding in findings} == {"T305"}
