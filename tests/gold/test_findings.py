"""The findings judged by hand: how many are true; and that drawing them is fair and repeatable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from corpus.storage import store
from flows import samples
from flows.pipeline import steps
from flows.pipeline.local import publish
from glossary.rules.registry import BY_CODE
from glossary.rules.rule import POINTS
from tests.gold.judged import rows_in
from tests.gold.sample_findings import CERTAIN, CONTEXT, certain

FILES = sorted(Path(__file__).parent.glob("findings-*.jsonl"))
FLOOR = 0.85
QUEUES = sorted(Path(__file__).parent.glob("queue-*.jsonl"))  # the first 50 of each language
QUEUE_FLOOR = 0.9


def test_each_language_is_judged():
    assert {file.name.split("-")[1] for file in FILES} == {"zh", "ja"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_at_least_85_of_a_hundred_judged_findings_are_true(file: Path):
    rows = rows_in(file)
    assert all(row["true_or_false"] in ("true", "false") for row in rows)
    assert [row for row in rows if row["true_or_false"] == "false" and not row["why"]] == []
    assert len(rows) >= 30
    assert sum(row["true_or_false"] == "true" for row in rows) >= FLOOR * len(rows)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_judged_findings_are_certain_ones_of_known_rules(file: Path):
    for row in rows_in(file):
        assert row["rule"] in BY_CODE and row["confidence"] >= CERTAIN and row["severity"] != "neutral"
        assert (row["left"], row["right"]) == ("", "")  # the pages are not ours


def head_of_the_queue() -> list[dict[str, Any]]:
    """The first fifty of both languages together, in the order of a reviewer's queue."""
    rows = [row for file in QUEUES for row in rows_in(file)]
    return sorted(rows, key=lambda row: (-round(POINTS[row["severity"]] * row["confidence"], 6), -row["occurrences"]))[
        :50
    ]


def test_at_least_90_of_a_hundred_at_the_head_of_the_queue_are_true():
    assert {(file.name.split("-")[1], len(rows_in(file))) for file in QUEUES} == {("zh", 50), ("ja", 50)}
    assert sum(row["true_or_false"] == "true" for row in head_of_the_queue()) >= QUEUE_FLOOR * 50


@pytest.mark.parametrize("file", QUEUES, ids=lambda file: file.name)
def test_at_least_85_of_a_hundred_are_true_further_down(file: Path):
    rows = rows_in(file)
    assert [row for row in rows if row["true_or_false"] == "false" and not row["why"]] == []
    assert sum(row["true_or_false"] == "true" for row in rows) >= FLOOR * len(rows)


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of the samples."""
    return publish(steps.BuildOptions((samples.folder(),), tmp_path_factory.mktemp("judging-findings")))


def test_same_seed_draws_the_same_findings(build: Path):
    assert certain(build, "zh", 5, 1) == certain(build, "zh", 5, 1) != certain(build, "zh", 5, 2)


def test_rows_have_their_place_and_context_and_no_verdict(build: Path):
    texts = {row["path"]: row["text"] for row in store.read_table(build, "documents").to_pylist()}
    rows = certain(build, "ja", 100, 7)
    assert len(rows) > 5
    for row in rows:
        text, start, end = texts[row["path"]], row["start"], row["end"]
        assert (row["lang"], row["true_or_false"], row["why"]) == ("ja", None, "")
        assert row["left"] + row["surface"] + row["right"] == text[max(0, start - CONTEXT) : end + CONTEXT]
        assert row["confidence"] >= CERTAIN and row["severity"] != "neutral"


CLEAN = sorted(one.name for one in Path(samples.folder()).iterdir() if one.is_dir())


def test_clean_samples_have_no_finding_at_minor_or_above(build: Path):
    flawed = {file.name.split(".")[0] for file in (Path(__file__).parent / "sample-flaws").glob("*.jsonl")}
    clean = set(CLEAN) - flawed
    rows = store.read_table(build, "findings").to_pylist()
    assert len(clean) == 4
    assert [
        (row["work"], row["rule"], row["surface"])
        for row in rows
        if row["work"] in clean and row["severity"] != "neutral"
    ] == []
