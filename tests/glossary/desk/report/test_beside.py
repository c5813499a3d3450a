"""A document beside its original: rows as the beads have them, whole texts, offsets as JavaScript counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from glossary.desk.report.web import page
from glossary.desk.report.web.pairs import RELATIONS
from tests.glossary.desk.report.built import bead, beside, build, headed
from tests.glossary.desk.report.embedded import data_of
from tests.glossary.desk.report.made import document, finding


def rows_of(text: str, number: int = 0) -> list[tuple[list[str], list[str], str]]:
    """The rows of a document: its words, those of the original, and what the two are."""
    block = data_of(text, f"text-{number}")
    original_block = data_of(text, f"text-{block['beside']['english']}")
    left, right, relations = block["beside"]["rows"]
    sides = _cut(block["pieces"][0][2], left), _cut(original_block["pieces"][0][2], right)
    return [(a, b, RELATIONS[relation]) for a, b, relation in zip(*sides, relations, strict=True)]


def _cut(text: str, begins: list[Any]) -> list[list[str]]:
    """The stretches of each row, cut where JavaScript would cut them."""
    units = text.encode("utf-16-le")
    lists = [begin if isinstance(begin, list) else [begin] if begin >= 0 else [] for begin in begins]
    starts = sorted(start for row_starts in lists for start in row_starts)
    ends = dict(zip(starts, [*starts[1:], len(units) // 2], strict=True))
    return [[units[2 * start : 2 * ends[start]].decode("utf-16-le") for start in row_starts] for row_starts in lists]


def test_rows_pair_as_the_beads_say_with_characters_that_count_two_on_both_sides():
    assert rows_of(page(beside())) == [
        (["# 🤗 图书馆\n\n"], ["# 🤗 The library\n\n"], "translation"),
        (
            ["𠮷这个图书馆很快。新的库很好。"],
            ["This 𝒙 library is fast, and the new library is good.\n\n"],
            "translation",
        ),
        (["只有中文。\n\n"], [], "none"),
        *[([], [f"{word}. "], "none") for word in ("One", "Two", "Three", "Four")],
        ([], ["Five.\n\n"], "none"),
        (["`lib.go()`\n\n"], ["`lib.go()`\n\n"], "code"),
        (["Library news.\n"], ["Library news.\n"], "copy"),
        (["最后的库。"], ["The last 𝒙 library.\n"], "translation"),
        (["最初的图书馆。\n"], ["The first library. "], "doubtful"),
    ]


def test_what_stands_before_all_segments_of_both_texts_is_a_row_and_blank_lines_are_none():
    rows = rows_of(page(headed()))
    licence = "<!-- Licence: all may read this library. -->\n\n"
    assert rows[0] == ([licence], [licence], "head")
    assert [relation for _, _, relation in rows].count("head") == 1
    zh, en = document("zh.md", "\n\n甲。", work="w"), document("en.md", "One.", work="w", lang="en", locale="en")
    assert rows_of(page(build(zh, en, beads=[bead(zh, "甲。", en, "One.")])))[0][2] == "translation"


def test_rows_hold_every_character_of_both_texts():
    tables = beside()
    texts = dict(zip(*(tables.whole("documents")[name].to_pylist() for name in ("lang", "text")), strict=True))
    rows = rows_of(page(tables))
    assert "".join(stretch for left, _, _ in rows for stretch in left) == texts["zh"]
    assert sorted(stretch for _, theirs, _ in rows for stretch in theirs) == sorted(
        stretch for _, theirs, _ in rows for stretch in theirs if stretch in texts["en"]
    )
    assert sum(len(stretch) for _, theirs, _ in rows for stretch in theirs) == len(texts["en"])


def test_sentences_of_one_bead_that_stand_apart_are_stretches_of_one_row():
    zh, en = (
        document("zh.md", "甲。乙。", work="w"),
        document("en.md", "One. Two. Three.", work="w", lang="en", locale="en"),
    )
    beads = [bead(zh, "甲。", en, "One.|Three."), bead(zh, "乙。", en, "Two.")]
    assert rows_of(page(build(zh, en, beads=beads))) == [
        (["甲。"], ["One. ", "Three."], "translation"),
        (["乙。"], ["Two. "], "translation"),
    ]


def test_document_stands_alone_without_an_original_or_where_either_text_is_not_whole():
    assert data_of(page(beside()), "text-1")["beside"] is None
    assert data_of(page(beside()), "text-2")["beside"] is None
    html = page(beside(), room=200)
    assert [data_of(html, f"text-{number}")["whole"] for number in range(3)] == [True, False, True]
    assert data_of(html, "text-0")["beside"] is None


def test_original_has_room_before_documents_that_nothing_speaks_of():
    zh, en = document("z/zh.md", "图书馆", work="z"), document("z/en.md", "library", work="z", lang="en", locale="en")
    tables = build(document("a.md", "很长" * 9), en, zh, findings=[finding(zh, (0, 3))])
    text = page(tables, room=20)
    assert [data_of(text, f"text-{number}")["whole"] for number in range(3)] == [False, True, True]


def test_table_says_which_documents_are_of_one_work():
    assert [row[1] for row in data_of(page(beside()))["documents"]] == [0, 0, 0]
    other = replace(document("x.md", "库"), work="v")
    assert [row[1] for row in data_of(page(build(document("w.md", "库", work="w"), other)))["documents"]] == [0, 1]
