"""Code Quality: an issue for each new place, with what GitLab asks of every issue, known again after edits elsewhere."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossary.desk.report.check_report import CheckedPage, Report
from glossary.desk.report.gitlab import gitlab
from tests.glossary.desk.report.made import HOSTILE_PATHS, POSITION, document, finding, hostile, page, report

# What GitLab's documentation asks of a report, more strictly: nothing else is in ours.
LINES = {
    "type": "object",
    "required": ["begin"],
    "additionalProperties": False,
    "properties": {"begin": {"type": "integer", "minimum": 1}},
}
POSITIONS = {
    "type": "object",
    "required": ["begin", "end"],
    "additionalProperties": False,
    "properties": {"begin": POSITION, "end": POSITION},
}
LOCATION = {
    "type": "object",
    "required": ["path"],
    "additionalProperties": False,
    "properties": {"path": {"type": "string", "minLength": 1}, "lines": LINES, "positions": POSITIONS},
    "oneOf": [{"required": ["lines"]}, {"required": ["positions"]}],
}
SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "additionalProperties": False,
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": LOCATION,
        },
    },
}


def issues(of: Report) -> list[dict[str, Any]]:
    """The issues of a report, after a look at their form."""
    read: list[dict[str, Any]] = json.loads(gitlab(of))
    jsonschema.Draft202012Validator(SCHEMA).validate(read)
    return read


def test_what_it_looks_like():
    (issue,) = issues(report(page("zh/a.md", "好\n用图书馆", "图书馆")))
    assert len(issue.pop("fingerprint")) == 64
    assert issue == {
        "description": "“图书馆” is wrong; expected: 库",
        "check_name": "T101 wrong-rendering",
        "severity": "major",
        "location": {
            "path": "zh/a.md",
            "positions": {"begin": {"line": 2, "column": 2}, "end": {"line": 2, "column": 5}},
        },
    }


@pytest.mark.parametrize(
    ("options", "severities"),
    [
        ({"severity": "critical"}, ["critical"]),
        ({"severity": "minor"}, ["minor"]),
        ({"severity": "neutral"}, ["info"]),
        ({"state": "open"}, []),
        ({"state": "accepted"}, []),
        ({"state": "suppressed"}, []),
        ({"state": "fixed"}, []),
    ],
)
def test_what_becomes_of_a_finding(options: dict[str, Any], severities: list[str]):
    entries = issues(report(page("a.md", "图书馆", "图书馆", **options)))
    assert [issue["severity"] for issue in entries] == severities


def test_nothing_found_is_an_empty_list():
    assert issues(report(page("a.md", "好"))) == issues(report()) == []


def test_alike_places_have_fingerprints_of_their_own_that_edits_elsewhere_leave():
    before = issues(report(page("a.md", "图书馆\n图书馆\n图书馆", "图书馆")))
    after = issues(report(page("a.md", "新的一行\n\n图书馆\n图书馆\n图书馆", "图书馆")))
    prints = [issue["fingerprint"] for issue in before]
    assert len(set(prints)) == 3
    doc, moved = document("a.md", "图书馆"), document("a.md", "新\n图书馆")
    once = issues(report(CheckedPage(doc, "a.md", [finding(doc, (0, 3), finding_id="f")])))
    moved_issues = issues(report(CheckedPage(moved, "a.md", [finding(moved, (2, 5), finding_id="f")])))
    assert once[0]["fingerprint"] == moved_issues[0]["fingerprint"]
    assert len(after) == 3


def test_what_was_extracted_stands_at_the_first_line_and_says_where_it_is():
    (issue,) = issues(report(page("a.html", "好\n图书馆", "图书馆", media_type="text/html")))
    assert issue["location"]["lines"] == {"begin": 1} and "(a.html:~2:1)" in issue["description"]


def test_file_that_could_not_be_read_is_reported():
    unread = CheckedPage(document("a.md", "", status="quarantined", reason="binary"), "a.md", was_named=True)
    (issue,) = issues(report(unread))
    assert (issue["severity"], issue["description"]) == ("blocker", "could not be read: binary")


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_hostile_findings_fit_and_none_has_the_fingerprint_of_another(lang: str):
    entries = issues(hostile(lang))
    assert len({issue["fingerprint"] for issue in entries}) == len(entries) > len(HOSTILE_PATHS)


@given(st.text(min_size=1), st.text())
def test_any_path_and_any_message_fits(path: str, message: str):
    issues(report(replace(page("a.md", "图书馆", "图书馆", message=message), shown_path=path)))
