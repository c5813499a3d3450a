"""Lines for reviewdog: one for each new place, whose bytes are those of the words that a suggestion replaces."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossary.desk.report.check_report import CheckedPage, Report
from glossary.desk.report.rdjsonl import rdjsonl
from tests.glossary.desk.report.made import POSITION, document, finding, hostile, page, report

RANGE = {
    "type": "object",
    "required": ["start", "end"],
    "additionalProperties": False,
    "properties": {"start": POSITION, "end": POSITION},
}
SUGGESTION = {
    "type": "object",
    "required": ["range", "text"],
    "additionalProperties": False,
    "properties": {"range": RANGE, "text": {"type": "string"}},
}
# A Diagnostic of reviewdog's proto/rdf/reviewdog.proto, as far as we use it.
DIAGNOSTIC = {
    "type": "object",
    "required": ["message", "location", "severity", "source"],
    "additionalProperties": False,
    "properties": {
        "message": {"type": "string", "minLength": 1},
        "location": {
            "type": "object",
            "required": ["path"],
            "additionalProperties": False,
            "properties": {"path": {"type": "string", "minLength": 1}, "range": RANGE},
        },
        "severity": {"enum": ["ERROR", "WARNING", "INFO"]},
        "source": {"const": {"name": "taiyaku"}},
        "code": {"type": "object", "required": ["value"], "properties": {"value": {"type": "string"}}},
        "suggestions": {"type": "array", "minItems": 1, "items": SUGGESTION},
    },
}


def diagnostics(of: Report) -> list[dict[str, Any]]:
    """The lines of a report, after a look at their form."""
    lines = [json.loads(line) for line in rdjsonl(of).split("\n")[:-1]]
    for line in lines:
        jsonschema.Draft202012Validator(DIAGNOSTIC).validate(line)
    return lines


def words(text: str, span: dict[str, Any]) -> str:
    """What stands in a range of one line, as reviewdog cuts it: by bytes."""
    line = text.split("\n")[int(span["start"]["line"]) - 1].encode()
    start, end = (int(span[name]["column"]) - 1 for name in ("start", "end"))
    return line[start:end].decode()


def test_what_it_looks_like():
    (line,) = diagnostics(report(page("zh/a.md", "好\n用图书馆", "图书馆", suggestion="库")))
    span = {"start": {"line": 2, "column": 4}, "end": {"line": 2, "column": 13}}
    assert line == {
        "message": "“图书馆” is wrong\nexpected: 库",
        "location": {"path": "zh/a.md", "range": span},
        "severity": "ERROR",
        "source": {"name": "taiyaku"},
        "code": {"value": "T101 wrong-rendering"},
        "suggestions": [{"range": span, "text": "库"}],
    }


@pytest.mark.parametrize(
    ("options", "severities"),
    [
        ({"severity": "critical"}, ["ERROR"]),
        ({"confidence": 0.5}, ["WARNING"]),
        ({"severity": "neutral"}, ["INFO"]),
        ({"state": "open"}, []),
        ({"state": "suppressed"}, []),
        ({"state": "fixed"}, []),
    ],
)
def test_what_becomes_of_a_finding(options: dict[str, Any], severities: list[str]):
    lines = diagnostics(report(page("a.md", "图书馆", "图书馆", **options)))
    assert [line["severity"] for line in lines] == severities


@pytest.mark.parametrize("before", ["", "a", "é", "用", "👩\u200d💻", "\t𠮷 ", "一行\n二"])
def test_bytes_of_a_suggestion_are_those_of_the_words(before: str):
    text = f"{before}图书馆。"
    doc = document("a.md", text)
    findings = [finding(doc, (len(before), len(before) + 3), suggestion="库")]
    (line,) = diagnostics(report(CheckedPage(doc, "a.md", findings)))
    assert words(text, line["suggestions"][0]["range"]) == "图书馆"


def test_without_a_safe_remedy_nothing_is_suggested():
    (line,) = diagnostics(report(page("a.md", "图书馆", "图书馆")))
    assert "suggestions" not in line


def test_what_was_extracted_has_no_lines_and_says_where_it_is():
    (line,) = diagnostics(report(page("a.html", "好\n图书馆", "图书馆", media_type="text/html", suggestion="库")))
    assert line["location"] == {"path": "a.html"} and "(a.html:~2:1)" in line["message"] and "suggestions" not in line


def test_file_that_could_not_be_read_is_reported():
    unread = CheckedPage(document("a.md", "", status="quarantined", reason="binary"), "a.md", was_named=True)
    (line,) = diagnostics(report(unread))
    assert (line["severity"], line["message"]) == ("ERROR", "could not be read: binary")


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_hostile_findings_fit(lang: str):
    assert len(diagnostics(hostile(lang))) > 10


@given(st.text(min_size=1), st.text())
def test_any_path_and_any_message_fits(path: str, message: str):
    diagnostics(report(replace(page("a.md", "图书馆", "图书馆", message=message), shown_path=path)))
