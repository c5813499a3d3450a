"""What of accepted corrections a file has by now is told exactly, or not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flows.reviewing.text_patch import made_already
from glossary.fixing.edits import Edit, apply_edits

BEFORE = "🤗 操作员和图书馆，操作员。"


def edit(start: int, surface: str, words: str) -> Edit:
    assert BEFORE[start : start + len(surface)] == surface
    return Edit(start, start + len(surface), words, "T101", "a1", 1.0)


EDITS = [edit(2, "操作员", "算子"), edit(6, "图书馆", "库"), edit(10, "操作员", "操作")]


@given(st.lists(st.sampled_from(EDITS), unique=True))
def test_any_part_of_the_corrections_is_recognised(applied):
    edits = sorted(applied)
    assert made_already(EDITS, BEFORE, apply_edits(BEFORE, edits)) == edits


@pytest.mark.parametrize("after", ["", BEFORE + "!", "!" + BEFORE, BEFORE.replace("和", "与"), "🤗 算子和书，操作员。"])
def test_text_that_differs_by_more_is_distinguished_from_them(after):
    assert made_already(EDITS, BEFORE, after) is None
