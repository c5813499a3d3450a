"""English in Chinese and Japanese pages: which words are common, what is a sentence, and how sure the rules are."""

from __future__ import annotations

import pytest

from glossary.loading import load
from glossary.rules.shared.english_words import is_common, is_sentence
from tests.glossary.rules.cases import found_by

SENTENCES = [
    "It is similar to a tensor.",
    "Save the state and the number of the step every hour.",
    "Larger values are slower: with a size of 32, it takes twice as long.",
    "Do you have to install it first?",
    "if you do not need this mode you can turn it off",
    "The Global PyTorch Summer Hackathon is back, and you can win a prize.",
]
NO_SENTENCES = [
    "Attention Is All You Need",
    "Getting Started with Distributed Data Parallel",
    "ResNet, VGG, AlexNet, DenseNet, MobileNet and others",
    "pip install --upgrade some-package another-package",
    "reduce-overhead max-autotune default",
    "Ce texte est écrit dans une autre langue que celle de la page.",
    "It works.",
]
COMMON = ["reduction", "pairwise", "doc", "binaries", "freezing", "hackability", "stopped", "schedulers", "easily"]
NAMES = ["numpy", "torch", "gradio", "etcd", "kubectl", "nginx", "matplotlib", "pytest", "gloo"]


@pytest.mark.parametrize("text", SENTENCES)
def test_is_a_sentence(text: str):
    assert is_sentence(text)


@pytest.mark.parametrize("text", NO_SENTENCES)
def test_is_no_sentence(text: str):
    assert not is_sentence(text)


@pytest.mark.parametrize("word", COMMON)
def test_common_words_with_whatever_ending(word: str):
    assert is_common(word, load())


@pytest.mark.parametrize("word", NAMES)
def test_names_in_small_letters_are_no_common_words(word: str):
    assert not is_common(word, load())


# What may be meant to be English is told with less certainty than a build may fail on.
UNSURE = [
    ("T110", "zh", "模型的输入示例如下：\n\nI have been waiting for this course for my whole life."),
    ("T110", "ja", "次の文を入力します：\n\nThe weather is very nice and we should go out for a walk."),
    (
        "T110",
        "zh",
        "Quantization makes the model 4 times smaller, but it needs calibration with `fbgemm`.\n\n"
        "量化让模型缩小到 1/4，但是需要用 `fbgemm` 校准，即量化的 4 个步骤。",
    ),
    ("T110", "ja", "| 甲 | 説明 |\n| --- | --- |\n| 乙 | It is the one that we have used for most of the figures. |"),
    ("T103", "zh", "本文用 pretraining 一词。pretraining 很慢。\n\n## pretraining\n\n再做一次 pretraining。"),
    ("T103", "ja", "学習のたびに dataloader が作られます。\n\n```python\ndataloader = make()\n```"),
]


@pytest.mark.parametrize(("code", "lang", "text"), UNSURE)
def test_what_may_be_meant_fails_no_build(code: str, lang: str, text: str):
    findings = found_by(code, {"lang": lang, "text": text})
    assert [finding.confidence for finding in findings if finding.confidence >= 0.8] == []
    assert findings
