"""Files of any kind, whole or broken: entries, or lines that say why there are none, and soon."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossary.exchange.entry_tables.entries_xlsx import entries_xlsx
from glossary.exchange.entry_tables.entry_rows import csv_bytes
from glossary.exchange.imported_entries import EntryImportError
from glossary.exchange.imports.read_entries import read_entries
from glossary.exchange.tbx import tbx_bytes
from glossary.exchange.tool_tables import tab_lines
from glossary.termbase.termbase import GlossaryError
from tests.glossary.desk.review.filled import repacked
from tests.glossary.exchange.reimported import HEADER, loaded, refused
from tests.glossary.small import termbase

GLOSSARY = termbase(
    'id = "a"\nkeep = true\nidentifier = ["x.y"]\nexamples.en.match = ["en of a"]',
    'id = "b"\nzh.wrong = [{ form = "乙", why = "no", only_near = ["甲"] }]',
)
SHEET = "xl/worksheets/sheet1.xml"
SEEDS = {
    "csv": csv_bytes(GLOSSARY),
    "utf-16": csv_bytes(GLOSSARY).decode("utf-8-sig").encode("utf-16"),
    "tbx": tbx_bytes(GLOSSARY, "", 3),
    "martif": tbx_bytes(GLOSSARY, "zh"),
    "tab": tab_lines(GLOSSARY, "zh").encode(),
    "wide.csv": 'en,zh-CN,ja,Status [ja],note\ncat,"猫; 喵",ネコ,preferred,not にゃん\n'.encode(),
    "terms.md": "# A\n\n| English | 中文 | Notes |\n|---|---|---|\n| cat | 猫 | avoid `喵` |\n".encode(),
    "zh.json": '{"Cat": "猫", "Dog house": "狗屋"}'.encode(),
    "zh.yaml": "Cat: 猫\nDog house: 狗屋\n".encode(),
    "zh.properties": "Cat = \\u732b\nDog=狗\n".encode(),
    "zh.strings": '"Cat" = "猫";\n'.encode("utf-16"),
    "zh.po": 'msgid "Cat"\nmsgstr "猫"\n'.encode(),
    "zh.xlf": '<xliff><file><trans-unit id="1"><source>Cat</source><target>猫</target></trans-unit></file></xliff>'.encode(),
}
edits = st.tuples(
    st.floats(0, 1), st.integers(0, 30), st.binary(max_size=12) | st.sampled_from([b'"', b"\n", b"<", b"\t", b"&#0;"])
)


def mended(data: bytes, changes: list[tuple[float, int, bytes]]) -> bytes:
    """The data with bytes taken out and put in at some places."""
    for share, length, more in changes:
        place = int(share * len(data))
        data = data[:place] + more + data[place + length :]
    return data


def try_out(data: bytes, name: str = "") -> None:
    """Reads and loads; whatever is wrong is told in lines."""
    with suppress(EntryImportError, GlossaryError):
        loaded(read_entries(data, "zh", name))


@given(st.sampled_from(sorted(SEEDS)), st.lists(edits, min_size=1, max_size=5))
def test_file_that_was_damaged_is_read_or_refused(kind, changes):
    try_out(mended(SEEDS[kind], changes), kind)


@given(st.lists(edits, min_size=1, max_size=5))
def test_workbook_that_was_damaged_is_read_or_refused(changes):
    data = entries_xlsx(GLOSSARY)
    try_out(mended(data, changes))
    try_out(repacked(data, lambda name, part: mended(part, changes) if name == SHEET else part))


@given(st.binary(max_size=200), st.sampled_from(sorted(SEEDS)))
def test_anything_is_read_or_refused(data, name):
    try_out(data, name)


@pytest.mark.parametrize("name", ["", *(name for name in SEEDS if "." in name)])
@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\0" * 99, b"\x89PNG\r\n\x1a\n\0\xff\xd8" * 9])
def test_file_that_is_empty_or_no_text_is_refused(data, name):
    with pytest.raises(EntryImportError):
        read_entries(data, "zh", name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"," * 30 * 2**20, "has no header row; "),
        (HEADER.encode() + b"\n" * 30 * 2**20, "has more than 1,048,576 rows; split it"),
        (HEADER.encode() + b"\na,d,A.,fr,preferred,x" * 100_000, "row 2, column 'language': 'fr' is no language"),
        (b'"' * 30 * 2**20, "row 1 is no CSV (line 1: field larger than field limit (131072));"),
        (b"x" * (2**25 + 1), "has 33,554,433 bytes, the most is 33,554,432; split it"),
        (b"<martif>" + b"<a>" * 10**6, "is no XML ("),
    ],
    ids=["commas", "lines", "faults", "quotes", "bytes", "depth"],
)
def test_file_that_was_made_to_do_harm_is_refused_soon(data: bytes, line: str):
    began = time.process_time()
    lines = refused(data)
    assert lines[0].startswith(line) and len(lines) <= 51
    assert time.process_time() - began < 20
