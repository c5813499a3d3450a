"""Test that threads share one Japanese tagger, and that each gets the words of its own text."""

from concurrent.futures import ThreadPoolExecutor

import pytest

ja = pytest.importorskip("corpus.tokenizers.ja")
pytest.importorskip("fugashi")

TEXTS = ["勾配を計算する。", "学習率を下げて収束させた。", "行列の積"] * 200


def test_threads_share_a_tagger_and_get_their_own_words() -> None:
    alone = [(ja.cut(text), ja.analysed(text)) for text in TEXTS]
    with ThreadPoolExecutor(4) as threads:
        taggers = {id(tagger) for tagger in threads.map(lambda _: ja.tagger(), range(8))}
        together = list(threads.map(lambda text: (ja.cut(text), ja.analysed(text)), TEXTS))
    assert together == alone
    assert taggers == {id(ja.tagger())}
