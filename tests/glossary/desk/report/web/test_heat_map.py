"""Concepts against documents: how each is written where."""

from __future__ import annotations

from typing import Any

from selectolax.lexbor import LexborHTMLParser

from glossary.desk.report.web import ReportTables, page
from glossary.desk.report.web.heat_map import HeatMap, heat_maps
from glossary.desk.report.web.statistics import BuildStatistics
from tests.glossary.desk.report.built import build, plain, term_link
from tests.glossary.desk.report.made import document, finding, places


def maps(report_tables: ReportTables) -> list[HeatMap]:
    """Its maps."""
    return heat_maps(report_tables, BuildStatistics(report_tables).standing)


def shown(heat_map: HeatMap) -> dict[tuple[str, str], tuple[str, dict[str, int]]]:
    """What each cell shows, by concept and column: the worst manner, and all uses."""
    return {
        (heat_map.concepts[cell.row][0], heat_map.columns[cell.column].name): (cell.manner, dict(cell.uses))
        for cell in heat_map.cells
    }


def test_cell_shows_the_worst_manner_and_counts_all():
    (heat_map,) = maps(plain())
    assert heat_map.lang == "zh" and heat_map.concepts == [("library", "library")]
    assert shown(heat_map) == {
        ("library", "a/zh.md"): ("wrong", {"wrong": 3}),
        ("library", "b/zh.md"): ("wrong", {"wrong": 1, "other": 1}),
    }


def test_words_that_the_glossary_lacks_are_reported_where_they_surely_stand_for_the_concept():
    doc = document("a/zh.md", "书库很好。库很快。")
    library: dict[str, Any] = {"concept_id": "library"}
    terms = [term_link(doc, "书库", **library), term_link(doc, "很好", **library, confidence=0.2)]
    (heat_map,) = maps(build(doc, terms=terms))
    assert shown(heat_map) == {("library", "a/zh.md"): ("unlisted", {"unlisted": 1, "leading": 1})}


def test_concept_that_is_written_in_one_way_everywhere_is_not_there():
    assert maps(build(document("a/zh.md", "库。库。"), document("b/zh.md", "库。"))) == []


def many_folders(count: int) -> ReportTables:
    """A page with a wrong term in each of so many folders, and a finding in the first."""
    pages = [document(f"f{number:03}/a.zh.md", "图书馆和库", work=f"f{number:03}/a") for number in range(count)]
    return build(*pages, findings=[finding(pages[0], (0, 3))])


def test_map_is_bounded_whatever_the_build():
    (heat_map,) = maps(many_folders(40))
    assert len(heat_map.columns) == 16 and heat_map.columns[-1].name == ""
    assert [cell.uses["wrong"] for cell in heat_map.cells] == [1] * 15 + [25]


def test_cells_lead_to_findings_and_where_there_are_none_to_the_text_or_the_concept():
    (by_document,) = maps(many_folders(2))
    assert [by_document.address(cell) for cell in by_document.cells] == [
        "#findings?lang=zh&concept=library&document=id+of+f000%2Fa.zh.md", "#document?id=id+of+f001%2Fa.zh.md",
    ]  # fmt: skip
    (by_folder,) = maps(many_folders(20))
    assert [by_folder.address(cell) for cell in by_folder.cells[:2]] == [
        "#findings?lang=zh&concept=library&folder=f000%2F", "#concepts?id=library",
    ]  # fmt: skip


def test_what_is_counted_elsewhere_leads_to_the_concept_as_no_filter_says_it():
    pages = [document(f"f{number:03}/a.zh.md", "图书馆和库", work=f"f{number:03}/a") for number in range(40)]
    (heat_map,) = maps(build(*pages, findings=[finding(page, (0, 3), finding_id=page.work) for page in pages]))
    assert heat_map.address(heat_map.cells[0]) == "#findings?lang=zh&concept=library&folder=f000%2F"
    assert heat_map.address(heat_map.cells[-1]) == "#concepts?id=library"


def test_picture_numbers_its_cells_as_the_rows_of_the_table_that_says_the_same():
    html = LexborHTMLParser(page(plain()))
    cells = html.css("svg.heat [data-row]")
    rows = html.css(".picture:has(svg.heat) tbody tr")
    assert [cell.attributes["data-row"] for cell in cells] == ["0", "1"] and len(rows) == 2
    assert [[cell.text() for cell in row.css("th, td")] for row in rows] == [
        ["library", "a/zh.md", "3", "0", "0", "0", "0"],
        ["library", "b/zh.md", "1", "0", "0", "1", "0"],
    ]
    assert [cell.css_first("text").text() for cell in cells] == ["×3", "×1"]  # type: ignore[union-attr]


def test_same_build_gives_the_same_bytes():
    doc = document("w/zh.md", "图书馆和库。图书馆")
    tables = build(doc, findings=[finding(doc, *places(doc.text, "图书馆"))])
    assert page(tables) == page(tables)
