"""Stated origins: what a project says of its pages, and what pages say themselves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from corpus.records import Document, MetadataEntry
from corpus.sources.documents import StatedOrigin, with_stated_origin
from tests.corpus.small import document


def page(path: str = "docs/zh/intro.md", **values: object) -> Document:
    return replace(document("张量。"), path=path, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("docs/**", "docs/zh/intro.md", True),
        ("docs/*", "docs/zh/intro.md", False),
        ("docs/zh/*.md", "docs/zh/intro.md", True),
        ("**", "intro.md", True),
        ("**/intro.md", "docs/zh/intro.md", True),
        ("docs/**", "blog/docs/intro.md", False),
    ],
)
def test_licence_is_that_of_the_patterns_that_match(pattern: str, path: str, matches: bool):
    stated = with_stated_origin(page(path), [StatedOrigin(pattern, license="MIT")])
    assert stated.license == ("MIT" if matches else None)


def test_what_the_page_says_comes_first():
    stated = page(license="CC0-1.0", origin="https://a.org/x", metadata=[MetadataEntry("Attribution", "Mei")])
    assert with_stated_origin(stated, [StatedOrigin("**", "MIT", "https://b.org", "Ken")]) == stated


def test_each_value_is_the_first_that_a_matching_entry_states():
    stated = with_stated_origin(
        page(),
        [
            StatedOrigin("blog/**", license="Blog"),
            StatedOrigin("docs/**", license="MIT"),
            StatedOrigin("**", "Apache-2.0", "https://b.org/tree/{path}", "The authors"),
        ],
    )
    assert (stated.license, stated.origin) == ("MIT", "https://b.org/tree/docs/zh/intro.md")
    assert stated.metadata == [MetadataEntry("attribution", "The authors")]


def test_path_in_an_address_is_quoted():
    assert with_stated_origin(page("a b/张.md"), [StatedOrigin("**", origin="https://b.org/{path}")]).origin == (
        "https://b.org/a%20b/%E5%BC%A0.md"
    )


def test_entries_of_metadata_stay_in_order():
    stated = with_stated_origin(page(metadata=[MetadataEntry("zeta", "1")]), [StatedOrigin("**", attribution="Mei")])
    assert [entry.key for entry in stated.metadata] == ["attribution", "zeta"]
