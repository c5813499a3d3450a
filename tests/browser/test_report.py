"""The page of findings in a real browser: what the `.test.mjs` files named here state, on pages made here."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from glossary.desk.history.history_text import history_script
from glossary.desk.report.web import FOLDER, ReportTables, page, writer
from tests.browser.chromium import browsed, ready
from tests.glossary.desk.history.made_builds import entries
from tests.glossary.desk.report import built

pytestmark = pytest.mark.slow

PAGES: dict[str, Callable[[], ReportTables]] = {
    "plain": built.plain,
    "packed": built.packed,
    "rich": built.rich,
    "long": built.long,
    "clasping": built.clasping,
    "clasping-beside": built.clasping_beside,
    "crowded": built.crowded,
    "beside": built.beside,
    "termed": built.termed,
    "asked": built.asked,
    "compared": built.compared,
    "noted": built.noted,
    "large": lambda: built.large(20_000),
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a page of each build."""
    ready()  # else nobody opens them
    folder = tmp_path_factory.mktemp("pages")
    for name, make_build in PAGES.items():
        (folder / f"{name}.html").write_text(page(make_build()), encoding="utf-8")
    linked = page(built.beside(), source_link="https://example.org/o/r/{path}#L{line}")
    (folder / "linked.html").write_text(linked, encoding="utf-8")
    for name, room in [("spread", 100), ("torn", 100), ("bare", 100), ("roomy", 10_000)]:
        (folder / name).mkdir()
        build = built.spread()
        text = page(build, 5, 30 if name == "roomy" else 3, room, write=writer(folder / name / FOLDER, build.build_id))
        (folder / name / "index.html").write_text(text, encoding="utf-8")
    _with_histories(folder)
    (folder / "torn" / FOLDER / "texts-2.js").unlink()
    (folder / "bare" / FOLDER / "documents.js").unlink()
    other = folder / "torn" / FOLDER / "findings-3.js"
    other.write_text(other.read_text(encoding="utf-8").replace(built.BUILD, "000000000000"), encoding="utf-8")
    return folder


def _with_histories(folder: Path) -> None:
    """Builds with a history beside them, with one of other builds, and without."""
    build = built.rich()
    for name, ids in {
        "nights": ["0" * 12, "1" * 12, build.build_id, "2" * 12],
        "others": ["0" * 12],
        "first": [],
    }.items():
        report = folder / name / "builds" / build.build_id / "report"
        report.mkdir(parents=True)
        text = page(build, write=writer(report / FOLDER, build.build_id))
        (report / "index.html").write_text(text, encoding="utf-8")
        (folder / name / "latest").symlink_to(f"builds/{build.build_id}")
        if ids:
            (folder / name / "history").mkdir()
            (folder / name / "history" / "history.js").write_text(history_script(entries(*ids)), encoding="utf-8")


@pytest.mark.parametrize(
    ("states", "least"),
    [
        ("report", 20),
        ("reading", 10),
        ("linking", 10),
        ("concepts", 4),
        ("asking", 9),
        ("languages", 15),
        ("volumes", 16),
        ("trend", 9),
        ("overview", 20),
    ],
)
def test_page_does_in_chromium_what_it_should(states: str, least: int, pages: Path):
    assert int(re.search(r"^ℹ pass (\d+)$", browsed(states, pages), re.MULTILINE)[1]) >= least  # type: ignore[index]
