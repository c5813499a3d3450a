"""What each stage of a build costs, in CPU seconds and as multiples of the bare tokenizers' loops over the same text."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from corpus.records import Document
from corpus.storage import store
from flows.options import samples
from flows.options.flow_parameters import BuildOptions
from flows.pipeline import planning, publishing
from flows.pipeline.steps import STEPS
from glossary.loading import load
from tests.benchmarks import results
from tests.benchmarks.beads import tasks
from tests.benchmarks.pipelines import DayPipeline, bare_seconds, gale_church
from tests.shared import DOCUMENTATION, needs_shared

TITLE = "A build: what its stages cost"
_DAY = "the day's pipeline"
_NOTE = """
One process, start-up taken off. hf-course without originals: Chinese pages of one half of the works and Japanese pages of
the other; with originals all three languages. tf-docs: all Chinese and Japanese pages without the English ones; both
are aligned with each other, which the day's pipeline does not do. Bare: jieba
and fugashi over the Chinese and Japanese sentences of the same pages, {bare} CPU s; these are {sizes} MB of text,
originals included.

The day's pipeline (`tests/benchmarks/pipelines.py`) is what a day's work with jieba, fugashi, spaCy's PhraseMatcher, nltk's
Gale–Church and pandas makes: paragraphs, words, forms of the glossary, beads and Parquet. A build takes {ratios} times as
long. On the tasks of "Aligning sentences", seed 1, its beads have a strict F1 of {alignment}.
"""


@pytest.mark.bench
@needs_shared
def test_stages_of_a_build(tmp_path: Path):
    sets = {
        "without originals": _without_originals(),
        "tf-docs, Chinese beside Japanese": [page for page in _pages("tf-docs") if page.lang != "en"],
        "with originals": _pages("hf-course"),
    }
    day_pipeline = DayPipeline(load())
    spent_by_set, bare, sizes = [], [], []
    for number, pages in enumerate(sets.values()):
        day = day_pipeline.run(pages, tmp_path / f"day-{number}")
        spent_by_set.append({**_spent(pages, tmp_path / str(number)), _DAY: day})
        bare.append(bare_seconds(pages))
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
        bare=_listed(bare),
        sizes=_listed(sizes),
        ratios=_listed([spent["all"] / spent[_DAY] for spent in spent_by_set]),
        alignment=" and ".join(f"{_day_alignment(lang):.3f} ({lang}–en)" for lang in ("zh", "ja")),
    )
    head = ["stage", *(cell for name in sets for cell in (f"{name}, CPU s", "× bare"))]
    body = results.table(head, rows) + note
    results.record_costs(TITLE, body)
    print(f"\n{body}")
    assert spent_by_set[0]["all"] < 40 * bare[0]
    assert spent_by_set[-1]["all"] < 160 * bare[-1]


def _listed(figures: Sequence[float]) -> str:
    *others, last = (f"{figure:.1f}" for figure in figures)
    return f"{', '.join(others)} and {last}"


def _day_alignment(lang: str) -> float:
    """The strict F1 of beads by length alone, on tasks whose beads are known."""
    hits = predicted = gold = 0
    for task in tasks(lang, 1, 0):
        lengths = [[int(features.length) for features in side] for side in (task.source, task.target)]
        beads = gale_church(lengths[0], lengths[1], (lang, "en"))
        hits, predicted, gold = hits + len(beads & task.beads), predicted + len(beads), gold + len(task.beads)
    return 2 * hits / (predicted + gold)


def _pages(name: str) -> list[Document]:
    options = BuildOptions(sources=(DOCUMENTATION[name],), out=Path("nowhere"))
    return list(planning.plan(options).documents)


def _without_originals() -> list[Document]:
    """Of every other work the Chinese page, of the others the Japanese one."""
    pages = _pages("hf-course")
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
