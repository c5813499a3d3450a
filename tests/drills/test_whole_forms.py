"""What the tests do with a part, with all of it: the whole glossary as a workbook, the page in every language and view."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from glossary import load
from glossary.exchange.entry_tables.entries_xlsx import entries_xlsx
from tests.browser.chromium import browsed
from tests.browser.test_report import pages
from tests.glossary.exchange.entry_tables.test_entries_xlsx import CONVERSIONS, through_libreoffice
from tests.glossary.exchange.reimported import reimported, same

__all__ = ["pages"]

pytestmark = pytest.mark.drill


def test_whole_glossary_comes_back():
    glossary = load()
    assert same(reimported(entries_xlsx(glossary)), glossary)


@pytest.mark.parametrize("name", CONVERSIONS)
def test_whole_glossary_comes_back_from_libreoffice(tmp_path: Path, name: str):
    glossary = load()
    assert same(reimported(through_libreoffice(glossary, name, tmp_path)), glossary)


def test_page_speaks_every_language_in_every_view(pages: Path):
    output = browsed("languages", pages, WHOLE="1")
    assert int(re.search(r"^ℹ pass (\d+)$", output, re.MULTILINE)[1]) >= 20  # type: ignore[index]
