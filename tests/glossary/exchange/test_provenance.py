"""Where an export is from: the edition in each format, and how a build uses the forms."""

from __future__ import annotations

import csv
from dataclasses import replace
from io import BytesIO, StringIO

import pytest
from lxml import etree
from openpyxl import load_workbook

from glossary.exchange.entry_tables.entries_xlsx import entries_xlsx
from glossary.exchange.entry_tables.entry_rows import csv_bytes
from glossary.exchange.imports.read_entries import read_entries
from glossary.exchange.provenance import Edition, GlossaryUsage, LanguageUse, edition_text, release
from glossary.exchange.tbx import tbx_bytes, weblate_tbx
from glossary.termbase.termbase import Termbase
from tests.glossary.small import termbase

GLOSSARY = termbase(
    'id = "tensor"\nen.preferred = "tensor"\nzh.preferred = "张量"\nzh.wrong = ["张两"]\nja.preferred = "テンソル"'
)
USAGE = GlossaryUsage("b1", {("tensor", "zh", "张量"): 1200}, {("tensor", "zh"): LanguageUse(1201, 3)}, {})
EDITION = edition_text(GLOSSARY)


def table(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(content.decode("utf-8-sig"), newline="")))


def test_edition_has_version_day_and_licence_of_the_release():
    assert release() == Edition(release().version, release().day, "MIT")
    assert edition_text(GLOSSARY) == (
        f"taiyaku {release().version}, {release().day}, glossary test, licence of built-in entries: MIT"
    )
    assert edition_text(GLOSSARY, USAGE) == f"{EDITION}, uses in build b1"


def test_entries_of_a_project_alone_have_no_licence_of_ours():
    own = Termbase(tuple(replace(concept, is_project=True) for concept in GLOSSARY.concepts), "own")
    assert edition_text(own) == f"taiyaku {release().version}, glossary own"


@pytest.mark.parametrize(
    "content",
    [tbx_bytes(GLOSSARY, "zh"), tbx_bytes(GLOSSARY, "", 3), weblate_tbx(GLOSSARY, "zh")],
    ids=["2", "3", "weblate"],
)
def test_tbx_has_the_edition_as_its_publication_statement(content: bytes):
    (statement,) = etree.fromstring(content).findall(".//{*}fileDesc/{*}publicationStmt/{*}p")
    assert statement.text == EDITION


def test_tables_have_the_edition_once():
    assert [row["edition"] for row in table(csv_bytes(GLOSSARY))] == [EDITION, "", "", ""]
    assert load_workbook(BytesIO(entries_xlsx(GLOSSARY))).properties.description == EDITION


def test_csv_with_a_build_says_uses_of_forms_and_pages_of_concepts():
    rows = [(row["language"], row["form"], row["uses"], row["pages"]) for row in table(csv_bytes(GLOSSARY, USAGE))]
    assert rows == [
        ("en", "tensor", "0", "0"),
        ("zh", "张量", "1200", "3"),
        ("zh", "张两", "0", "3"),
        ("ja", "テンソル", "0", "0"),
    ]


def test_tbx_with_a_build_says_the_source_of_forms_that_are_used():
    top = etree.fromstring(tbx_bytes(GLOSSARY, "", 3, USAGE))
    assert [source.text for source in top.iter("{http://www.tbxinfo.net/ns/basic}source")] == ["1,200 uses in build b1"]


@pytest.mark.parametrize("content", [csv_bytes(GLOSSARY, USAGE), tbx_bytes(GLOSSARY, "", 3, USAGE)], ids=["csv", "tbx"])
def test_what_is_said_of_the_export_is_not_read_back_as_entries(content: bytes):
    entries = read_entries(content)
    assert len(entries.tables) == 1 and not {"uses", "edition", "b1"} & set(str(entries.tables).split())
    assert not any("column" in notice for notice in entries.notices)
