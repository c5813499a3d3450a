"""Everyday words: on a list that the alignment of terms reads, and no concepts."""

from __future__ import annotations

import pytest

from corpus.languages import TARGETS
from glossary.bitext.terms.term_lexicon import everyday_english, everyday_words
from glossary.loading import load
from glossary.rules.shared.english_words import is_common
from tests.glossary.bitext.terms.made import aligned_terms
from tests.glossary.rules.cases import found_by
from tests.glossary.small import termbase


@pytest.mark.parametrize("lang", TARGETS)
def test_every_word_of_the_list_has_renderings(lang: str):
    words = everyday_words(lang)
    assert all(words.values())
    assert len(everyday_english()) == len(set(everyday_english())) >= len(words) > 300


def test_words_are_known_by_their_stems_and_unknown_languages_have_none():
    assert everyday_words("zh")[("file",)][0] == "文件"
    assert everyday_words("ja")[("file",)][0] == "ファイル"
    assert everyday_words("fr") == {}


def test_what_is_on_the_list_is_a_concept_in_its_context_alone():
    names = (concept.in_language("en")[0] for concept in load([]).concepts)
    assert all(name.only_near for name in names if name.form in everyday_english())  # the phase of a signal


@pytest.mark.parametrize(
    ("english", "translation", "lang", "word", "rendering"),
    [
        ("The screenshots are small.", "屏幕截图很小。", "zh", "screenshots", "屏幕截图"),
        ("The server sends screenshots.", "サーバーがスクショを送ります。", "ja", "screenshots", "スクショ"),
    ],
)
def test_a_rendering_of_the_list_stands_for_its_english(english, translation, lang, word, rendering):
    (row,) = (row for row in aligned_terms(english, translation, lang) if row.source_surface == word)
    assert (row.surface, row.concept_id, row.relation) == (rendering, None, "unlisted")
    assert "dictionary" in row.evidence


def test_words_of_the_list_are_common_english():
    assert is_common("overview", termbase()) and is_common("screenshots", termbase())


@pytest.mark.parametrize("rule", ["T201", "T501"])
def test_everyday_words_raise_nothing(rule: str):
    case = {
        "lang": "zh",
        "source": "Open the file. The output is a value. Each file has a format.",
        "text": "打开 file。输出是一个值。每个档案都有格式。",
    }
    assert not found_by(rule, case)
