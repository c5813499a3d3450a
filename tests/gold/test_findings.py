"""Drawing findings for judgement by hand: fair and repeatable; and clean samples, which have none."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpus.storage import parquet
from flows.options import samples
from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from tests.gold.drawing import Draw
from tests.gold.sample_findings import CERTAIN, CONTEXT, certain


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of the samples."""
    return publish(BuildOptions(sources=(samples.folder(),), out=tmp_path_factory.mktemp("judging-findings")))


@pytest.mark.slow
def test_same_seed_draws_the_same_findings(build: Path):
    assert certain(Draw(build, "zh", 5, 1)) == certain(Draw(build, "zh", 5, 1)) != certain(Draw(build, "zh", 5, 2))


def test_rows_have_their_place_and_context_and_no_verdict(build: Path):
    texts = {row["path"]: row["text"] for row in parquet.read_table(build, "documents").to_pylist()}
    rows = certain(Draw(build, "ja", 100, 7))
    assert len(rows) > 5
    for row in rows:
        text, start, end = texts[row["path"]], row["start"], row["end"]
        assert (row["lang"], row["true_or_false"], row["why"]) == ("ja", None, "")
        assert row["left"] + row["surface"] + row["right"] == text[max(0, start - CONTEXT) : end + CONTEXT]
        assert row["confidence"] >= CERTAIN and row["severity"] != "neutral"


CLEAN = sorted(path.name for path in Path(samples.folder()).iterdir() if path.is_dir())


def test_clean_samples_have_no_finding_at_minor_or_above(build: Path):
    flawed = {file.name.split(".")[0] for file in (Path(__file__).parent / "sample-flaws").glob("*.jsonl")}
    clean = set(CLEAN) - flawed
    rows = parquet.read_table(build, "findings").to_pylist()
    assert len(clean) == 4
    assert [
        (row["work"], row["rule"], row["surface"])
        for row in rows
        if row["work"] in clean and row["severity"] != "neutral"
    ] == []
