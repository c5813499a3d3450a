"""Concepts on the page: which renderings a reader is asked about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from typing import Any

import pytest

from glossary.desk.report.web.concepts import ConceptRendering, _add_aligned


@pytest.mark.parametrize(
    ("options", "is_asked"),
    [
        ({"term": "eigenvalue", "share": 0.1}, True),
        ({"term": "Check", "share": 0.1}, False),
        ({"term": "check", "share": 0.5}, True),
        ({"term": "check point", "share": 0.1}, True),
        ({"term": "eigenvalue", "share": 0.1, "relation": "other"}, False),
    ],
)
def test_rare_words_for_a_word_of_every_day_are_not_asked_about(options: dict[Hashable, Any], is_asked: bool):
    row: dict[Hashable, Any] = {
        "concept_id": "c",
        "lang": "zh",
        "rendering": "词",
        "relation": "unlisted",
        "uses": 1,
        "confidence": 0.9,
    }
    renderings: defaultdict[tuple[str, str, str], ConceptRendering] = defaultdict(ConceptRendering)
    _add_aligned([{**row, **options}], renderings)
    assert [bool(rendering.question_id) for rendering in renderings.values()] == [is_asked]
