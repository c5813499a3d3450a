"""Drawing entries for judgement by hand: repeatable, and with all that a reader needs."""

from __future__ import annotations

from tests.glossary.small import termbase
from tests.gold.sample_entries import sample


def test_draw_is_repeatable_and_shows_what_a_reader_needs():
    concepts = [f'id = "c{number}"\nen.preferred = "c{number}"' for number in range(20)]
    glossary = termbase(*concepts, 'id = "kept"\nkeep = true\nen.preferred = "Kept"')
    rows = sample(glossary, "zh", 9, 1)
    assert rows == sample(glossary, "zh", 9, 1) != sample(glossary, "zh", 9, 2)
    assert len({row["id"] for row in rows}) == 9
    assert all(row["right_or_wrong"] is None and row["definition"] for row in rows)
    (kept_row,) = [row for row in sample(glossary, "zh", 21, 1) if row["id"] == "kept"]
    assert kept_row["kept"] and kept_row["en"] == [{"form": "Kept", "status": "preferred"}]
