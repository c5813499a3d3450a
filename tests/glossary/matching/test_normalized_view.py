"""The folded view: what it makes equal, and the way back to the text."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossary.matching.normalized_view import fold, view

SAME = [
    ("PyTorch", "pytorch"),
    ("ＰｙＴｏｒｃｈ　２", "pytorch 2"),
    ("mixed-precision", "mixed precision"),
    ("mixed\u2011precision", "mixed precision"),
    ("mixed \t precision", "mixed precision"),
    ("mixed\n    precision", "mixed precision"),
    ("分布式\n训练", "分布式训练"),
    ("分布式  \n  训练", "分布式训练"),
    ("メモリ・プロファイラ", "メモリプロファイラ"),
    ("ﾒﾓﾘ･ﾌﾟﾛﾌｧｲﾗ", "メモリプロファイラ"),
    ("フ\u309aロファイラ", "プロファイラ"),
    ("Py\u200bTorch", "pytorch"),
    ("Py\xadTorch", "pytorch"),
    ("cafe\u0301", "café"),
    ("Straße", "strasse"),
    ("ΑΒΓ", "αβγ"),
]
DIFFERENT = [
    ("模型 并行", "模型并行"),
    ("mixed\n\nprecision", "mixed precision"),
    ("分布式\n\n训练", "分布式训练"),
    ("データ", "デタ"),
    ("A・B", "AB"),
    ("张、量", "张量"),
]


@pytest.mark.parametrize(("first", "second"), SAME)
def test_folded_alike(first, second):
    assert fold(first) == fold(second)


@pytest.mark.parametrize(("first", "second"), DIFFERENT)
def test_kept_apart(first, second):
    assert fold(first) != fold(second)


@pytest.mark.parametrize(
    ("text", "part", "surface"),
    [
        ("新しいﾃﾝｿﾙ・ｺｱの", "テンソル", "ﾃﾝｿﾙ"),
        ("新しいﾃﾝｿﾙ・ｺｱの", "コア", "ｺｱ"),
        ("新しいメモリ・プロファイラ", "メモリプロファイラ", "メモリ・プロファイラ"),
        ("①②mixed \u200b precision③", "mixed  precision", "mixed \u200b precision"),
        ("重量3㎏の", "kg", "㎏"),
        ("重量3㎏の", "g", None),
        ("İstanbul で PyTorch", "pytorch", "PyTorch"),
        ("用\u200bPyTorch\u200b库", "pytorch", "PyTorch"),
    ],
)
def test_place_leads_back_to_the_surface(text, part, surface):
    folded = view(text)
    start = folded.text.index(part)
    place = folded.place(start, start + len(part))
    assert (None if place is None else text[place[0] : place[1]]) == surface


TEXTS = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("aAzZ09 \n\t-_.・ーァテンソルｱﾞﾟé\u0301\u200b\ufe0f㎏ﬁ①Ａ１　分布式训练，。ßİ\ud800"),
    ),
    max_size=40,
)


@given(TEXTS)
def test_every_place_is_within_the_text_and_in_order(text):
    folded = view(text)
    assert len(folded.text) == len(text) or folded.starts
    singles = [folded.place(place, place + 1) for place in range(len(folded.text))]
    places = [place for place in singles if place is not None]
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert places == sorted(places)
    assert all(before[1] <= after[0] for before, after in pairwise(places))


@given(TEXTS, TEXTS, TEXTS)
def test_folding_moves_no_offset(before, term, after):
    """A term with clean edges is found where it stands, whatever the folding does around it."""
    text = f"{before}\n\n{term}\n\n{after}"
    folded, part = view(text), fold(f"\n\n{term}\n\n").strip(" ")
    if part and part == fold(term) and folded.text.count(part) == 1 and not unicodedata.combining(term[0]):
        place = folded.place(folded.text.index(part), folded.text.index(part) + len(part))
        assert place is not None
        assert fold(text[place[0] : place[1]]) == part


@given(TEXTS)
def test_texts_that_need_no_map_keep_their_length(text):
    folded = view(text)
    if not folded.starts:
        assert len(folded.text) == len(text)
