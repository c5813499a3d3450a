"""Addresses of source files: made of a template, with the path encoded, of the web alone."""

from __future__ import annotations

import pytest

from glossary.desk.report.web import page
from glossary.desk.report.web.pairs import addresses
from tests.glossary.desk.report.built import build, plain
from tests.glossary.desk.report.embedded import data_of
from tests.glossary.desk.report.made import document

TEMPLATE = "https://github.com/o/r/blob/main/{path}#L{line}"


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("a/zh.md", "https://github.com/o/r/blob/main/a/zh.md#L{line}"),
        ("图 书/a#b?.md", "https://github.com/o/r/blob/main/%E5%9B%BE%20%E4%B9%A6/a%23b%3F.md#L{line}"),
        ('"><script>.md', "https://github.com/o/r/blob/main/%22%3E%3Cscript%3E.md#L{line}"),
        ("{line}/{path}", "https://github.com/o/r/blob/main/%7Bline%7D/%7Bpath%7D#L{line}"),
        ("bad\udcff.md", "https://github.com/o/r/blob/main/bad%ED%B3%BF.md#L{line}"),
    ],
)
def test_path_is_encoded_and_the_line_is_left(path: str, address: str):
    assert addresses(TEMPLATE)(path) == address


@pytest.mark.parametrize(
    "template", ["javascript:alert('{path}')", "file:///{path}", "/{path}", "https://example.org/"]
)
def test_template_that_is_no_web_address_of_a_path_is_refused(template: str):
    with pytest.raises(
        ValueError, match=r"source link .*: no web address with \{path\} in it; write one such as https://"
    ):
        page(plain(), source_link=template)


def test_page_has_addresses_only_where_it_was_given_a_template():
    tables = build(document("a b.md", "图书馆"))
    assert [row[8] for row in data_of(page(tables))["documents"]] == [""]
    assert [row[8] for row in data_of(page(tables, source_link=TEMPLATE))["documents"]] == [
        "https://github.com/o/r/blob/main/a%20b.md#L{line}"
    ]
