"""The flaws put into the samples on purpose: every listed one stands where its list says."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from flows.options import samples
from glossary.loading import load
from tests.gold.judged import rows_in

LISTS = sorted((Path(__file__).parent / "sample-flaws").glob("*.jsonl"))
FLAWED = ["distributed-training", "exporting-a-model", "quantising-a-vision-model", "release-notes-with-flaws"]
KEYS = ["kind", "start", "end", "surface", "concept", "expected", "source", "note"]
KINDS = {
    "wrong_term", "mixed_term", "misspelled_identifier", "brand_case", "untranslated", "omitted", "wrong_number",
    "long_vowel", "width",
}  # fmt: skip
SPELT_AS_IN_ENGLISH = ("misspelled_identifier", "brand_case")

each_list = pytest.mark.parametrize("file", LISTS, ids=lambda file: file.stem)


def article(file: Path, lang: str | None = None) -> str:
    """The sample that a list is about, or its version in another language, line ends untouched."""
    work, file_lang = file.stem.rsplit(".", 1)
    return (Path(samples.folder()) / work / f"{lang or file_lang}.md").read_bytes().decode()


def test_each_flawed_work_has_a_list_for_chinese_and_japanese_and_none_for_english():
    assert [file.stem for file in LISTS] == [f"{work}.{lang}" for work in FLAWED for lang in ("ja", "zh")]


@each_list
def test_rows_have_all_fields_and_a_known_kind(file: Path):
    concepts = {concept.id for concept in load().concepts}
    for row in rows_in(file):
        assert list(row) == KEYS
        assert row["kind"] in KINDS
        assert row["concept"] is None or row["concept"] in concepts
        assert row["source"]
        assert row["note"]
        assert row["expected"]
        assert all(row["expected"])
        assert row["surface"] not in row["expected"]


@each_list
def test_each_surface_stands_at_its_offsets(file: Path):
    text = article(file)
    for row in rows_in(file):
        assert text[row["start"] : row["end"]] == row["surface"], row
        assert 0 <= row["start"] <= row["end"] < len(text), row


@each_list
def test_only_what_was_omitted_has_no_width(file: Path):
    assert [row for row in rows_in(file) if (row["kind"] == "omitted") != (row["start"] == row["end"])] == []


@each_list
def test_flaws_are_in_order_and_do_not_overlap(file: Path):
    assert all(before["end"] <= after["start"] for before, after in pairwise(rows_in(file)))


@each_list
def test_source_stands_in_the_english_version(file: Path):
    english = article(file, "en")
    assert [row["source"] for row in rows_in(file) if row["source"] not in english] == []


@each_list
def test_what_was_left_in_english_is_the_source_itself(file: Path):
    assert [row for row in rows_in(file) if row["kind"] == "untranslated" and row["surface"] != row["source"]] == []


@each_list
def test_what_was_omitted_stands_nowhere(file: Path):
    text = article(file)
    assert [row for row in rows_in(file) if row["kind"] == "omitted" and row["expected"][0] in text] == []


@each_list
def test_misspelled_names_are_right_in_english(file: Path):
    english = article(file, "en")
    rows = [row for row in rows_in(file) if row["kind"] in SPELT_AS_IN_ENGLISH]
    assert [row for row in rows if row["expected"][0] not in english or row["surface"] in english] == []


@each_list
def test_each_version_has_at_least_six_kinds_and_eight_to_fourteen_flaws(file: Path):
    assert len({row["kind"] for row in rows_in(file)}) >= 6
    assert 8 <= len(rows_in(file)) <= 14
