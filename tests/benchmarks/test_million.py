"""A million segments: built, queried, and the report opened."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import duckdb
import pytest

from tests.benchmarks import results
from tests.benchmarks.whole_builds import built, written
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
