"""Tables of terms with columns named by language: any spelling of a language, statuses, notes, and what is rejected."""

from __future__ import annotations

import time
from io import BytesIO

import pytest
from openpyxl import Workbook

from glossary.exchange.imports.read_entries import ImportFile, read_entries, read_files
from tests.glossary.exchange.imports.shown import read
from tests.glossary.exchange.reimported import loaded, refused, rejected

CAT = "cat: 猫; ネコ"


@pytest.mark.parametrize(
    "header",
    [
        "en,zh,ja", "EN,zh-CN,ja-JP", "en-US,zh_CN,ja_JP", "en,zh-Hans,ja", "English,Chinese,Japanese", "英语,简体中文,日本語",
        "English,Chinese (Simplified),Japanese", "Term [en],Term [zh-CN],Term [ja]", "term_en,term_zh_hans,term_ja",
        "Source,Chinese translation,translation_ja", "Term,中文,日文", "en,zh-Hans-CN,jpn", "英語,中国語（簡体字）,日本語",
    ],
)  # fmt: skip
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_columns_are_named_by_language_in_any_spelling(header: str, separator: str):
    assert read(f"{header}\ncat,猫,ネコ\n".replace(",", separator)) == [CAT]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_encoding_may_be_what_programs_save(encoding: str):
    text = "en,zh,note\ncat,猫,家里养的小动物，喜欢抓老鼠，也喜欢睡觉\ndog,狗,家里养的动物，会看门，对主人很忠诚\n"
    assert read(text.encode(encoding)) == ["cat: 猫; keep", "dog: 狗; keep"]


def test_workbook_is_read_as_a_file_is_and_names_its_sheets():
    book = Workbook()
    for title, row in (("Animals", ["cat", "猫", "ネコ"]), ("More", ["dog", "=1+1", None]), ("Empty", [])):
        sheet = book.create_sheet(title)
        for cells in (["English", "zh-CN", "日本語"], row) if row else ():
            sheet.append(cells)
    file = BytesIO()
    book.save(file)
    assert read(file.getvalue()) == [CAT]
    assert rejected(file.getvalue()) == [
        "More row 2, column 'zh-CN': is a formula, which is not reckoned; type an apostrophe before the =, or the text alone",
    ]


@pytest.mark.parametrize(
    ("header", "row", "concept"),
    [
        ("en,zh,ja", "cat,猫; 喵|猫咪,ネコ", "cat: 猫 喵=admitted 猫咪=admitted; ネコ"),
        ("en,zh,ja", 'cat,"猫\n喵",ネコ', "cat: 猫 喵=admitted; ネコ"),
        ("en,zh,zh,ja", "cat,猫,喵,ネコ", "cat: 猫 喵=admitted; ネコ"),
        ("en,zh-TW,zh-CN,ja", "mouse,滑鼠,鼠标,マウス", "mouse: 鼠标 滑鼠=admitted@zh-TW; マウス"),
        ("en,zh-TW,ja", "mouse,滑鼠,マウス", "mouse: 滑鼠; マウス"),
        ("en,zh,Status [zh],ja", "cat,猫,not recommended,ネコ", "cat: keep 猫=deprecated; ネコ"),
        ("en,zh,Status [zh],ja", "cat,猫;喵,preferred;obsolete,ネコ", "cat: 猫 喵=deprecated; ネコ"),
        ("en,zh,ja,status", "cat,猫,ネコ,forbidden", "cat: keep 猫=wrong; keep ネコ=wrong"),
        ("en,status,zh,status,ja,status", "cat,preferred,喵,deprecated,ネコ,", "cat: keep 喵=deprecated; ネコ"),
        ("en,zh,ja,note", "cat,猫,ネコ,do not translate", "cat: keep 猫=admitted; keep ネコ=admitted"),
        ("en,zh,ja,note", "cat,,,Read-only", "cat: keep; keep"),
        ("en,zh,ja,note", "cat,猫,ネコ,terminology forbidden", "cat: keep 猫=wrong; keep ネコ=wrong"),
        ("en,zh,ja,note", "cat,猫,ネコ,not 喵; ja: avoid にゃん", "cat: 猫 喵=wrong; ネコ にゃん=wrong"),
        ("en,zh,ja,Note [ja]", "cat,猫,,keep English", "cat: 猫; keep"),
        ("en,zh,ja,Avoid", 'cat,猫,ネコ,"喵, にゃん"', "cat: 猫 喵=wrong; ネコ にゃん=wrong"),
        ("en,zh,ja,translatable", "cat,,,no", "cat: keep; keep"),
        ("en,zh,ja,forbidden", "cat,猫,ネコ,no", "cat: 猫; ネコ"),
        ("en,zh,ja", "cat,DNT,ネコ", "cat: keep; ネコ"),
        ("en,zh,ja", "cat,猫,cat", "cat: 猫; keep"),
        ("Term [en],Type [en],zh,Type [zh]", "GPU,acronym,显卡;图卡,", "GPU: 显卡 图卡=admitted; keep"),
        ("source_lang,target_lang,source,target", "en,ja,cat,ネコ", "cat: keep; ネコ"),
    ],
)  # fmt: skip
def test_row_is_read_with_its_statuses_and_notes(header: str, row: str, concept: str):
    assert read(f"{header}\n{row}\n") == [concept]


def test_rows_of_one_name_are_one_concept_unless_their_definitions_differ():
    text = "en,zh,ja,status,definition\ntoken,词元,トークン,preferred,Of text.\nToken,标记,,deprecated,\ntoken,令牌,,,Of access.\n"
    assert read(text) == ["token: 令牌; keep", "token: 词元 标记=deprecated; トークン"]
    assert [concept.id for concept in loaded(read_entries(text.encode())).concepts] == ["token", "token-2"]


def test_facts_of_other_tools_become_those_of_the_entry():
    text = (
        "Concept Subject,Concept Note,Concept Definition,Concept URL,Term [en],Term [zh]\n"
        "Metrics,from the team,A number.,http://x.example,score,分数\n"
    )
    (concept,) = loaded(read_entries(text.encode())).concepts
    assert (concept.domain, concept.note, concept.definition) == ("metrics", "from the team", "A number.")
    assert concept.reference == "http://x.example"


def test_columns_that_are_not_read_are_named():
    entries = read_entries("en,zh,de,Mood,pos\ncat,猫,Katze,happy,noun\n".encode())
    assert entries.notices[:2] == (
        "columns that say nothing known are not read: 'Mood'",
        "languages that the glossary does not have are not read: de",
    )


def test_sound_rows_are_read_and_the_others_listed():
    text = "en,zh,ja,Status [ja]\ncat,猫,ネコ,prefered\n,狗,犬,\nbird,,,\nfish,鱼,魚,preferred\n"
    assert read(text) == ["cat: 猫; keep", "fish: 鱼; 魚"]
    assert rejected(text) == [
        "row 2, column 'Status [ja]': 'prefered' is no status; write preferred, admitted, abbreviation, deprecated or wrong",
        "row 3: no English form, by which entries are called; add it",
        'row 4: nothing in zh or ja; write a form, or "do not translate" where the English name is used',
    ]


def test_language_that_a_table_leaves_open_is_asked_for_or_in_the_name():
    text = "source,target,fuzzy\ncat,猫,\ndog,狗,True\n"
    assert refused(text) == ["does not say the language of its column 'target'; add --for zh or --for ja"]
    assert read(text, "zh") == read(text, name="glossary-zh.csv") == ["cat: 猫; keep"]
    assert rejected(text, "zh") == ["row 3, column 'fuzzy': still to be reviewed; confirm the row"]


def test_table_without_a_header_has_english_and_the_language_that_is_given():
    assert read("cat,猫\ndog,狗,do not translate\n", "zh") == ["cat: 猫; keep", "dog: keep 狗=admitted; keep"]
    assert refused("cat,猫\n")[0].startswith("has no header row; ")


def test_later_files_go_before_earlier_ones():
    files = [
        ImportFile("zh.csv", "source,target\ncat,喵\ndog,狗\n".encode()),
        ImportFile("ja.csv", "source,target\ncat,ネコ\n".encode()),
        ImportFile("more.csv", "en,zh\nCat,猫\nbird,\n".encode()),
    ]
    entries = read_files(files)
    concepts = {concept.id: concept for concept in loaded(entries).concepts}
    assert [form.form for form in concepts["cat"].in_language("zh")] == ["猫"]
    assert [form.form for form in concepts["cat"].in_language("ja")] == ["ネコ"]
    assert list(concepts) == ["cat", "dog"]
    assert entries.rejected == (
        'more.csv, row 3: nothing in zh or ja; write a form, or "do not translate" where the English name is used',
    )


def test_hundred_thousand_rows_take_time_in_proportion():
    def seconds(rows: int) -> float:
        lines = "".join(f"word {number},词{number},語{number},not 字{number}\n" for number in range(rows))
        began = time.process_time()
        assert len(read_entries(f"en,zh,ja,note\n{lines}".encode()).tables) == rows
        return time.process_time() - began

    assert seconds(40_000) < 8 * seconds(10_000) + 1


def test_forms_with_brackets_or_slashes_are_named():
    entries = read_entries(
        "English,Chinese,Japanese\nwidget,控件（部件）,ウィジェット\npoint,点/処,ポイント\n".encode()
    )
    assert [notice for notice in entries.notices if "控件（部件） (row 2, column 'Chinese')" in notice]
    assert not [notice for notice in entries.notices if "点/処" in notice]


@pytest.mark.parametrize(
    ("table", "forms", "notices"),
    [
        ("Term [en],Term [zh-CN],Part of Speech [zh-CN]\nmask,掩码,noun\nmask,屏蔽,Verb\n", ["mask", "掩码 noun", "屏蔽 verb"], 0),
        ("English,Chinese,词性\nmask,掩码,名词\n", ["mask noun", "掩码 noun"], 0),
        ("English,Chinese,POS\nmask,掩码,noun\nmask,屏蔽,verb\n", ["mask", "掩码 noun", "屏蔽 verb"], 0),
        ("English,Chinese,POS\nmasked,被屏蔽的,adjective\n", ["masked", "被屏蔽的"], 1),
    ],
)  # fmt: skip
def test_part_of_speech_is_read(table: str, forms: list[str], notices: int):
    entries = read_entries(f"{table}".encode())
    (concept,) = loaded(entries).concepts
    assert [
        " ".join(filter(None, (form.form, form.part_of_speech))) for form in concept.forms if form.lang != "ja"
    ] == forms
    lost = [
        line for line in entries.notices if line.startswith("parts of speech that entries do not have are not read")
    ]
    assert len(lost) == notices
