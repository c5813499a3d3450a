"""The entries judged by hand: how many are right; and that drawing them is fair and repeatable."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.glossary.small import termbase
from tests.gold.sample_entries import sample
from tests.gold.test_judged import RIGHT, WRONG

JUDGED = sorted(Path(__file__).parent.glob("entries-*.jsonl"))
MOST_WRONG, DRAWN = 2, 60


@pytest.mark.skipif(not JUDGED, reason="nothing judged yet: tests/gold/README.md says how")
@pytest.mark.parametrize("file", JUDGED, ids=lambda file: file.name)
def test_at_least_58_of_sixty_judged_entries_are_right(file: Path):
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == DRAWN
    assert {row["right_or_wrong"] for row in rows} <= {RIGHT["right_or_wrong"], WRONG["right_or_wrong"]}
    wrong = [row for row in rows if row["right_or_wrong"] == "wrong"]
    assert all(row["why"] for row in wrong)
    assert len(wrong) <= MOST_WRONG, [row["id"] for row in wrong]


def test_draw_is_repeatable_and_shows_what_a_reader_needs():
    concepts = [f'id = "c{number}"\nen.preferred = "c{number}"' for number in range(20)]
    own = termbase(*concepts, 'id = "kept"\nkeep = true\nen.preferred = "Kept"')
    rows = sample(own, "zh", 9, 1)
    assert rows == sample(own, "zh", 9, 1) != sample(own, "zh", 9, 2)
    assert len({row["id"] for row in rows}) == 9
    assert all(row["right_or_wrong"] is None and row["definition"] for row in rows)
    (kept,) = [row for row in sample(own, "zh", 21, 1) if row["id"] == "kept"]
    assert kept["kept"] and kept["en"] == [{"form": "Kept", "status": "preferred"}]
