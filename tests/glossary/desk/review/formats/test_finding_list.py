"""Lists of findings: tables as the page and spreadsheets save them, and plain lists."""

from __future__ import annotations

import pytest

from glossary.decisions.decision import ReviewError
from glossary.desk.review.formats.read_file import listed_ids

A, B, C = "0123456789abcdef", "fedcba9876543210", "1111111111111111"


@pytest.mark.parametrize(
    "text",
    [
        f"{A}\n{B}\n",
        f"\ufeff{A}\r\n\r\n  {B}  \r\n{A}",
        f'finding_id,rule,message\r\n{A},T101,"two\nlines, and a comma"\r\n{B},T102,x\r\n',
        f"rule;Finding id\n'=T101;{A}\nT102;{B}\n",
        f"sep=;\nrule;问题编号\nT101;{A}\nT102;{B}\n",
        f"規則\t指摘番号\nT101\t{A}\nT102\t{B}\nT102\n",
        f"ja, two findings\nrule,FINDING_ID\nT101,{A}\nT102,{B}\n",
    ],
)  # fmt: skip
def test_ids_come_in_order_each_once(text: str):
    assert listed_ids(text.encode()) == [A, B]


def test_a_table_of_another_encoding_is_read_by_its_mark():
    assert listed_ids(f"rule\tfinding_id\r\nT101\t{A}\r\n".encode("utf-16")) == [A]


def test_what_is_no_id_stays_for_the_caller_to_report():
    assert listed_ids(f"{A}\nT101 in all pages\n{C}\n".encode()) == [A, "T101 in all pages", C]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "lists no findings"),
        (b"finding_id,rule\r\n", "lists no findings"),
        (b"rule,path\r\nT101,zh/a.md\r\n", "lists no findings; give a table with the column finding_id"),
        (b"please send me everything\n", "lists no findings"),
        (b"\xff\xfa\x00", "is not UTF-8 .line 1.; save it as text"),
        (f'finding_id,rule\n{A},"T101\n'.encode(), "row 2 is no CSV"),
    ],
)  # fmt: skip
def test_a_file_without_ids_is_refused(data: bytes, problem: str):
    with pytest.raises(ReviewError, match=problem):
        listed_ids(data)
