"""Confidence: how sure it is that the words stand for the concept at all."""

import pytest

from tests.glossary.small import matcher

GLOSSARY = matcher(
    'id = "pytorch"\nkeep = true\nen.preferred = "PyTorch"',
    'id = "amp"\nkeep = true\nen.preferred = "AMP"',
    'id = "graph"\nzh.preferred = "图"\nja.preferred = "グラフ"',
    'id = "program"\nzh.preferred = "程序"',
)


@pytest.mark.parametrize(
    ("text", "lang", "borders", "expected"),
    [
        ("PyTorch", "zh", None, 1.0),
        ("Pytorch", "zh", None, 0.9),
        ("amp", "zh", None, 0.6),
        ("Pytorch-Ignite", "zh", None, 0.45),
        ("lab/Pytorch", "zh", None, 0.45),
        ("用pytorch/训练", "zh", None, 0.9),
        ("PyTorch-based", "zh", None, 1.0),
        ("图", "zh", {0, 1}, 0.8),
        ("グラフ", "ja", None, 1.0),
        ("グラフノード", "ja", None, 0.8),
        ("グラフノード", "ja", {0, 3, 6}, 1.0),
        ("排程序列", "zh", None, 1.0),
        ("排程序列", "zh", {0, 2, 4}, 0.7),
        ("写程序吧", "zh", {0, 1, 3, 4}, 1.0),
        ("计算程序", "zh", {0, 4}, 1.0),
    ],
)
def test_confidence(text, lang, borders, expected):
    (mention,) = GLOSSARY.find(text, lang, borders=borders)
    assert mention.confidence == pytest.approx(expected)
