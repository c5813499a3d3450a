"""The mentions judged by hand: how many are right; and that drawing them is fair and repeatable."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from corpus.storage import store
from flows import samples
from flows.pipeline import steps
from flows.pipeline.local import publish
from tests.gold import sample_mentions
from tests.gold.sample_mentions import CONTEXT, sample

JUDGED = sorted(Path(__file__).parent.glob("judged-*.jsonl"))
FLOOR = 0.97
KEYS = [
    "path", "lang", "start", "end", "surface", "concept_id", "form", "status", "zone",
    "left", "right", "right_or_wrong", "why",
]  # fmt: skip


# --- what was judged


@pytest.mark.skipif(not JUDGED, reason="nothing judged yet: tests/gold/README.md says how")
@pytest.mark.parametrize("file", JUDGED, ids=lambda file: file.name)
def test_at_least_97_of_a_hundred_judged_mentions_are_right(file: Path):
    assert faults([json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]) == []


def faults(rows: list[dict[str, Any]]) -> list[str]:
    """What keeps judged rows from passing: rows not judged, wrong without a reason, or too many wrong."""
    said = [f"row {n}: {one['right_or_wrong']!r} is no verdict" for n, one in enumerate(rows, 1) if not _verdict(one)]
    wrong = [(n, one) for n, one in enumerate(rows, 1) if one["right_or_wrong"] == "wrong"]
    said += [f"row {n}: wrong, but not why" for n, one in wrong if not one["why"]]
    if not rows or len(rows) - len(wrong) < FLOOR * len(rows):
        said.append(f"{len(rows) - len(wrong)} of {len(rows)} right")
    return said


def _verdict(row: dict[str, Any]) -> bool:
    return row["right_or_wrong"] in ("right", "wrong")


RIGHT = {"right_or_wrong": "right", "why": ""}
WRONG = {"right_or_wrong": "wrong", "why": "程序 is part of 排程序列"}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([RIGHT] * 100, []),
        ([RIGHT] * 97 + [WRONG] * 3, []),
        ([RIGHT] * 96 + [WRONG] * 4, ["96 of 100 right"]),
        ([RIGHT] * 49 + [{**WRONG, "why": ""}], ["row 50: wrong, but not why"]),
        ([{"right_or_wrong": None, "why": ""}], ["row 1: None is no verdict"]),
        ([{"right_or_wrong": True, "why": ""}], ["row 1: True is no verdict"]),
        ([], ["0 of 0 right"]),
    ],
)
def test_what_passes(rows: list[dict[str, Any]], said: list[str]):
    assert faults(rows) == said


# --- drawing


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of the samples."""
    return publish(steps.BuildOptions((samples.folder(),), tmp_path_factory.mktemp("judging")))


def test_same_seed_draws_the_same_mentions(build: Path):
    assert sample(build, "zh", 20, 1) == sample(build, "zh", 20, 1) != sample(build, "zh", 20, 2)


def test_rows_have_their_place_and_context_and_no_verdict(build: Path):
    texts = {row["path"]: row["text"] for row in store.read_table(build, "documents").to_pylist()}
    rows = sample(build, "ja", 30, 7)
    assert len(rows) == 30
    for row in rows:
        text, start, end = texts[row["path"]], row["start"], row["end"]
        assert list(row) == KEYS
        assert (row["lang"], row["right_or_wrong"], row["why"]) == ("ja", None, "")
        assert row["surface"] == text[start:end]
        assert row["left"] + row["surface"] + row["right"] == text[max(0, start - CONTEXT) : end + CONTEXT]
    assert rows == sorted(rows, key=lambda row: (row["path"], row["start"], row["end"], row["concept_id"]))


def test_more_than_there_are_draws_all_once(build: Path):
    mentions = [row for row in store.read_table(build, "mentions").to_pylist() if row["lang"] == "zh"]
    drawn = sample(build, "zh", 10_000, 1)
    assert len(drawn) == len(mentions)
    assert {(row["start"], row["concept_id"]) for row in drawn} == {(m["start"], m["concept_id"]) for m in mentions}


def test_script_writes_json_lines(build: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "argv", ["sample_mentions", str(build), "--lang", "zh", "--number", "3", "--seed", "5"])
    assert sample_mentions.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line) for line in lines] == sample(build, "zh", 3, 5)


def test_script_names_a_folder_that_is_no_build(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sys, "argv", ["sample_mentions", str(tmp_path), "--lang", "zh"])
    assert sample_mentions.main() == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"{tmp_path}: no build there; name a folder such as outputs/latest\n")
