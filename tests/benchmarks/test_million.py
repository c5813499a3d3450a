"""A million segments: built, queried, and the report opened; and a million of which every page has its original."""

from __future__ import annotations

import math
import os
import re
import time
from pathlib import Path

import duckdb
import pytest

from tests.benchmarks import results
from tests.benchmarks.whole_builds import built, translated, written
from tests.browser.chromium import browsed, ready

TITLE = "A million segments"
_PARAGRAPHS = 40
_DOCUMENTS = int(os.environ.get("MILLION_DOCUMENTS", "27000"))
_QUERIES = {
    "renderings of a concept, counted": """
        select surface, count(*) from read_parquet('{latest}/mentions/*.parquet')
        where concept_id = (select concept_id from read_parquet('{latest}/mentions/*.parquet') group by 1 order by count(*) desc, 1 limit 1)
        group by 1 order by 2 desc limit 10""",
    "findings of each rule with the segment they stand in": """
        select rule, count(*), any_value(text) from read_parquet('{latest}/findings/*.parquet') as findings
        join read_parquet('{latest}/segments/*.parquet') as segments
        on findings.doc_id = segments.doc_id and findings.start >= segments.start and findings.start < segments."end"
        group by 1 order by 2 desc""",
    "segments with a word in them": """
        select lang, count(*) from read_parquet('{latest}/segments/*.parquet') where contains(text, 'PyTorch') group by 1 order by 1""",
}
_NOTE = """
{documents:,} pages of {paragraphs} paragraphs, made as those of "A build: how it grows", {segments:,} segments; two processes, nothing known
from earlier. The page is read by Chromium from the disk, without a server: what it does not hold lies in {volumes:,} files
of {beside:.0f} MB beside it.
"""


@pytest.mark.bench
def test_a_million_segments_are_built_queried_and_looked_at(tmp_path: Path):
    ready()
    cost = built(written(tmp_path / "articles", _DOCUMENTS, _PARAGRAPHS), tmp_path / "out", 2)
    latest = (tmp_path / "out" / "out" / "latest").resolve()
    report, volumes = latest / "report", list((latest / "report" / "data").iterdir())
    rows = [
        ["build, wall s", f"{cost.seconds:.0f}"],
        ["build, CPU s", f"{cost.processor:.0f}"],
        ["peak of a process, MB", f"{cost.peak:,.0f}"],
        ["published, MB", f"{cost.bytes / 1e6:,.0f}"],
        ["the page alone, MB", f"{(report / 'index.html').stat().st_size / 1e6:.1f}"],
    ]
    for name, query in _QUERIES.items():
        began = time.monotonic()
        assert duckdb.execute(query.format(latest=latest)).fetchall()
        rows.append([f"DuckDB: {name}, s", f"{time.monotonic() - began:.2f}"])
    output = browsed("million", report, TIMED="1")
    rows += [[f"page: {name}", took] for name, took in re.findall(r"^(.+): ([\d,.]+ (?:ms|MB))$", output, re.MULTILINE)]
    size = sum(file.stat().st_size for file in volumes) / 1e6
    note = _NOTE.format(
        documents=_DOCUMENTS, paragraphs=_PARAGRAPHS, segments=cost.segments, volumes=len(volumes), beside=size
    )
    body = results.table(["what", "figure"], rows) + note
    print(f"\n{body}")
    if "MILLION_DOCUMENTS" not in os.environ:
        results.record(TITLE, body)
        assert cost.segments >= 1_000_000
    assert len([name for name, _ in rows if name.startswith("page: ")]) == 7, output


TRANSLATED = "A million segments with originals"
_WORKS = [int(size) for size in os.environ.get("MILLION_WORKS", "480,4800").split(",")]
_HEAD = ["works", "segments", "wall s", "CPU s", "CPU ms a segment", "peak of a process, MB", "published, MB"]
_TRANSLATED_NOTE = """
Works of {paragraphs} paragraphs of the samples, Chinese and Japanese in turn, each with its English original; two processes, nothing
known from earlier, what a build of one work takes taken off. CPU time grows with the segments to the power of {exponent:.2f}.
Seconds of the largest by step: {steps}.
"""


@pytest.mark.bench
def test_a_million_segments_with_originals_are_built(tmp_path: Path):
    built(translated(tmp_path / "one", 1, _PARAGRAPHS), tmp_path / "warm", 1)
    start = built(tmp_path / "one", tmp_path / "start", 1)
    costs = [
        built(translated(tmp_path / f"articles-{size}", size, _PARAGRAPHS), tmp_path / f"out-{size}", 2).beyond(start)
        for size in _WORKS
    ]
    least, most = costs[0], costs[-1]
    exponent = math.log(most.processor / least.processor) / math.log(most.segments / least.segments)
    rows = [
        [
            f"{size:,}", f"{cost.segments:,}", f"{cost.seconds:.0f}", f"{cost.processor:.0f}",
            f"{1000 * cost.processor / cost.segments:.2f}", f"{cost.peak:,.0f}", f"{cost.bytes / 1e6:,.0f}",
        ]
        for size, cost in zip(_WORKS, costs, strict=True)
    ]  # fmt: skip
    steps = ", ".join(f"{name} {took:.0f}" for name, took in most.steps.items())
    body = results.table(_HEAD, rows) + _TRANSLATED_NOTE.format(paragraphs=_PARAGRAPHS, exponent=exponent, steps=steps)
    print(f"\n{body}")
    if "MILLION_WORKS" not in os.environ:
        results.record_costs(TRANSLATED, body)
        assert most.segments >= 1_000_000
    assert exponent < 1.2
