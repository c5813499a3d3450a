"""Code inside a line of Markdown: one span over a soft line end of its paragraph, none from one paragraph to the next."""

from __future__ import annotations

import pytest

from tests.corpus.small import MARKDOWN, document, lawful

CASES = [
    ("over a line end", "用 `a\nb` 保存。", ["用 `a\nb` 保存。"], ["`a\nb`"]),
    ("a sentence's end in it", "用 `a。\nb` 保存。后文。", ["用 `a。\nb` 保存。", "后文。"], ["`a。\nb`"]),
    ("two ticks over a line end", "用 ``a\n`b`` 保存。", ["用 ``a\n`b`` 保存。"], ["``a\n`b``"]),
    ("CRLF", "用 `a\r\nb` 保存。", ["用 `a\r\nb` 保存。"], ["`a\r\nb`"]),
    ("in an item", "- 用 `a\n  b` 保存。\n- 乙", ["- 用 `a\n  b` 保存。", "- 乙"], ["`a\n  b`"]),
    ("in a quotation", "> 用 `a\n> b` 保存。", ["> 用 `a\n> b` 保存。"], ["`a\n> b`"]),
    ("a blank line", "用 `a\n\nb` 保存。", ["用 `a", "b` 保存。"], []),
    ("a blank line of white space", "用 `a\n \t\nb` 保存。", ["用 `a", "b` 保存。"], []),
    ("an empty line of a quotation", "> 用 `a\n>\n> b` 保存。", ["> 用 `a", ">", "> b` 保存。"], []),
    ("a tick that is open does not reach the next one", "甲 `a\n\n乙 `b` 丙", ["甲 `a", "乙 `b` 丙"], ["`b`"]),
    ("the next item of a list", "- 甲 `a\n- b` 乙", ["- 甲 `a", "- b` 乙"], []),
]


@pytest.mark.parametrize(("fact", "text", "segments", "spans"), CASES, ids=[case[0] for case in CASES])
def test_code_span(fact: str, text: str, segments: list[str], spans: list[str]):
    page = lawful(document(text, MARKDOWN))
    assert [segment.text for segment in page] == segments
    assert [
        text[span.start : span.end] for segment in page for span in segment.protected if span.kind == "code"
    ] == spans
