"""Cells: what a spreadsheet would take for something else begins with a backslash, and comes back as it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossary.exchange.spreadsheets.csv_table import items, list_cell, scalar, scalar_cell


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("张量", "张量"),
        ("8-bit", "8-bit"),
        ("=SUM(A1)", r"\=SUM(A1)"),
        ("+1", r"\+1"),
        ("-ism", r"\-ism"),
        ("@torch", r"\@torch"),
        ("2.0", r"\2.0"),
        ("2:4", r"\2:4"),
        ("1e5", r"\1e5"),
        ("True", r"\True"),
        ("trueness", "trueness"),
        ("<r>a</r>", r"\<r>a</r>"),
        ("a\nb", r"a\nb"),
        (r"a\nb", r"a\\nb"),
        (" a ", r"\sa\s"),
        (" ", r"\s"),
        ("_x000D_", r"_\x000D_"),
        ("shufflenet_v2_x1_0", r"shufflenet_v2_\x1_0"),
    ],
)
def test_what_would_be_taken_for_something_else_is_escaped(text, cell):
    assert scalar_cell(text) == cell
    assert scalar(cell) == text


def test_list_has_a_line_for_each_item():
    assert list_cell(["a", "b\nc", " d"]) == "a\nb\\nc\n\\sd"
    assert list_cell(["=a", "=b"]) == "\\=a\n=b"
    assert items(" a \n\n\tb\n") == ["a", "b"]
    assert items(" \n ") == []


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), min_size=1)


@given(texts.filter(lambda text: text.strip(" ") == text.strip() != ""))
def test_every_text_comes_back(text):
    assert scalar(scalar_cell(text)) == text


@given(st.lists(texts.filter(lambda text: text.strip(" ") == text.strip() != "")))
def test_every_list_comes_back(list_of_texts):
    assert items(list_cell(list_of_texts)) == list_of_texts


@given(texts)
def test_no_cell_is_taken_for_a_formula(text):
    assert not scalar_cell(text).startswith(("=", "+", "-", "@"))
