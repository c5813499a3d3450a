"""Term places: mentions of segments in the readable text of their unit."""

from __future__ import annotations

from typing import Any

import pytest

from corpus.text.segments import own_spans, readable_text, segment
from glossary.exchange.training.translation_pair import SegmentMentions, TranslationPair, with_terms
from tests.corpus.small import MARKDOWN, document

TERM = {"concept_id": "tensor", "en": "tensor", "zh": "张量", "ja": "テンソル"}


def segments_of(page: str, surface: str, numbers: tuple[int, ...], lang: str) -> tuple[str, list[SegmentMentions]]:
    """The readable text of a page of one sentence, and its segment; of a surface these occurrences are mentions."""
    (part,) = [part for part in segment(document(page, MARKDOWN, lang)) if part.kind != "markup"]
    row: dict[str, Any] = {
        "segment_id": part.segment_id, "start": part.start, "text": part.text,
        "protected": [{"start": span.start, "end": span.end, "kind": span.kind} for span in part.protected],
    }  # fmt: skip
    assert len(own_spans(part)) == len(part.protected)
    starts = [start for start in range(len(page)) if page.startswith(surface, start)]
    mentions = [
        {"concept_id": "tensor", "status": "preferred", "surface": surface, "start": starts[number], "zone": "prose", "nested": False}
        for number in numbers
    ]  # fmt: skip
    return readable_text(part, True), [SegmentMentions(row, mentions)]


def places(page: str, surface: str, numbers: tuple[int, ...] = (0,), lang: str = "en") -> tuple[list[int], int]:
    """Where the mentions stand in the readable text, and how many have no place."""
    text, segments = segments_of(page, surface, numbers, lang)
    pair = TranslationPair("u", "w", "train", ("en", "zh"), (text, "图"), ("a", "b"), (None, None), 1.0, 1.0, ())
    placed, unplaced = with_terms(pair, [TERM], {"en": segments, "zh": []})
    found_places = [place for term in placed.terms for place in term.source_places]
    assert all(text[place.start : place.end] == place.text for place in found_places)
    return [place.start for place in found_places], unplaced


@pytest.mark.parametrize(
    ("page", "surface", "numbers", "expected"),
    [
        ("A tensor is an array.", "tensor", (0,), [2]),
        ("A **tensor** is an *array*.", "tensor", (0,), [2]),
        ("- A `tensor` is a tensor.", "tensor", (1,), [14]),
        ("[A tensor](https://host.org/tensor) is a tensor.", "tensor", (0, 2), [2, 14]),
        ("A tensor of tensors, no tensorial.", "tensor", (1,), [12]),
        ("A sparse\ntensor is an array.", "sparse\ntensor", (0,), [2]),
    ],
)
def test_place_is_that_of_the_mention(page: str, surface: str, numbers: tuple[int, ...], expected: list[int]):
    assert places(page, surface, numbers) == (expected, 0)


def test_word_with_markup_inside_has_no_place_and_is_counted():
    assert places("A sparse **tensor** is an array.", "sparse **tensor**") == ([], 1)


def test_term_that_stands_nowhere_in_the_pair_is_none_of_its_terms():
    pair = TranslationPair("u", "w", "train", ("en", "zh"), ("A graph.", "图"), ("a", "b"), (None, None), 1.0, 1.0, ())
    assert with_terms(pair, [TERM], {"en": [], "zh": []}) == (pair, 0)
