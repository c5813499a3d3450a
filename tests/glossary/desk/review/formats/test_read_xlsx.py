"""Spreadsheets that come back: whatever was done to them, what was decided is read, and the rest is reported."""

from __future__ import annotations

import struct
import tracemalloc
import zlib
from datetime import date, datetime
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from glossary.decisions.decision import ACTIONS, Answers, ReviewError
from glossary.desk.review.formats.clean_text import action
from glossary.desk.review.formats.read_file import read
from glossary.desk.review.formats.xlsx.read_columns import bilingual_label, words
from glossary.desk.review.formats.xlsx.write_xlsx import xlsx_bytes
from tests.glossary.desk.review.filled import cell, column, edited, filled, repacked, reviewer
from tests.glossary.desk.review.packet_files import packet

IDS = [row.question.finding_id for row in packet(6).rows]
SHEET = "xl/worksheets/sheet1.xml"
ACCEPT: dict[int, dict[str, object]] = {1: {"decision": "accept 采纳"}}
FILLED = filled(ACCEPT)


def refused(data: bytes) -> str:
    """The line that a file is refused with, without its name."""
    with pytest.raises(ReviewError) as error:
        read("mei.xlsx", data)
    line = str(error.value)
    assert line.startswith("mei.xlsx: ") and "\n" not in line and len(line) < 250
    return line.removeprefix("mei.xlsx: ")


def decided(answers: Answers) -> dict[str, str]:
    return {answer.finding_id: answer.action for answer in answers.answers}


def test_decided_rows_are_answers_with_all_that_was_typed():
    typed = {
        1: {"decision": "accept 采纳", "instead": " 算子 ", "comment": "第一行\n第二行"},
        3: {"decision": "accept 采纳", "corrected": "=SUM 与编译器"},
        4: {"decision": "prefer 首选", "instead": "𠮷算子"},
    }

    def fill(book: Workbook) -> None:
        for number, cells in typed.items():
            for key, value in cells.items():
                target_cell = cell(book["Findings"], key, number)
                target_cell.value, target_cell.data_type = value, "s"
        reviewer(book).value = " 李  梅\n"

    answers = read("x", edited(fill))
    assert (answers.problems, answers.build_id) == ((), "0123456789ab")
    assert [
        (answer.place, answer.finding_id, answer.action, answer.who, answer.when, answer.words, answer.why, answer.text)
        for answer in answers.answers
    ] == [
        ("row 3", IDS[0], "accept", "李 梅", "", "算子", "第一行\n第二行", ""),
        ("row 5", IDS[2], "accept", "李 梅", "", "", "", "=SUM 与编译器"),
        ("row 6", IDS[3], "prefer", "李 梅", "", "𠮷算子", "", ""),
    ]


def test_untouched_packet_decides_nothing():
    assert read("x", xlsx_bytes(packet(6))) == Answers((), (), "0123456789ab")


@pytest.mark.parametrize("lang", ["zh", "ja"])
@pytest.mark.parametrize("action_name", ACTIONS)
def test_either_part_of_a_decision_is_enough(lang, action_name):
    labels = words("actions")[action_name]
    for text in (
        bilingual_label(labels, lang),
        labels["en"],
        labels[lang],
        labels["en"].upper(),
        f" {labels[lang]}{labels['en']}",
        f"{labels['en']}/{labels[lang]}",
    ):
        assert action(text) == action_name
    assert action("".join(chr(ord(char) + 0xFEE0) for char in labels["en"])) == action_name  # full width


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("acept", "'acept' is no decision; the nearest is accept"),
        ("采用", "'采用' is no decision; the nearest is accept"),
        ("accept reject", "'accept reject' is no decision; choose one of accept and reject"),
        ("accept 驳回", "'accept 驳回' is no decision; choose one of accept and reject"),
        ("not accept", "'not accept' is no decision; the nearest is accept"),
        ("?", "'?' is no decision; use one of accept, reject, admit, prefer, wrong, exclude, discuss"),
        (1, "'1' is no decision; use one of accept, reject, admit, prefer, wrong, exclude, discuss"),
        (True, "'True' is no decision; use one of accept, reject, admit, prefer, wrong, exclude, discuss"),
        ("=A1", "'Decision' is a formula, which is not reckoned; type an apostrophe before the =, or the text alone"),
        (
            '=HYPERLINK("http://a.b")',
            "'Decision' is a formula, which is not reckoned; type an apostrophe before the =, or the text alone",
        ),
        ("#NAME?", "'Decision' is the error '#NAME?'; type it again"),
        (date(2026, 11, 22), "'Decision' is a date; format the cell as text and type it again"),
        (datetime(2026, 11, 22, 1), "'Decision' is a date; format the cell as text and type it again"),
    ],
)
def test_decision_that_is_none_is_reported_with_its_row_and_the_others_are_kept(value, line):
    answers = read("x", filled({2: {"decision": value}, **ACCEPT}))
    assert answers.problems == (f"row 4: {line}",)
    assert decided(answers) == {IDS[0]: "accept"}


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ({"comment": "?"}, "'Comment' without a decision; choose one, discuss if unsure"),
        (
            {"instead": "a", "corrected": "b"},
            "'Instead' and 'Corrected text' without a decision; choose one, discuss if unsure",
        ),
        (
            {"decision": "reject", "instead": "算子"},
            "reject leaves the text as it is, yet 'Instead' says '算子'; choose accept, or empty that cell",
        ),
        (
            {"decision": "admit", "corrected": "a"},
            "admit leaves the text as it is, yet 'Corrected text' says 'a'; choose accept, or empty that cell",
        ),
        (
            {"decision": "accept", "instead": "=A1"},
            "'Instead' is a formula, which is not reckoned; type an apostrophe before the =, or the text alone",
        ),
        (
            {"decision": "accept", "comment": date(2026, 1, 2)},
            "'Comment' is a date; format the cell as text and type it again",
        ),
        (
            {"decision": "accept", "finding_id": None},
            "a decision (accept) without a finding id; copy the id back from the packet",
        ),
        (
            {"decision": "accept", "finding_id": "=A1"},
            "'Finding id' is a formula, which is not reckoned; type an apostrophe before the =, or the text alone",
        ),
    ],
)
def test_half_an_answer_is_reported_with_its_row_and_the_others_are_kept(typed, line):
    answers = read("x", filled({2: typed, **ACCEPT}))
    assert answers.problems == (f"row 4: {line}",)
    assert decided(answers) == {IDS[0]: "accept"}


def test_edited_id_is_read_with_its_row():
    answers = read("x", filled({1: {"decision": "accept", "finding_id": " abc\x7f "}}))
    assert [(answer.finding_id, answer.place) for answer in answers.answers] == [("abc", "row 3")]


@pytest.mark.parametrize(("value", "expected"), [(2, "2"), (2.0, "2"), (1.5, "1.5"), (True, "True")])
def test_numbers_typed_are_text(value, expected):
    assert read("x", filled({1: {"decision": "accept", "instead": value}})).answers[0].words == expected


def test_line_end_pasted_from_windows_is_one():
    assert read("x", filled({1: {"decision": "reject", "comment": "a_x000D_\nb"}})).answers[0].why == "a\nb"


def test_columns_may_stand_in_another_order():
    def turn(book: Workbook) -> None:
        sheet = book["Findings"]
        rows = [row[::-1] for row in sheet.iter_rows(values_only=True)]
        sheet.delete_rows(1, sheet.max_row)
        for row in rows:
            sheet.append(row)
        cell(sheet, "decision", 2).value = "reject"

    assert decided(read("x", edited(turn))) == {IDS[1]: "reject"}


@pytest.mark.parametrize("lang", ["zh", "ja"])
def test_without_keys_the_names_are_enough(lang):
    def strip(book: Workbook) -> None:
        cell(book["Findings"], "decision", 2).value = "reject"
        reviewer(book).value = "Mei"
        book["Findings"].delete_rows(1)
        book["How to"].delete_cols(1)

    sent = packet(6, lang)
    answers = read("x", edited(strip, sent))
    assert [(answer.finding_id, answer.who, answer.place) for answer in answers.answers] == [
        (sent.rows[1].question.finding_id, "Mei", "row 3")
    ]
    assert (answers.build_id, answers.problems) == ("0123456789ab", ())


def test_without_names_the_keys_are_enough():
    def rename(book: Workbook) -> None:
        cell(book["Findings"], "decision", 2).value = "reject"
        for head in book["Findings"][2]:
            head.value = "?"

    assert decided(read("x", edited(rename))) == {IDS[1]: "reject"}


def test_keys_that_were_sorted_among_the_rows_are_found():
    def sort(book: Workbook) -> None:
        sheet = book["Findings"]
        cell(sheet, "decision", 2).value = "reject"
        rows = [*sheet.iter_rows(values_only=True)][::-1]
        sheet.delete_rows(1, sheet.max_row)
        for row in rows:
            sheet.append(row)

    answers = read("x", edited(sort))
    assert (decided(answers), answers.problems) == ({IDS[1]: "reject"}, ())


def test_rows_may_be_deleted_and_hidden_and_empty_ones_put_between():
    def change(book: Workbook) -> None:
        sheet = book["Findings"]
        for number in (2, 5, 6):
            cell(sheet, "decision", number).value = "reject"
        sheet.row_dimensions[7].hidden = True
        sheet.delete_rows(4)
        sheet.insert_rows(3, 4)

    assert decided(read("x", edited(change))) == {IDS[4]: "reject", IDS[5]: "reject"}


def test_columns_and_sheets_of_their_own_do_no_harm():
    def add(book: Workbook) -> None:
        sheet = book["Findings"]
        cell(sheet, "decision", 2).value = "reject"
        sheet.insert_cols(2)
        sheet["B2"], sheet["B5"], sheet["A60"] = "My notes", "=1/0", "the end"
        book.create_sheet("Mine").append(["build", "text", "decision"])

    answers = read("x", edited(add))
    assert (decided(answers), answers.problems) == ({IDS[1]: "reject"}, ())


@pytest.mark.parametrize(
    ("key", "line"),
    [
        (
            "finding_id",
            "has no column 'Finding id' in sheet 'Findings'; copy it back from the packet, with the hidden first row",
        ),
        (
            "decision",
            "has no column 'Decision' in sheet 'Findings'; copy it back from the packet, with the hidden first row",
        ),
    ],
)
def test_sheet_without_a_column_that_is_needed_is_refused(key, line):
    assert refused(edited(lambda book: book["Findings"].delete_cols(column(book["Findings"], key)))) == line


def test_column_that_was_deleted_is_reported():
    def delete(book: Workbook) -> None:
        cell(book["Findings"], "decision", 2).value = "reject"
        book["Findings"].delete_cols(column(book["Findings"], "comment"))

    answers = read("x", edited(delete))
    assert answers.problems == ("no column is called 'Comment'; what was typed there is not read",)
    assert decided(answers) == {IDS[1]: "reject"}


def test_column_that_stands_twice_is_reported():
    def double(book: Workbook) -> None:
        sheet = book["Findings"]
        cell(sheet, "decision", 2).value = "reject"
        sheet["V1"], sheet["V2"], sheet["V4"] = "decision", "Decision", "accept"

    answers = read("x", edited(double))
    assert answers.problems == ("two columns are called 'Decision'; the first is read",)
    assert decided(answers) == {IDS[1]: "reject"}


def test_workbook_without_findings_is_refused():
    line = "has no sheet of findings; hand in the packet as it was sent, with the decisions in it"
    assert refused(edited(lambda book: book.remove(book["Findings"]))) == line


def test_second_sheet_may_be_gone():
    def remove(book: Workbook) -> None:
        cell(book["Findings"], "decision", 2).value = "reject"
        book.remove(book["How to"])

    answers = read("x", edited(remove))
    assert (decided(answers), answers.build_id, answers.answers[0].who) == ({IDS[1]: "reject"}, "", "")


def test_formula_for_a_name_is_reported():
    def name(book: Workbook) -> None:
        cell(book["Findings"], "decision", 2).value = "reject"
        reviewer(book).value = "=USER()"

    answers = read("x", edited(name))
    assert answers.problems == (
        "reviewer: is a formula, which is not reckoned; type an apostrophe before the =, or the text alone",
    )
    assert [answer.who for answer in answers.answers] == [""]


def test_finding_decided_twice_is_reported_naming_both_rows():
    answers = read(
        "x",
        filled({1: {"decision": "accept"}, 2: {"decision": "reject", "finding_id": IDS[0]}, 3: {"decision": "accept"}}),
    )
    assert answers.problems == (f"row 3 and row 4: finding '{IDS[0]}' is decided twice (accept and reject); keep one",)
    assert decided(answers) == {IDS[2]: "accept"}


def test_sheet_that_was_copied_is_read_with_its_name():
    def copy(book: Workbook) -> None:
        cell(book["Findings"], "decision", 1).value = "accept"
        other = book.copy_worksheet(book["Findings"])
        other.title = "Mine"
        cell(other, "decision", 1).value = "reject"
        cell(other, "decision", 2).value = "reject"

    answers = read("x", edited(copy))
    assert answers.problems == (
        f"Findings row 3 and Mine row 3: finding '{IDS[0]}' is decided twice (accept and reject); keep one",
    )
    assert decided(answers) == {IDS[1]: "reject"}


def test_merged_cells_are_reported():
    def merge(book: Workbook) -> None:
        cell(book["Findings"], "decision", 1).value = "accept"
        book["Findings"].merge_cells("B3:B5")

    answers = read("x", edited(merge))
    assert answers.problems == ("merged cells (B3:B5): only the first of each counts; split them and fill in each row",)
    assert decided(answers) == {IDS[0]: "accept"}


def test_long_comment_that_looks_like_merged_cells_costs_little():
    comment = b"<!--" + b"<mergeCell " * 20_000 + b"--></worksheet>"
    answers = read(
        "x", repacked(FILLED, lambda name, old: old.replace(b"</worksheet>", comment) if name == SHEET else old)
    )
    assert (decided(answers), answers.problems) == ({IDS[0]: "accept"}, ())


def test_macros_are_reported_and_left_alone():
    def declare(name: str, content: bytes) -> bytes:
        kind = b'<Override PartName="/xl/vbaProject.bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>'
        return content.replace(b"</Types>", kind) if name == "[Content_Types].xml" else content

    answers = read("x", repacked(FILLED, declare, {"xl/vbaProject.bin": b"\xcc\x61" * 99}))
    assert answers.problems == ("the file has macros, which the packet had not; they are not run",)
    assert decided(answers) == {IDS[0]: "accept"}


def with_part(content: bytes, name: str = SHEET) -> bytes:
    return repacked(FILLED, lambda part, old: content if part == name else old)


def declared(name: str, entity: str) -> bytes:
    """A packet with a part that declares an entity and uses it."""

    def change(part: str, content: bytes) -> bytes:
        if part != name:
            return content
        head, tag, rest = content.partition(b"?>")
        return head + tag + b"<!DOCTYPE x [" + entity.encode() + b"]>" + rest.replace(b"operator", b"&a;")

    return repacked(xlsx_bytes(packet(1)), change)


LAUGHS = (
    '<!ENTITY l0 "ha">' + "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10)) + '<!ENTITY a "&l9;">'
)


@pytest.mark.parametrize(
    "part", [SHEET, "xl/sharedStrings.xml", "xl/workbook.xml", "[Content_Types].xml", "xl/_rels/workbook.xml.rels"]
)
@pytest.mark.parametrize(
    "entity", ['<!ENTITY a SYSTEM "file:///etc/passwd">', '<!ENTITY % a SYSTEM "http://127.0.0.1:9/x"> %a;', LAUGHS]
)
def test_entities_are_refused_wherever_they_are_declared(part, entity):
    assert (
        refused(declared(part, entity))
        == f"declares entities in '{part}', which no spreadsheet does; save it again as .xlsx"
    )


def test_entities_are_refused_in_another_encoding():
    text = '<?xml version="1.0" encoding="UTF-16"?><!-- x --><!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>'
    assert "declares entities" in refused(with_part(text.encode("utf-16")))


@pytest.mark.parametrize("encoding", ["gb18030", "utf-7", "no-such-thing"])
def test_parts_in_an_encoding_that_cannot_be_looked_into_are_refused(encoding):
    text = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>'
    assert refused(with_part(text.encode())) == "is a broken .xlsx file; save it again as .xlsx"


TOO_LARGE = "unpacks to more than a packet can hold (64 MiB); copy the decisions into the packet as sent"


def bomb(size: int, kind: int = ZIP_DEFLATED, name: str = "xl/bomb.xml") -> bytes:
    """A packet with a part that is small packed and large unpacked."""
    buffer = BytesIO(xlsx_bytes(packet(1)))
    with ZipFile(buffer, "a", kind) as file, file.open(name, "w", force_zip64=True) as part:
        part.write(b"<x>")
        for _ in range(size // 2**20):
            part.write(b" " * 2**20)
    return buffer.getvalue()


def measured(data: bytes) -> tuple[str, int]:
    """How a file is refused, and how much memory that took at most, in MiB."""
    tracemalloc.start()
    try:
        return refused(data), tracemalloc.get_traced_memory()[1] // 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_bomb_is_refused_by_what_its_directory_says():
    line, most = measured(bomb(300 * 2**20))
    assert line == TOO_LARGE
    assert most < 10


@pytest.mark.slow
def test_bomb_whose_directory_lies_is_unpacked_no_further_than_that():
    data = bytearray(bomb(300 * 2**20))
    offset = data.rindex(
        b"PK\x01\x02"
    )  # the last entry of the directory: its size unpacked, and the check of that much
    assert data[offset + 46 :].startswith(b"xl/bomb.xml")
    struct.pack_into("<I", data, offset + 16, zlib.crc32(b"<x>" + b" " * 97))
    struct.pack_into("<I", data, offset + 24, 100)
    tracemalloc.start()
    assert read("x", bytes(data)).answers == ()
    assert tracemalloc.get_traced_memory()[1] < 10 * 2**20
    tracemalloc.stop()


def test_part_that_repeats_itself_is_refused():
    line, most = measured(bomb(40 * 2**20))
    assert line == TOO_LARGE
    assert most < 120


def test_part_of_too_many_tags_is_refused():
    row = b"".join(b'<c r="A1" s="%d"/>' % number for number in range(200))
    assert refused(with_part(b"<x>" + b"<row/><c/><v/>" * 2_000_000 + row + b"</x>")) == TOO_LARGE


def test_part_packed_as_no_spreadsheet_is_refused():
    assert refused(bomb(2**20, ZIP_BZIP2)) == "is packed as no .xlsx file is; save it again as .xlsx"


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    [
        '<row r="99999999999"><c r="B99999999999" t="inlineStr"><is><t>accept</t></is></c></row>',
        '<row r="1048577"><c r="XFD1048577" t="inlineStr"><is><t>accept</t></is></c></row>',
        '<row r="1048576" ht="12.8"></row>',
    ],
)
def test_rows_far_away_cost_little(row):
    def add(name: str, content: bytes) -> bytes:
        return content.replace(b"</sheetData>", row.encode() + b"</sheetData>") if name == SHEET else content

    assert decided(read("x", repacked(FILLED, add))) == {IDS[0]: "accept"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<worksheet",
        b"<x>" * 100_000,
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row><c><v>'
        + b"9" * 10**6
        + b"</v></c></row></sheetData></worksheet>",
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="x"/></sheetData></worksheet>',
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row><c t="s"><v>999</v></c></row></sheetData></worksheet>',
    ],
)
def test_broken_sheet_is_refused(content):
    assert refused(with_part(content)) in {
        "is a broken .xlsx file; save it again as .xlsx",
        "is no workbook that can be read; save it again as .xlsx",
    }


@pytest.mark.parametrize(
    ("names", "line"),
    [
        (
            {"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": b"<x/>"},
            "is an OpenDocument file; save it again as .xlsx",
        ),
        (
            {"[Content_Types].xml": b"<x/>", "word/document.xml": b"<x/>"},
            "is an archive without a spreadsheet; save it again as .xlsx",
        ),
        (
            {"[Content_Types].xml": b"<x/>", "xl/workbook.bin": b"x"},
            "is a binary workbook (.xlsb); save it again as .xlsx",
        ),
        ({"mei.json": b"{}"}, "is an archive without a spreadsheet; save it again as .xlsx"),
        (
            {"[Content_Types].xml": b"<x/>", "xl/workbook.xml": b"<x/>"},
            "is no workbook that can be read; save it again as .xlsx",
        ),
        ({"[Content_Types].xml": b"<x/>", **{f"xl/{n}.xml": b"<x/>" for n in range(2_001)}}, TOO_LARGE),
        ({}, "is an archive without a spreadsheet; save it again as .xlsx"),
    ],
)
def test_other_archives_are_refused_with_a_remedy(names, line):
    buffer = BytesIO()
    with ZipFile(buffer, "w") as file:
        for name, content in names.items():
            file.writestr(name, content)
    assert refused(buffer.getvalue()) == line


def test_archive_with_a_password_is_refused():
    data = bytearray(xlsx_bytes(packet(1)))
    offset = data.index(b"PK\x01\x02")
    while offset >= 0:
        data[offset + 8] |= 1
        offset = data.find(b"PK\x01\x02", offset + 1)
    assert refused(bytes(data)) == "has a password; save it without one"


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_half_a_file_is_refused(share):
    assert refused(FILLED[: int(len(FILLED) * share)]) == "is a broken .xlsx file; save it again as .xlsx"


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(FILLED) - 1), st.integers(0, 255)), min_size=1, max_size=6))
def test_damaged_file_is_read_or_refused_in_one_line(damage):
    data = bytearray(FILLED)
    for offset, value in damage:
        data[offset] = value
    try:
        assert isinstance(read("x", bytes(data)), Answers)
    except ReviewError as error:
        assert "\n" not in str(error)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.data())
def test_damaged_sheet_is_read_or_refused_in_one_line(data):
    """Damage inside a part: what the archive's own check does not find."""
    with ZipFile(BytesIO(FILLED)) as file:
        content = bytearray(file.read(SHEET))
    for offset, value in data.draw(
        st.lists(
            st.tuples(st.integers(0, len(content) - 1), st.sampled_from(b'<>&"/09aArstn ')), min_size=1, max_size=4
        )
    ):
        content[offset] = value
    try:
        assert isinstance(read("x", with_part(bytes(content))), Answers)
    except ReviewError as error:
        assert "\n" not in str(error)


@pytest.mark.slow
def test_large_packet_is_read():
    data = filled({number: {"decision": "reject"} for number in range(1, 1_001)}, of=packet(1_000))
    assert len(read("x", data).answers) == 1_000
    assert load_workbook(BytesIO(data), read_only=True)["Findings"].max_row == 1_002
