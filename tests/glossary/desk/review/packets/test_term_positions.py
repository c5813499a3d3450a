"""Marks: where words of a document stand in the readable text of a unit."""

from __future__ import annotations

import pytest

from glossary.desk.review.packets.packet_units import pieces, stretch, units_of
from tests.glossary.desk.report.made import finding
from tests.glossary.desk.review.builds import tables, zh

PLAIN, HTML, MARKDOWN = "text/plain", "text/html", "text/markdown"

# Media type, the text of one segment with ⟦ ⟧ around the words, and its readable text with them around the same.
CASES = [
    (PLAIN, "这个⟦图书馆⟧很快。", "这个⟦图书馆⟧很快。"),
    (PLAIN, "⟦图书馆⟧很快。", "⟦图书馆⟧很快。"),
    (PLAIN, "⟦这个库很快。⟧", "⟦这个库很快。⟧"),
    (PLAIN, "图书馆和⟦图书馆⟧很快。", "图书馆和⟦图书馆⟧很快。"),
    (PLAIN, "𠮷😀用⟦图书馆⟧，𠮷也用。", "𠮷😀用⟦图书馆⟧，𠮷也用。"),
    (MARKDOWN, "这个⟦图书\n馆⟧很快。", "这个⟦图书馆⟧很快。"),
    (MARKDOWN, "这个\n⟦图书馆⟧\n很快。", "这个⟦图书馆⟧很快。"),
    (PLAIN, "用 the  ⟦library  call⟧  很快。", "用 the ⟦library call⟧ 很快。"),
    (PLAIN, "- ⟦图书馆⟧很快", "⟦图书馆⟧很快"),
    (PLAIN, "**⟦图书馆⟧**很快。", "**⟦图书馆⟧**很快。"),
    (MARKDOWN, "⟦- 图书馆很快⟧", "⟦图书馆很快⟧"),
    (MARKDOWN, "## ⟦图书馆⟧很快 ##", "⟦图书馆⟧很快"),
    (MARKDOWN, "#⟦图书馆⟧很快", "⟦图书馆⟧很快"),
    (MARKDOWN, "这个**⟦图书馆⟧**很快。", "这个⟦图书馆⟧很快。"),
    (MARKDOWN, "这个⟦**图书馆**⟧很快。", "这个⟦图书馆⟧很快。"),
    (MARKDOWN, "这个**「⟦图书馆⟧」**是*快*的。", "这个「⟦图书馆⟧」是快的。"),
    (MARKDOWN, "这个**图书**⟦馆和库⟧很快。", "这个图书⟦馆和库⟧很快。"),
    (MARKDOWN, "*⟦图书馆⟧*和*库*很快。", "⟦图书馆⟧和库很快。"),
    (MARKDOWN, "这个[⟦图书馆⟧](https://example.org/图书馆)很快。", "这个⟦图书馆⟧很快。"),
    (MARKDOWN, "这个⟦[图书馆](https://example.org/a)⟧很快。", "这个⟦图书馆⟧很快。"),
    (MARKDOWN, "这个[图书](https://example.org/a)⟦馆⟧很快。", "这个图书⟦馆⟧很快。"),
    (MARKDOWN, "用`import 图书馆`导入⟦图书馆⟧。", "用import 图书馆导入⟦图书馆⟧。"),
    (MARKDOWN, "用⟦`import 库`⟧导入。", "用⟦import 库⟧导入。"),
    (MARKDOWN, "用`import ⟦库⟧`导入。", "用import ⟦库⟧导入。"),
    (MARKDOWN, "用 torch\\_⟦compile⟧ 编译。", "用 torch_⟦compile⟧ 编译。"),
    (MARKDOWN, "用\\*⟦图书馆⟧\\*编译。", "用*⟦图书馆⟧*编译。"),
    (MARKDOWN, "甲 &amp; ⟦图书馆⟧ &lt;乙&gt;。", "甲 & ⟦图书馆⟧ <乙>。"),
    (MARKDOWN, "甲<b>⟦图书馆⟧</b>乙。", "甲⟦图书馆⟧乙。"),
    (MARKDOWN, "这个⟦**图书⟧馆**很快。", "这个⟦图书⟧馆很快。"),
    (HTML, "这个*⟦图书馆⟧*很快。", "这个⟦图书馆⟧很快。"),
]


def _cut(text: str) -> tuple[str, int, int]:
    before, _, rest = text.partition("⟦")
    words, _, after = rest.rpartition("⟧")
    return before + words + after, len(before), len(before) + len(words)


@pytest.mark.parametrize(("media_type", "written", "readable"), CASES)
def test_words_are_found_again_in_readable_text(media_type: str, written: str, readable: str) -> None:
    text, start, end = _cut(written)
    plain, first, last = _cut(readable)
    doc = zh(text, media_type=media_type)
    build_tables = tables(doc)
    unit = units_of([finding(doc, (start, end))], build_tables)[0]
    assert unit.texts["zh"] == plain
    assert stretch(pieces([unit], ["zh"], build_tables)[unit.unit_id, "zh"], doc.doc_id, start, end) == (first, last)


@pytest.mark.parametrize(
    "written",
    [
        "这个[论坛](https://example.org/⟦图书馆⟧)很快。",
        "这个[论坛](⟦https://example.org/图书馆⟧)很快。",
        "这个<b title='⟦图书馆⟧'>库</b>很快。",
        "这个**⟦  ⟧**很快。",
    ],
)
def test_words_that_readers_do_not_see_have_no_mark(written: str) -> None:
    text, start, end = _cut(written)
    doc = zh(text)
    build_tables = tables(doc)
    unit = units_of([finding(doc, (start, end))], build_tables)[0]
    assert unit.texts["zh"]
    assert stretch(pieces([unit], ["zh"], build_tables)[unit.unit_id, "zh"], doc.doc_id, start, end) is None


def test_words_of_another_document_have_no_mark() -> None:
    doc = zh("这个图书馆很快。")
    build_tables = tables(doc)
    unit = units_of([finding(doc, (2, 5))], build_tables)[0]
    assert stretch(pieces([unit], ["zh"], build_tables)[unit.unit_id, "zh"], "other", 2, 5) is None


def test_signs_of_ours_in_the_text_do_not_move_the_mark() -> None:
    doc = zh("甲\U000ffffe乙\U0002fffe丙图书馆。")
    build_tables = tables(doc)
    unit = units_of([finding(doc, (5, 8))], build_tables)[0]
    span = stretch(pieces([unit], ["zh"], build_tables)[unit.unit_id, "zh"], doc.doc_id, 5, 8)
    assert span is None or unit.texts["zh"][slice(*span)] == "图书馆"


def test_text_that_was_not_made_of_its_segments_has_no_pieces() -> None:
    doc = zh("这个图书馆很快。")
    build_tables = tables(doc)
    unit = units_of([finding(doc, (2, 5))], build_tables)[0]
    other = type(unit)(unit.unit_id, unit.work, {**unit.texts, "zh": "别的"}, unit.segments)
    assert pieces([other], ["zh"], build_tables) == {(unit.unit_id, "zh"): ()}
