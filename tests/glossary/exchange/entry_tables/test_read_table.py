"""The table that comes back: rows in any order, what is wrong told with row, column and remedy."""

from __future__ import annotations

from io import BytesIO

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from glossary.exchange.entry_tables.entries_xlsx import entries_xlsx
from glossary.exchange.entry_tables.entry_rows import csv_bytes
from glossary.exchange.imports.read_entries import read_entries
from tests.glossary.exchange.reimported import HEADER, loaded, refused, reimported, rejected, same
from tests.glossary.small import termbase

GLOSSARY = termbase(
    'id = "tensor"\nen.preferred = "tensor"\nzh.preferred = "张量"\nzh.admitted = ["多维数组"]\nja.preferred = "テンソル"',
    'id = "array"\nidentifier = ["np.ndarray"]\nexamples.zh.match = ["一个数组"]\nzh.preferred = "数组"',
)
ROWS = """a,d,A thing.,en,preferred,thing
a,,,zh,preferred,东西
a,,,ja,preferred,物
"""


def edited(edit) -> bytes:
    """The workbook of the glossary after an edit of its first sheet."""
    book = load_workbook(BytesIO(entries_xlsx(GLOSSARY)))
    edit(book["Entries"])
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def test_rows_and_columns_may_stand_in_another_order():
    lines = csv_bytes(GLOSSARY).decode("utf-8-sig").splitlines()
    assert same(reimported("\r\n".join([lines[0], *sorted(lines[1:], key=lambda line: line[::-1])]).encode()), GLOSSARY)

    def turn(sheet: Worksheet) -> None:
        rows = [row[::-1] for row in sheet.iter_rows(values_only=True)]
        sheet.delete_rows(1, sheet.max_row)
        for row in rows:
            sheet.append(row)

    assert same(reimported(edited(turn)), GLOSSARY)


def test_what_a_terminologist_adds_is_read():
    def add(sheet: Worksheet) -> None:
        sheet.append(["tensor", None, None, "zh", "wrong", "紧张", "tense", None, "数组\n PyTorch \n"])
        sheet.append([None] * 5)

    tensor = reimported(edited(add)).by_id["tensor"]
    form = tensor.in_language("zh")[-1]
    assert (form.form, form.status, form.why, form.only_near) == ("紧张", "wrong", "tense", ("数组", "PyTorch"))


def test_facts_may_stand_in_any_row_and_be_repeated():
    text = (
        f"{HEADER},identifier\nb,d,,en,preferred,bee,x\nb,d,A bee.,zh,preferred,蜜蜂,y\nb,,A bee.,ja,preferred,蜂,x\n"
    )
    (concept,) = reimported(text.encode()).concepts
    assert (concept.definition, concept.identifiers) == ("A bee.", ("x", "y"))


@pytest.mark.parametrize(("cell", "kept"), [("true", {"zh", "ja"}), ("ja", {"ja"}), ("ja, zh", {"zh", "ja"})])
def test_languages_that_keep_the_name_are_listed(cell, kept):
    rows = (
        ["b,d,A name.,en,preferred,Bee", "b,,,zh,preferred,蜂"] if kept == {"ja"} else ["b,d,A name.,en,preferred,Bee"]
    )
    text = "\n".join([f"{HEADER},keep", *rows, f'b,,,,,,"{cell}"'])
    assert loaded(read_entries(text.encode())).by_id["b"].keep == kept


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        (",d,A.,en,preferred,x", "row 2, column 'id': empty; write one of a-z, 0-9 and . _ + -, the same in each row of the concept"),
        ("A b,d,A.,en,preferred,x", "row 2, column 'id': 'A b' is no id; write one of a-z, 0-9 and . _ + -, the same in each row of the concept"),
        ("a,d,A.,cn,preferred,x", "row 2, column 'language': 'cn' is no language of the glossary; write en, zh or ja"),
        ("a,d,A.,,preferred,x", "row 2, column 'language': empty; write en, zh or ja"),
        ("a,d,A.,en,prefered,x", "row 2, column 'status': 'prefered' is no status; write preferred, admitted, abbreviation, deprecated or wrong"),
        ("a,d,A.,en,,x", "row 2, column 'status': empty; write preferred, admitted, abbreviation, deprecated or wrong"),
        ("a,d,A.,en,preferred,", "row 2, column 'form': empty, though the row says more of one; write the form, or empty those cells"),
        (f"{ROWS}a,e,,zh,wrong,x", "row 5, column 'domain': 'e', but 'd' in row 2; keep one"),
        (f"{ROWS}a,,,zh,preferred,x", "row 5, column 'status': a second preferred form in zh, after row 3; make one of them admitted"),
    ],
)  # fmt: skip
def test_row_that_says_nothing_is_told_with_row_column_and_remedy(rows, line):
    lines = rejected if rows.startswith(ROWS) else refused
    assert lines(f"{HEADER}\n{rows}") == [line]


def test_every_row_at_fault_is_told_and_a_contradiction_once():
    rows = "a,d,A.,en,preferred,x\na,e,,zh,preferred,y\na,e,,ja,preferred,z\nb,d,B.,fr,preferred,x"
    assert rejected(f"{HEADER}\n{rows}") == [
        "row 3, column 'domain': 'e', but 'd' in row 2; keep one",
        "row 5, column 'language': 'fr' is no language of the glossary; write en, zh or ja",
    ]


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("=A1", "row 2, column 'form': is a formula, which is not reckoned; type an apostrophe before the =, or the text alone"),
        ("#REF!", "row 2, column 'form': is the error '#REF!'; type it again"),
    ],
)  # fmt: skip
def test_cell_that_is_no_text_is_told(value, line):
    def fill(sheet: Worksheet) -> None:
        sheet.cell(2, 6).value = value

    assert rejected(edited(fill)) == [line]


def test_formula_in_a_column_of_their_own_does_no_harm():
    def add(sheet: Worksheet) -> None:
        sheet["X1"], sheet["X2"], sheet["Y1"] = "My count", "=1/0", "definitoin"

    entries = read_entries(edited(add))
    assert entries.notices == (
        "column 'my_count' is not one of the table and was not read",
        "column 'definitoin' is not one of the table and was not read; did you mean 'definition'?",
    )
    assert same(loaded(entries), GLOSSARY)


def test_column_that_is_missing_or_doubled_is_told():
    assert refused("id,domain,definition,language,form\na,d,A.,en,x") == [
        "row 1 has no column 'status'; write the name above the column in row 1"
    ]
    assert read_entries(f"{HEADER},form\n{ROWS}".encode()).notices == (
        "two columns are called 'form'; the first was read",
    )


def test_merged_cells_are_told():
    entries = read_entries(edited(lambda sheet: sheet.merge_cells("C2:C3")))
    assert entries.notices[0] == "merged cells (C2:C3): only the first of each is read; split them"


def test_names_of_columns_may_stand_below_a_title_and_in_capitals():
    text = f"Our terms\n\n{HEADER.upper().replace('ID', ' Id ')}\n{ROWS}"
    assert len(reimported(text.encode()).concepts) == 1


def test_sheets_are_read_together_and_named():
    book = Workbook()
    for title, row in (
        ("A", ["a", "d", "A.", "en", "preferred", "x"]),
        ("B", ["b", "d", "B.", "fr", "preferred", "y"]),
    ):
        sheet = book.create_sheet(title)
        sheet.append(HEADER.split(","))
        sheet.append(row)
    file = BytesIO()
    book.save(file)
    assert rejected(file.getvalue()) == [
        "B row 2, column 'language': 'fr' is no language of the glossary; write en, zh or ja"
    ]


def test_workbook_without_a_table_is_refused():
    file = BytesIO()
    Workbook().save(file)
    (line,) = refused(file.getvalue())
    assert line.startswith("has no header row; begin with id, language, status, form")


def test_table_without_rows_is_refused():
    assert refused(HEADER) == ["has no rows below the header; fill in a row for each form"]
