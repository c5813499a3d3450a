"""Judged by hand: which words stand for each technical term, single renderings, and the faults of whole pages."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tests.gold.judged import rows_in
from tests.shared import DOCUMENTATION, needs_shared

STANDS = {"right", "acceptable", "wrong", "english"}  # verdicts on words that stand for the term
MISSING = {"omitted", "free"}  # where nothing does: to the reader's loss, or not
FILES = sorted(Path(__file__).parent.glob("links-*.jsonl"))
RENDERINGS = sorted(Path(__file__).parent.glob("renderings-*.jsonl"))
PAGE_FAULTS = sorted(Path(__file__).parent.glob("page-faults-*.jsonl"))
KINDS = {"wrong", "english", "omitted", "inconsistent", "form", "untranslated", "fact"}


@cache
def page(set_name: str, path: str) -> str:
    """The text of a page that links were judged on, its line ends untouched."""
    return (DOCUMENTATION[set_name] / path).read_bytes().decode("utf-8")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_link_is_judged_and_holds_no_more_than_a_term(file: Path):
    for row in rows_in(file):
        assert row["verdict"] in (MISSING if row["surface"] is None else STANDS), row
        assert len(row["source_surface"]) <= 60 and len(row["surface"] or "") <= 40, row  # the pages are not ours


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_terms_of_a_sentence_do_not_overlap(file: Path):
    places = sorted((row["set"], row["source_path"], row["source_start"], row["source_end"]) for row in rows_in(file))
    assert all(before[:2] != after[:2] or before[3] <= after[2] for before, after in pairwise(places))


@needs_shared
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_places_hold_their_words(file: Path):
    for row in rows_in(file):
        source = page(row["set"], row["source_path"])
        assert source[row["source_start"] : row["source_end"]] == row["source_surface"], row
        assert row["source_segment"][0] <= row["source_start"] < row["source_end"] <= row["source_segment"][1], row
        if row["surface"] is not None:
            assert page(row["set"], row["path"])[row["start"] : row["end"]] == row["surface"], row
            assert row["segment"][0] <= row["start"] < row["end"] <= row["segment"][1], row


def test_no_page_is_in_both_halves():
    halves = [
        {(row["set"], row["path"]) for file in FILES if half in file.name for row in rows_in(file)}
        for half in ("open", "final")
    ]
    assert all(halves) and not halves[0] & halves[1]


@needs_shared
@pytest.mark.parametrize("file", RENDERINGS, ids=lambda file: file.name)
def test_judged_renderings_hold_their_words(file: Path):
    for row in rows_in(file):
        assert row["verdict"] in {*STANDS, *MISSING, "none"}, row
        assert row["stands"] in ("yes", "part", "no"), row
        source, target = page(row["set"], row["source_path"]), page(row["set"], row["path"])
        assert source[row["source_start"] : row["source_end"]] == row["source_surface"], row
        assert row["surface"] is None or target[row["start"] : row["end"]] == row["surface"], row


@needs_shared
@pytest.mark.parametrize("file", PAGE_FAULTS, ids=lambda file: file.name)
def test_faults_of_pages_hold_their_words(file: Path):
    for row in rows_in(file):
        assert row["kind"] in KINDS and row["severity"] in ("major", "minor"), row
        text = page(row["set"], row["path"])
        assert row["surface"] is None or text[row["start"] : row["end"]] == row["surface"], row
        assert 0 <= row["start"] < row["end"] <= len(text), row


@pytest.mark.parametrize("lang", ["zh", "ja"])
def test_faults_of_whole_pages_have_places_and_a_half(lang: str):
    rows = rows_in(Path(__file__).with_name(f"whole-pages-{lang}.jsonl"))
    assert {row["half"] for row in rows} == {"dev", "kept"}
    assert {row["kind"] for row in rows} <= KINDS | {"label"}
    assert all(start < end for row in rows for start, end in row["places"])
