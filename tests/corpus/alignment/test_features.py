"""Evidence: what of a segment can be met again in its translation, and what its sounds are."""

from __future__ import annotations

from dataclasses import replace

import pytest

import corpus
from corpus.alignment import features
from corpus.alignment.features import SegmentFeatures, evidence, takes_part
from corpus.alignment.to_rows import aligned_document
from tests.corpus.alignment.made import worded
from tests.corpus.small import MARKDOWN, document


def of(text: str, lang: str, media_type: str = MARKDOWN) -> SegmentFeatures:
    (segment,) = corpus.segment(document(text, media_type, lang))
    return evidence(worded(segment), True, ())


@pytest.mark.parametrize(
    ("text", "lang", "names"),
    [
        ("共有 3,400 次提交", "zh", {"3400"}),
        ("GPUs are 2.5x faster.", "en", {"gpu", "are", "2.5", "x", "faster"}),
        ("使用 ＧＰＵ 训练", "zh", {"gpu"}),
        ("见 [文档](https://pytorch.org/docs/12345)", "zh", set()),
        ("調用 `torch.nn.Linear` 層", "zh", {"torch.nn.linear"}),
    ],
)
def test_names(text, lang, names):
    assert set(of(text, lang).names) == names


@pytest.mark.parametrize(
    ("text", "firm"),
    [
        ("The model runs on Linux.", {"linux"}),
        ("Call torch.compile with FSDP2 twice.", {"torch.compile", "fsdp2"}),
        ("It has 12 layers.", {"12"}),
        ("Models are trained.", set()),
    ],
)
def test_english_names_that_a_translation_keeps(text, firm):
    assert of(text, "en").firm == firm


@pytest.mark.parametrize(
    ("text", "lang", "words"),
    [
        ("Training the models is easy", "en", {"train", "model", "easi"}),
        ("訓練模型", "zh", {"训练", "模型"}),
        ("モデルを使った学習", "ja", {"モデル", "使", "学習"}),
        ("サーバーとサーバ", "ja", {"サーバ"}),
        ("调用 `训练.模型` 与 [加载](数据)", "zh", {"调用", "与", "加载"}),
        ("It is written in English.", "zh", set()),  # words of another language are no words of this one
    ],
)
def test_words(text, lang, words):
    assert set(of(text, lang).words) == words


def test_han_of_both_languages_are_the_same_characters():
    assert set(of("自動混合精度の学習", "ja").han) & set(of("自动混合精度", "zh").han) == set("自动混合精度")


def test_length_is_what_a_reader_sees():
    assert of("见[文档](https://pytorch.org/docs/stable/index.html)。", "zh").length == 4


@pytest.mark.parametrize(
    ("english", "katakana"),
    [
        ("model", "モデル"),
        ("server", "サーバー"),
        ("dataset", "データセット"),
        ("tokenizer", "トークナイザ"),
        ("transformer", "トランスフォーマー"),
        ("pipeline", "パイプライン"),
        ("embedding", "エンベディング"),
        ("batch", "バッチ"),
        ("sequence", "シーケンス"),
        ("profiler", "プロファイラ"),
    ],
)
def test_loan_word_sounds_like_the_english_word(english, katakana):
    assert features.english(english) == features.katakana(katakana)


@pytest.mark.parametrize(("english", "katakana"), [("model", "サーバー"), ("tensor", "データ"), ("graph", "モデル")])
def test_other_words_sound_otherwise(english, katakana):
    assert features.english(english) != features.katakana(katakana)


def test_what_marks_nothing_and_what_is_the_sites_own_takes_no_part():
    page = "---\ntitle: 张量\nauthor: 某人\n---\n\n# 张量\n\n---\n\n<!-- 注释 -->\n\n张量是数组。\n\n```python\nx = 1\n```\n"
    kinds = [
        (segment.kind, takes_part(segment))
        for segment in corpus.segment(document(page, MARKDOWN))
        if segment.text != "---"
    ]
    assert kinds == [
        ("markup", False),
        ("heading", True),
        ("markup", False),
        ("metadata", False),
        ("heading", True),
        ("markup", False),
        ("paragraph", True),
        ("code", True),
    ]


def test_side_knows_where_paragraphs_begin_and_what_is_mentioned():
    page = document("一句。两句。\n\n三句。", MARKDOWN)
    segments = corpus.segment(page)
    side = aligned_document(page, segments, {segments[1].segment_id: {"b", "a"}})
    assert [features.opens for features in side.evidence] == [True, False, True]
    assert [features.concepts for features in side.evidence] == [(), ("a", "b"), ()]
    assert (side.doc_id, side.work, side.lang) == ("doc", "work", "zh")


def test_word_that_a_line_end_cuts_is_one():
    (segment,) = corpus.segment(document("自动混合\n精度", MARKDOWN))
    wrapped = replace(segment, tokens=["自动混合\n精度"], token_starts=[0])
    assert evidence(wrapped, True, ()).words == ("自动混合精度",)
