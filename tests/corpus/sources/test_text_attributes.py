"""Text attributes: those that a project names are read as text, in whatever tag and spelling."""

from __future__ import annotations

from dataclasses import replace

import pytest

from corpus.formats import EXTENSIONS
from corpus.records import MetadataEntry
from corpus.sources.documents import with_text_attributes
from corpus.text.segments import is_prose, segment
from tests.corpus.small import document, lawful

WIDGET = '<Widget blurb="Open the dashboard" />\n'


def seen(text: str, *names: str, extension: str = ".mdx") -> list[tuple[str, str]]:
    """The kind and text of each segment that is prose."""
    page = replace(document(text, EXTENSIONS[extension], "en"), path=f"work/page{extension}")
    attributes = with_text_attributes(page, names)
    lawful(attributes)
    return [(piece.kind, piece.text) for piece in segment(attributes) if is_prose(piece)]


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        (WIDGET, (), []),
        (WIDGET, ("tip",), []),
        (WIDGET, ("tip", "blurb"), [("paragraph", "Open the dashboard")]),
        (WIDGET, ("BLURB",), [("paragraph", "Open the dashboard")]),
        ('<Widget side_blurb="Open it" />', ("sideBlurb",), [("paragraph", "Open it")]),
        ('<Widget blurb={"Open it"} title="Start" />', ("blurb",), [("paragraph", "Open it"), ("heading", "Start")]),
        ('<Widget blurb="a/b.png" />', ("blurb",), []),
        ('<Widget blurb={open("it")} />', ("blurb",), []),
        ('<div data-tip="Open it"></div>', ("data-tip",), [("paragraph", "Open it")]),
        ('{{< widget blurb="Open it" >}}', ("blurb",), [("paragraph", "Open it")]),
        ('- <Widget blurb="Open it" />\n', ("blurb",), [("paragraph", "Open it")]),
        ('```jsx\n<Widget blurb="Open it" />\n```\n', ("blurb",), []),
    ],
)
def test_named_attributes_are_text(text: str, names: tuple[str, ...], expected: list[tuple[str, str]]):
    assert seen(text, *names) == expected


def test_other_dialects_have_them_too():
    assert seen(WIDGET, "blurb", extension=".md") == [("paragraph", "Open the dashboard")]
    assert seen(WIDGET, "blurb", extension=".ipynb") == [("paragraph", "Open the dashboard")]


def test_formats_without_tags_are_as_they_were():
    page = replace(document("Open it.", "text/plain", "en"), metadata=[MetadataEntry("a", "1")])
    assert with_text_attributes(page, ["blurb"]) is page


def test_names_stand_in_the_metadata_in_order():
    page = replace(
        document("Open it.", "text/markdown", "en"), metadata=[MetadataEntry("a", "1"), MetadataEntry("z", "2")]
    )
    assert with_text_attributes(page, ["tip", "blurb", "tip"]).metadata == [
        MetadataEntry("a", "1"),
        MetadataEntry("text_attributes", "blurb tip"),
        MetadataEntry("z", "2"),
    ]
