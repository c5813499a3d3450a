"""Source terms: which terms of the English a row shows where several overlap."""

from __future__ import annotations

import pytest

from glossary.desk.review.packets.build_rows import without_overlaps
from glossary.desk.review.packets.row import Term

CASES = [
    ([], "", []),
    ([(5, 9, "b"), (0, 3, "a")], "", [(0, 3, "a"), (5, 9, "b")]),
    ([(0, 3, "a"), (3, 6, "b")], "", [(0, 3, "a"), (3, 6, "b")]),
    ([(0, 6, "long"), (0, 3, "short")], "", [(0, 6, "long")]),
    ([(0, 6, "long"), (0, 3, "short")], "short", [(0, 3, "short")]),
    ([(0, 6, "a"), (0, 6, "b")], "", [(0, 6, "a")]),
    ([(0, 6, "a"), (0, 6, "b")], "b", [(0, 6, "b")]),
    ([(0, 5, "a"), (3, 8, "b"), (6, 9, "c")], "", [(0, 5, "a"), (6, 9, "c")]),
]


@pytest.mark.parametrize(("terms", "concept_id", "expected"), CASES)
def test_terms_do_not_overlap_and_the_one_asked_about_goes_first(
    terms: list[tuple[int, int, str]], concept_id: str, expected: list[tuple[int, int, str]]
) -> None:
    overlaps = without_overlaps([Term(*term, "") for term in terms], concept_id)
    assert [(overlap.start, overlap.end, overlap.concept_id) for overlap in overlaps] == expected
