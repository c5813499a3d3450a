"""XLSX: the whole glossary comes back, by way of LibreOffice too, and no file does harm."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import load_workbook

from glossary import load
from glossary.exchange.entry_tables.entries_xlsx import CellLimitError, entries_xlsx
from glossary.exchange.entry_tables.entry_columns import COLUMNS
from glossary.exchange.entry_tables.entry_rows import csv_bytes
from glossary.termbase.termbase import DOMAIN, Concept, Termbase
from tests.glossary.exchange.reimported import refused, reimported, same
from tests.glossary.small import termbase

SMALL = termbase(
    'id = "a"\nzh.preferred = "=甲"\nzh.wrong = [{ form = "_x000D_", since = "2.0" }]\nidentifier = ["<r>a</r>"]'
)


@pytest.fixture(scope="module")
def every_tenth() -> Termbase:
    """Every tenth concept of the glossary, without examples that need the others; a drill takes all."""
    concepts = load().concepts[::10]
    return Termbase(
        tuple(
            replace(
                concept,
                examples=tuple(
                    example for example in concept.examples if example.expect == "match" and not by_domain(concept)
                ),
            )
            for concept in concepts
        ),
        "x",
    )


def by_domain(concept: Concept) -> bool:
    """Whether the other concepts of a domain decide where a form of it counts."""
    return any(word.startswith(DOMAIN) for form in concept.forms for word in form.only_near)


def test_glossary_comes_back(every_tenth: Termbase):
    assert same(reimported(entries_xlsx(every_tenth)), every_tenth)


def test_cells_are_texts_and_the_file_is_the_same_each_time():
    data = entries_xlsx(SMALL)
    assert data == entries_xlsx(SMALL)
    assert same(reimported(data), SMALL)
    book = load_workbook(BytesIO(data))
    assert book.sheetnames == ["Entries", "Columns"]
    assert [cell.value for cell in book["Entries"][1]] == [column.key for column in COLUMNS]
    cells = [cell for row in book["Entries"].iter_rows() for cell in row if cell.value is not None]
    assert {cell.data_type for cell in cells} == {"s"} and {cell.number_format for cell in cells} == {"@"}


def test_text_that_no_cell_holds_is_reported():
    (concept,) = SMALL.concepts
    for text, message in (("x" * 32_768, "32,767 characters"), ("a\ufffe", "a character that no workbook can")):
        with pytest.raises(CellLimitError, match=message):
            entries_xlsx(Termbase((replace(concept, definition=text),), "x"))


# What LibreOffice reads, and how it is told what to write.
CONVERSIONS = {
    "xlsx": ("in.xlsx", ["xlsx"]),
    "csv-to-xlsx": ("in.csv", ["xlsx:Calc MS Excel 2007 XML", "--infilter=CSV:44,34,76,1,,0,false,true"]),
    "semicolons": ("in.xlsx", ["csv:Text - txt - csv (StarCalc):59,34,76"]),
    "tabs-utf-16": ("in.xlsx", ["csv:Text - txt - csv (StarCalc):9,34,65535"]),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CONVERSIONS)
def test_glossary_comes_back_from_libreoffice(tmp_path: Path, name: str, every_tenth: Termbase):
    assert same(reimported(through_libreoffice(every_tenth, name, tmp_path)), every_tenth)


def through_libreoffice(glossary: Termbase, conversion: str, folder: Path) -> bytes:
    """The table of a glossary as LibreOffice writes it; skips the test where there is none."""
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("no LibreOffice: apt-get install libreoffice-calc")
    name, arguments = CONVERSIONS[conversion]
    (folder / name).write_bytes(csv_bytes(glossary) if name.endswith(".csv") else entries_xlsx(glossary))
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    call = [program, profile, "--headless", "--convert-to", *arguments, "--outdir", str(folder / "out")]
    subprocess.run([*call, str(folder / name)], check=True, timeout=180, capture_output=True)
    (converted,) = (folder / "out").iterdir()
    return converted.read_bytes()


def with_part(name: str, content: bytes) -> bytes:
    """The small workbook with one more part."""
    file = BytesIO(entries_xlsx(SMALL))
    with ZipFile(file, "a", ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"PK\x03\x04 and no more", "is a broken .xlsx file; save it again as .xlsx"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "is no .xlsx file but of Excel before 2007 (.xls); save it as .xlsx"),
        (with_part("xl/bomb.xml", b"<x>" + b" " * 40 * 2**20 + b"</x>"), "unpacks to more than 64 MiB or too many cells; copy what counts into a new one"),
        (with_part("xl/x.xml", b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'), "declares entities in 'xl/x.xml', which no spreadsheet does; save it again as .xlsx"),
        (with_part("content.xml", b"<x/>"), "is an OpenDocument file; save it again as .xlsx"),
    ],
    ids=["broken", "old", "bomb", "entities", "opendocument"],
)  # fmt: skip
def test_file_that_could_do_harm_is_refused_in_one_line(data, line):
    assert refused(data) == [line]
