"""Draws findings of both tools for judgement by hand, blind: JSON Lines on standard output.

    .venv/bin/python -m tests.benchmarks.textlint.sample_findings --lang zh --number 40 --seed 1 > textlint-zh-1.jsonl

So many of each tool, of textlint with each version of the rules, from each set of pages; what several find is one row.
Rows come shuffled and say neither tool nor rule. tests/gold/README.md says how to judge.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from glossary.loading import load
from tests.benchmarks.textlint import pages, prh, running
from tests.benchmarks.textlint.pages import Pages
from tests.benchmarks.textlint.running import Hit
from tests.gold.drawing import drawn

CONTEXT = 60  # code points either side
OURS = "taiyaku"
JUDGED = (pages.COURSE, pages.ARTICLES)  # texts that are not ours


def found(of: Pages, root: Path) -> dict[str, dict[Hit, float]]:
    """What each tool finds in some pages: ours, and textlint with each version of the rules."""
    hits = {OURS: running.taiyaku(root, of.files, "--select", running.RULES, "--jobs", "1").hits}
    for number, version in enumerate(prh.VERSIONS):
        settings = prh.write(root / f"prh-{of.lang}-{number}", load(), of.lang, version)
        hits[version] = running.textlint(root, of.files, settings).hits
    return hits


def sample(hits: Mapping[str, Iterable[Hit]], number: int, seed: int) -> list[Hit]:
    """So many of each tool, or all if there are fewer, shuffled."""
    chosen = sorted({hit for tool_hits in hits.values() for hit in drawn(list(tool_hits), tuple, number, seed)})
    return random.Random(seed).sample(chosen, len(chosen))


def row(root: Path, lang: str, hit: Hit) -> dict[str, Any]:
    """What the judge sees."""
    text = (root / hit.path).read_bytes().decode("utf-8")
    around = {"left": text[max(0, hit.start - CONTEXT) : hit.start], "right": text[hit.end : hit.end + CONTEXT]}
    return {**hit._asdict(), "lang": lang, **around, "true_or_false": None, "why": ""}


def main() -> int:
    """Print the sample."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--lang", required=True, choices=pages.LANGUAGES)
    parser.add_argument("--number", type=int, default=40, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for page_set in pages.copied(root):
            if page_set.lang == options.lang and page_set.name in JUDGED:
                for hit in sample(found(page_set, root), options.number, options.seed):
                    print(json.dumps(row(root, page_set.lang, hit), ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
