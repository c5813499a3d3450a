"""Annotations: one command a decision on a page, the worst first, read back by a reader of GitHub's own grammar."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.sources.documents import UNRECOGNISED
from glossary.desk.report import check_report
from glossary.desk.report.check_report import CheckedPage, Threshold
from glossary.desk.report.github import github
from glossary.desk.report.text import decisions, text
from tests.glossary.desk.report.commands import Command, commands
from tests.glossary.desk.report.made import HOSTILE_PATHS, document, finding, hostile, page, report


def test_a_command():
    assert github(report(page("zh/a.md", "好\n用图书馆", "图书馆"))) == (
        "::error file=zh/a.md,line=2,col=2,endLine=2,endColumn=4,title=T101 wrong-rendering::“图书馆” is wrong%0Aexpected: 库\n"
        "1 problem in 1 file: 1 major; 1 fails the check\n"
    )


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"severity": "critical"}, "error"),
        ({"severity": "major"}, "error"),
        ({"severity": "major", "confidence": 0.5}, "warning"),
        ({"severity": "minor"}, "warning"),
        ({"severity": "neutral"}, "notice"),
    ],
)
def test_error_is_what_fails_the_check(options: dict[str, Any], name: str):
    assert [command.name for command in commands(github(report(page("a.md", "图书馆", "图书馆", **options))))] == [name]


def test_error_follows_the_threshold():
    checked = replace(report(page("a.md", "图书馆", "图书馆")), threshold=Threshold("critical"))
    assert [command.name for command in commands(github(checked))] == ["warning"]


@pytest.mark.parametrize("state", ["open", "accepted", "suppressed", "fixed"])
def test_only_what_is_new_is_reported(state: str):
    assert commands(github(report(page("a.md", "图书馆", "图书馆", state=state)))) == []


def test_repeats_of_a_decision_on_a_page_are_one_command():
    (command,) = commands(github(report(page("a.md", "图书馆\n好\n图书馆\n图书馆", "图书馆"))))
    assert (command.properties["line"], command.message) == ("1", "“图书馆” is wrong\nexpected: 库\nalso on lines 3, 4")


def test_title_says_what_is_uncertain():
    (command,) = commands(github(report(page("a.md", "图书馆", "图书馆", confidence=0.5))))
    assert command.properties["title"] == "T101 wrong-rendering (uncertain)"


@pytest.mark.parametrize(
    ("reason", "was_named", "name"),
    [("binary", True, "error"), ("binary", False, "warning"), (f"{UNRECOGNISED} as zh", True, "error"), (f"{UNRECOGNISED} as zh", False, "notice")],
)  # fmt: skip
def test_error_is_only_what_the_check_needs_to_read(reason: str, was_named: bool, name: str):
    doc = document("a.txt", "", status="quarantined", reason=reason)
    output = github(report(CheckedPage(doc, "a.txt", was_named=was_named)))
    assert commands(output) == [Command(name, {"file": "a.txt"}, f"could not be read: {reason}")]
    assert output.count("\n") == 1  # nothing was checked that could be summed up


def test_pages_of_a_language_that_is_not_installed_are_one_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(check_report, "missing_extra", lambda lang: "taiyaku[ja]" if lang == "ja" else "")
    lacking = [document(f"{name}.md", "", lang="ja", status="quarantined", reason="not installed") for name in "ab"]
    checked = report(*(CheckedPage(doc, doc.path) for doc in lacking), page("zh.md", "好"))
    assert commands(github(checked)) == [Command("error", {}, "2 files could not be read: not installed")]
    assert text(checked).splitlines()[0] == "2 files could not be read: not installed"


def test_the_most_severe_and_certain_come_first():
    doc = document("a.md", "一二三四五")
    findings = [
        finding(doc, (0, 1), severity="minor"),
        finding(doc, (1, 2), (3, 4), confidence=0.85),
        finding(doc, (2, 3), confidence=0.9),
        finding(doc, (4, 5), severity="critical", confidence=0.8),
    ]
    issued = commands(github(report(CheckedPage(doc, "a.md", findings))))
    assert [command.properties["col"] for command in issued] == ["5", "3", "2", "1"]


def test_columns_of_several_lines_are_left_out():
    checked_page = page("a.md", "An English\nsentence", "An English\nsentence")
    properties = commands(github(report(checked_page)))[0].properties
    assert {key: properties.get(key) for key in ("line", "endLine", "col", "endColumn")} == {
        "line": "1", "endLine": "2", "col": None, "endColumn": None,
    }  # fmt: skip


def test_a_place_without_words_is_one_column():
    doc = document("a.md", "句子")
    properties = commands(github(report(CheckedPage(doc, "a.md", [finding(doc, (2, 2))]))))[0].properties
    assert (properties["col"], properties["endColumn"]) == ("3", "3")


def test_a_page_of_html_has_no_lines_to_point_at():
    (command,) = commands(github(report(page("a.html", "\n图书馆", "图书馆", media_type="text/html", expected=[]))))
    assert command == Command(
        "error", {"file": "a.html", "title": "T101 wrong-rendering"}, "“图书馆” is wrong (a.html:~2:1)"
    )


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_hostile_findings_are_one_command_a_line(lang: str):
    output = github(hostile(lang))
    output.encode()
    issued = commands(output)
    assert len(issued) == output.count("\n") - 1 == len(list(decisions(hostile()))) + 1
    assert {command.name for command in issued} == {"error", "warning", "notice"}
    paths = {re.sub("[\ud800-\udfff]", "\ufffd", path) for path in [*HOSTILE_PATHS, "unread\n.md"]}
    assert {command.properties["file"] for command in issued} == paths
    assert all("\r" not in line for line in output.split("\n"))


@given(st.text(min_size=1), st.text())
def test_any_path_and_any_message_is_read_back(path: str, message: str):
    checked_page = page("a.md", "图书馆", "图书馆", message=message, expected=[])
    (command,) = commands(github(report(replace(checked_page, shown_path=path))))
    assert command.properties["file"] == path
    assert command.properties["title"] == "T101 wrong-rendering"


def test_the_same_findings_give_the_same_bytes():
    assert github(hostile()) == github(hostile())
