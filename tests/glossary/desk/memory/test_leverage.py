"""Leverage: how well a memory knows the sentences of a page, and what of them differs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.records import TranslationUnit
from corpus.schema import to_table
from glossary.desk.memory.memory_units import (
    BANDS,
    Memory,
    PageSentence,
    band_sizes,
    leverage,
    memory_of,
    nearest,
    word_differences,
)

LOADS = "The library loads the data in one pass."


def _memory(*english: str, quality: float = 0.9, lang: str = "zh") -> Memory:
    options = {"kind": "1-1-0", "score": 0.9, "quality": quality, "flags": [], "split": "train", "terms": []}
    units = [
        TranslationUnit(
            unit_id=f"u{number}", work=f"w{number}", en=text, zh=f"译文 {number}", ja=None, en_segments=[f"e{number}"],
            zh_segments=[f"z{number}"], ja_segments=[], **options,  # type: ignore[arg-type]
        )
        for number, text in enumerate(english)
    ]  # fmt: skip
    return memory_of(to_table("parallel", units), lang)


def _bands(memory: Memory, *texts: str) -> list[str]:
    return [
        sentence.band
        for sentence in leverage([PageSentence("a.md", number, text) for number, text in enumerate(texts)], memory)
    ]


@pytest.mark.parametrize(
    ("text", "band"),
    [
        (LOADS, "100%"),
        (LOADS.upper(), "95–99%"),
        ("The library loads data in one pass.", "85–94%"),
        ("The library loads its own data in a pass.", "75–84%"),
        ("Gradients are zeroed before each step.", "new"),
    ],
)
def test_sentences_fall_into_bands(text: str, band: str):
    assert _bands(_memory(LOADS), text) == [band]


def test_what_was_met_before_is_repeated_and_counted_once():
    sentences = list(
        leverage([PageSentence(page, 1, text) for page in "ab" for text in (LOADS, "It is new here.")], _memory(LOADS))
    )
    assert [sentence.band for sentence in sentences] == ["100%", "new", "repeated", "repeated"]
    assert [sentence.match is None for sentence in sentences] == [False, True, False, True]
    by_band = band_sizes(sentences)
    assert list(by_band) == list(BANDS)
    assert (by_band["100%"], by_band["new"], by_band["repeated"]) == ((1, 8), (1, 4), (2, 12))


def test_units_that_are_no_examples_or_lack_the_language_are_not_remembered():
    assert _bands(_memory(LOADS, quality=0.4), LOADS) == ["new"]
    assert _bands(_memory(LOADS, lang="ja"), LOADS) == ["new"]


def test_the_nearest_come_in_order_and_none_that_does_not_pass():
    units = _memory(LOADS, "The library loads the file in one pass.", "The library loads the data in two passes.")
    assert [match.unit.work for match in nearest(units, LOADS, 3)] == ["w0", "w1", "w2"]
    assert [match.unit.work for match in nearest(units, LOADS, 3, lambda unit: unit.work != "w0")] == ["w1", "w2"]
    assert nearest(units, "") == []


def test_differences_are_whole_words():
    assert word_differences("Save the model state.", "Save the optimizer state, too.") == [
        ("=", "Save the "), ("-", "model"), ("+", "optimizer"), ("=", " state"), ("+", ", too"), ("=", "."),
    ]  # fmt: skip


@given(st.text(max_size=40), st.text(max_size=40))
def test_differences_make_either_text(before: str, after: str):
    parts = word_differences(before, after)
    assert "".join(words for sign, words in parts if sign != "+") == before
    assert "".join(words for sign, words in parts if sign != "-") == after
