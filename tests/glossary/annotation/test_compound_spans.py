"""Known terms side by side are one longer term."""

from __future__ import annotations

import pytest

from glossary.annotation.mentions import compound_spans
from tests.glossary.small import matcher

GLOSSARY = matcher(
    'id = "model"\nen.preferred = "model"\nzh.preferred = "模型"\nja.preferred = "モデル"\nzh.wrong = ["模子"]',
    'id = "parameter"\nen.preferred = "parameter"\nzh.preferred = "参数"\nja.preferred = "パラメータ"',
    'id = "loading"\nen.preferred = "loading"\nzh.preferred = "加载"\nja.preferred = "読み込み"',
)


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("model parameters", "en", ["model parameters"]),
        ("model-parameter loading", "en", ["model-parameter loading"]),
        ("the model, parameters", "en", []),
        ("model of parameters", "en", []),
        ("模型参数", "zh", ["模型参数"]),
        ("模型的参数加载", "zh", ["模型的参数加载"]),
        ("模型和参数", "zh", []),
        ("模子参数", "zh", []),  # an unwanted form is no part of a term
        ("模型 parameter", "zh", []),  # English beside Chinese is no compound
        ("一个 model parameter", "zh", ["model parameter"]),
        ("モデルのパラメータ", "ja", ["モデルのパラメータ"]),
        ("モデルパラメータの読み込み", "ja", ["モデルパラメータの読み込み"]),
        ("モデルをパラメータ", "ja", []),
        ("模型参数模型参数模型", "zh", ["模型参数模型参数"]),  # five terms are rather a list
    ],
)
def test_terms_side_by_side(text, lang, expected):
    uses = GLOSSARY.find(text, lang, borders=set(range(len(text) + 1)))
    wholes = compound_spans(uses, text, lang)
    assert [text[start:end] for start, end in sorted(set(wholes.values()))] == expected
    assert all(start <= part[0] < part[1] <= end for part, (start, end) in wholes.items())
