"""SARIF: what code scanning is told of levels, places, states and remedies. `tests/clients` validates it."""

from __future__ import annotations

import json
from dataclasses import replace
from email.message import Message
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest

from glossary.desk.report.check_report import CheckedPage, Report, Threshold
from glossary.desk.report.sarif import sarif
from glossary.findings.fingerprints import place_id
from glossary.rules import registry
from glossary.rules.registry import BY_CODE, RULES
from tests.glossary.desk.report.made import HOSTILE_PATHS, document, finding, hostile, page, report


def run(of: Report) -> dict[str, Any]:
    """The one run of a report."""
    (only_run,) = json.loads(sarif(of).encode("utf-8"))["runs"]
    assert isinstance(only_run, dict)
    return only_run


def result(**options: Any) -> dict[str, Any]:
    """The result of a page with one finding."""
    (only_result,) = run(report(page("zh/a b.md", "好\n用图书馆", "图书馆", **options)))["results"]
    assert isinstance(only_result, dict)
    return only_result


@pytest.mark.parametrize(
    ("owner", "explained"),
    [("my-org", None), ("ours", "https://github.com/ours/taiyaku/blob/v1.2.0/glossary/rules/README.md")],
)
def test_rules_link_to_their_page_once_a_release_names_the_repository(
    owner: str, explained: str | None, monkeypatch: pytest.MonkeyPatch
):
    installed = Message()
    installed["Version"], installed["Project-URL"] = "1.2.0", f"Homepage, https://github.com/{owner}/taiyaku"
    monkeypatch.setattr(registry, "metadata", {"taiyaku": installed}.__getitem__)
    monkeypatch.setattr(registry, "_page", registry._page.__wrapped__)
    links = {
        rule["id"]: rule.get("helpUri") for rule in run(report(page("zh/a.md", "好", "好")))["tool"]["driver"]["rules"]
    }
    assert links["T101"] == (explained and f"{explained}#t101-wrong-rendering")


def test_a_result():
    place = {"uri": "zh/a%20b.md", "uriBaseId": "%SRCROOT%", "index": 0}
    region = {"startLine": 2, "startColumn": 2, "endLine": 2, "endColumn": 5, "snippet": {"text": "图书馆"}}
    change = {"deletedRegion": region, "insertedContent": {"text": "库"}}
    assert result(suggestion="库", inherited=True) == {
        "ruleId": "T101",
        "ruleIndex": 0,
        "level": "error",
        "message": {"text": "“图书馆” is wrong"},
        "locations": [{"physicalLocation": {"artifactLocation": place, "region": region}}],
        "occurrenceCount": 1,
        "partialFingerprints": {"finding/v1": "0000000000000003", "place/v1": place_id("0000000000000003", "好\n用图书馆", 3, 6)},
        "baselineState": "new",
        "rank": 95.0,
        "suppressions": [],
        "properties": {
            "severity": "major", "confidence": 0.95, "concept": "library", "expected": ["库"], "inherited": True,
            "state": "new",
        },
        "fixes": [
            {
                "description": {"text": "expected: 库"},
                "artifactChanges": [{"artifactLocation": place, "replacements": [change]}],
            }
        ],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("severity", "confidence", "level"),
    [
        ("critical", 0.9, "error"),
        ("major", 0.8, "error"),
        ("major", 0.79, "warning"),
        ("minor", 0.9, "warning"),
        ("neutral", 0.9, "note"),
        ("neutral", 0.1, "note"),
    ],
)
def test_error_is_what_fails_the_check(severity: str, confidence: float, level: str):
    assert result(severity=severity, confidence=confidence)["level"] == level


def test_error_follows_the_threshold():
    checked = replace(report(page("a.md", "图书馆", "图书馆", severity="minor")), threshold=Threshold("minor"))
    assert run(checked)["results"][0]["level"] == "error"


@pytest.mark.parametrize(
    ("state", "baseline"),
    [
        ("new", "new"),
        ("open", "unchanged"),
        ("accepted", "unchanged"),
        ("suppressed", "unchanged"),
        ("fixed", "absent"),
    ],
)
def test_states(state: str, baseline: str):
    assert result(state=state)["baselineState"] == baseline


@pytest.mark.parametrize(("suppressor", "kind"), [("page", "inSource"), ("reviewer", "external")])
def test_a_suppression_says_by_whom_and_why(suppressor: str, kind: str):
    suppression = {"kind": kind, "status": "accepted", "justification": "the museum's"}
    assert result(state="suppressed", suppressed_by=suppressor, reason="the museum's")["suppressions"] == [suppression]


@pytest.mark.parametrize("state", ["new", "open", "accepted", "fixed"])
def test_what_is_not_silenced_has_no_suppression(state: str):
    assert result(state=state, reason="accepted by Mei")["suppressions"] == []


@pytest.mark.parametrize(
    ("lang", "message"),
    [
        ("en", "“图书馆” is wrong (also on lines [1](1), [2](2))"),
        ("zh", "“图书馆”不对 (另见第 [1](1)、[2](2) 行)"),
        ("ja", "「图书馆」は誤りです (ほかに [1](1)、[2](2) 行目)"),
    ],
)
def test_other_places_are_linked(lang: str, message: str):
    (row,) = run(report(page("a.md", "图书馆，图书馆\n图书馆", "图书馆"), lang=lang))["results"]
    assert row["message"]["text"] == message
    places = [
        (location["id"], location["physicalLocation"]["region"]["startColumn"]) for location in row["relatedLocations"]
    ]
    assert places == [(1, 5), (2, 1)]


def test_many_places_are_counted():
    (row,) = run(report(page("a.md", "图书馆\n" * 9, "图书馆")))["results"]
    assert row["message"]["text"].endswith("(also on lines [2](1), [3](2), [4](3), [5](4), [6](5), and 3 more)")
    assert len(row["relatedLocations"]) == 8


def test_places_on_other_pages_are_named_with_their_path():
    other = document("b[1].md", "其他")
    first = page("a.md", "图书馆", "图书馆")
    first.findings[0].locations.extend(finding(other, (1, 2)).locations)
    (row,) = run(report(first, CheckedPage(other, "b[1].md")))["results"]
    assert row["message"]["text"].endswith(r"(also on line [b\[1\].md:1](1))")
    assert row["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["index"] == 1


def test_what_a_viewer_would_take_for_a_link_is_none():
    assert result(message="[x](http://example.org)")["message"]["text"] == "[x] (http://example.org)"


def test_a_page_of_html_has_no_lines_to_point_at():
    (row,) = run(report(page("a.html", "\n图书馆", "图书馆", media_type="text/html", suggestion="库")))["results"]
    assert row["message"]["text"] == "“图书馆” is wrong (a.html:~2:1)"
    assert row["locations"][0]["physicalLocation"]["region"] == {"startLine": 1}
    assert "fixes" not in row


def test_rules_say_what_they_are():
    rules = run(report(replace(page("a.md", "好"), rules=RULES)))["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.code for rule in RULES]
    (rule,) = (rule for rule in rules if rule["id"] == "T101")
    assert (rule["name"], rule["defaultConfiguration"]) == (
        "wrong-rendering",
        {"level": "error", "rank": round(100 * BY_CODE["T101"].confidence, 1)},
    )
    assert rule["properties"]["precision"] == "high"
    assert rule["help"]["text"].startswith(rule["fullDescription"]["text"])
    assert "Bad: " in rule["help"]["text"] and "**Good**" in rule["help"]["markdown"]
    assert rule["shortDescription"]["text"].endswith(".")


def test_paths_are_uris_that_lead_back():
    for artifact, path in zip(run(hostile())["artifacts"], HOSTILE_PATHS, strict=False):
        uri = artifact["location"]["uri"]
        assert uri.isascii() and ":" not in uri.removeprefix("file:")
        raw = unquote_to_bytes(uri.removeprefix("file://"))
        assert raw == path.replace("\ud800", "\ufffd").encode("utf-8", "surrogateescape")
        assert ("uriBaseId" in artifact["location"]) == (not path.startswith("/"))


def test_files_that_could_not_be_read_are_named():
    (notification,) = run(hostile("zh"))["invocations"][0]["toolExecutionNotifications"]
    assert notification["level"] == "error" and notification["message"]["text"].startswith("无法读取：no text:")


def test_columns_and_lines_are_counted_as_the_log_says():
    sarif_run = run(report(page("a.md", "𠮷图书馆\r𠮷图书馆", "图书馆")))
    assert (sarif_run["columnKind"], sarif_run["newlineSequences"]) == ("unicodeCodePoints", ["\r\n", "\n", "\r"])
    (row,) = sarif_run["results"]
    places = [location["physicalLocation"]["region"] for location in [*row["locations"], *row["relatedLocations"]]]
    assert [(place["startLine"], place["startColumn"]) for place in places] == [(1, 2), (2, 2)]


def test_the_same_findings_give_the_same_bytes():
    assert sarif(hostile("ja")) == sarif(hostile("ja"))
