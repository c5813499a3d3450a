"""Term alignment: which words stand for which English term, and what they are to the glossary."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.glossary.bitext.terms.made import aligned_terms
from tests.glossary.rules.cases import page_of

# English, translation, language, the English term, what stands for it, relation.
LINKS = [
    ("The tensor has a shape.", "该张量有一个形状。", "zh", "tensor", "张量", "preferred"),
    ("Each operator runs on the device.", "每个操作员都在设备上运行。", "zh", "operator", "操作员", "wrong"),
    ("Each operator runs on the device.", "每个运算符都在设备上运行。", "zh", "operator", "运算符", "unlisted"),
    ("Each operator runs on the device.", "各テンソルはデバイスで実行される。", "ja", "operator", "テンソル", "other"),
    ("Download the model from the server.", "从服务器下载模型。", "zh", "model", "模型", "unlisted"),
    ("The server sends the parameters.", "サーバーがパラメータを送ります。", "ja", "server", "サーバー", "unlisted"),
    ("Use TurboMind for inference.", "使用 TurboMind 进行推理。", "zh", "TurboMind", "TurboMind", "source"),
    # Two forms that stand only in company are each other's company.
    ("We compile the model.", "我们编译模型。", "zh", "compile", "编译", "preferred"),
    ("The image is resized.", "图像被调整大小。", "zh", "image", "图像", "preferred"),
]


@pytest.mark.parametrize(
    ("english", "translation", "lang", "term", "words", "relation"),
    LINKS,
    ids=[f"{case[3]}-{case[4]}" for case in LINKS],
)
def test_words_that_stand_for_a_term(english, translation, lang, term, words, relation):
    (row,) = (row for row in aligned_terms(english, translation, lang) if row.source_surface == term)
    assert (row.surface, row.relation) == (words, relation)
    assert row.confidence > (0.2 if relation == "other" else 0.3)


def test_nothing_stands_for_a_term_that_was_left_out():
    rows = aligned_terms("The graph break slows the model down.", "这使模型变慢。")
    (row,) = (row for row in rows if row.term == "graph break")
    assert (row.start, row.surface, row.relation, row.evidence) == (None, None, "omitted", [])
    assert row.concept_id == "graph-break"


def test_code_and_addresses_are_no_terms_and_stand_for_none():
    english = "Call `model.train()` on the [model](https://example.org/model) first."
    rows = aligned_terms(english, "先对[模型](https://example.org/model)调用 `model.train()`。")
    assert [(row.source_surface, row.surface) for row in rows if "model" in row.source_surface] == [("model", "模型")]


def test_same_words_are_in_the_order_of_both_texts():
    rows = aligned_terms("The model calls another model.", "模型调用另一个模型。")
    starts = [row.start or 0 for row in rows if row.source_surface == "model"]
    assert len(starts) == 2 and starts[0] < starts[1]


def test_terms_side_by_side_are_a_compound_beside_its_parts():
    rows = aligned_terms("It depends on the model size.", "这取决于模型大小。")
    words = {row.source_surface: (row.surface, row.evidence) for row in rows}
    assert words["model size"] == ("模型大小", ["parts"])
    assert (words["model"][0], words["size"][0]) == ("模型", "大小")


@pytest.mark.parametrize("english", ["To train models is slow.", "We train models.", "Then train models."])
def test_verb_and_object_are_no_compound(english):
    assert [row for row in aligned_terms(english, "训练模型很慢。") if "parts" in row.evidence] == []


def test_places_are_true_to_both_texts_and_no_words_stand_for_two_terms():
    english = "Quantized tensors are stored as integers, with a scale and a zero point for each tensor."
    translation = "量化张量以整数存储，每个张量都有一个比例和一个零点。"
    rows = aligned_terms(english, translation)
    assert rows
    for row in rows:
        assert english[row.source_start : row.source_end] == row.source_surface
        assert row.surface is None or translation[row.start : row.end] == row.surface
    spans = sorted((row.start or 0, row.end or 0) for row in rows if row.surface and row.evidence != ["parts"])
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


def test_list_of_a_thousand_names_is_not_aligned():
    names = ", ".join(f"model{number}" for number in range(1_000))
    assert aligned_terms(f"Supported: {names}.", f"支持：{names}。") == []


def test_untranslated_sentence_has_no_terms():
    assert aligned_terms("The tensor has a shape.", "The tensor has a shape.") == []


# English, translation, language, the English term, the words, what tells: a slip of writing, or other English.
DOUBTS = [
    ("Text classification is easy.", "分本分类很容易。", "zh", "Text classification", "分本分类", "spelling"),
    (
        "Self-supervised learning is cheap.",
        "无监督学习很便宜。",
        "zh",
        "Self-supervised learning",
        "无监督学习",
        "spelling",
    ),
    ("The validation set is small.", "测试集很小。", "zh", "validation set", "测试集", "elsewhere"),
    ("The module has two layers.", "このモデルには二つの層があります。", "ja", "module", "モデル", "elsewhere"),
]


@pytest.mark.parametrize(
    ("english", "translation", "lang", "term", "words", "kind"), DOUBTS, ids=[case[4] for case in DOUBTS]
)
def test_what_speaks_against_words(english, translation, lang, term, words, kind):
    (row,) = (row for row in page_of(translation, lang, source=english).terms if row.source_surface == term)
    assert row.surface == words and kind in row.evidence


@pytest.mark.parametrize(
    ("english", "translation", "lang"),
    [
        ("Machine learning is fun.", "机器学习很有趣。", "zh"),
        ("We use batch normalization.", "我们使用批次归一化。", "zh"),
        ("The data loader is fast.", "データローダは速い。", "ja"),
    ],
)
def test_right_words_and_their_spellings_raise_no_doubt(english, translation, lang):
    rows = page_of(translation, lang, source=english).terms
    assert rows and not any({"spelling", "elsewhere"} & set(row.evidence) for row in rows)


def test_a_form_that_the_glossary_alone_knows_is_likely_and_surer_for_several_words():
    rows = aligned_terms("The camera knob sits beside the gimbalo.", "カメラノブはゆれ台の横にあります。", "ja")
    sure = {row.surface: row.confidence for row in rows if row.evidence == ["form"]}
    assert sure["カメラノブ"] > sure["ゆれ台"] > 0.5
