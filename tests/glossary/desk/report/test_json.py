"""The JSON object: every column, every place, the same bytes, and nothing that a program would refuse."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.records import Finding
from glossary.desk.report.check_report import CheckedPage
from glossary.desk.report.json import dumped, json_object
from glossary.findings.fingerprints import place_id
from tests.glossary.desk.report.made import document, finding, hostile, page, report


def test_what_it_holds():
    checked_page = page("zh/a.md", "好\n用图书馆", "图书馆")
    assert json.loads(json_object(report(checked_page, page("zh/b.md", "好")))) == {
        "version": 1,
        "signature": "taiyaku:0|test",
        "lang": "en",
        "summary": {
            "files": 2, "unread": 0, "affected": 1, "new": {"critical": 0, "major": 1, "minor": 0, "neutral": 0},
            "decisions": 1, "failing": 1, "uncertain": 0, "fixable": 0, "by_hand": 0, "known": 0, "suppressed": 0, "fixed": 0,
        },
        "unread": [],
        "findings": [
            {
                "path": "zh/a.md", "text": "“图书馆” is wrong", "finding_id": "0000000000000003", "rule": "T101",
                "name": "wrong-rendering", "category": "terminology/wrong-term", "severity": "major",
                "confidence": 0.95, "scope": "segment", "doc_id": "id of zh/a.md", "work": "zh/a.md", "lang": "zh",
                "segment_id": None, "start": 3, "end": 6, "surface": "图书馆", "concept_id": "library",
                "message": "“图书馆” is wrong", "message_zh": "“图书馆”不对", "message_ja": "「图书馆」は誤りです",
                "expected": ["库"], "suggestion": None, "occurrences": 1,
                "locations": [
                    {
                        "path": "zh/a.md", "doc_id": "id of zh/a.md", "start": 3, "end": 6, "line": 2, "column": 2,
                        "end_line": 2, "end_column": 5, "extracted": False, "surface": "图书馆",
                        "text": "“图书馆” is wrong", "expected": ["库"], "suggestion": None, "confidence": 0.95,
                        "fingerprint": place_id("0000000000000003", "好\n用图书馆", 3, 6),
                    }
                ],
                "inherited": False, "state": "new", "suppressed_by": None, "reason": None, "fails": True,
            }
        ],
    }  # fmt: skip


def test_every_column_of_the_table_is_there():
    (row,) = json.loads(json_object(report(page("a.md", "图书馆", "图书馆"))))["findings"]
    assert {field.name for field in fields(Finding)} <= row.keys()


def test_text_is_in_the_language_that_was_asked_for():
    (row,) = json.loads(json_object(report(page("a.md", "图书馆", "图书馆"), lang="ja")))["findings"]
    assert row["text"] == "「图书馆」は誤りです"


def test_findings_of_every_state_are_there():
    doc = document("a.md", "图书馆")
    states = ["new", "open", "accepted", "suppressed", "fixed"]
    result = json.loads(
        json_object(report(CheckedPage(doc, "a.md", [finding(doc, (0, 3), state=state) for state in states])))
    )
    rows = [(row["state"], row["fails"], len(row["locations"])) for row in result["findings"]]
    assert rows == [
        ("new", True, 1),
        ("open", False, 1),
        ("accepted", False, 1),
        ("suppressed", False, 1),
        ("fixed", False, 0),
    ]
    assert (result["summary"]["known"], result["summary"]["suppressed"], result["summary"]["fixed"]) == (2, 1, 1)


def test_files_that_could_not_be_read_are_named():
    unread = CheckedPage(document("a", "", status="quarantined", reason="binary"), "a")
    assert json.loads(json_object(report(unread)))["unread"] == [{"path": "a", "reason": "binary"}]


def test_a_finding_stands_on_one_line_and_is_not_escaped():
    lines = json_object(report(page("图.md", "图书馆", "图书馆"))).splitlines()
    assert [number for number, line in enumerate(lines) if "图.md" in line] == [7]


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_hostile_findings_are_valid_json_in_utf_8(lang: str):
    output = json_object(hostile(lang))
    result = json.loads(output.encode("utf-8"))
    assert len(result["findings"]) == len(hostile().findings)
    assert all(
        char.isprintable() or char in " \n\u200b\u200d" or ord(char) >= 0xE000 or char == "\u3000" for char in output
    )


def test_the_same_findings_give_the_same_bytes():
    assert json_object(hostile()) == json_object(hostile())


@given(st.text())
def test_what_is_dumped_is_read_again(text: str):
    assert json.loads(dumped({"a": [text]})) == {"a": [text]}
