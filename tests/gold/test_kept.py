"""Findings of texts that were kept back: what is kept of them, and that README says how they fared."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from glossary.rules.registry import BY_CODE
from tests.benchmarks import results
from tests.gold import judged, kept


@pytest.mark.parametrize("file", kept.files(), ids=lambda file: file.name)
def test_kept_rows_are_judged_and_hold_no_text_of_their_pages(file: Path):
    rows = judged.rows_in(file)
    assert {row["true_or_false"] for row in rows} == {"true", "false"}
    assert [row for row in rows if row["true_or_false"] == "false" and not row["why"]] == []
    assert {row["rule"] for row in rows} <= BY_CODE.keys()
    assert max(len(row.get("surface", "")) for row in rows) <= 12
    assert min(row["confidence"] for row in rows) >= 0.5 - 1e-6
    assert "neutral" not in {row["severity"] for row in rows}


def test_readme_and_results_show_how_each_set_fared():
    table = kept.by_set(kept.files())
    newest = kept.by_set(kept.files(), older=False)
    assert results.shown("kept") == newest, "run `python -m tests.gold.kept`"
    for lang in ("zh", "ja"):
        figures = [row.split("|")[2:5] for row in newest.splitlines()[2:]]
        text = (results.ROOT / f"README.{lang}.md").read_text(encoding="utf-8")
        rows = [row.split("|") for row in text.splitlines() if re.match(r"\|.*\| (zh|ja) \| \d+ of \d+ \|", row)]
        assert [row[2:5] for row in rows] == figures, f"README.{lang}.md: copy the table of README.md"
    assert results.section(kept.TITLE).strip() == table.strip(), "run `python -m tests.gold.kept`"


def test_worst_set_comes_first(tmp_path: Path):
    row = '{{"confidence": {}, "true_or_false": "{}"}}\n'
    (tmp_path / "kept-good-zh.jsonl").write_text(row.format(0.9, "true") * 3, encoding="utf-8")
    (tmp_path / "kept-bad-ja.jsonl").write_text(
        row.format(0.9, "true") + row.format(0.9, "false") + row.format(0.6, "true"), encoding="utf-8"
    )
    table = kept.by_set(sorted(tmp_path.glob("kept-*.jsonl")))
    assert table.splitlines()[2:] == [
        "| bad | ja | 1 of 2 | 0.90 | 1 of 1 | 0.60 |",
        "| good | zh | 3 of 3 | 0.90 | 0 of 0 | 0.00 |",
    ]
