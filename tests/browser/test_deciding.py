"""Deciding findings on the page, in a real browser: what `deciding.test.mjs` states, on pages made here."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from glossary.desk.report.web import ReportTables, page
from glossary.desk.review.formats.read_file import read
from tests.browser.chromium import browsed, ready
from tests.glossary.desk.report.built import alike, clasping, headed, large, of_places, plain, rich, termed

pytestmark = pytest.mark.slow

OPINIONS: dict[str, list[dict[str, Any]]] = {
    "1": [
        {"judge": "gpt", "verdict": "reject", "words": "", "reason": "<b>a place</b>", "precision": 0.93},
        {"judge": "local", "verdict": "reject", "words": "", "reason": "", "precision": None},
    ],
    "2": [{"judge": "gpt", "verdict": "accept", "words": "程式庫", "reason": "", "precision": 0.9}],
    "5": [
        {"judge": "gpt", "verdict": "accept", "words": "", "reason": "", "precision": 0.9},
        {"judge": "local", "verdict": "reject", "words": "", "reason": "", "precision": 0.9},
    ],
}
PAGES: dict[str, Callable[[], ReportTables]] = {
    "plain": plain,
    "rich": rich,
    "alike": alike,
    "clasping": clasping,
    "suggested": lambda: replace(rich(), opinions=OPINIONS),
    "headed": headed,
    "places": of_places,
    "termed": termed,
    "long-queue": lambda: large(200),
    "large": lambda: large(20_000),
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a page of each build."""
    ready()  # else nobody opens them
    folder = tmp_path_factory.mktemp("pages")
    for name, make_build in PAGES.items():
        (folder / f"{name}.html").write_text(page(make_build()), encoding="utf-8")
    linked = page(plain(), source_link="https://example.org/o/r/{path}#L{line}")
    (folder / "linked.html").write_text(linked, encoding="utf-8")
    return folder


@pytest.mark.parametrize(("states", "least"), [("deciding", 20), ("working", 9), ("screens", 8), ("thousands", 3)])
def test_reviewer_decides_in_chromium(states: str, least: int, pages: Path):
    assert int(re.search(r"^ℹ pass (\d+)$", browsed(states, pages, TMPDIR=str(pages)), re.MULTILINE)[1]) >= least  # type: ignore[index]


def test_decisions_are_kept_and_what_is_exported_is_read_back(pages: Path):
    browsed("keeping", pages, TMPDIR=str(pages))
    answers = read("exported.json", (pages / "exported.json").read_bytes())
    assert (answers.problems, answers.build_id) == ((), "3f2a9c11d0e4")
    assert [(answer.finding_id, answer.action, answer.who, answer.why, answer.words) for answer in answers.answers] == [
        ("1", "accept", "林 美/..", "", "库"),
        ("2", "reject", "林 美/..", "", ""),
        ("5", "discuss", "林 美/..", "🤗", ""),
    ]
