"""The findings of each rule that readers judged: what is kept of them, and that rules have their confidence from it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from flows import samples
from flows.options import BuildOptions
from flows.pipeline.local import publish
from glossary.rules import calibration, messages
from glossary.rules.calibration import JudgedCounts
from glossary.rules.registry import BY_CODE
from tests.gold import judged
from tests.gold.sample_findings import each, first


@pytest.mark.parametrize("file", judged.files(), ids=lambda file: file.name)
def test_kept_rows_are_judged_and_hold_no_text_of_their_pages(file: Path):
    rows = judged.rows_in(file)
    assert {row["true_or_false"] for row in rows} <= {"true", "false"}
    assert [row for row in rows if row["true_or_false"] == "false" and not row["why"]] == []
    assert {row["rule"] for row in rows} <= BY_CODE.keys()
    assert {key for row in rows for key in row} <= {*judged.KEPT, "surface", "true_or_false", "why"}
    assert max(len(row.get("surface", "")) for row in rows) <= 12


def test_counts_of_the_rules_are_those_of_the_kept_rows():
    assert judged.COUNTS.read_text(encoding="utf-8") == judged.counts(judged.counted())


def test_confidence_is_the_prior_until_findings_are_judged(monkeypatch: pytest.MonkeyPatch):
    counts = {
        "T101": {"zh": JudgedCounts(60, 30, 60.0)},
        "T102": {"zh": JudgedCounts(20, 20, 16.0), "ja": JudgedCounts(20, 20, 18.0)},
    }
    monkeypatch.setattr(calibration, "judged_counts", lambda: counts)
    asked = calibration.confidence.__wrapped__
    assert asked("T103", 0.7) == 0.7
    assert asked("T101", 0.95) == round((30 + 8 * 0.95) / 68, 2)  # close to the half that were true
    assert asked("T102", 0.9) == 0.99  # never certain
    monkeypatch.setattr(calibration, "judged_kinds", lambda: {"T101": {"plain": JudgedCounts(32, 32, 32.0)}})
    assert asked("T101", 0.95, None, "") == round((32 + 8 * (30 + 8 * 0.95) / 68) / 40, 2)  # a message of its own
    assert asked("T101", 0.95, None, "why") == asked("T101", 0.95)  # one that nobody judged


def test_every_message_is_told_from_the_others():
    for code in BY_CODE:
        for message_id, said in messages.texts(code).items():
            assert messages.message_id_of(code, said["en"]) == message_id


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of the samples."""
    return publish(BuildOptions(sources=(samples.folder(),), out=tmp_path_factory.mktemp("judging-rules")))


@pytest.mark.slow
def test_so_many_of_each_rule_are_drawn(build: Path):
    drawn = Counter(row["rule"] for row in each(build, "zh", 2, 1))
    assert len(drawn) > 5 and max(drawn.values()) == 2
    assert each(build, "zh", 2, 1) == each(build, "zh", 2, 1) != each(build, "zh", 2, 2)
    assert all(0 < row["sure"] <= 1.5 for row in each(build, "ja", 3, 1))


def test_first_of_the_queue_are_the_gravest_and_surest(build: Path):
    rows = first(build, "ja", 5, 1)
    assert len(rows) == 5 and rows[0]["severity"] in ("critical", "major")
    assert rows == first(build, "ja", 9, 2)[:5]
