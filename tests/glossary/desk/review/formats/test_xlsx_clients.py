"""The spreadsheet in LibreOffice: it opens, shows what it should, and keeps decisions."""

from __future__ import annotations

import csv
import shutil
import subprocess
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.cell.rich_text import CellRichText

from glossary.desk.review.formats.read_file import read
from glossary.desk.review.formats.xlsx.write_xlsx import xlsx_bytes
from tests.glossary.desk.review.filled import cell, filled
from tests.glossary.desk.review.packet_files import packet

pytestmark = pytest.mark.slow

TYPED = {
    1: {"decision": "accept 采纳", "instead": "𠮷算子", "comment": "第一行\n第二行"},
    2: {"decision": "驳回", "comment": "没有问题"},
    3: {"decision": "ACCEPT", "corrected": "与编译器 & <b>“引号”</b> 😀"},
    5: {"decision": "discuss"},
    6: {"comment": "还没想好"},
}


def converted(folder: Path, data: bytes, kind: str) -> Path:
    """The file that LibreOffice makes of a spreadsheet."""
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("no LibreOffice: apt-get install libreoffice-calc")
    (folder / "in").mkdir()
    (folder / "in" / "packet.xlsx").write_bytes(data)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    call = [program, profile, "--headless", "--convert-to", kind, "--outdir", str(folder / "out")]
    subprocess.run([*call, str(folder / "in" / "packet.xlsx")], check=True, timeout=180, capture_output=True)
    (path,) = (folder / "out").iterdir()
    return path


@pytest.mark.parametrize("lang", ["zh", "ja"])
def test_libreoffice_shows_each_text(tmp_path, lang):
    sent = packet(4, lang)
    file = converted(
        tmp_path, xlsx_bytes(sent), "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,1"
    )
    with file.open(encoding="utf-8", newline="") as lines:
        keys, _, *rows = csv.reader(lines)
    sheet_rows = [dict(zip(keys, row, strict=True)) for row in rows]
    assert [sheet_row["target"] for sheet_row in sheet_rows] == [row.question.target for row in sent.rows]
    assert [sheet_row["source"] for sheet_row in sheet_rows] == [row.question.source for row in sent.rows]
    assert [sheet_row["surface"] for sheet_row in sheet_rows] == [row.question.surface for row in sent.rows]
    assert [sheet_row["finding_id"] for sheet_row in sheet_rows] == [row.question.finding_id for row in sent.rows]
    assert [sheet_row["certainty"] for sheet_row in sheet_rows] == ["93%", "80%", "62%", "93%"]


def test_libreoffice_prints_it(tmp_path):
    assert converted(tmp_path, xlsx_bytes(packet(4)), "pdf").read_bytes().startswith(b"%PDF")


def test_decisions_survive_libreoffice(tmp_path):
    data = filled(TYPED, reviewer_name="梅 Mei")
    before = read("packet.xlsx", data)
    after = read("packet.xlsx", converted(tmp_path, data, "xlsx").read_bytes())
    assert after == before
    assert [(answer.action, answer.words, answer.who) for answer in after.answers][:2] == [
        ("accept", "𠮷算子", "梅 Mei"),
        ("reject", "", "梅 Mei"),
    ]
    assert after.problems == ("row 8: 'Comment' without a decision; choose one, discuss if unsure",)


def test_libreoffice_keeps_what_helps_to_decide(tmp_path):
    book = load_workbook(converted(tmp_path, xlsx_bytes(packet(2)), "xlsx"), rich_text=True)
    sheet = book["Findings"]
    assert sheet.row_dimensions[1].hidden
    assert [str(rule.sqref) for rule in sheet.data_validations.dataValidation] == ["B3:B4"]
    assert isinstance(cell(sheet, "target", 1).value, CellRichText)
    assert "operator: What operator means" in str(cell(sheet, "message", 1).comment)
    assert book["How to"].column_dimensions["A"].hidden


def test_opendocument_from_libreoffice_is_recognised(tmp_path):
    data = converted(tmp_path, xlsx_bytes(packet(1)), "ods").read_bytes()
    with pytest.raises(ValueError, match=r"^packet\.ods: is an OpenDocument file; save it again as \.xlsx$"):
        read("packet.ods", data)


def test_old_excel_from_libreoffice_is_recognised(tmp_path):
    data = converted(tmp_path, xlsx_bytes(packet(1)), "xls").read_bytes()
    with pytest.raises(ValueError, match=r"before 2007 \(\.xls\); save it as \.xlsx$"):
        read("packet.xls", data)
