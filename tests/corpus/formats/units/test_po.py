"""Catalogues of gettext: both texts, where they stand in the file, what is written back, and what is broken."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.errors import UnreadableError
from corpus.formats import format_of, places_of, template_of, units
from corpus.formats.units import UnitText, po
from corpus.languages import Language
from corpus.records import Document, MetadataEntry
from corpus.sources.discovery import PlacedFile
from corpus.sources.documents import read
from tests.corpus.small import cpu_limit, document, lawful

PO = "text/x-gettext-translation"
HEADER = 'msgid ""\nmsgstr ""\n"Language: ja\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
CATALOGUE = (
    HEADER
    + r"""
#: ../guide.rst:3
msgid "The queue keeps **four** jobs; see :ref:`limits`."
msgstr ""
"このキューはジョブを **四つ** まで保持しま"
"す。詳しくは :ref:`limits` を見てください。"

#: ../guide.rst:7
#, fuzzy
msgid "A job that fails is tried again."
msgstr "失敗したジョブは消えます。"

#: ../guide.rst:9
msgctxt "menu"
msgid "Open \"%s\""
msgstr "\"%s\" を開く\n"

msgid "%d job"
msgid_plural "%d jobs"
msgstr[0] "%d 件のジョブ"

msgid "Not yet"
msgstr ""

#~ msgid "Old words"
#~ msgstr "古い言葉"
"""
)


def placed(path: Path, name: str = "ja/guide.po", lang: str | None = "ja") -> PlacedFile:
    return PlacedFile(path, name, PO, "guide", Language(lang, lang) if lang else None)


def read_catalogue(folder: Path, data: str | bytes, lang: str | None = "ja") -> Document:
    path = folder / "guide.po"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return read(placed(path, lang=lang), 1 << 30)


def texts_of(source: str) -> tuple[UnitText, UnitText]:
    target, original = units.texts(po.unit_file(source), source)
    return target, original


def rewritten(source: str, text: str) -> str:
    return units.rewritten(po.unit_file(source), source, text)


def unit_texts(text: str) -> list[str]:
    return [text[unit.start : unit.end] for unit in units.entries(text)]


def test_texts_of_both_sides_pair_by_number():
    target, original = texts_of(CATALOGUE)
    assert target.text.split("\n\n\n") == [
        "このキューはジョブを **四つ** まで保持します。詳しくは :ref:`limits` を見てください。",
        "",
        '"%s" を開く',
        "%d 件のジョブ",
        "",
    ]
    assert [unit.key for unit in units.entries(target.text)] == ["0", "2", "3"]
    assert unit_texts(original.text)[::2] == [
        "The queue keeps **four** jobs; see :ref:`limits`.",
        'Open "%s"',
        "Not yet",
    ]
    assert unit_texts(original.text)[3] == "%d jobs"
    assert (target.language, original.language, target.markup) == ("ja", "en", "rst")
    assert target.entries[units.TEMPLATE] == original.entries[units.TEMPLATE]


def test_units_that_are_not_judged_are_counted():
    assert {name: texts_of(CATALOGUE)[0].entries[name] for name in units.COUNTS} == {
        "units": "3",
        "untranslated_units": "1",
        "fuzzy_units": "1",
        "obsolete_units": "1",
        "context_units": "1",
    }


@pytest.mark.parametrize(
    ("forms", "pairs"),
    [
        ('msgstr[0] "%d 件"\n', [("%d jobs", "%d 件")]),
        ('msgstr[0] "1 件"\nmsgstr[1] "%d 件"\n', [("One job", "1 件"), ("%d jobs", "%d 件")]),
        ('msgstr[0] ""\nmsgstr[1] "%d 件"\n', [("One job", ""), ("%d jobs", "%d 件")]),
        ("", [("%d jobs", "")]),
    ],
)
def test_each_plural_form_is_a_unit(forms: str, pairs: list[tuple[str, str]]):
    source = f'msgid "One job"\nmsgid_plural "%d jobs"\n{forms}'
    target, original = texts_of(source)
    assert list(zip(original.text.split("\n\n\n"), target.text.split("\n\n\n"), strict=True)) == pairs
    assert rewritten(source, target.text.replace("件", "個")) == source.replace("件", "個")


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_each_character_is_found_in_the_file(line_end: str, mark: str):
    source = mark + CATALOGUE.replace("\n", line_end)
    lines = source.split(line_end)
    for side in texts_of(source):
        places = units.UnitPlaces(side.text, side.entries[units.PLACES])
        for unit in units.entries(side.text):
            for offset in range(unit.start, unit.end):
                line, column = places.position(offset)
                written = lines[line - 1][column - 1 :]
                assert written.startswith((side.text[offset], f"\\{side.text[offset]}"))


def test_a_word_may_be_wrapped():
    text = texts_of(CATALOGUE)[0]
    places = units.UnitPlaces(text.text, text.entries[units.PLACES])
    word = text.text.index("します")
    assert [places.position(word + number) for number in range(3)] == [(9, 24), (9, 25), (10, 2)]


@pytest.mark.parametrize(
    ("before", "after", "line", "other_line"),
    [
        (
            "ジョブを",
            "仕事を",
            '"このキューはジョブを **四つ** まで保持しま"',
            '"このキューは仕事を **四つ** まで保持しま"',
        ),
        ("保持します。詳", "残します。詳", '"す。詳しくは', '"す。詳しくは'),
        ('"%s" を開く', '"%s"を\\開く\n二', r'msgstr "\"%s\" を開く\n"', r'msgstr "\"%s\"を\\開く\n二\n"'),
        (
            "ます。詳しく",
            "る。詳しく",
            '"このキューはジョブを **四つ** まで保持しま"',
            '"このキューはジョブを **四つ** まで保持しる"',
        ),
    ],
)
def test_another_text_is_written_back_with_nothing_else_changed(before: str, after: str, line: str, other_line: str):
    text = texts_of(CATALOGUE)[0].text
    assert before in text
    changed = rewritten(CATALOGUE, text.replace(before, after))
    assert texts_of(changed)[0].text == text.replace(before, after)
    assert line in CATALOGUE
    assert other_line in changed
    assert changed.count("\n") == CATALOGUE.count("\n")
    assert rewritten(changed, text).count("msgid") == CATALOGUE.count("msgid")


def test_a_text_of_other_units_is_refused():
    with pytest.raises(UnreadableError, match="its units are not those of the file"):
        rewritten(CATALOGUE, "一\n\n\n二")


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ('msgid "a" msgstr "一"', ["一"]),
        ('msgid "a"\nmsgstr ""msgstr "一"\n', ["一"]),
        ('msgid\n"a"\nmsgstr\n"一" "二"\n', ["一二"]),
        ('msgid "a"\nmsgid "b"\nmsgstr "一"\n', ["一"]),
        ('msgid "a"\nmsgstr "\\u4e00\\"\\\\\\t\\101\\x41\\xe4一"', ['u4e00"\\\tAA\ufffd一']),
        ('msgid "a"\nmsgstr "\\n\\n一\\r\\n\\n\\n\\n二\\n\\n"\nmsgid "b"\nmsgstr "三"', ["一\n\n二", "三"]),
        ('#~ msgid "x"\n#~ msgstr "旧"\n\nmsgid "a"\nmsgstr "一"', ["一"]),
        ('#, fuzzy\n#~ msgid "x"\n#~ msgstr "旧"\nmsgid "a"\nmsgstr "一"', ["一"]),
        ('#, no-fuzzy-flag\nmsgid "a"\nmsgstr "一"', ["一"]),
        ('msgctxt "c"\nmsgid ""\nmsgstr "一"', ["一"]),
        ('  msgid "a"\n\tmsgstr "一"  \n', ["一"]),
    ],
)
def test_what_programs_write_is_read(source: str, texts: list[str]):
    assert unit_texts(texts_of(source)[0].text) == texts
    assert rewritten(source, texts_of(source)[0].text) == source


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ('msgid "a"\nmsgstr "一\n', "broken catalogue: line 2: a quotation mark is not closed; correct it"),
        ('msgid "a"\nmsgstr "一\\"\n', "broken catalogue: line 2: a quotation mark is not closed; correct it"),
        ('msgid "a"\nmsgstr "一" 二\n', "broken catalogue: line 2: no line of a PO file; correct it"),
        ('"a"\n', "broken catalogue: line 1: a quotation mark is not closed; correct it"),
        ('msgstr "一"\n', "broken catalogue: line 1: no line of a PO file; correct it"),
        ("# 注\n", "no unit to translate: it is no file of translations, or an empty one"),
        (HEADER, "no unit to translate: it is no file of translations, or an empty one"),
        (HEADER + 'msgid "a"\nmsgstr ""\n', "no unit of the catalogue is translated"),
    ],
)
def test_broken_catalogues_are_quarantined_with_the_reason(source: str, reason: str, tmp_path: Path):
    page = read_catalogue(tmp_path, source)
    assert (page.status, page.reason, page.text) == ("quarantined", reason, "")


def test_a_catalogue_tells_its_language_and_an_english_reading_has_the_originals(tmp_path: Path):
    assert read_catalogue(tmp_path, CATALOGUE, None).locale == "ja"
    assert read_catalogue(tmp_path, HEADER + 'msgid "Log"\nmsgstr "記録"\n', None).locale == "ja"
    assert unit_texts(read_catalogue(tmp_path, CATALOGUE, "en").text)[0].startswith("The queue keeps")


def test_no_header_and_another_charset_than_it_names(tmp_path: Path):
    bare = CATALOGUE.removeprefix(HEADER)
    assert read_catalogue(tmp_path, bare).status == "ok"
    sentences = bare.replace("古い言葉", "この目録はとても古い言葉で書かれています。") * 2
    page = read_catalogue(tmp_path, (HEADER + sentences).encode("euc-jp"))
    assert (page.status, {entry.key: entry.value for entry in page.metadata}["encoding"]) == ("ok", "EUC-JP")


@pytest.mark.parametrize(
    ("comment", "words", "markup"),
    [
        ("#: ../../docs/guide.md:3 5f2c", "See ``x``", "markdown"),
        ("#: ../guide.rst:3", "See [x](y)", "rst"),
        ("#: ../../lib/a.py:docstring of a:1 ../b.rst:4", "Words", "rst"),
        ("#: src/main.c:12", "Open `x`", "markdown"),
        ("#: src/main.c:12", "Open %s", ""),
        ("", "See :ref:`x`", "rst"),
    ],
)
def test_markup_is_that_of_the_files_or_else_of_the_signs(comment: str, words: str, markup: str):
    source = f'{comment}\nmsgid "{words}"\nmsgstr "言葉"\n'
    form = format_of(format_of(PO).content(source).media_type)
    assert (form.has_markup, form.has_roles) == (bool(markup), markup == "rst")
    assert form.is_bilingual


def test_entries_of_front_matter_are_no_places():
    entries = [MetadataEntry(units.PLACES, "Kyoto"), MetadataEntry(units.TEMPLATE, "wide")]
    page = replace(document("一", "text/markdown"), metadata=entries)
    assert (places_of(page), template_of(page)) == ("", "")


@given(st.lists(st.text(alphabet='ab"\\\n\t\r二。 ', max_size=12), min_size=1, max_size=6))
@settings(max_examples=200, deadline=None)
def test_any_text_comes_back(texts: list[str]):
    quoted = [text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", '\\n"\n"') for text in texts]
    quoted = [text.replace("\t", "\\t").replace("\r", "\\r") for text in quoted]
    source = "\n".join(f'msgid "{number}"\nmsgstr "{text}"\n' for number, text in enumerate(quoted))
    text = texts_of(source)[0].text
    assert len(text.split("\n\n\n")) == len(texts)
    assert rewritten(source, text) == source
    lawful(document(text, f"{PO}+rst"))
    other = text.replace("b", '"').replace("二", "\\")
    if all(other.split("\n\n\n")):
        assert texts_of(rewritten(source, other))[0].text == other


def test_fifty_thousand_units_take_linear_time():
    source = "".join(f'#: a.rst:{n}\nmsgid "Line {n}"\nmsgstr "第 {n} \\"行\\""\n\n' for n in range(50_000))
    with cpu_limit(20):
        text = texts_of(source)[0]
        assert len(units.entries(text.text)) == 50_000
        assert len(units.blocks(text.text)) == 50_000
        assert units.UnitPlaces(text.text, text.entries[units.PLACES]).position(len(text.text) - 1) == (199_999, 20)
        assert rewritten(source, text.text.replace("第 7 ", "第7 ")).count("第7 ") == 1


def test_units_without_a_translation_take_linear_time():
    source = "".join(f'msgid "Line {n}"\nmsgstr "{"" if n % 2 else "行"}"\n\n' for n in range(50_000))
    with cpu_limit(6):
        assert len(units.entries(texts_of(source)[0].text)) == 25_000


def test_a_long_unit_takes_linear_time():
    lines = "\n".join('"这一行很长，包含\\"引号\\"，还要继续写下去。"' for _ in range(5_000))
    source = f'msgid "Long"\nmsgstr ""\n{lines}\n'
    text = texts_of(source)[0]
    places = units.UnitPlaces(text.text, text.entries[units.PLACES])
    changed = text.text[:99] + "字" + text.text[100:-99] + text.text[-98:]
    with cpu_limit(6):
        assert places.position(len(text.text) - 1)[0] == 5_002
        assert [places.position(offset)[0] for offset in range(0, 90_000, 30)][-1] > 4_000
        assert texts_of(rewritten(source, changed))[0].text == changed


@pytest.mark.parametrize("piece", ['msgid "', "msgstr ", '"\\', "#, fuzzy ", "\\", "msgid", '""', "#~ msgid ", "\n\n"])
def test_heaps_of_marks_take_linear_time(piece: str):
    with cpu_limit(4), suppress(UnreadableError):
        texts_of(piece * 100_000)
