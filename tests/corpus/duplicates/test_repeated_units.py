"""Repeated units: which texts count as the same, in one part of the table and across parts."""

from __future__ import annotations

import pyarrow as pa
import pytest

from corpus.duplicates.repeated_units import flagged, repeats, unit_keys


def part(*rows: tuple[str | None, str | None, str | None], flags: list[list[str]] | None = None) -> pa.Table:
    """A part of `parallel`, its rows given as English, Chinese and Japanese."""
    schema = pa.schema([*((lang, pa.string()) for lang in ("en", "zh", "ja")), ("flags", pa.list_(pa.string()))])
    columns = zip(*rows, strict=True)
    return pa.table([*map(list, columns), flags or [[] for _ in rows]], schema=schema)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (("A tensor.", "张量。", None), ("A  tensor.", "张 量。", None)),
        (("Use PyTorch", None, None), ("use ＰｙＴｏｒｃｈ", None, None)),
        (("Version 1.9", "1.9 版", None), ("Version 2.10", "2.10 版", None)),
        ((None, None, "テンソル"), (None, None, "ﾃﾝｿﾙ")),
        ((None, "张\u200b量", None), (None, "张\u3000量", None)),
    ],
)
def test_texts_that_differ_in_space_width_case_or_figures_are_the_same(a, b):
    first, second = unit_keys(part(a, b))
    assert first == second


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (("A tensor.", "张量。", None), ("A tensor.", None, None)),
        (("A tensor.", "张量。", None), ("A tensor.", "張量。", None)),
        (("PyTorch", None, None), (None, "PyTorch", None)),
        (("ab", "c", None), ("a", "bc", None)),
    ],
)
def test_other_texts_and_the_same_in_another_language_differ(a, b):
    first, second = unit_keys(part(a, b))
    assert first != second


def test_first_of_those_that_say_the_same_is_no_repeat_whichever_part_it_stands_in():
    parts = [
        part((None, "张量", None), (None, "算子", None), (None, "张 量", None)),
        part((None, "内核", None)),
        part((None, "算子", None), (None, "内核 ", None), (None, "图", None)),
    ]
    assert [row.tolist() for row in repeats(map(unit_keys, parts))] == [
        [False, False, True],
        [False],
        [True, True, False],
    ]
    assert repeats([]) == []


def test_repeats_are_flagged_beside_their_other_flags_and_once():
    rows = part((None, "张量", None), (None, "张量", None), flags=[["unaligned"], ["unaligned", "repeated"]])
    (repeated,) = repeats([unit_keys(rows)])
    marked = flagged(rows, repeated)
    assert marked is not None
    assert marked["flags"].to_pylist() == [["unaligned"], ["unaligned", "repeated", "duplicate"]]
    assert marked.schema == rows.schema
    assert flagged(marked, repeated) is None
