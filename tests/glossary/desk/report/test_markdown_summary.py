"""The summary of a job: counts, then the decisions with what fails the check in front, read back by a Markdown parser."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from corpus.text.printable import escaped
from glossary.desk.report.check_report import CheckedPage, Threshold
from glossary.desk.report.markdown_summary import markdown
from tests.glossary.desk.report.made import document, finding, hostile, page, report


def kinds(text: str) -> list[str]:
    """What a reader's parser makes of a text: the kinds of its blocks and of what stands in them."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    return [token.type for block in tokens for token in (block, *(block.children or ()))]


def test_what_it_looks_like():
    doc = document("zh/a_b.md", "图书馆和图书馆\n操作员")
    findings = [finding(doc, (8, 11), severity="minor"), finding(doc, (0, 3), (4, 7), finding_id="f")]
    assert markdown(report(CheckedPage(doc, "zh/a_b.md", findings), page("zh/b.md", "好"))) == (
        """\
### 3 problems (2 decisions) in 1 of 2 files: 2 major, 1 minor; 2 fail the check

- **zh/a\\_b.md:1:1 T101 “图书馆” is wrong** (major 0.95; expected: 库; also on line 1)
- zh/a\\_b.md:2:1 T101 “操作员” is wrong (minor 0.95; expected: 库)
"""
    )


def test_nothing_found_is_said():
    assert markdown(report(page("a.md", "好"))) == "### No problems in 1 file; 1 has no original to compare it with\n"
    assert markdown(report(page("a.md", "好"), lang="ja")).startswith("### 1 ファイルに")


def test_what_fails_the_check_comes_first_then_what_is_grave_and_certain():
    doc = document("a.md", "一二三四")
    findings = [
        finding(doc, (0, 1), severity="minor"),
        finding(doc, (1, 2), confidence=0.85),
        finding(doc, (2, 3), severity="critical", confidence=0.6),
        finding(doc, (3, 4), confidence=0.9),
    ]
    lines = markdown(report(CheckedPage(doc, "a.md", findings))).splitlines()[2:]
    assert [line.strip("-* ")[:8] for line in lines] == ["a.md:1:4", "a.md:1:2", "a.md:1:3", "a.md:1:1"]
    assert [line.startswith("- **") for line in lines] == [True, True, False, False]


def test_what_fails_follows_the_threshold():
    strict = replace(report(page("a.md", "图书馆", "图书馆", severity="minor")), threshold=Threshold("minor"))
    assert "\n- **a.md" in markdown(strict)


@pytest.mark.parametrize("state", ["open", "accepted", "suppressed", "fixed"])
def test_only_what_is_new_is_listed(state: str):
    assert "\n- " not in markdown(report(page("a.md", "图书馆", "图书馆", state=state)))


def test_a_long_list_is_cut_and_the_rest_counted():
    doc = document("a.md", "一" * 70)
    findings = [finding(doc, (place, place + 1), finding_id=f"{place}") for place in range(70)]
    lines = markdown(report(CheckedPage(doc, "a.md", findings))).splitlines()
    assert (len(lines), lines[-1]) == (53, "- and 20 more")


def test_file_that_could_not_be_read_is_reported():
    unread = CheckedPage(document("a.md", "", status="quarantined", reason="binary"), "a.md")
    assert "\n- a.md: could not be read: binary\n" in markdown(report(unread))


def _is_plain(text: str) -> None:
    allowed: set[Any] = {
        "heading_open", "heading_close", "inline", "text", "bullet_list_open", "bullet_list_close", "list_item_open",
        "list_item_close", "paragraph_open", "paragraph_close", "strong_open", "strong_close", "html_inline",
        "text_special",
    }  # fmt: skip
    assert set(kinds(text)) <= allowed


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_hostile_findings_stay_text(lang: str):
    text = markdown(hostile(lang))
    _is_plain(text)
    text.encode("utf-8")
    assert "](" not in text.replace("\\](", "")


@given(st.text(min_size=1), st.text())
def test_any_path_and_any_message_stays_a_line_of_text(path: str, message: str):
    text = markdown(report(replace(page("a.md", "图书馆", "图书馆", message=message), shown_path=path)))
    _is_plain(text)
    assert len(text.splitlines()) == 3


def test_escaped_text_is_one_line():
    assert escaped("a\n  b\u202e*") == "a b\\\\u202e\\*"
