"""The findings of builds: what holds for each row, and what an earlier build makes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from corpus.vocabularies import FINDING_SCOPE, FINDING_SEVERITY, FINDING_STATE
from flows.options.flow_parameters import BuildOptions
from flows.options.options import FolderRules
from flows.pipeline.lifecycle import publish
from glossary.findings.previous_build import PreviousBuildError
from glossary.rules.registry import BY_CODE
from tests.flows.plain import rows_of, without_column, write

pytestmark = pytest.mark.slow

BAD = "TorchVision 图书馆提供了预训练模型。\n"
GOOD = "TorchVision 库提供了预训练模型。\n"


@pytest.fixture
def findings(any_build: Path) -> list[dict[str, Any]]:
    return rows_of(any_build, "findings")


@pytest.fixture
def texts(any_build: Path) -> dict[str, str]:
    return {row["doc_id"]: row["text"] for row in rows_of(any_build, "documents")}


def test_words_stand_where_the_row_says(findings: list[dict[str, Any]], texts: dict[str, str]):
    assert findings
    for row in findings:
        assert texts[row["doc_id"]][row["start"] : row["end"]] == row["surface"] != ""
        first = row["locations"][0]
        assert {name: row[name] for name in first if name != "confidence"} | {
            "confidence": first["confidence"]
        } == first
        assert row["confidence"] == max(place["confidence"] for place in row["locations"])
        for place in row["locations"]:
            assert texts[place["doc_id"]][place["start"] : place["end"]] == place["surface"]


def test_places_are_counted_and_none_is_reported_twice(findings: list[dict[str, Any]], texts: dict[str, str]):
    for row in findings:
        places = [(location["doc_id"], location["start"], location["end"]) for location in row["locations"]]
        assert len(places) == len(set(places)) == row["occurrences"] >= 1
        assert all(0 <= start < end <= len(texts[doc_id]) for doc_id, start, end in places)


def test_first_place_lies_in_its_segment(any_build: Path, findings: list[dict[str, Any]]):
    segments = {row["segment_id"]: row for row in rows_of(any_build, "segments")}
    for row in findings:
        if row["segment_id"] is not None:
            segment = segments[row["segment_id"]]
            assert segment["doc_id"] == row["doc_id"] and segment["start"] <= row["start"] < segment["end"]


def test_values_are_those_of_the_dictionary_and_of_the_rule(findings: list[dict[str, Any]]):
    for row in findings:
        rule = BY_CODE[row["rule"]]
        assert (row["name"], row["category"], row["scope"]) == (rule.name, rule.category, rule.scope)
        assert row["severity"] in FINDING_SEVERITY and row["state"] in FINDING_STATE and row["scope"] in FINDING_SCOPE
        assert 0 < row["confidence"] <= 1
        assert row["message"] and row["message_zh"] and row["message_ja"]


def test_only_translations_have_findings(findings: list[dict[str, Any]]):
    assert {row["lang"] for row in findings} <= {"zh", "ja"}


def built(folder: Path, files: dict[str, str | bytes], **more: Any) -> Path:
    return publish(BuildOptions(sources=(write(folder / "articles", files),), out=folder / "out", **more))


def states(build: Path) -> list[tuple[str, str, str, int]]:
    return [(row["rule"], row["work"], row["state"], row["occurrences"]) for row in rows_of(build, "findings")]


ONLY: dict[str, Any] = {"select": ("T101", "T202")}


def test_without_an_earlier_build_all_is_new(tmp_path: Path):
    build = built(tmp_path, {"a/zh.md": BAD, "b/zh.md": GOOD}, **ONLY)
    assert states(build) == [("T101", "a", "new", 1)]


def test_an_earlier_build_tells_open_new_and_fixed(tmp_path: Path):
    first = built(tmp_path, {"a/zh.md": BAD, "b/zh.md": BAD}, **ONLY)
    second = built(tmp_path, {"a/zh.md": f"# 新\n\n{BAD}", "b/zh.md": GOOD, "c/zh.md": BAD}, **ONLY, since=first)
    assert states(second) == [("T101", "a", "open", 1), ("T101", "b", "fixed", 0), ("T101", "c", "new", 1)]
    gone = next(row for row in rows_of(second, "findings") if row["state"] == "fixed")
    assert (gone["start"], gone["end"], gone["locations"], gone["surface"]) == (None, None, [], "图书馆")


def test_a_decision_stays_one_row_and_one_with_a_new_place_is_new(tmp_path: Path):
    first = built(tmp_path, {"a/zh.md": BAD}, **ONLY)
    second = built(tmp_path, {"a/zh.md": f"{BAD}\n{BAD}"}, **ONLY, since=first)
    assert states(second) == [("T101", "a", "new", 2)]
    third = built(tmp_path, {"a/zh.md": GOOD}, **ONLY, since=second)
    assert states(third) == [("T101", "a", "fixed", 0)]


def test_what_was_not_looked_for_is_not_fixed(tmp_path: Path):
    first = built(tmp_path, {"a/zh.md": BAD, "b/zh.md": BAD}, **ONLY)
    other: dict[str, Any] = {"select": ("T202",)}
    assert states(built(tmp_path, {"a/zh.md": GOOD, "b/zh.md": BAD}, **other, since=first)) == []
    assert states(built(tmp_path, {"a/zh.md": "", "b/zh.md": GOOD}, **ONLY, since=first)) == [("T101", "b", "fixed", 0)]


def test_build_from_before_a_column_that_may_be_null_can_be_compared_with(tmp_path: Path):
    files: dict[str, str | bytes] = {"a/zh.md": BAD, "b/zh.md": f"<!-- taiyaku-ignore T101: 馆名 -->\n{BAD}"}
    first = built(tmp_path, files, **ONLY)
    without_column(first, "findings", "suppressed_by")
    second = built(tmp_path, {"a/zh.md": BAD, "b/zh.md": BAD}, **ONLY, since=first)
    assert states(second) == [("T101", "a", "open", 1), ("T101", "b", "new", 1)]


def test_damaged_build_cannot_be_compared_with(tmp_path: Path):
    first = built(tmp_path, {"a/zh.md": BAD}, **ONLY)
    (first / "findings" / "part-00000.parquet").write_bytes(b"PAR1")
    with pytest.raises(PreviousBuildError, match="findings cannot be read"):
        built(tmp_path, {"a/zh.md": GOOD}, **ONLY, since=first)


def test_comparing_with_the_latest_again_and_again_changes_nothing(tmp_path: Path):
    files: dict[str, str | bytes] = {"a/zh.md": BAD}
    first = built(tmp_path, files, **ONLY)
    second = built(tmp_path, files, **ONLY, since=first)
    third = built(tmp_path, files, **ONLY, since=second)
    assert first != second == third


def test_folder_without_a_build_cannot_be_compared_with(tmp_path: Path):
    with pytest.raises(PreviousBuildError) as raised:
        built(tmp_path, {"a/zh.md": BAD}, since=tmp_path / "none")
    assert str(raised.value).endswith(
        "none: no build there; name the folder of a build, such as outputs/builds/3f2a9c01d2e4"
    )


def test_what_is_not_selected_is_not_found(tmp_path: Path):
    build = built(tmp_path, {"a/zh.md": BAD}, ignore=("T1",))
    assert [row for row in states(build) if row[0] == "T101"] == []


def test_settings_for_folders_reach_the_build(tmp_path: Path):
    chosen: dict[str, Any] = {"select": ("T101",), "per_folder": {"a/*": FolderRules(ignore=("T101",))}}
    assert states(built(tmp_path, {"a/zh.md": BAD, "b/zh.md": BAD}, **chosen)) == [("T101", "b", "new", 1)]


def test_silenced_findings_keep_their_reason(tmp_path: Path):
    build = built(tmp_path, {"a/zh.md": f"<!-- taiyaku-ignore T101: 馆名 -->\n{BAD}"}, **ONLY)
    (row,) = rows_of(build, "findings")
    assert (row["state"], row["suppressed_by"], row["reason"]) == ("suppressed", "page", "馆名")


def test_patterns_of_folders_count_from_the_settings(tmp_path: Path):
    chosen: dict[str, Any] = {"select": ("T101",), "per_folder": {"articles/a/*": FolderRules(ignore=("T101",))}}
    files: dict[str, str | bytes] = {"a/zh.md": BAD, "b/zh.md": BAD}
    assert states(built(tmp_path, files, **chosen, base=tmp_path)) == [("T101", "b", "new", 1)]
