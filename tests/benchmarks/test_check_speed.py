"""How much CPU a check takes: the first on a machine, of an edited page, of an unchanged one, and of some rules alone."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.benchmarks import results
from tests.flows.command import ROOT, environment
from tests.shared import SHARED, needs_shared

DOCS = SHARED / "data" / "hf-course" / "docs"
PAGE = "chapter5/3.mdx"  # 33 KB
_TITLE = "CPU of a check"
_CALL = "import sys; from flows.command_line.cli import main; sys.exit(main())"
# What is asked, in seconds; the share of a full check at the end.
ASKED = {
    "first ever on a machine": 2.5,
    "first ever, from the wheel": 2.5,
    "page changed, with original": 1.2,
    "page changed": 0.7,
    "page unchanged": 0.15,
    "`--select T4` on 20 pages": 0.6,
    "one decision, share of a full check": 0.03,
}
Check = Callable[..., float]


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """A check in a process of its own, of the checkout or of `code`; returns the seconds of CPU that it and its workers
    took.
    """

    def called(*arguments: str, code: Path = ROOT) -> float:
        cache = tmp_path / f"cache-{code.name}"
        env = environment(tmp_path, TAIYAKU_CACHE=str(cache), PYTHONSAFEPATH="1", PYTHONPATH=str(code))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        ran = subprocess.run(
            [sys.executable, "-c", _CALL, "check", *arguments], cwd=tmp_path / "site", env=env, capture_output=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert ran.returncode in (0, 1), ran.stderr
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return called


@pytest.mark.bench
@needs_shared
def test_check_costs_what_changed(check: Check, installed: Path, tmp_path: Path):
    site = tmp_path / "site"
    alone, pair = site / "alone" / "page.mdx", site / "pair" / "zh" / "page.mdx"
    for lang, place in (("zh", alone), ("zh", pair), ("en", site / "pair" / "en" / "page.mdx")):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes((DOCS / lang / PAGE).read_bytes())
    pages = [file for file in sorted((DOCS / "zh").glob("chapter*/*.mdx")) if file.stat().st_size > 2_000]
    for number, file in enumerate(pages[:20]):
        (site / "many").mkdir(exist_ok=True)
        (site / "many" / f"page-{number}.zh.mdx").write_bytes(file.read_bytes())
    figures = {"first ever on a machine": check("alone")}
    figures["first ever, from the wheel"] = check("alone", code=installed)
    check("pair")
    for place in (pair, alone):
        place.write_text(f"{place.read_text(encoding='utf-8')}\n又写了一句话。\n", encoding="utf-8")
    figures["page changed, with original"], figures["page changed"] = check("pair"), check("alone")
    figures["page unchanged"] = check("alone")
    figures["`--select T4` on 20 pages"] = check("many", "--select", "T4")
    for lang in ("zh", "en"):
        for file in sorted((DOCS / lang).glob("chapter*/*.mdx")):
            place = site / "all" / lang / file.relative_to(DOCS / lang)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(file.read_bytes())
    full = check("all")
    (site / "review" / "decisions").mkdir(parents=True)
    (site / "review" / "decisions" / "mei.jsonl").write_text(json.dumps(_decision()) + "\n")
    figures["one decision, share of a full check"] = check("all") / full
    rows = [(name, f"{figure:.2f}", f"{ASKED[name]:g}") for name, figure in figures.items()]
    results.record_costs(_TITLE, results.table(("CPU, seconds", "here", "asked"), rows))
    print("\n" + results.section(_TITLE))


def _decision() -> dict[str, object]:
    question = {"finding_id": "0" * 16, "rule": "T105", "concept_id": "", "lang": "zh", "path": "all/zh/chapter1/1.mdx"}
    answer = {"action": "reject", "who": "Mei", "when": "2026-11-22T14:05:00Z", "why": "", "words": "", "text": ""}
    return {
        **question,
        **answer,
        "final": False,
        "surface": "x",
        "marks": ["0" * 16],
        "sure": 1.0,
        "target": "",
        "source": "",
    }
