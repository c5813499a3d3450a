"""Which originals are translated."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from corpus.records import Document
from glossary.desk.report.web import page
from glossary.desk.report.web.heat_map import original_coverage
from tests.glossary.desk.report.built import build, plain
from tests.glossary.desk.report.made import document


def of_work(work: str, *langs: str) -> list[Document]:
    """A page in each language."""
    return [document(f"{work}.{lang}.md", "图书馆", work=work, lang=lang, locale=lang) for lang in langs]


MADE = build(
    *of_work("a/1", "en", "zh", "ja"),
    *of_work("a/2", "en", "zh"),
    *of_work("b/3", "en"),
    *of_work("b/4", "zh"),  # has no original
)


def test_originals_are_counted_by_folder_with_those_that_have_a_page():
    rows = [(row.folder, row.originals, dict(row.translated)) for row in original_coverage(MADE).folders]
    assert rows == [("a/", 2, {"ja": 1, "zh": 2}), ("b/", 1, {"ja": 0, "zh": 0})]


def test_originals_without_a_page_are_listed_as_far_as_there_is_room():
    coverage = original_coverage(MADE)
    assert [path for _, path in coverage.lacking["ja"]] == ["a/2.en.md", "b/3.en.md"]
    assert [path for _, path in coverage.lacking["zh"]] == ["b/3.en.md"]
    many = build(*of_work("x/0", "zh"), *(page for number in range(120) for page in of_work(f"x/{number:03}", "en")))
    assert (len(original_coverage(many).lacking["zh"]), original_coverage(many).lack["zh"]) == (100, 120)
    summaries = LexborHTMLParser(page(many)).css(".picture:has(svg.bar) summary")
    assert [" ".join(summary.text().split()) for summary in summaries] == [
        "中文: 120 originals without a page (the first 100 of them)"
    ]


def test_page_shows_shares_as_bars_with_what_they_stand_for():
    html = LexborHTMLParser(page(MADE))
    bars = html.css(".picture td.drawn svg")
    assert [bar.attributes["aria-label"] for bar in bars] == ["2 / 2", "1 / 2", "0 / 1", "0 / 1"]
    links = [link.attributes["href"] for link in html.css(".picture tbody th a")]
    assert [link for link in links if link and link.startswith("#documents")] == [
        "#documents?folder=a/", "#documents?folder=b/",
    ]  # fmt: skip


def test_build_without_originals_has_no_such_picture():
    assert not original_coverage(plain()).folders
    assert "pictures.coverage" not in str(LexborHTMLParser(page(plain())).css_first("#overview").html)  # type: ignore[union-attr]
