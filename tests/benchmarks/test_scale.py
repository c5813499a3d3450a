"""How a build grows: time and memory from a thousand documents to thirty thousand, in one process and in two."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from corpus.storage import store
from tests.benchmarks import results
from tests.flows.command import ROOT, environment

TITLE = "A build: how it grows"
SIZES = [int(size) for size in os.environ.get("SCALE_DOCUMENTS", "1000,3000,10000,30000").split(",")]
_TWO = 10_000  # documents that two processes build as well
_PARAGRAPHS = 4
_HEAD = ["documents", "processes", "segments", "seconds", "CPU s", "CPU s per 1,000 documents", "peak MB of a process"]
_NOTE = """
Pages of {paragraphs} paragraphs, Chinese and Japanese in turn, made from the sentences of `tests/gold/pages`; one in twenty
has its English original. Whole processes of `taiyaku build`, nothing known from earlier, what a build of one page takes
taken off. CPU time grows with the number of documents to the power of {exponent:.2f}; two processes take {speed:.2f} times
less time than one for {two:,} documents. The peak is that of the largest process.
"""


@dataclass(frozen=True)
class Cost:
    """What a build took."""

    seconds: float
    processor: float
    peak: float  # MB, of the largest process
    segments: int = 0

    def beyond(self, start: Cost) -> Cost:
        """The same without what any build takes."""
        return Cost(self.seconds - start.seconds, self.processor - start.processor, self.peak, self.segments)


@pytest.mark.bench
def test_time_and_memory_grow_with_the_corpus(tmp_path: Path):
    articles = _written(tmp_path / "articles", 1)
    _built(articles, tmp_path / "warm", 1)
    start = _built(articles, tmp_path / "start", 1)
    costs: dict[tuple[int, int], Cost] = {}
    for size in SIZES:
        articles = _written(tmp_path / f"articles-{size}", size)
        for jobs in (1, 2) if size == _TWO else (1,):
            costs[size, jobs] = _built(articles, tmp_path / f"out-{size}-{jobs}", jobs).beyond(start)
    least, most = min(SIZES), max(SIZES)
    exponent = math.log(costs[most, 1].processor / costs[least, 1].processor) / math.log(most / least)
    speed = costs[_TWO, 1].seconds / costs[_TWO, 2].seconds if _TWO in SIZES else math.nan
    note = _NOTE.format(paragraphs=_PARAGRAPHS, exponent=exponent, speed=speed, two=_TWO)
    body = results.table(_HEAD, [_row(size, jobs, cost) for (size, jobs), cost in costs.items()]) + note
    print(f"\n{body}")
    if "SCALE_DOCUMENTS" not in os.environ:
        results.record(TITLE, body)
    assert exponent < 1.2


def _row(size: int, jobs: int, cost: Cost) -> list[str]:
    each = cost.processor / size * 1000
    return [
        f"{size:,}", str(jobs), f"{cost.segments:,}", f"{cost.seconds:.0f}", f"{cost.processor:.0f}", f"{each:.1f}",
        f"{cost.peak:.0f}",
    ]  # fmt: skip


def _written(folder: Path, size: int) -> Path:
    gold = ROOT / "tests" / "gold" / "pages"
    lines: Mapping[str, list[str]] = {
        lang: [line for page in sorted(gold.glob(f"{lang}-*.txt")) for line in page.read_text("utf-8").splitlines()]
        for lang in ("en", "ja", "zh")
    }
    chance = random.Random(7)
    for number in range(size):
        langs = ["zh" if number % 2 else "ja", *(["en"] if number % 20 == 0 else [])]
        work = folder / f"{number % 100:02d}" / f"work-{number:05d}"
        work.mkdir(parents=True)
        for lang in langs:
            body = [f"# {number}", *(chance.choice(lines[lang]) for _ in range(_PARAGRAPHS)), f"PyTorch 2.{number}"]
            (work / f"{lang}.md").write_text("\n\n".join(body) + "\n", encoding="utf-8")
    return folder


def _built(articles: Path, folder: Path, jobs: int) -> Cost:
    """Build the articles in a process of its own, which is waited for with all that it started."""
    folder.mkdir()
    env = environment(folder / "prefect", TAIYAKU_CACHE=str(folder / "cache"))
    command = [
        sys.executable,
        "-m",
        "flows.cli",
        "build",
        str(articles),
        "--out",
        "out",
        "--jobs",
        str(jobs),
        "--quiet",
    ]
    began = time.monotonic()
    process = subprocess.Popen(command, cwd=folder, env=env)
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    rows = (store.read_manifest((folder / "out" / "latest").resolve()) or {})["rows"]
    return Cost(
        time.monotonic() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, rows.get("segments", 0)
    )
