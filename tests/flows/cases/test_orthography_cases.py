"""The cases of `../shared/cases` about widths and regional words, checked as a user checks them."""

from __future__ import annotations

import json
from collections import defaultdict

import pytest

from tests.flows.command import called
from tests.shared import SHARED

CASES = SHARED / "cases"
pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"{CASES} is not there")

Call = pytest.CaptureFixture[str]


def surfaces(capfd: Call, name: str, *more: str) -> dict[tuple[str, str], list[str]]:
    """Return the words at the places of shown findings, by language and rule."""
    ran = called(capfd, "check", str(CASES / name), "--format", "json", *more)
    surfaces_by_rule: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for finding in json.loads(ran.out)["findings"]:
        if finding["severity"] != "neutral" or more:
            surfaces_by_rule[finding["locations"][0]["path"].split("/")[-2], finding["rule"]] += [
                place["surface"] for place in finding["locations"]
            ]
    return surfaces_by_rule


def test_widths(capfd: Call):
    surfaces_by_rule = surfaces(capfd, "widths")
    assert surfaces_by_rule["zh", "T406"] == ['"', '"']  # “OK" and "Cancel”, one decision
    assert set(surfaces_by_rule["zh", "T405"]) == {"＄", "．", "节 。"}
    assert surfaces_by_rule["ja", "T406"] == [")"]
    assert set(surfaces_by_rule["ja", "T405"]) == {"．", "ﾃﾝｿﾙ"}


def test_taiwan_words(capfd: Call):
    surfaces_by_rule = surfaces(capfd, "taiwan-words", "--select", "T408")
    words = [
        "服務器",
        "數據",
        "存儲",
        "默認",
        "網絡",
        "端口",
        "硬件",
        "內存",
        "緩存",
        "點擊",
        "菜單",
        "設置",
        "視頻",
        "軟件",
    ]
    assert set(words) <= set(surfaces_by_rule["zh-TW", "T408"])
