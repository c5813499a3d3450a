"""Length marks: what words show of a page's custom."""

from __future__ import annotations

import pytest

from glossary.rules.orthography.t401_kana_length_mark import length_mark_custom

CUSTOMS = [
    ([{"ユーザー": 1}, {"ブラウザー": 1}], 1),
    ([{"プリンタ": 1}, {"モニタ": 3}, {"レイヤー": 2}], -1),
    ([{"ユーザー": 30}, {"プリンタ": 1}, {"モニタ": 1}], 0),  # words say one thing, places another
    ([{"ユーザー": 2}, {"プリンタ": 1}], 1),
    ([{"ユーザー": 1}, {"プリンタ": 1}], 0),
    ([{"サーバ": 9}], 0),  # one word, one spelling
    ([{"エディタ": 2, "エディター": 1}], -1),
    ([{"メモリ": 2, "メモリー": 1}], -1),  # no word in -er, but it stands both ways
    ([{"バッファ": 1, "バッファー": 1}], 0),
    ([{"データ": 9}, {"カメラ": 9}, {"モデル": 9}, {"キー": 9}], 0),  # never with ー, or never without
    ([{"インタフェース": 1, "インターフェース": 2}], 0),  # an inner ー
    ([], 0),
]


@pytest.mark.parametrize(("words", "expected"), CUSTOMS)
def test_custom_is_what_words_and_places_agree_on(words: list[dict[str, int]], expected: int) -> None:
    assert length_mark_custom(words) == expected
