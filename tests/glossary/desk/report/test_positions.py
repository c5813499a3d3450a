"""Places: lines end as corpus reads them, columns count code points, and pages of HTML say that theirs are others."""

from __future__ import annotations

import pytest

from glossary.desk.report.positions import LineIndex, line_starts, place_text
from glossary.desk.report.wording import clip_to_width, columns, flat
from tests.glossary.desk.report.made import document, finding, page, report

TEXT = "一\r\n𠮷二\r三\n\n四"


@pytest.mark.parametrize(
    ("text", "starts"),
    [("", [0]), ("a\nb", [0, 2]), ("a\r\nb\rc\n", [0, 3, 5, 7]), ("a\u2028b\x0bc\x85d", [0])],
)
def test_where_lines_begin(text: str, starts: list[int]):
    assert line_starts(text) == starts


@pytest.mark.parametrize(
    ("char", "position"),
    [("一", (1, 1)), ("𠮷", (2, 1)), ("二", (2, 2)), ("三", (3, 1)), ("四", (5, 1))],
)
def test_line_and_column_of_a_character(char: str, position: tuple[int, int]):
    assert LineIndex(TEXT).position(TEXT.index(char)) == position


def test_line_of_a_notebook_is_that_of_its_cell():
    position = LineIndex("# 一\n\n二\n三").position(5)
    assert place_text("a.ipynb", position, True, "1:1:1 3:3:2") == "a.ipynb:cell 3:2:1"


def test_end_of_a_text_has_a_place():
    assert LineIndex(TEXT).position(len(TEXT)) == (5, 2)
    assert LineIndex("").position(0) == (1, 1)


def test_a_line_is_without_what_ends_it():
    lines = LineIndex(TEXT)
    starts = line_starts(TEXT)
    assert [TEXT[slice(*lines.bounds(start))] for start in starts] == ["一", "𠮷二", "三", "", "四"]


def test_where_says_that_lines_are_of_extracted_text():
    assert place_text("a.md", LineIndex("ab").position(1), False) == "a.md:1:2"
    assert place_text("a.html", LineIndex("ab").position(1), True) == "a.html:~1:2"
    assert place_text("a.md", None, False) == "a.md"


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("op", 2),
        ("算子", 4),
        ("ＡＰＩ", 6),
        ("ｶﾅ", 2),
        ("e\u0301", 1),
        ("か\u3099", 2),
        ("a\ufe0f", 1),
        ("\u200d", 0),
        ("𠮷", 2),
    ],
)
def test_columns_of_a_text(text: str, width: int):
    assert columns(text) == width


@pytest.mark.parametrize(("room", "fits"), [(0, ""), (1, ""), (2, "算"), (3, "算"), (4, "算子"), (9, "算子")])
def test_clipped_to_whole_characters(room: int, fits: str):
    assert clip_to_width("算子", room) == fits


def test_flat_is_one_line_that_steers_nothing():
    assert flat(" a\n\tb\u3000c\x1b[31m\u200b ") == "a b c[31m"


def test_places_stand_in_order_of_pages_and_of_their_text():
    first = page("b.md", "图书馆和操作员，图书馆", "操作员", "图书馆")
    second = page("a.md", "图书馆", "图书馆")
    places = [(place.where, place.surface, place.number) for place in report(first, second).new]
    assert places == [
        ("b.md:1:1", "图书馆", 0),
        ("b.md:1:5", "操作员", 0),
        ("b.md:1:9", "图书馆", 1),
        ("a.md:1:1", "图书馆", 0),
    ]


def test_a_place_on_another_page_is_shown_there():
    other = document("b.md", "其他")
    first = page("a.md", "图书馆")
    across = finding(first.document, (0, 3), scope="corpus")
    across.locations.extend(finding(other, (1, 2)).locations)
    both_pages = report(type(first)(first.document, "a.md", [across]), type(first)(other, "b.md"))
    assert [place.where for place in both_pages.new] == ["a.md:1:1", "b.md:1:2"]
    alone = report(type(first)(first.document, "a.md", [across]))
    assert [place.where for place in alone.new] == ["a.md:1:1"]


def test_offsets_of_what_is_fixed_are_not_looked_up():
    gone = page("a.md", "短")
    old = finding(gone.document, state="fixed")
    old.locations.extend(finding(document("a.md", "很长的旧文"), (2, 4)).locations)
    (reported,) = report(type(gone)(gone.document, "a.md", [old])).findings
    assert [(place.start, place.where) for place in reported.places] == [(None, "a.md")]
