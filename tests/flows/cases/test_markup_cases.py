"""Markup that a translation broke, as users of such tools reported it: cases that stand beside the repository."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.flows.command import called
from tests.shared import SHARED

CASES = SHARED / "cases"
pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"{CASES} is not there: small inputs that failed")

Call = pytest.CaptureFixture[str]

# The surfaces that T310 reports, by case and page.
BROKEN = [
    (
        "rst-glued",
        "zh/api.rst",
        [":class:`WebSupport`", "``model.eval()``", "`手册 <https://example.org/manual>`_"],
    ),
    (
        "rst-glued",
        "ja/api.rst",
        [":class:`WebSupport`", "``model.eval()``", "`マニュアル <https://example.org/manual>`_"],
    ),
    ("table-pipes", "zh/cli.md", ["`--color auto|always|never`", "`cat log | grep loss`", "`a || b`"]),
    (
        "containers",
        "zh/page.md",
        ["???+ node “Dashboard 的介绍”", "::: 信息[我的标题]{open=true}", "1。", "2。"],
    ),
]
NAMES = [f"{case}-{page}" for case, page, _ in BROKEN]


def places(capfd: Call, folder: Path, page: str) -> list[dict[str, Any]]:
    """Return the places of T310 on a page, in order."""
    ran = called(capfd, "check", folder, "--select", "T310", "--format", "json")
    findings = json.loads(ran.out)["findings"]
    page_places = [place for finding in findings for place in finding["locations"] if place["path"].endswith(page)]
    return sorted(page_places, key=lambda place: place["start"])


@pytest.mark.parametrize(("case", "page", "surfaces"), BROKEN, ids=NAMES)
def test_broken_markup_is_reported(capfd: Call, case: str, page: str, surfaces: list[str]):
    broken_places = places(capfd, CASES / case, page)
    assert [place["surface"] for place in broken_places] == surfaces
    assert all(place["confidence"] >= 0.8 and place["suggestion"] for place in broken_places)


@pytest.mark.parametrize(("case", "page", "surfaces"), BROKEN, ids=NAMES)
def test_fix_leaves_what_the_suggestion_says(capfd: Call, tmp_path: Path, case: str, page: str, surfaces: list[str]):
    folder = tmp_path / case
    shutil.copytree(CASES / case, folder)
    expected = text = (folder / page).read_text(encoding="utf-8")
    for place in reversed(places(capfd, folder, page)):
        expected = expected[: place["start"]] + place["suggestion"] + expected[place["end"] :]
    called(capfd, "check", folder, "--select", "T310", "--fix")
    assert (folder / page).read_text(encoding="utf-8") == expected != text
    assert places(capfd, folder, page) == []
