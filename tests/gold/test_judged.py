"""Drawing mentions for judgement by hand: fair and repeatable."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from corpus.storage import parquet
from flows.options import samples
from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from tests.gold import sample_mentions
from tests.gold.drawing import Draw
from tests.gold.sample_mentions import CONTEXT, sample

KEYS = [
    "path", "lang", "start", "end", "surface", "concept_id", "form", "status", "zone",
    "left", "right", "right_or_wrong", "why",
]  # fmt: skip


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of the samples."""
    return publish(BuildOptions(sources=(samples.folder(),), out=tmp_path_factory.mktemp("judging")))


@pytest.mark.slow
def test_same_seed_draws_the_same_mentions(build: Path):
    assert sample(Draw(build, "zh", 20, 1)) == sample(Draw(build, "zh", 20, 1)) != sample(Draw(build, "zh", 20, 2))


def test_rows_have_their_place_and_context_and_no_verdict(build: Path):
    texts = {row["path"]: row["text"] for row in parquet.read_table(build, "documents").to_pylist()}
    rows = sample(Draw(build, "ja", 30, 7))
    assert len(rows) == 30
    for row in rows:
        text, start, end = texts[row["path"]], row["start"], row["end"]
        assert list(row) == KEYS
        assert (row["lang"], row["right_or_wrong"], row["why"]) == ("ja", None, "")
        assert row["surface"] == text[start:end]
        assert row["left"] + row["surface"] + row["right"] == text[max(0, start - CONTEXT) : end + CONTEXT]
    assert rows == sorted(rows, key=lambda row: (row["path"], row["start"], row["end"], row["concept_id"]))


def test_more_than_there_are_draws_all_once(build: Path):
    mentions = [row for row in parquet.read_table(build, "mentions").to_pylist() if row["lang"] == "zh"]
    drawn = sample(Draw(build, "zh", 10_000, 1))
    assert len(drawn) == len(mentions)
    assert {(row["start"], row["concept_id"]) for row in drawn} == {(m["start"], m["concept_id"]) for m in mentions}


def test_script_writes_json_lines(build: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "argv", ["sample_mentions", str(build), "--lang", "zh", "--number", "3", "--seed", "5"])
    assert sample_mentions.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line) for line in lines] == sample(Draw(build, "zh", 3, 5))


def test_script_names_a_folder_that_is_no_build(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sys, "argv", ["sample_mentions", str(tmp_path), "--lang", "zh"])
    assert sample_mentions.main() == 2
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", f"{tmp_path}: no build there; name a folder such as outputs/latest\n")
