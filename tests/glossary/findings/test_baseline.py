"""The baseline's file: the same findings give the same bytes, and a broken one is refused with a remedy."""

from __future__ import annotations

import json

import pytest

from glossary.findings.baseline import BaselineEntry, BaselineError, baseline_text, read

ENTRIES = [
    BaselineEntry("zh/b.md", "2" * 16, "T102", "运算符", ("c" * 16,)),
    BaselineEntry("zh/a.md", "1" * 16, "T101", "图书馆", ("a" * 16, "b" * 16)),
]


def test_what_is_written_is_read_again_in_order_of_paths():
    assert read(baseline_text(ENTRIES)) == sorted(ENTRIES)
    assert baseline_text(ENTRIES) == baseline_text(reversed(ENTRIES))


def test_one_line_holds_one_finding():
    lines = [line for line in baseline_text(ENTRIES).splitlines() if "finding_id" in line]
    assert [json.loads(line.strip(" ,"))["path"] for line in lines] == ["zh/a.md", "zh/b.md"]


def test_an_empty_one_is_one():
    assert read(baseline_text([])) == []


BROKEN = [
    ("", "not JSON: Expecting value: line 1 column 1 (char 0); make it again with --update-baseline"),
    ("{", "not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1); make it again with --update-baseline"),
    ("[" * 100_000, "not JSON: "),
    ("[]", "no baseline of version 1; make it again with --update-baseline"),
    ('{"version": 2, "findings": []}', "no baseline of version 1; make it again with --update-baseline"),
    ('{"version": 1, "findings": [1]}', "finding 1 lacks path, finding_id, rule, surface; make it again with --update-baseline"),
    (
        '{"version": 1, "findings": [{"path": "a", "finding_id": "b", "rule": "T101", "surface": "c", "places": [1]}]}',
        "finding 1: places is no list of fingerprints; make it again with --update-baseline",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_broken_files_are_refused(text: str, message: str):
    with pytest.raises(BaselineError) as raised:
        read(text)
    assert str(raised.value).startswith(message)
