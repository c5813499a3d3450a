"""The cases of `../shared/cases` about numbers in cells and literals in code, as `taiyaku check` reports them."""

from __future__ import annotations

import json
import shutil

import pytest

from tests.flows.command import called
from tests.shared import SHARED

CASES = SHARED / "cases"
pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"{CASES} is not there")

# The case, its page and rule; each line with what stands there and what the original has.
TABLE = [
    ("front-matter-and-cells", "zh/a.md", "T303",
     {(14, "5", "3"), (15, "128", "64"), (16, "60 秒", "30 秒"),
      (18, "128", "64"), (18, "8081", "8080"), (18, "60 秒", "30 秒")}),
    ("front-matter-and-cells", "zh/b.mdx", "T303",
     {(14, "5", "3"), (15, "128", "64"), (16, "60 秒", "30 秒"),
      (18, "128", "64"), (18, "8081", "8080"), (18, "60 秒", "30 秒")}),
    ("mdx-indent", "zh/control.mdx", "T303", {(5, "128", "64"), (6, "60 秒", "30 秒"), (14, "0.01", "0.001")}),
    ("code-literals", "zh/a.md", "T309",
     {(6, "0.01", "0.001"), (7, "100", "10"), (7, "1", "0"), (11, "8081", "8080"), (11, "model", "models")}),
    ("nested", "zh/page.md", "T303", {(19, "5", "3")}),
    ("nested", "zh/page.md", "T309", {(7, "0.001", "0.01")}),
]  # fmt: skip


@pytest.mark.parametrize(("case", "page", "rule", "expected"), TABLE, ids=["-".join(row[:3]) for row in TABLE])
def test_what_differs_is_reported_where_it_stands(case, page, rule, expected, tmp_path, monkeypatch, capfd):
    shutil.copytree(CASES / case, tmp_path / case)
    monkeypatch.chdir(tmp_path)
    ran = called(capfd, "check", case, "--select", rule, "--format", "json")
    places = [
        place
        for finding in json.loads(ran.out)["findings"]
        for place in finding["locations"]
        if place["path"].endswith(page) and finding["severity"] != "neutral"
    ]
    assert {(place["line"], place["surface"], *place["expected"]) for place in places} == expected


def test_indented_page_has_the_numbers_of_the_unindented_one(tmp_path, monkeypatch, capfd):
    shutil.copytree(CASES / "mdx-indent", tmp_path / "mdx-indent")
    monkeypatch.chdir(tmp_path)
    ran = called(capfd, "check", "mdx-indent", "--select", "T303", "--format", "json")
    surfaces_by_page = {
        name: sorted(
            place["surface"]
            for finding in json.loads(ran.out)["findings"]
            for place in finding["locations"]
            if place["path"].endswith(name)
        )
        for name in ("a.mdx", "control.mdx")
    }
    if not surfaces_by_page["a.mdx"]:
        pytest.xfail("text indented inside a component is read as code until MDX is read as such")
    assert surfaces_by_page["a.mdx"] == surfaces_by_page["control.mdx"]
