"""JUnit before those who read it: the schema that Jenkins reads reports with, and a reader that others use."""

from __future__ import annotations

from typing import Any

import pytest

from glossary.desk.report.junit import junit
from tests.clients.tools import asked
from tests.glossary.desk.report.made import hostile, page, report

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_report_fits_the_schema(lang: str):
    assert asked("schema", junit(report(page("a.md", "图书馆", "图书馆"), lang=lang))) == []
    assert asked("schema", junit(hostile(lang))) == []


def test_schema_sees_what_is_wrong():
    assert asked("schema", junit(report(page("a.md", "图书馆", "图书馆"))).replace("failure", "fault")) != []


def test_reader_finds_every_suite_case_and_failure():
    report = hostile()
    read: dict[str, Any] = asked("junit", junit(report))
    assert (read["name"], len(read["testsuite"])) == ("taiyaku", len(report.pages))
    cases = [case for suite in read["testsuite"] for case in suite.get("testcase", [])]
    failures = [case for case in cases if case.get("failure")]
    assert (read["tests"], read["failures"], read["errors"]) == (len(cases), len(failures), 1)
    assert "图书馆" in failures[0]["failure"][0]["inner"]
