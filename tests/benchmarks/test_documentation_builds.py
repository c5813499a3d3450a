"""What builds of whole documentation sets take: time and memory of the process, with their originals."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.options.flow_parameters import BuildOptions
from flows.pipeline import planning
from tests.benchmarks import results
from tests.benchmarks.pipelines import bare_seconds
from tests.benchmarks.whole_builds import built, written
from tests.shared import DOCUMENTATION, SHARED, needs_shared

TITLE = "A build of a documentation set"
SETS = {"comfy-docs": SHARED / "data/comfy-docs", "tf-docs": DOCUMENTATION["tf-docs"]}
_HEAD = ["set", "MB of text", "segments", "wall s", "CPU s", "× bare", "peak MB of a process"]
_NOTE = """
Whole processes of `taiyaku build --jobs 1`, all three languages, nothing known from earlier, learning and report
included; what a build of one page takes is taken off the times. Bare: jieba and fugashi over the Chinese and Japanese
sentences of the same pages. Asked of the peak: 700 MB.
"""


@pytest.mark.bench
@needs_shared
def test_documentation_sets(tmp_path: Path):
    page = written(tmp_path / "page", 1)
    built(page, tmp_path / "warm", 1)
    start = built(page, tmp_path / "start", 1)
    rows = []
    for name, sources in SETS.items():
        pages = planning.plan(BuildOptions(sources=(sources,), out=tmp_path / "nowhere")).documents
        size, bare = sum(len(page.text.encode()) for page in pages) / 1e6, bare_seconds(pages)
        cost = built(sources, tmp_path / name, 1).beyond(start)
        figures = [f"{cost.seconds:.0f}", f"{cost.processor:.0f}", f"{cost.processor / bare:.1f}", f"{cost.peak:,.0f}"]
        rows.append([name, f"{size:.1f}", f"{cost.segments:,}", *figures])
    body = results.table(_HEAD, rows) + _NOTE
    results.record_costs(TITLE, body)
    print(f"\n{body}")
    assert all(float(row[-1].replace(",", "")) < 2_000 for row in rows)
