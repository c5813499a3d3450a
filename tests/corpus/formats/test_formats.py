"""The table of formats: what each record says, and that nothing else names a format."""

from __future__ import annotations

import ast
from dataclasses import fields
from pathlib import Path

import pytest

from corpus.errors import UnreadableError
from corpus.formats import EXTENSIONS, FORMATS, MARKED_UP, format_of
from corpus.records import Document

ROOT = Path(__file__).resolve().parents[3]
PAGE = "---\ntitle: 张量\n---\n\n# 张量\n"
HTML = '<html lang="zh-TW"><head><title>張量</title></head><body><h1>張量</h1><p>張量是陣列。</p></body></html>'
NOTEBOOK = """{"metadata": {"title": "張量", "lang": "zh-TW"}, "cells": [
    {"cell_type": "markdown", "source": "# 張量"}, {"cell_type": "code", "source": ["x = 1"], "outputs": []}]}"""
TUTORIAL = '"""\n張量\n====\n"""\nx = 1\n'


def test_every_extension_is_of_one_format():
    assert len(EXTENSIONS) == sum(len(entry.extensions) for entry in FORMATS)
    assert all(extension in format_of(media_type).extensions for extension, media_type in EXTENSIONS.items())
    assert all(extension == extension.lower() and extension[0] == "." for extension in EXTENSIONS)


@pytest.mark.parametrize(
    ("media_type", "has_markup", "keeps_markup", "is_extracted", "openers"),
    [
        ("text/plain", False, False, False, []),
        ("text/markdown", True, True, False, ["<!--", "{/*"]),
        ("text/x-rst", True, True, False, [".."]),
        ("text/html", True, False, True, []),
        ("application/x-ipynb+json", True, True, True, ["<!--"]),
        ("text/x-python", True, True, True, [".."]),
        ("", False, False, False, []),
        ("application/pdf", False, False, False, []),
    ],
)
def test_what_a_format_says(
    media_type: str, has_markup: bool, keeps_markup: bool, is_extracted: bool, openers: list[str]
):
    entry = format_of(media_type)
    assert (entry.has_markup, entry.keeps_markup, entry.is_extracted) == (has_markup, keeps_markup, is_extracted)
    assert list(entry.comments) == openers
    assert (media_type in MARKED_UP) is has_markup


@pytest.mark.parametrize(
    ("media_type", "source", "text", "entries", "language"),
    [
        ("text/plain", PAGE, PAGE, {}, ""),
        ("text/markdown", PAGE, PAGE, {"title": "张量"}, ""),
        ("text/x-rst", PAGE, PAGE, {}, ""),
        ("text/html", HTML, "# 張量\n\n張量是陣列。\n", {"title": "張量", "origin": "", "license": ""}, "zh-TW"),
        (
            "application/x-ipynb+json",
            NOTEBOOK,
            "# 張量\n\n```\nx = 1\n```\n",
            {"title": "張量", "cells": "1:1:1 2:3:0"},
            "zh-TW",
        ),
        ("text/x-python", TUTORIAL, "張量\n====\n\n.. code-block:: python\n\n    x = 1\n", {}, ""),
    ],
)
def test_what_is_read_from_a_file(media_type: str, source: str, text: str, entries: dict[str, str], language: str):
    assert format_of(media_type).content(source)[:3] == (text, entries, language)


def test_a_page_without_text_is_unreadable():
    with pytest.raises(UnreadableError, match="no text found in the page"):
        format_of("text/html").content("<html></html>")


def test_what_is_extracted_has_a_name():
    assert all(bool(entry.name) is entry.is_extracted for entry in FORMATS)


def test_the_column_lists_the_media_types():
    (column,) = (field for field in fields(Document) if field.name == "media_type")
    *others, last = (entry.media_type for entry in FORMATS if not entry.media_type.endswith(("+markdown", "+rst")))
    assert column.metadata["meaning"].startswith(f"{', '.join(others)} or {last};")


@pytest.mark.slow
def test_no_other_module_names_a_media_type():
    """It asks the record what it wants to know, so that a new format is a new record."""
    media_types = {entry.media_type for entry in FORMATS}
    naming = {
        str(file.relative_to(ROOT))
        for top in ("corpus", "glossary", "flows")
        for file in (ROOT / top).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in media_types
    }
    assert naming == {"corpus/formats/__init__.py"}
