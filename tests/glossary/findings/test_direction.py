"""Which side was written first, and what that does to findings."""

from __future__ import annotations

import pytest

from corpus.records import Document
from glossary.findings.direction import EnglishPage, english_page, tempered, translated_works
from glossary.rules.registry import BY_CODE
from tests.glossary.report.made import document, finding


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
def test_so_many_pages_tell_of_a_folder(number, keeping, translated):
    works = translated_works(pages("docs", number, keeping))
    assert works == (frozenset(f"docs/{n}" for n in range(number)) if translated else frozenset())


def test_folders_with_few_pages_are_taken_together_and_others_each_for_itself():
    together = [page for name in "abcdef" for page in pages(name, 3, 2)]
    assert len(translated_works([*together, *pages("docs", 50, 0)])) == 18


def test_nothing_tells_nothing():
    assert translated_works([]) == frozenset()


def test_what_trusts_the_original_is_told_with_less_confidence_where_that_was_made_from_the_page():
    own = document("zh/a.md", "张量共有三个。")
    messages = {"T303": "The original has 3 here", "T101": "“张量” is wrong"}
    found = [finding(own, (0, 2), rule=code, message=messages[code], confidence=0.95) for code in messages]
    unchanged = tempered(found, frozenset())
    number, term = tempered(found, frozenset([own.work]))
    assert unchanged == found
    assert term == found[1]
    assert number.confidence < found[0].confidence - 0.2
    assert number.severity == "neutral"
    assert number.locations[0].confidence < found[0].locations[0].confidence


def test_only_rules_that_trust_the_original_are_tempered():
    from glossary.rules.calibration import model

    assert model().translated.keys() == {code for code, rule in BY_CODE.items() if rule.trusts_original}
