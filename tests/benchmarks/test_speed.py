"""What a build costs beside its tokenizers: ratios from one run, as absolute times depend on the machine."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from corpus.records import Document
from corpus.sources.discovery import find
from corpus.sources.documents import read
from corpus.text.segments import segment
from corpus.tokenizers import tokenizer
from flows import publish
from flows.options import samples
from flows.options.flow_parameters import BuildOptions
from flows.pipeline import planning, steps
from glossary import inventory
from glossary.findings.rule_selection import Selection
from tests.flows.command import environment, taiyaku
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
    segments = [piece for page in pages for piece in segment(page) if piece.kind not in ("code", "markup")]
    planning.warm(["en", "ja", "zh"])

    def words() -> None:
        for piece in segments:
            tokenizer(piece.text_lang)(piece.text)

    def cut() -> None:
        for page in pages:
            segment(page)

    plan = planning.BuildPlan("bench", "bench", tuple(pages), {}, Selection())
    build = planning.stage(plan, BuildOptions(), tmp_path)
    whole = seconds(lambda: [steps.analyse(build, number) for number in range(build.shards)])
    alone, structure = seconds(words), seconds(cut)
    mib = sum(len(page.text.encode()) for page in pages) / 2**20
    print(f"\n{'':<34}{'CPU s':>8}{'MiB/s':>8}{'of whole':>10}")
    for name, spent in [("whole shard", whole), ("tokenizers alone", alone), ("blocks, sentences, spans", structure)]:
        print(f"{name:<34}{spent:>8.2f}{mib / spent:>8.2f}{spent / whole:>10.2f}")
    assert whole < 8 * alone


def test_a_build_with_nothing_to_do_costs_little_more_than_its_libraries(tmp_path: Path):
    """Processes of their own, as each night starts one: what they take beside the import of the libraries alone."""
    publish([samples.folder()], tmp_path / "out")
    order = (sys.executable, "-m", "flows.command_line.cli", "build", "--quiet", "--out", str(tmp_path / "out"))
    nothing = process_seconds(*order, env=environment(tmp_path))
    libraries = process_seconds(sys.executable, "-c", "import pyarrow.parquet, pydantic, markdown_it, numpy")
    print(
        f"\nnothing to do: {nothing:.2f} s of CPU, libraries alone: {libraries:.2f} s, {nothing / libraries:.1f} times"
    )
    assert nothing < 10 * libraries


def process_seconds(*order: str, env: Mapping[str, str] | None = None) -> float:
    """CPU seconds of a process, the best of three."""
    best = float("inf")
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(order, check=True, env=env)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


@pytest.mark.parametrize("arguments", [["--help"], ["build", "--help"], ["serve", "--help"], ["--version"]])
def test_help_answers_at_once(arguments: list[str], tmp_path: Path):
    ran = [taiyaku(*arguments, env=environment(tmp_path), cwd=tmp_path) for _ in range(3)]
    print(f"\ntaiyaku {' '.join(arguments)}: {min(run.seconds for run in ran):.2f} s")
    assert min(run.seconds for run in ran) < 0.3


def test_inventory_is_ready_at_once():
    def load() -> None:
        inventory.load.cache_clear()
        inventory.load()

    load_seconds = seconds(load)
    print(f"\ninventory of PyTorch's names: {1000 * load_seconds:.0f} ms")
    assert load_seconds < 0.1
