"""Whole builds of pages that are made by the thousand, each in a process of its own, and what they take."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from corpus.storage import store
from tests.flows.command import ROOT, environment

PARAGRAPHS = 4


@dataclass(frozen=True)
class Cost:
    """What a build took."""

    seconds: float
    processor: float
    peak: float  # MB, of the largest process
    segments: int = 0
    bytes: int = 0
    cache_bytes: int = 0  # of results
    shards: int = 0
    steps: Mapping[str, float] = field(default_factory=dict)  # seconds

    def beyond(self, start: Cost) -> Cost:
        """The same without what any build takes."""
        steps = {name: max(0.0, seconds - start.steps.get(name, 0.0)) for name, seconds in self.steps.items()}
        return replace(
            self, seconds=self.seconds - start.seconds, processor=self.processor - start.processor, steps=steps
        )


def written(folder: Path, size: int, paragraphs: int = PARAGRAPHS) -> Path:
    """Write so many works into a folder, of sentences of our own pages.

    One in twenty has an English page, whose sentences are other ones: it costs what an original does, but says
    something else.
    """
    gold = ROOT / "tests" / "gold" / "pages"
    lines: Mapping[str, list[str]] = {
        lang: [line for page in sorted(gold.glob(f"{lang}-*.txt")) for line in page.read_text("utf-8").splitlines()]
        for lang in ("en", "ja", "zh")
    }
    chance = random.Random(7)
    for number in range(size):
        langs = ["zh" if number % 2 else "ja", *(["en"] if number % 20 == 0 else [])]
        _write_work(folder, number, {lang: [chance.choice(lines[lang]) for _ in range(paragraphs)] for lang in langs})
    return folder


def translated(folder: Path, size: int, paragraphs: int) -> Path:
    """Write so many works into a folder, Chinese and Japanese in turn, of paragraphs of the samples with their originals."""
    rows = [row for work in sorted((ROOT / "corpus" / "samples").iterdir()) for row in _paragraphs(work)]
    chance = random.Random(7)
    for number in range(size):
        chosen, langs = [chance.choice(rows) for _ in range(paragraphs)], ("en", "zh" if number % 2 else "ja")
        _write_work(folder, number, {lang: [row[lang] for row in chosen] for lang in langs})
    return folder


def _write_work(folder: Path, number: int, paragraphs: Mapping[str, list[str]]) -> None:
    """Write the pages of a work, by language, with its number in the title and at the end."""
    work = folder / f"{number % 100:02d}" / f"work-{number:05d}"
    work.mkdir(parents=True)
    for lang, texts in paragraphs.items():
        body = [f"# {number}", *texts, f"PyTorch 2.{number}"]
        (work / f"{lang}.md").write_text("\n\n".join(body) + "\n", encoding="utf-8")


def _paragraphs(work: Path) -> Iterator[dict[str, str]]:
    """Yield the paragraphs of a sample by language, without code: its versions have as many."""
    langs = ("en", "ja", "zh")
    versions = [(work / f"{lang}.md").read_text(encoding="utf-8").split("\n\n") for lang in langs]
    for row in zip(*versions, strict=True):
        if not any("```" in text or text.startswith("---") for text in row):
            yield dict(zip(langs, row, strict=True))


def built(articles: Path, folder: Path, jobs: int, cache: Path | None = None) -> Cost:
    """Build the articles in a process of its own, which is waited for with all that it started."""
    folder.mkdir()
    env = environment(folder / "prefect", TAIYAKU_CACHE=str(cache or folder / "cache"))
    command = [
        sys.executable,
        "-m",
        "flows.command_line.cli",
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
    took = time.monotonic() - began
    latest = (folder / "out" / "latest").resolve()
    manifest = store.read_manifest(latest) or {}
    return Cost(
        took,
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss / 1024,
        manifest["rows"].get("segments", 0),
        _bytes_in(latest),
        _bytes_in(folder / "cache" / "results"),
        len(list((latest / "segments").glob("*.parquet"))),
        manifest["seconds"],
    )


def _bytes_in(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
