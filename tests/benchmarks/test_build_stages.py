"""What each stage of a build costs, in CPU seconds and as multiples of the bare tokenizers' loops over the same text."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import fugashi
import jieba
import pytest

from corpus.records import Document
from corpus.storage import store
from corpus.text.segments import segment
from flows.options import samples
from flows.options.options import BuildOptions
from flows.pipeline import planning, publishing
from flows.pipeline.steps import STEPS
from tests.benchmarks import results
from tests.shared import DOCUMENTATION, needs_shared

TITLE = "A build: what its stages cost"
_HEAD = ["stage", "without originals, CPU s", "× bare", "with originals, CPU s", "× bare"]
_NOTE = """
hf-course in one process, start-up taken off: without originals Chinese pages of one half of the works and Japanese pages of
the other, with originals all three languages. Bare: jieba and fugashi over the Chinese and Japanese sentences of the same
pages, {bare} CPU s; these are {sizes} MB of text, originals included.
"""


@pytest.mark.bench
@needs_shared
def test_stages_of_a_build(tmp_path: Path):
    spent_by_set, bare, sizes = [], [], []
    for number, pages in enumerate((_without_originals(), _all_pages())):
        spent_by_set.append(_spent(pages, tmp_path / str(number)))
        bare.append(_bare(pages))
        sizes.append(sum(len(page.text.encode()) for page in pages) / 1e6)
    rows = [
        [
            stage,
            *(
                cell
                for spent, loops in zip(spent_by_set, bare, strict=True)
                for cell in (f"{spent[stage]:.1f}", f"{spent[stage] / loops:.1f}")
            ),
        ]
        for stage in spent_by_set[0]
    ]
    note = _NOTE.format(
        bare=" and ".join(f"{loops:.1f}" for loops in bare), sizes=" and ".join(f"{size:.1f}" for size in sizes)
    )
    body = results.table(_HEAD, rows) + note
    results.record(TITLE, body)
    print(f"\n{body}")
    assert spent_by_set[0]["all"] < 40 * bare[0]
    assert spent_by_set[1]["all"] < 160 * bare[1]


def _all_pages() -> list[Document]:
    options = BuildOptions(sources=(DOCUMENTATION["hf-course"],), out=Path("nowhere"))
    return list(planning.plan(options).documents)


def _without_originals() -> list[Document]:
    """Of every other work the Chinese page, of the others the Japanese one."""
    pages = _all_pages()
    works = sorted({page.work for page in pages})
    langs = dict(zip(works, ["zh", "ja"] * len(works), strict=False))
    return [page for page in pages if page.lang == langs[page.work]]


def _spent(pages: Sequence[Document], folder: Path) -> dict[str, float]:
    """CPU seconds by stage, with what is loaded once loaded before."""
    _run(planning.plan(BuildOptions(sources=(samples.folder(),), out=folder)), folder / "warm", dict)
    plan = planning.plan(BuildOptions(sources=(DOCUMENTATION["hf-course"],), out=folder))
    spent: dict[str, float] = {}
    began = time.process_time()
    teachers = planning.teaching(pages)
    pages_plan = planning.BuildPlan("bench", plan.signature, tuple(pages), {}, plan.selection, teachers=teachers)
    _run(pages_plan, folder / "timed", lambda: spent)
    return {**spent, "all": time.process_time() - began}


def _run(plan: planning.BuildPlan, folder: Path, spent: Callable[[], dict[str, float]]) -> None:
    """Stage, run and publish a build below a folder; what each stage took is put into `spent`."""
    seconds, options = spent(), BuildOptions(out=folder)
    with store.fresh_build_folder(folder) as build_folder:
        build = planning.stage(plan, options, build_folder)
        rows: dict[str, int] = {}
        for step in STEPS:
            began = time.process_time()
            numbers: Iterator[tuple[int, ...]] = ((number,) for number in range(build.shards))
            for number in numbers if step.each_shard else [()]:
                rows.update(step.run(build, *number))
            seconds[step.name] = time.process_time() - began
        began = time.process_time()
        publishing.publish(build, rows, {})
        seconds["report and publish"] = time.process_time() - began


def _bare(pages: Sequence[Document]) -> float:
    """CPU seconds of the tokenizers by themselves, loaded before, the best of three."""
    texts: dict[str, list[str]] = {"zh": [], "ja": []}
    for page in pages:
        for part in segment(page):
            if part.text_lang in texts and part.kind not in ("code", "markup"):
                texts[part.text_lang].append(part.text)
    tagger = fugashi.Tagger()
    jieba.initialize()
    best = float("inf")
    for _ in range(3):
        began = time.process_time()
        for text in texts["zh"]:
            list(jieba.cut(text))
        for text in texts["ja"]:
            [word.surface for word in tagger(text)]
        best = min(best, time.process_time() - began)
    return best
