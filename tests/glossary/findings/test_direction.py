"""Which side was written first, and what that does to findings."""

from __future__ import annotations

import pytest

from corpus.records import Document
from glossary.findings.direction import EnglishPage, english_page, tempered, translated_works
from glossary.rules.registry import BY_CODE
from tests.glossary.desk.report.made import document, finding


def page(text: str) -> Document:
    return document("en/a.md", text)


@pytest.mark.parametrize(
    ("text", "keeps"),
    [
        ("Read it. # 读取数据", True),
        ("[English](a.md) | [中文](b.md) | [日本語](c.md)", False),  # a link to the translation
        ("The character 图 stands for graph.", False),  # one character is an example
        ("# データを読む", True),
        ("Plain English.", False),
    ],
)
def test_english_that_keeps_another_language(text, keeps):
    assert english_page(page(text)).keeps_other is keeps


def pages(name: str, number: int, keeping: int) -> list[EnglishPage]:
    return [EnglishPage(f"{name}/{n}", n < keeping) for n in range(number)]


@pytest.mark.parametrize(
    ("number", "keeping", "translated"),
    [(100, 0, False), (100, 1, False), (65, 2, False), (300, 5, False), (53, 2, True), (166, 9, True), (20, 10, True)],
)
def test_so_many_pages_speak_for_a_folder(number, keeping, translated):
    works = translated_works(pages("docs", number, keeping))
    assert works == (frozenset(f"docs/{n}" for n in range(number)) if translated else frozenset())


def test_folders_with_few_pages_are_taken_together_and_others_each_for_itself():
    together = [page for name in "abcdef" for page in pages(name, 3, 2)]
    assert len(translated_works([*together, *pages("docs", 50, 0)])) == 18


@pytest.mark.parametrize(
    ("path", "is_one"),
    [
        ("docs/reader/source_en/a.md", True),
        ("docs/reader/source_zh_cn/a.md", True),  # a check names the original by the page that it belongs to
        ("docs/reader/en/a.md", False),
        ("docs/source_code/a.md", False),
        ("docs/source_en.md", False),
    ],
)
def test_folders_that_name_a_source_for_each_language(path: str, is_one: bool):
    page = english_page(document(path, "Plain English."))
    assert page.is_one_of_sources is is_one
    assert translated_works([page]) == (frozenset([path]) if is_one else frozenset())


@pytest.mark.parametrize(("original", "number"), [("zh", 100), ("ja", 100), ("en", 0), (None, 100)])
def test_settings_say_which_language_was_first(original: str | None, number: int):
    keeping = 50 if original in (None, "en") else 0
    assert len(translated_works(pages("docs", 100, keeping), original)) == number


def test_no_remedy_is_taken_from_an_original_that_was_made_from_the_page():
    doc = document("zh/a.md", "张量共有三个。")
    raised = finding(
        doc,
        (0, 2),
        rule="T305",
        message="The original has “x” where this page has “张量”; write “x” unless the change is meant",
        suggestion="x",
    )
    assert tempered([raised], frozenset())[0].suggestion == "x"
    (tempered_finding,) = tempered([raised], frozenset([doc.work]))
    assert tempered_finding.suggestion is None
    assert [place.suggestion for place in tempered_finding.locations] == [None]


def test_a_section_is_missing_whichever_side_was_first():
    doc = document("zh/a.md", "张量共有三个。")
    section_message = (
        "After this, the section “Errors” of the original is missing (2 sentence(s), starting with “Rows …”)"
    )
    raised = finding(doc, (0, 2), rule="T505", message=section_message)
    assert tempered([raised], frozenset([doc.work])) == [raised]


def test_nothing_tells_nothing():
    assert translated_works([]) == frozenset()


def test_what_trusts_the_original_is_reported_with_less_confidence_where_that_was_made_from_the_page():
    doc = document("zh/a.md", "张量共有三个。")
    messages = {"T303": "The original has 3 here", "T101": "“张量” is wrong"}
    findings = [finding(doc, (0, 2), rule=code, message=messages[code], confidence=0.95) for code in messages]
    unchanged = tempered(findings, frozenset())
    number, term = tempered(findings, frozenset([doc.work]))
    assert unchanged == findings
    assert term == findings[1]
    assert number.confidence < findings[0].confidence - 0.2
    assert number.severity == "neutral"
    assert number.locations[0].confidence < findings[0].locations[0].confidence


def test_only_rules_that_trust_the_original_are_tempered():
    from glossary.rules.calibration import model

    assert model().translated.keys() == {code for code, rule in BY_CODE.items() if rule.trusts_original}
