"""Whether scores tell a worse translation from a better one: pages of hf-course as they are, and disturbed.

A disturbed page is what a careless machine makes of it: of the terms that stand in the glossary's own form, every eighth
is left in English or becomes the form of another concept. Its original is the same, so that the page as it is should
come out above it, whatever page it is. Points count what rules found, which is not all: they are shown, not asked for.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from corpus.languages import NAMES
from corpus.storage import parquet
from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from tests.benchmarks.results import record, table
from tests.planting.bases import COURSE
from tests.shared import needs_shared

_EVERY = 8
_PAGES = 35  # a language
_TERMS = 20  # linked on a page that is taken


class _Linked(NamedTuple):
    start: int
    end: int
    english: str
    form: str


@needs_shared
@pytest.mark.bench
def test_a_page_scores_above_itself_disturbed(tmp_path: Path):
    whole, disturbed = tmp_path / "whole", tmp_path / "disturbed"
    _copy(COURSE, whole)
    built = publish(BuildOptions(sources=(whole,), out=tmp_path / "out-whole"))
    _copy(whole, disturbed)
    for path, text in _disturbed(built):
        (disturbed / path).write_text(text, encoding="utf-8")
    worse = publish(BuildOptions(sources=(disturbed,), out=tmp_path / "out-disturbed"))
    rows = [_row(lang, built, worse) for lang in ("zh", "ja")]
    head = ["pages of hf-course", "pairs", "more terms in allowed forms", "fewer points per 1,000 characters"]
    record(
        "Scores of pages, as they are and disturbed", table(head, [[NAMES[lang], *map(str, row)] for lang, row in rows])
    )
    print(rows)
    for _, (pairs, by_accuracy, _) in rows:
        assert pairs >= _PAGES / 4
        assert by_accuracy >= 0.9 * pairs


def _copy(source: Path, target: Path) -> None:
    """The first pages that are in three languages."""
    shared = [
        file
        for file in sorted((source / "ja").rglob("*.mdx"))
        if (source / "zh" / file.relative_to(source / "ja")).exists()
    ]
    for file in shared[:_PAGES]:
        for lang in ("en", "zh", "ja"):
            page = Path(lang) / file.relative_to(source / "ja")
            (target / page).parent.mkdir(parents=True, exist_ok=True)
            (target / page).write_bytes((source / page).read_bytes())


def _disturbed(build: Path) -> Iterator[tuple[str, str]]:
    """The pages that have terms enough, by path, each with every eighth of its terms spoiled."""
    links = parquet.read_table(build, "term_alignments").to_pylist()
    chance = random.Random(8)
    for page in parquet.read_table(build, "documents").to_pylist():
        page_links = [
            _Linked(row["start"], row["end"], row["source_surface"], row["surface"])
            for row in links
            if row["doc_id"] == page["doc_id"] and row["relation"] == "preferred" and row["confidence"] >= 0.9
        ]
        if len(page_links) >= _TERMS:
            yield (
                page["path"],
                _spoiled(page["text"], sorted(set(page_links))[::_EVERY], [link.form for link in page_links], chance),
            )


def _spoiled(text: str, links: Sequence[_Linked], forms: Sequence[str], chance: random.Random) -> str:
    for link in reversed(links):
        others = [link.english, *(form for form in forms if form != link.form)]
        text = text[: link.start] + chance.choice(others[: 1 + len(others) // 2]) + text[link.end :]
    return text


def _row(lang: str, better: Path, worse: Path) -> tuple[str, tuple[int, int, int]]:
    """Pairs that differ, and in how many of them the page as it is has the better accuracy and the better rate."""
    above, below = (_scores(build, lang) for build in (better, worse))
    texts = [
        {row["path"]: row["text"] for row in parquet.read_table(build, "documents").to_pylist()}
        for build in (better, worse)
    ]
    pairs = [(above[path], below[path]) for path in above if texts[0][path] != texts[1][path]]
    by_accuracy = sum(a["accuracy"] > b["accuracy"] for a, b in pairs)
    by_rate = sum(a["penalty_per_1000"] < b["penalty_per_1000"] for a, b in pairs)
    return lang, (len(pairs), by_accuracy, by_rate)


def _scores(build: Path, lang: str) -> dict[str, dict[str, float]]:
    paths = {row["doc_id"]: row["path"] for row in parquet.read_table(build, "documents").to_pylist()}
    rows = parquet.read_table(build, "scores").to_pylist()
    return {paths[row["doc_id"]]: row for row in rows if row["scope"] == "document" and row["lang"] == lang}
