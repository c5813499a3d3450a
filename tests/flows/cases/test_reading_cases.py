"""Small inputs that were misread: MDX, containers, front matter. `../shared/cases/README.md` says what is right for each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import corpus
from tests.flows.command import called
from tests.shared import SHARED

CASES = SHARED / "cases"

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"{CASES} is not there: small inputs with the right answer")


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAIYAKU_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def findings(capfd: pytest.CaptureFixture[str], case: str) -> list[tuple[str, int, str, str]]:
    """What a check finds in a case: the page, the line, the rule, the words."""
    ran = called(capfd, "check", CASES / case, "--format", "json", "--min-confidence", "0.5")
    rows = json.loads(ran.out)["findings"]
    return [(Path(row["path"]).name, row["locations"][0]["line"], row["rule"], row["surface"]) for row in rows]


def cut(path: str) -> list[tuple[str, str]]:
    """The segments of a page with their kinds."""
    return [(segment.kind, segment.text) for segment in corpus.segment(corpus.read(CASES / path))]


def test_indented_page_has_the_findings_of_the_page_that_is_not(capfd):
    pages: dict[str, list[tuple[str, str]]] = {"a.mdx": [], "control.mdx": []}
    for page, _, rule, surface in findings(capfd, "mdx-indent"):
        pages[page].append((rule, surface))
    assert pages["a.mdx"] == pages["control.mdx"]
    assert {("T303", "128"), ("T303", "0.01"), ("T102", "嵌入式模型")} <= set(pages["a.mdx"])
    assert sum(rule in ("T110", "T504") for rule, _ in pages["a.mdx"]) == 2


def test_both_languages_are_cut_alike():
    english, chinese = cut("mdx-accordion/en/a.mdx"), cut("mdx-accordion/zh/a.mdx")
    assert [kind for kind, _ in english] == [kind for kind, _ in chinese]
    assert "code" not in [kind for kind, _ in english]
    assert ("heading", "常见问题") in chinese


def test_title_left_in_english_is_reported_and_nothing_else_of_a_tag(capfd):
    places = [(line, surface) for _, line, rule, surface in findings(capfd, "mdx-props") if rule in ("T110", "T504")]
    assert places == [(3, "Serve a model with one command"), (12, "Open the dashboard")]
    prose = [text for kind, text in cut("mdx-props/en/guide.mdx") if kind not in ("markup", "code", "metadata")]
    assert "Gradient clipping" in prose and "Run it on the GPU" in prose
    assert not any(("dashboard" in text and "<" in text) or "translators" in text for text in prose)


@pytest.mark.parametrize("page", ["a.md", "b.mdx"])
def test_description_left_in_english_is_reported(capfd, page):
    lines = [
        line for name, line, rule, _ in findings(capfd, "front-matter-and-cells") if (name, rule) == (page, "T504")
    ]
    assert lines[0] == 3


def test_titles_and_bodies_of_containers_are_prose():
    english, chinese = cut("containers/en/page.md"), cut("containers/zh/page.md")
    titles = ["About the dashboard", "Remember", "My title"]
    assert [text for kind, text in english if kind == "heading" and text in titles] == titles
    assert [text for kind, text in chinese if kind == "heading"][1:] == ["Dashboard 的介绍", "记住", "我的标题"]
    prose = ("heading", "paragraph", "list_item")
    assert [kind for kind, _ in english if kind in prose] == [kind for kind, _ in chinese if kind in prose]
