"""Decisions from pages of earlier builds, in a real browser: what `earlier.test.mjs` states, on pages made here."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from glossary.desk.report.web import ReportTables, page
from tests.browser.chromium import browsed, ready
from tests.glossary.desk.report.built import build
from tests.glossary.desk.report.made import document, finding, places

pytestmark = pytest.mark.slow

FIRST = {"a": "这个图书馆很快。", "b": "图书馆很慢。", "c": "新的图书馆更快。", "d": "旧的图书馆也快。"}
SECOND = {"a": FIRST["a"], "b": "图书馆不慢也不快。", "d": FIRST["d"], "e": "图书馆！"}  # one edited, one gone, one new
OTHER = {"x": "另一个图书馆。", "a": FIRST["a"]}


def night(build_id: str, texts: dict[str, str], packet_id: str = "") -> ReportTables:
    """A build in which each text is a document with one finding, named as the document is."""
    documents = {name: document(f"{name}/zh.md", text) for name, text in texts.items()}
    findings = [
        finding(document, *places(document.text, "图书馆"), finding_id=name * 16)
        for name, document in documents.items()
    ]
    return replace(build(*documents.values(), findings=findings), build_id=build_id * 12, packet_id=packet_id)


NIGHTS: dict[str, tuple[str, dict[str, str], str]] = {
    "p/builds/111111111111/report/index": ("1", FIRST, ""),
    "p/builds/222222222222/report/index": ("2", SECOND, ""),
    "p/builds/333333333333/report/index": ("3", FIRST, ""),
    "p/packets/zh-0007/zh-0007": ("2", {"a": FIRST["a"]}, "zh-0007"),
    "q/builds/444444444444/report/index": ("4", FIRST, ""),  # the same texts, of others
    "sent/first": ("5", FIRST, ""),
    "sent/second": ("6", SECOND, ""),
    "sent/of-others": ("7", OTHER, ""),
    "p/builds/888888888888/report/index": ("8", {}, ""),  # everything is mended
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the pages of two projects, and some that were copied elsewhere."""
    ready()  # else nobody opens them
    folder = tmp_path_factory.mktemp("pages")
    for name, night_arguments in NIGHTS.items():
        path = folder / f"{name}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(night(*night_arguments)), encoding="utf-8")
    return folder


def test_what_was_not_exported_is_offered_on_the_next_page(pages: Path):
    assert "pass 10" in browsed("earlier", pages, TMPDIR=str(pages))
