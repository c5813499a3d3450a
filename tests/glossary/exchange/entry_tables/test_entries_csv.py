"""CSV: the whole glossary comes back, in whatever form a spreadsheet saves the file."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossary import load
from glossary.exchange.entry_tables.entries_xlsx import entries_xlsx
from glossary.exchange.entry_tables.entry_rows import csv_bytes
from glossary.termbase.invisible_characters import invisible
from tests.glossary.exchange.reimported import HEADER, refused, reimported, same
from tests.glossary.small import termbase

SMALL = termbase(
    'id = "a"\nzh.preferred = "甲,乙;丙"\nzh.wrong = [{ form = "=甲", since = "2.0", only_near = ["x\\ny", " z"] }]'
)


@pytest.mark.slow
def test_whole_glossary_comes_back():
    glossary = load()
    assert same(reimported(csv_bytes(glossary)), glossary)


@pytest.mark.slow
def test_own_choice_of_languages_comes_back():
    keeping = (
        'id = "{}"\n{}.keep = true\nen.preferred = "A{}"\nen.admitted = ["a", "B b"]\nen.abbreviation = ["AB"]\n{}'
    )
    for lang in ("zh", "ja"):
        for own in ('admitted = ["B b", "ab"]', 'wrong = ["甲"]', 'preferred = "A{}"\nadmitted = ["B b", "a"]', ""):
            table = keeping.format(lang, lang, lang, f"[{lang}]\nkeep = true\n{own.format(lang)}")
            glossary = termbase(table.replace(f"{lang}.keep = true\n", ""))
            assert same(reimported(csv_bytes(glossary)), glossary)


def rewritten(separator: str) -> str:
    """The small table as a spreadsheet in another country saves it."""
    rows = csv.reader(StringIO(csv_bytes(SMALL).decode("utf-8-sig"), newline=""))
    file = StringIO()
    csv.writer(file, delimiter=separator).writerows(rows)
    return file.getvalue()


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_separators_and_encodings_of_spreadsheets_are_read(separator, encoding):
    assert same(reimported(rewritten(separator).encode(encoding)), SMALL)


def test_line_that_names_the_separator_is_passed_over():
    assert same(reimported(f"sep=;\r\n{rewritten(';')}".encode()), SMALL)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_ends_of_lines_may_be_others(end):
    text = csv_bytes(SMALL).decode("utf-8-sig").replace("\r\n", end)
    assert same(reimported(text.encode()), SMALL)


def test_entry_that_only_keeps_its_name_comes_back():
    glossary = termbase('id = "chatflow"\nkeep = true\nen.preferred = "Chatflow"\nnote = "do not translate"')
    assert same(reimported(csv_bytes(glossary)), glossary)


def test_file_is_the_same_each_time_and_opens_in_excel():
    data = csv_bytes(SMALL)
    assert data == csv_bytes(SMALL)
    assert data.startswith(b"\xef\xbb\xbfid,domain,")
    assert not any(
        line.startswith(("=", "+", "-", "@")) for line in data.decode("utf-8-sig").replace('"', "").split(",")
    )


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (f"{HEADER}\na,d,张\n".encode("gb18030"), "is not UTF-8 (line 2); save it as 'CSV UTF-8', or as .xlsx"),
        (f"{HEADER}\n".encode("utf-16-le"), "has no rows below the header; fill in a row for each form"),
        (f'{HEADER}\na,d,A.,en,preferred,x\nb,"d,'.encode(), "row 3 is no CSV (line 3: unexpected end of data); is a quotation mark left open? Save it again"),
        (f'{HEADER}\nb,"{"d" * 200_000}"'.encode(), "row 2 is no CSV (line 2: field larger than field limit (131072)); is a quotation mark left open? Save it again"),
        (b"a,b\n1,2\n", "has no header row; begin with id, language, status, form (also known: domain, definition, why, use, only_near, not_in, region, since, until, case, part_of_speech, example_match, example_no_match, example_wrong, reference, keep, choose, tier, identifier, note)"),
    ],
)  # fmt: skip
def test_file_that_is_no_table_is_refused_in_one_line(data, line):
    assert refused(data) == [line]


texts = (
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Cn"], include_characters=" \n"), min_size=1)
    .filter(lambda text: text.strip() and not invisible(text))
)  # fmt: skip
forms = texts.map(lambda text: " ".join(text.split()))
listed = st.lists(texts, max_size=3)


@st.composite
def concepts(draw):
    """An entry with anything in it that may be."""
    unique = draw(st.lists(forms, min_size=6, max_size=6, unique=True))
    keep = draw(st.booleans())
    wrong = {"form": unique[3], "why": draw(texts), "only_near": draw(listed), "since": draw(texts), "case": "exact"}
    return {
        "id": "x",
        "domain": draw(texts),
        "definition": draw(texts),
        "reference": draw(texts),
        "note": draw(texts),
        "choose": draw(st.sampled_from(["free", "one-per-article"])),
        "identifier": draw(listed),
        "keep": keep,
        "en": {"preferred": unique[0], "abbreviation": [unique[1]], "case": draw(st.sampled_from(["any", "exact"]))},
        "zh": {"wrong": [wrong], "admitted": [unique[4]]} | ({} if keep else {"preferred": unique[2]}),
        "ja": {"admitted": [{"form": unique[1], "until": draw(texts)}]} | ({} if keep else {"preferred": unique[5]}),
    }


@pytest.mark.slow
@given(concepts().filter(lambda table: table["domain"].isalpha()))
def test_whatever_an_entry_holds_comes_back(table):
    glossary = termbase(table)
    try:
        csv_copy = reimported(csv_bytes(glossary))
    except ValueError as error:  # what the loader refuses in the first place
        assert "unknown domain" in str(error)
        return
    assert same(csv_copy, glossary)
    assert same(reimported(entries_xlsx(glossary)), glossary)
