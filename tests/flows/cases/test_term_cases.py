"""The small inputs that failed, of terms: `../shared/cases`, checked on the command line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.flows.command import called
from tests.shared import SHARED

CASES = SHARED / "cases"
pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"{CASES} is not there: inputs that failed")

Call = pytest.CaptureFixture[str]
Place = tuple[str, str, str, float]
WITH_OURS = pytest.param(
    (), marks=pytest.mark.slow, id="with-ours"
)  # the whole glossary is checked together with theirs
ALONE = pytest.param(("--glossary-only",), id="alone")


@pytest.fixture
def case(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A copy of the named case as the current folder; returns its folder of entries."""
    shutil.copytree(CASES / request.param, tmp_path / "case")
    monkeypatch.chdir(tmp_path / "case")
    return str(tmp_path / "case/terms")  # a process keeps glossaries by the folders that are named


def checked(capfd: Call, *arguments: str) -> tuple[int, list[Place]]:
    """The status of a check, and its places: rule, words, severity, confidence."""
    ran = called(capfd, "check", *arguments, "--format", "json")
    findings: list[dict[str, Any]] = json.loads(ran.out)["findings"]
    places = [
        (finding["rule"], location["surface"], finding["severity"], location["confidence"])
        for finding in findings
        for location in finding["locations"]
    ]
    return ran.status, places


@pytest.mark.parametrize("case", ["avoid-with-english"], indirect=True)
def test_unwanted_form_is_sure_with_english_beside_it(case: str, capfd: Call):
    status, places = checked(capfd, "zh")
    sure = [(rule, surface) for rule, surface, _, confidence in places if confidence >= 0.8]
    assert sorted(sure) == [("T101", "向前传递"), ("T101", "草图模型"), *[("T102", "令牌")] * 3]
    assert status == 1


@pytest.mark.parametrize("case", ["deprecated-never-fails"], indirect=True)
@pytest.mark.parametrize("page", ["a.zh.md", "b.zh.md"])
@pytest.mark.parametrize("alone", [WITH_OURS, ALONE])
def test_form_that_the_project_deprecates_fails_with_its_reason(
    case: str, capfd: Call, page: str, alone: tuple[str, ...]
):
    status, places = checked(capfd, page, "--glossary", case, *alone)
    assert [place[:3] for place in places] == [("T102", "API 秘钥", "major")] and places[0][3] >= 0.95
    assert status == 1
    assert "a miswriting" in called(capfd, "check", page, "--glossary", case, *alone).out


@pytest.mark.parametrize("case", ["overlay-loses"], indirect=True)
@pytest.mark.parametrize("alone", [WITH_OURS, ALONE])
def test_project_entry_goes_before_a_built_in_one(case: str, capfd: Call, alone: tuple[str, ...]):
    status, places = checked(capfd, "ja", "--glossary", case, *alone)
    assert [place[:2] for place in places] == [("T102", "再ランク付け")] * 2
    assert status == 1


@pytest.mark.parametrize("case", ["no-english"], indirect=True)
def test_words_in_their_own_sense_are_silent_without_english(case: str, capfd: Call):
    _, places = checked(capfd, "campus.zh.md")
    assert not [surface for rule, surface, _, confidence in places if rule == "T101" and confidence >= 0.5]


@pytest.mark.xfail(strict=True, reason="a later issue: senses without the original")
@pytest.mark.parametrize("case", ["no-english"], indirect=True)
def test_howlers_are_likely_without_english(case: str, capfd: Call):
    _, places = checked(capfd, "release.zh.md")
    likely = {
        surface for rule, surface, _, confidence in places if rule in ("T101", "T102", "T104") and confidence >= 0.5
    }
    assert len(likely) >= 7


@pytest.mark.parametrize("case", ["imports"], indirect=True)
@pytest.mark.parametrize("file", ["crowdin.csv", "google.csv", "weblate.csv", "multiterm.tbx", "tt.tbx", "om.txt"])
def test_glossary_of_another_tool_is_read(case: str, capfd: Call, file: str):
    ran = called(capfd, "glossary", "import", file, "--into", "imported", "--for", "zh")
    assert ran.status == 0 and "Workflow" in "".join(
        path.read_text("utf-8") for path in Path("imported").glob("*.toml")
    )


@pytest.mark.parametrize("case", ["imports"], indirect=True)
def test_sound_rows_of_a_bad_table_are_taken(case: str, capfd: Call):
    ran = called(capfd, "glossary", "import", "bad.csv", "--into", "imported")
    assert "prefered" in ran.out + ran.err
    assert "Bar" in "".join(path.read_text("utf-8") for path in Path("imported").glob("*.toml"))
