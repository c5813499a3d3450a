"""Verdicts on languages: by the bar of a check, with what costs most and where it lies."""

from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser

from glossary.desk.report.check_report import Threshold
from glossary.desk.report.web import ReportTables, page
from glossary.desk.report.web.interface import LANGUAGES, words
from glossary.desk.report.web.statistics import BuildStatistics
from glossary.desk.report.web.summary import Clause, Verdict, costly_pages, sentence, verdicts
from glossary.rules.registry import BY_CODE
from tests.glossary.desk.report.built import build, compared, plain, rich
from tests.glossary.desk.report.made import document, finding


def spread_over_folders() -> ReportTables:
    """Chinese pages in two folders: wrong terms, most of them in one; headings in English on each page."""
    pages = [document(f"{name}.zh.md", "图书馆图书馆图书馆", work=name) for name in ("guide/a", "tasks/b", "tasks/c")]
    wrong = [
        finding(
            page,
            (3 * number, 3 * number + 3),
            finding_id=f"w{page.work}{number}",
            confidence=0.79 if page.work == "guide/a" else 0.9,
        )
        for page, count in zip(pages, (1, 2, 2), strict=True)
        for number in range(count)
    ]
    options = {"rule": "T504", "name": "untranslated-unit", "severity": "minor", "concept_id": None}
    untranslated = [
        finding(page, (3 * number, 3 * number + 3), finding_id=f"k{page.work}{number}", **options)
        for page in pages
        for number in range(2)
    ]
    return build(*pages, findings=wrong + untranslated)


def test_verdict_says_what_costs_most_and_where_most_of_it_lies():
    (verdict,) = verdicts(BuildStatistics(spread_over_folders()))
    assert (verdict.lang, verdict.failing, verdict.older) == ("zh", 4, 0)
    assert verdict.clauses == [
        Clause("T101", "wrong-rendering", 4, "tasks/"),
        Clause("T504", "untranslated-unit", 3, "tasks/"),  # pages
    ]
    assert sentence(verdict) == (
        "Chinese fails the check, by 4 new findings: about 4 wrong terms, most in tasks/; "
        "about 3 pages keep headings or phrases in English, most in tasks/."
    )


@pytest.mark.parametrize("make_tables", [plain, rich, compared, spread_over_folders])
def test_verdict_is_that_of_a_check(make_tables):
    figures = BuildStatistics(make_tables())
    for verdict in verdicts(figures):
        failing = [
            finding for finding in figures.build.findings if finding.lang == verdict.lang and Threshold().fails(finding)
        ]
        assert verdict.failing == len(failing)


def test_what_an_earlier_build_had_does_not_fail_and_is_counted_apart():
    doc = document("a/zh.md", "图书馆")
    (verdict,) = verdicts(BuildStatistics(build(doc, findings=[finding(doc, (0, 3), state="open")])))
    assert (verdict.failing, verdict.older) == (0, 1)


def test_language_without_faults_has_nothing_that_costs_points():
    sentences = [sentence(verdict) for verdict in verdicts(BuildStatistics(plain()))]
    assert sentences[1] == "Japanese passes the check: nothing that costs points."


def test_page_says_the_verdict_of_each_language_with_links_to_its_rows():
    html = LexborHTMLParser(page(spread_over_folders()))
    (item,) = html.css(".verdicts > li")
    assert " ".join(item.css("p")[0].text().split()) == (
        "中文 fails the check, by 4 new findings: about 4 wrong terms, most in tasks/; "
        "about 3 pages keep headings or phrases in English, most in tasks/."
    )
    assert [link.attributes["href"] for link in item.css("a")] == [
        "#findings?lang=zh&grave=new",
        "#findings?lang=zh&rule=T101&certainty=counted",
        "#findings?lang=zh&rule=T101&certainty=counted&folder=tasks/",
        "#findings?lang=zh&rule=T504&certainty=counted",
        "#findings?lang=zh&rule=T504&certainty=counted&folder=tasks/",
        "#findings?lang=zh&rule=T101&certainty=counted",
    ]
    assert [button.text() for button in item.css("a.button")] == ["First: about 4 wrong terms"]


@pytest.mark.parametrize(
    ("rate", "grade"), [(0.0, "A"), (1.0, "A"), (1.01, "B"), (4.0, "C"), (7.9, "D"), (8.1, "E"), (None, "")]
)
def test_grade_goes_by_points_per_thousand_characters(rate: float | None, grade: str):
    assert Verdict("zh", 0, 0, (), rate).grade == grade


def test_verdict_says_how_many_originals_are_translated():
    english = [document(f"{work}.md", "A model.", work=work, lang="en", locale="en") for work in ("a", "b")]
    (verdict,) = verdicts(BuildStatistics(build(*english, document("a.zh.md", "模型。", work="a"))))
    assert (verdict.translated, verdict.originals) == (1, 2)


def test_pages_that_cost_most_come_first():
    pages = costly_pages(BuildStatistics(spread_over_folders()))
    assert pages == sorted(pages, key=lambda page: -page.points)
    assert all(page.points > 0 for page in pages)
    links = LexborHTMLParser(page(spread_over_folders())).css(".costly a")
    assert [link.text() for link in links] == [costly.path for costly in pages]


def test_rule_without_words_of_its_own_goes_by_its_name():
    doc = document("a/zh.md", "图书馆")
    (verdict,) = verdicts(BuildStatistics(build(doc, findings=[finding(doc, (0, 3), rule="T999", name="some-fault")])))
    assert sentence(verdict).endswith(": about 1 finding of some-fault.")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_verdict_has_words_for_every_rule_and_for_no_other(lang: str):
    entries, rules = words(lang)["counts"].keys() - {"any"}, BY_CODE.keys()
    assert not rules - entries, f"say in glossary/rules/phrases what these rules found: {sorted(rules - entries)}"
    assert not entries - rules
