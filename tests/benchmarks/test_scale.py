"""How a build grows: time and memory from a thousand documents to thirty thousand, in one process and in two."""

from __future__ import annotations

import math
import os
import random
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from flows.pipeline.steps import STEPS
from tests.benchmarks import results
from tests.benchmarks.cluster_model import Cluster, Work, seconds
from tests.benchmarks.test_million import TRANSLATED
from tests.benchmarks.whole_builds import PARAGRAPHS, Cost, built, written

TITLE = "A build: how it grows"
_ARITHMETIC = "A build of a hundred million segments: the arithmetic"
_SEGMENTS = 100_000_000
_MACHINES, _CORES = (1, 10, 50, 200), 16
_BY_SHARD = [step.name for step in STEPS if step.each_shard]
_BOUNDED = "learn"  # takes a sample, however large the corpus
_LOST = 0.01  # of the shards: the worker is lost, and another begins anew
SIZES = [int(size) for size in os.environ.get("SCALE_DOCUMENTS", "1000,3000,10000,30000").split(",")]
_TWO = 10_000  # documents that two processes build as well
_HEAD = ["documents", "processes", "segments", "seconds", "CPU s", "CPU s per 1,000 documents", "peak MB of a process"]
_NOTE = """
Pages of {paragraphs} paragraphs, Chinese and Japanese in turn, made from the sentences of `tests/gold/pages`; one in twenty
has an English page beside it, of other sentences. Whole processes of `taiyaku build`, nothing known from earlier but where it says so, what a build of one page takes
taken off. CPU time grows with the number of documents to the power of {exponent:.2f}; two processes take {speed:.2f} times
less time than one for {two:,} documents. The peak is that of the largest process.
"""


_ARITHMETIC_HEAD = ["machines of 16 cores", "hours", "of it steps of one process", "busy"]
_ARITHMETIC_NOTE = """
From the build of {documents:,} documents above, its seconds by step (`manifest.json`) multiplied to {segments:,} segments in
{shards:,} shards: {sharded:.1f} ms a segment in steps that go by shards, {whole:.2f} ms in those that see the whole corpus ({steps}); learning takes a sample, however large the corpus.
The schedule is simulated (`tests/benchmarks/cluster_model.py`): shards differ as those of the build do, and each hundredth
is lost with its worker and done anew. For two workers and the {documents:,} documents the model says {model:.0f} s for the shards
that two processes do; measured were {measured:.0f} s for {two:,}, which are {scaled:.0f} s for {documents:,}.

- Storage: {published:.0f} GB published, {kept:.0f} GB of kept results (a cache folder holds 4 GB of them, those used last).
- Memory: a process of a shard stays below {shard_peak:.0f} MB. Steps that see the whole corpus grow by {slope:.1f} KB a segment:
  {memory:.0f} GB, which breaks first, on one machine of 64 GB at {breaks:,} segments. A larger corpus
  is built in parts of that size, each with a folder of its own.
{originals}
"""


@pytest.mark.bench
def test_time_and_memory_grow_with_the_corpus(tmp_path: Path):
    articles = written(tmp_path / "articles", 1)
    built(articles, tmp_path / "warm", 1)
    start = min((built(articles, tmp_path / f"start-{n}", 1) for n in range(2)), key=lambda cost: cost.seconds)
    costs: dict[tuple[int, int], Cost] = {}
    repeated_costs: dict[int, Cost] = {}  # of builds for which an earlier one has found out everything
    for size in SIZES:
        articles = written(tmp_path / f"articles-{size}", size)
        for jobs in (1, 2) if size == _TWO else (1,):
            costs[size, jobs] = built(articles, tmp_path / f"out-{size}-{jobs}", jobs).beyond(start)
        if size in (min(SIZES), max(SIZES)):
            cache = tmp_path / f"out-{size}-1" / "cache"
            repeated_costs[size] = built(articles, tmp_path / f"again-{size}", 1, cache).beyond(start)
    least, most = min(SIZES), max(SIZES)
    exponent = math.log(costs[most, 1].processor / costs[least, 1].processor) / math.log(most / least)
    speed = costs[_TWO, 1].seconds / costs[_TWO, 2].seconds if _TWO in SIZES else math.nan
    note = _NOTE.format(paragraphs=PARAGRAPHS, exponent=exponent, speed=speed, two=_TWO)
    rows = [_row(size, str(jobs), cost) for (size, jobs), cost in costs.items()]
    rows += [_row(size, "1, all known", cost) for size, cost in repeated_costs.items()]
    body = results.table(_HEAD, rows) + note
    print(f"\n{body}")
    arithmetic = _arithmetic(costs, repeated_costs)
    print(f"\n{arithmetic}")
    if "SCALE_DOCUMENTS" not in os.environ:
        results.record(TITLE, body)
        results.record(_ARITHMETIC, arithmetic)
    assert exponent < 1.2


def _arithmetic(costs: Mapping[tuple[int, int], Cost], repeated_costs: Mapping[int, Cost]) -> str:
    """What a build of a hundred million segments takes, by the figures of the largest that was measured."""
    size, least = max(size for size, _ in costs), min(size for size, _ in costs)
    cost, small = costs[size, 1], costs[least, 1]
    factor = _SEGMENTS / cost.segments
    whole = {name: took for name, took in cost.steps.items() if name not in (*_BY_SHARD, _BOUNDED)}
    shards = math.ceil(cost.shards * factor)

    def hours(machines: int) -> list[str]:
        work = Work(
            [_shards(cost.steps[name] * factor, shards) for name in _BY_SHARD],
            sum(whole.values()) * factor + cost.steps[_BOUNDED],
        )
        took = seconds(work, Cluster(machines * _CORES, lost=_LOST))
        busy = sum(cost.steps[name] for name in _BY_SHARD) * factor / (took * machines * _CORES)
        return [str(machines), f"{took / 3600:.1f}", f"{work.whole / 3600:.1f}", f"{busy:.0%}"]

    model = seconds(Work([_shards(cost.steps[name], cost.shards) for name in _BY_SHARD], 0.0), Cluster(2, start=0.0))
    two = costs.get((_TWO, 2), cost)
    measured = sum(two.steps[name] for name in _BY_SHARD)
    slope = max(0.0, repeated_costs[size].peak - repeated_costs[least].peak) * 1024 / (cost.segments - small.segments)
    note = _ARITHMETIC_NOTE.format(
        documents=size, segments=_SEGMENTS, shards=shards,
        sharded=1000 * sum(cost.steps[name] for name in _BY_SHARD) / cost.segments,
        whole=1000 * sum(whole.values()) / cost.segments, steps=", ".join(whole),
        model=model, measured=measured, two=_TWO, scaled=measured * size / _TWO,
        published=cost.bytes * factor / 1e9, kept=cost.cache_bytes * factor / 1e9, shard_peak=small.peak, slope=slope,
        memory=slope * _SEGMENTS / 1e6, breaks=int(round(64e6 / slope, -5)) if slope else 0, originals=with_originals(),
    )  # fmt: skip
    return results.table(_ARITHMETIC_HEAD, [hours(machines) for machines in _MACHINES]) + note


def _shards(total: float, count: int) -> list[float]:
    """The seconds of shards that make up a total, each up to a third more or less than the mean."""
    chance = random.Random(count)
    shares = [chance.uniform(2 / 3, 4 / 3) for _ in range(count)]
    scale = total / sum(shares)
    return [scale * share for share in shares]


_WITH_ORIGINALS = """\
- With originals ("{title}"): {sharded:.1f} ms a segment in steps that go by shards, {whole:.2f} ms in the others,
  {slope:.1f} KB a segment. A hundred million segments are {hours:.0f} hours of one core, {whole_hours:.1f} of them in one process, which
  takes {memory:.0f} GB; a part that 64 GB hold has {breaks:,} segments."""


def with_originals() -> str:
    """The same where every page has its original, by the figures of RESULTS.md."""
    text = results.section(TRANSLATED)
    lines = results.first_table(text).splitlines()[-2:]
    small, large = ([float(cell.replace(",", "")) for cell in line.split("|")[2:7]] for line in lines)
    steps = {name: float(took) for name, took in re.findall(r"([a-z][a-z ]*) (\d+)[,.]", text.partition("by step:")[2])}
    segments, _, processor, _, peak = large
    whole = sum(took for name, took in steps.items() if name not in (*_BY_SHARD, _BOUNDED))
    slope = (peak - small[4]) * 1024 / (segments - small[0])
    return _WITH_ORIGINALS.format(
        title=TRANSLATED, sharded=1000 * (processor - whole - steps[_BOUNDED]) / segments, whole=1000 * whole / segments,
        slope=slope, hours=_SEGMENTS * processor / segments / 3600,
        whole_hours=(_SEGMENTS * whole / segments + steps[_BOUNDED]) / 3600,
        memory=slope * _SEGMENTS / 1e6, breaks=int(round(64e6 / slope, -5)),
    )  # fmt: skip


def _row(size: int, jobs: str, cost: Cost) -> list[str]:
    milliseconds = cost.processor / size * 1000
    return [
        f"{size:,}", jobs, f"{cost.segments:,}", f"{cost.seconds:.0f}", f"{cost.processor:.0f}", f"{milliseconds:.1f}",
        f"{cost.peak:.0f}",
    ]  # fmt: skip
