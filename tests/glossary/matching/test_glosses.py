"""Glosses: a bracket that says the term before it once more. A case names term, gloss and concept."""

import pytest

from corpus.records import Span
from corpus.tokenizers import tokenizer
from glossary.matching import glosses
from tests.glossary.small import matcher

GLOSSARY = matcher(
    'id = "amp"\nen.preferred = "automatic mixed precision"\nen.abbreviation = ["AMP"]\nzh.preferred = "自动混合精度"\nzh.abbreviation = ["AMP"]\nja.preferred = "自動混合精度"\nja.abbreviation = ["AMP"]',
    'id = "max-pooling"\nen.preferred = "max pooling"\nzh.preferred = "最大池化"\nja.preferred = "最大プーリング"',
    'id = "pooling"\nen.preferred = "pooling"\nzh.preferred = "池化"\nja.preferred = "プーリング"',
    'id = "ddp"\nen.preferred = "distributed data parallel"\nen.abbreviation = ["DDP"]\nzh.preferred = "分布式数据并行"\nja.preferred = "分散データ並列"',
    'id = "operator"\nen.preferred = "operator"\nzh.preferred = "算子"\nja.preferred = "演算子"',
    'id = "rl"\nen.preferred = "reinforcement learning"\nen.abbreviation = ["RL"]\nzh.preferred = "强化学习"\nja.preferred = "強化学習"',
    'id = "backend"\nen.preferred = "backend"\nzh.preferred = "后端"\nja.preferred = "バックエンド"',
    'id = "backward"\nen.preferred = "backward"\nzh.preferred = "反向传播"\nja.preferred = "逆伝播"',
    'id = "framework"\nen.preferred = "framework"\nzh.preferred = "框架"\nja.preferred = "フレームワーク"',
    'id = "pytorch"\nkeep = true\nen.preferred = "PyTorch"',
    'id = "gpu"\nkeep = true\nen.preferred = "GPU"',
    'id = "parameter"\nen.preferred = "parameter"\nzh.preferred = "参数"\nja.preferred = "パラメータ"',
)  # fmt: skip

GLOSSED = [
    ("zh", "支持自动混合精度(AMP)训练", [("自动混合精度", "AMP", "amp")]),
    ("zh", "支持 **自动混合精度**（AMP）", [("自动混合精度", "AMP", "amp")]),
    ("zh", "支持 AMP（自动混合精度）", [("AMP", "自动混合精度", "amp")]),
    ("zh", "而其中“最大池化(Max pooling)”是", [("最大池化", "Max pooling", "max-pooling")]),
    ("zh", "参数(英语:parameter)是", [("参数", "parameter", "parameter")]),
    ("zh", "Distributed Data Parallel（DDP）", [("Distributed Data Parallel", "DDP", "ddp")]),
    ("zh", "使用 DDP (Distributed Data Parallel) 训练", [("DDP", "Distributed Data Parallel", "ddp")]),
    ("zh", "分布式数据并行（Distributed Data Parallel，DDP）", [("分布式数据并行", "Distributed Data Parallel", "ddp"), ("分布式数据并行", "DDP", "ddp")]),
    # The page says what its word stands for, be it another concept's word.
    ("zh", "编译器和后端(backward)", [("后端", "backward", "backward")]),
    # Unknown to the glossary: the left edge of the term is as far as its gloss reaches.
    ("zh", "现已支持「链式更新(chaining)」。", [("链式更新", "chaining", None)]),
    ("zh", "现已支持「链式更新」(chaining)。", [("链式更新", "chaining", None)]),
    ("zh", "750 个典型算子(canonical operator)", [("典型算子", "canonical operator", None)]),
    ("zh", "使用卷积神经网络（Convolutional Neural Network，CNN）来", [("卷积神经网络", "Convolutional Neural Network", None), ("卷积神经网络", "CNN", None)]),
    ("zh", "设置超参数（hyperparameter）", [("超参数", "hyperparameter", None)]),
    ("zh", "这就是直接偏好优化（DPO）。", [("直接偏好优化", "DPO", None)]),
    ("zh", "基于人类反馈的强化学习（RLHF）", [("强化学习", "RLHF", None)]),
    ("ja", "トークナイザ（tokenizer）は", [("トークナイザ", "tokenizer", None)]),
    ("ja", "これは呼び出し先(callee)の", [("呼び出し先", "callee", None)]),
    ("ja", "マスク言語モデリング（MLM）と", [("マスク言語モデリング", "MLM", None)]),
    ("ja", "callee（呼び出し先）の", [("callee", "呼び出し先", None)]),
    ("en", "such as distributed data parallel (DDP) training", [("distributed data parallel", "DDP", "ddp")]),
    ("en", "User-Defined Functions (UDFs)", [("User-Defined Functions", "UDFs", None)]),
]  # fmt: skip

NO_GLOSSES = [
    ("zh", "自动混合精度(Beta)"),
    ("zh", "算子(1)"),
    ("zh", "算子(2022-06-28)"),
    ("zh", "后端(v1.12)"),
    ("zh", "参数(例如 parameter)"),
    ("zh", "GPU(如 A100)"),
    ("zh", "框架(PyTorch)"),
    ("zh", "框架(PyTorch、TensorFlow、JAX)"),
    ("zh", "算子(add, conv2d)"),
    ("zh", "PyTorch(推荐)"),
    ("zh", "PyTorch(GPU)"),
    ("zh", "算子(参见第 3 节)"),
    ("zh", "算子(see the operator table)"),
    ("zh", "参数(默认)"),
    ("zh", "算子()"),
    ("zh", "算子( )"),
    ("zh", "(operator)算子"),
    ("zh", "tokenizer（语言类型不一样）"),
    ("ja", "リリース (翻訳)"),
    ("ja", "演算子（参考）"),
    ("ja", "テンソル（2次元の場合が多いです）"),
    ("en", "the operator (see below)"),
    ("en", "operators (backend)"),
]


def borders(text: str, lang: str) -> set[int]:
    return {0, len(text), *(place for word in tokenizer(lang)(text) for place in word)}


@pytest.mark.parametrize(("lang", "text", "expected"), GLOSSED)
def test_gloss(lang, text, expected):
    mentions = GLOSSARY.find(text, lang, borders=borders(text, lang))
    bracketed = glosses(text, mentions, borders=borders(text, lang))
    assert [(text[slice(*gloss.term)], text[slice(*gloss.gloss)], gloss.concept_id) for gloss in bracketed] == expected


@pytest.mark.parametrize(("lang", "text"), NO_GLOSSES)
def test_no_gloss(lang, text):
    mentions = GLOSSARY.find(text, lang, borders=borders(text, lang))
    assert glosses(text, mentions, borders=borders(text, lang)) == []


def test_zone_of_what_stands_in_the_bracket():
    zones = [(mention.surface, mention.zone) for mention in GLOSSARY.find("自动混合精度(AMP)与框架(PyTorch)", "zh")]
    assert zones == [("自动混合精度", "prose"), ("AMP", "gloss"), ("框架", "prose"), ("PyTorch", "prose")]


def test_protected_bracket_is_no_gloss():
    text = "[算子](operator)"
    mentions = GLOSSARY.find(text, "zh", [Span(5, 13, "link")])
    assert glosses(text, mentions, [Span(5, 13, "link")]) == []


def test_left_edge_without_words_of_a_tokenizer():
    text = "トークナイザ（tokenizer）"
    assert [gloss.term for gloss in glosses(text, [])] == [(0, 6)]
