"""What readers marked as terms: the glossary knows most of it, and finds it again in the translation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.gold import coverage
from tests.gold.judged import rows_in
from tests.shared import needs_shared

KNOWN, FOUND = 0.65, 0.8  # floors of every set, kept or learned from; everyday words are no entries any more


@pytest.mark.parametrize("file", coverage.files(), ids=lambda file: file.name)
def test_rows_are_places_alone(file: Path):
    for row in rows_in(file):
        assert set(row) == {"page", "start", "end", "kind", "translation", "rendering"}  # the pages are not ours
        assert row["kind"] in {"term", "name"} and 0 <= row["start"] < row["end"]


@needs_shared
@pytest.mark.bench
@pytest.mark.parametrize("file", coverage.files(), ids=lambda file: file.name)
def test_terms_of_documentation_are_known_and_found(file: Path, record_property: Callable[[str, object], None]):
    counts = coverage.coverage(file)
    record_property("figure", f"{file.name}: {counts}")
    assert counts.in_glossary >= KNOWN * counts.marked
    assert counts.recognised >= FOUND * counts.rendered
