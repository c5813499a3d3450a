"""A year of nightly builds: what their history takes, how fast it opens, and how fast two builds are compared."""

from __future__ import annotations

import itertools
import random
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pyarrow as pa
import pytest

from corpus.storage import parquet, store
from flows.files import history_folder
from glossary.desk.history.build_series import KEY, READS, SERIES, build_series
from tests.benchmarks import results
from tests.benchmarks.whole_builds import built
from tests.flows.command import environment, taiyaku
from tests.shared import DOCUMENTATION, needs_shared

TITLE = "Builds compared, and a year of them"
_NIGHTS, _CHANGED, _CAME = 365, 0.01, 0.0005  # shares of the values that a night changes, and of series that come
_EDITED = 40
_SENTENCES = {
    "zh": "这个图书馆的张量核心很快，并且 gradient 反向传播的学习率很大。",
    "ja": "この図書館のテンソルは、勾配を逆伝播し、プロファイラを使います。",
}
_HEAD = ["what", "measured", "bound"]
_NOTE = """
tf-docs, {documents:,} pages with {series:,} series, built, {edited} pages edited and built again. Each command is a whole process,
its start and all; the middle one of five runs. The year begins with the series of that build; every night changes {changed:.0%} of the
values at random, ends some series and begins others, and is recorded as a build is.
"""


@pytest.mark.bench
@needs_shared
def test_year_of_builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    articles = tmp_path / "articles"
    shutil.copytree(DOCUMENTATION["tf-docs"], articles)
    cache = tmp_path / "cache"
    cost = built(articles, tmp_path / "first", 2, cache)
    _edit(articles)
    built(articles, tmp_path / "second", 2, cache)
    first, second = (tmp_path / name / "out" / "latest" for name in ("first", "second"))
    compare = _seconds(tmp_path, "compare", str(first), str(second))
    began = time.process_time()
    history_folder.record(tmp_path / "once", second)
    recording = time.process_time() - began
    out = tmp_path / "outputs"
    series = build_series({name: parquet.TableParts(second, name, columns) for name, columns in READS.items()})
    _record_year(out, second, series, monkeypatch)
    files = [file for file in (out / "history").rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    concept = "tensor"
    opened, rendering_seconds = (_seconds(tmp_path, "history", *arguments) for arguments in ([], [concept]))
    rows = [
        ["two builds compared, s", f"{compare:.2f}", "2"],
        [f"{_NIGHTS} nights in {len(files)} files, MB", f"{size / 1e6:.1f}", "50"],
        ["their figures shown, s", f"{opened:.2f}", "1"],
        [f"the renderings of a concept ({concept}) over them, s", f"{rendering_seconds:.2f}", "1"],
        ["a build recorded, CPU s", f"{recording:.2f}", ""],
        ["as a share of the build that nothing was known for", f"{recording / cost.processor:.2%}", ""],
    ]
    documents = parquet.read_table(second, "documents", ["doc_id"]).num_rows
    note = _NOTE.format(documents=documents, series=series.num_rows, edited=_EDITED, changed=_CHANGED)
    body = results.table(_HEAD, rows) + note
    results.record(TITLE, body)
    print(f"\n{body}")
    assert compare < 2 and size < 50e6 and opened < 1 and rendering_seconds < 1


def _edit(articles: Path) -> None:
    """Spoil so many pages, each with a sentence of ours."""
    pages = [page for lang in _SENTENCES for page in sorted((articles / lang).rglob("*.md"))]
    for page in random.Random(4).sample(pages, _EDITED):
        lang = page.relative_to(articles).parts[0]
        page.write_text(f"{page.read_text(encoding='utf-8')}\n\n{_SENTENCES[lang]}\n", encoding="utf-8")


def _seconds(folder: Path, *arguments: str, runs: int = 5) -> float:
    """Seconds that a command takes: the middle one of so many runs."""
    ran = [taiyaku(*arguments, env=environment(folder / "prefect"), cwd=folder) for _ in range(runs)]
    assert [(run.status, run.err) for run in ran] == [(0, "")] * runs
    return median(run.seconds for run in ran)


def _record_year(out: Path, build: Path, series: pa.Table, patch: pytest.MonkeyPatch) -> None:
    """Record a build so many times, each time with other series."""
    manifest = store.read_manifest(build)
    assert manifest is not None
    states = _nights(series)
    tables = {name: list(parquet.TableParts(build, name, columns)) for name, columns in READS.items()}
    with patch.context() as patched:
        numbers = itertools.count(1)
        patched.setattr(store, "read_manifest", lambda _: {**manifest, "build_id": f"{next(numbers):012x}"})
        patched.setattr(history_folder, "build_series", lambda _: next(states))
        patched.setattr(parquet, "TableParts", lambda _, name, __: tables[name])
        for _ in range(_NIGHTS):
            assert history_folder.record(out, build) is not None


def _nights(series: pa.Table) -> Iterator[pa.Table]:
    """The series of one night after the other."""
    chance = random.Random(7)
    values = {tuple(row[name] for name in KEY): row["value"] for row in series.to_pylist()}
    while True:
        yield pa.Table.from_pylist(
            [{**dict(zip(KEY, key, strict=True)), "value": value} for key, value in values.items()], schema=SERIES
        )
        for key in chance.sample(list(values), round(_CHANGED * len(values))):
            values[key] = _changed(values[key], chance)
            if not values[key]:
                del values[key]
        for kind, subject, lang, form, measure in chance.sample(list(values), round(_CAME * len(values))):
            values[kind, subject, lang, f"{form}{chance.choice('的是了のはを')}", measure] = 1.0


def _changed(value: float, chance: random.Random) -> float:
    if value == round(value):
        return value + chance.choice([-1, 1]) * max(1, round(value * chance.uniform(0, 0.05)))
    return round(value * chance.uniform(0.98, 1.02), 6)
