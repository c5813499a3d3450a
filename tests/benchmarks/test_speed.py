"""What a build costs beside its tokenizers: ratios from one run, as absolute times depend on the machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from corpus.limits import SECONDS
from corpus.records import Document
from corpus.schema import to_table
from corpus.sources.discovery import find
from corpus.sources.documents import read
from corpus.storage import store
from corpus.text.segments import segment
from corpus.tokenizers import tokenizer
from flows import samples
from flows.pipeline import steps
from tests.shared import SHARED

pytestmark = pytest.mark.bench


def documents() -> list[Document]:
    """The documentation set of ../shared, or the samples as often as makes a second of work."""
    folder = SHARED / "data/hf-course/docs"
    source, times = (folder, 1) if folder.is_dir() else (samples.folder(), 60)
    return [read(file, 1 << 24) for file in find([source]).files] * times


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds, the best of three runs."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def test_a_build_costs_its_tokenizers_plus_little(tmp_path: Path):
    pages = documents()
    segments = [one for page in pages for one in segment(page) if one.kind not in ("code", "markup")]
    steps.warm(["en", "ja", "zh"])

    def words() -> None:
        for one in segments:
            tokenizer(one.text_lang)(one.text)

    def cut() -> None:
        for page in pages:
            segment(page)

    staged = store.write_part(tmp_path, steps.STAGED, 0, to_table("documents", pages), "")
    whole = seconds(lambda: steps.analyse(staged, 0, tmp_path, "bench", (), False, SECONDS))
    alone, structure = seconds(words), seconds(cut)
    mib = sum(len(page.text.encode()) for page in pages) / 2**20
    print(f"\n{'':<34}{'CPU s':>8}{'MiB/s':>8}{'of whole':>10}")
    for name, spent in [("whole shard", whole), ("tokenizers alone", alone), ("blocks, sentences, spans", structure)]:
        print(f"{name:<34}{spent:>8.2f}{mib / spent:>8.2f}{spent / whole:>10.2f}")
    assert whole < 8 * alone
