"""Traditional and Simplified characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossary.matching import han_conversion


@pytest.mark.parametrize(
    ("text", "expected"),
    [("張量", "张量"), ("訓練資料", "训练资料"), ("张量", "张量"), ("顯著", "显著"), ("畳み込み", "畳み込み"), ("PyTorch", "PyTorch")],
)  # fmt: skip
def test_simplified(text, expected):
    assert han_conversion.simplified(text) == expected


@given(st.text(st.one_of(st.characters(), st.sampled_from("張訓練資料顯著"))))
def test_no_offset_moves_and_twice_is_once(text):
    once = han_conversion.simplified(text)
    assert len(once) == len(text)
    assert han_conversion.simplified(once) == once
