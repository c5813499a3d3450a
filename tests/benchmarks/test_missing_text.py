"""How surely missing sections and cut pages are reported: writes RESULTS.md.

MISSING_TEXT_SETS names other sets than those beside the repository: folders, separated as in PATH.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from corpus.storage import parquet
from glossary.rules.registry import BY_CODE
from tests.benchmarks import results
from tests.benchmarks.bilingual_findings import findings_of
from tests.benchmarks.whole_builds import built
from tests.planting.missing_text import DamagedPage, bilingual_pages, damaged
from tests.shared import SHARED

TITLE = "Missing text: sections removed and pages cut"
SETS = [Path(name) for name in os.environ.get("MISSING_TEXT_SETS", "").split(os.pathsep) if name] or [
    SHARED / "data/comfy-docs",
    SHARED / "data/tf-docs/docs",
]
_PAGES, _SEED = 40, 7
_SURE = 0.8
_NEAR = 1_500  # characters before the place of a missing section, in which the finding stands
_RULES = ("T505", "T506")
_NOTE = """
{count} real pages with their originals, from {sets}: of each one section was removed (two sentences or more, at most half
of the page), it was cut to 10 to 70 %, and it was left as it is; "alone" checks two files, "build" builds all of them at
once. Reported: a major finding of confidence {sure} or above, of a missing section at its place or of the page; once: no
other major finding of T505 or T506 beside it.
"""

Reported = list[tuple[str, int]]  # rule and place of what is major and sure


@pytest.mark.bench
@pytest.mark.skipif(not all(folder.is_dir() for folder in SETS), reason=f"{SETS} are not there: documentation sets")
def test_missing_sections_and_cut_pages_are_reported(tmp_path: Path):
    pages = [page for folder in SETS for page in bilingual_pages(folder, _PAGES // len(SETS), _SEED)]
    damaged_pages = list(damaged(pages, _SEED))
    alone = [_alone(page) for page in damaged_pages]
    together = _in_build(damaged_pages, tmp_path)
    rows, shares = [], {}
    for mode, reported in (("alone", alone), ("build", together)):
        for kind in ("section", "cut", "untouched"):
            pages_of_kind = [
                (page, places) for page, places in zip(damaged_pages, reported, strict=True) if page.kind == kind
            ]
            hits = [_is_reported(page, places) for page, places in pages_of_kind]
            once = sum(len(places) == 1 for _, places in pages_of_kind) if kind != "untouched" else 0
            rows.append([f"{kind}, {mode}", str(len(pages_of_kind)), str(sum(hits)), str(once) if once else "–"])
            shares[mode, kind] = sum(hits) / len(pages_of_kind)
            for (page, places), hit in zip(pages_of_kind, hits, strict=True):
                if hit is (kind == "untouched"):
                    print(f"{kind}, {mode}: {page.page.lang}/{page.page.name} {page.missing!r} {places}")
    sets = " and ".join(folder.parent.name if folder.name == "docs" else folder.name for folder in SETS)
    body = results.table(["pages", "number", "reported", "once"], rows)
    results.record(TITLE, body + _NOTE.format(count=len(pages), sets=sets, sure=_SURE))
    print(f"\n{body}")
    for mode in ("alone", "build"):
        assert shares[mode, "section"] >= 0.95, mode
        assert shares[mode, "cut"] == 1, mode


def _is_reported(page: DamagedPage, places: Reported) -> bool:
    if page.kind == "section":
        return any(rule == "T506" or page.place - _NEAR <= start <= page.place for rule, start in places)
    return bool(places)


def _alone(page: DamagedPage) -> Reported:
    """What a check of two files reports."""
    findings = findings_of(page.page, page.text, [BY_CODE[code] for code in _RULES])
    return _grave((finding.rule, finding.start, finding.severity, finding.confidence) for finding in findings)


def _grave(findings: Iterable[tuple[str, int | None, str, float]]) -> Reported:
    return [
        (rule, start or 0)
        for rule, start, severity, confidence in findings
        if rule in _RULES and severity in ("major", "critical") and confidence >= _SURE
    ]


def _in_build(pages: Sequence[DamagedPage], folder: Path) -> list[Reported]:
    """What a build of all pages reports of each."""
    for number, page in enumerate(pages):
        for lang, text in ((page.page.lang, page.text), ("en", page.page.english)):
            file = folder / "docs" / lang / f"{number:03d}{page.page.suffix}"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    built(folder / "docs", folder / "build", 2)
    rows = [row for part in _finding_rows(folder / "build/out/latest") for row in part]
    reported: list[Reported] = []
    for number in range(len(pages)):
        page_rows = [row for row in rows if row["work"] == f"{number:03d}"]
        reported.append(_grave((row["rule"], row["start"], row["severity"], row["confidence"]) for row in page_rows))
    return reported


def _finding_rows(build: Path) -> Iterator[list[dict[str, Any]]]:
    for part in parquet.parts(build, "findings"):
        yield pq.read_table(part, columns=["work", "rule", "start", "severity", "confidence"]).to_pylist()
