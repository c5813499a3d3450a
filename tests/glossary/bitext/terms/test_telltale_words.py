"""The word that most wrong forms of a concept have in common."""

from __future__ import annotations

import pytest

from glossary.bitext.terms.listed_forms import telltale_word
from glossary.loading import load


@pytest.mark.parametrize(
    ("concept_id", "lang", "word"),
    [
        ("driver", "zh", "司机"),  # GPU 司机, CUDA 司机, 设备司机
        ("weight", "ja", "重量"),
        ("python", "zh", "蟒蛇"),
        ("random-number-generator", "ja", ""),  # of several words it would be a part
        ("tensor", "zh", ""),
    ],
)
def test_telltale_word(concept_id: str, lang: str, word: str):
    assert telltale_word(load([]), concept_id, lang) == word
