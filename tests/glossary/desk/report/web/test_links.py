"""Links of a document with its original: which are shown, and where they stand as JavaScript counts."""

from __future__ import annotations

from typing import Any

import pytest

from glossary.desk.report.web import page
from glossary.desk.report.web.pairs import FIELDS, LINK_RELATIONS
from tests.glossary.desk.report.built import bead, build, link_to, termed
from tests.glossary.desk.report.embedded import data_of
from tests.glossary.desk.report.made import document
from tests.glossary.desk.report.web.test_packed_numbers import unpacked

EN = document("w/en.md", "A 𝒙 library of tensors.", work="w", lang="en", locale="en")
ZH = document("w/zh.md", "𠮷张量的库。", work="w")


def links_of(text: str, number: int = 0) -> list[tuple[str, str, str, int]]:
    """The links of a document: the term, what stands for it, the relation, and the confidence in percent."""
    block = data_of(text, f"text-{number}")
    original_block = data_of(text, f"text-{block['beside']['english']}")
    source_offset = target_offset = 0
    links = []
    numbers = list(unpacked(block["beside"]["links"]))
    assert len(numbers) % FIELDS == 0
    for position in range(0, len(numbers), FIELDS):
        after, length, on, words, kind = numbers[position : position + FIELDS]
        source_offset, target_offset = source_offset + after, target_offset + on
        term, rendering = _cut(original_block, source_offset, length), _cut(block, target_offset, words)
        links.append((term, rendering, LINK_RELATIONS[kind % 16], 100 - kind // 16))
    return links


def _cut(text: dict[str, Any], start: int, length: int) -> str:
    """A stretch as JavaScript would cut it."""
    whole: str = text["pieces"][0][2]
    return whole.encode("utf-16-le")[2 * start : 2 * (start + length)].decode("utf-16-le")


def shown(**options: Any) -> list[tuple[str, str, str, int]]:
    """What the page tells of one link."""
    words = options.pop("words", "库")
    terms = [link_to(ZH, words, EN, "library", **options)]
    return links_of(page(build(ZH, EN, beads=[bead(ZH, ZH.text, EN, EN.text)], terms=terms)))


def test_links_stand_in_the_order_of_the_original_the_longer_first_with_characters_that_count_two_on_both_sides():
    assert links_of(page(termed())) == [
        ("library", "图书馆", "wrong", 97),
        ("library", "库", "preferred", 99),
        ("data loader", "数据加载器", "unknown", 90),
        ("loader", "加载器", "unlisted", 60),
        ("at once", "", "omitted", 35),
    ]
    assert links_of(page(termed()), 1) == [
        ("library", "ライブラリは", "variant", 95),
        ("data loader", "データローダ", "unknown", 93),
    ]


@pytest.mark.parametrize(
    ("options", "link"),
    [
        ({"confidence": 0.5}, ("library", "库", "unknown", 50)),
        ({"confidence": 0.9}, ("library", "库", "unknown", 90)),
        ({"concept_id": "library"}, ("library", "库", "unlisted", 90)),
        ({"relation": "source", "concept_id": None}, ("library", "库", "source", 90)),
        ({"words": "", "confidence": 0.3}, ("library", "", "omitted", 30)),
        ({"confidence": 0.9999}, ("library", "库", "unknown", 100)),
    ],
)
def test_link_says_what_words_are_to_the_glossary(options: dict[str, Any], link: tuple[str, str, str, int]):
    assert shown(**options) == [link]


@pytest.mark.parametrize(
    "options",
    [{"confidence": 0.49}, {"words": "", "confidence": 0.29}, {"source_doc_id": "another original"}],
)
def test_what_would_mislead_is_not_shown(options: dict[str, Any]):
    assert shown(**options) == []


def test_document_without_original_has_no_links():
    terms = [link_to(ZH, "库", EN, "library")]
    assert data_of(page(build(ZH, EN, terms=terms)), "text-0")["beside"] is None
