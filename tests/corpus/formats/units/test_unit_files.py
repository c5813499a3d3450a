"""Files of units in XML, tables and by key: what is read, where it stands, and that only fixed words change."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.errors import UnreadableError
from corpus.formats import FORMATS, Format, units
from tests.corpus.small import cpu_limit, document, lawful

XLIFF_1 = """<?xml version="1.0" encoding="utf-8"?>
<!-- <target>no text</target> -->
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
 <file original="a.html" source-language="en" target-language="zh-CN" datatype="html"><body>
  <group id="menu">
   <trans-unit id="open"><source>Open <x id="1" equiv="a>b"/> &amp; close</source>
    <target>打开 <x id="1" equiv="a>b"/> 并 &amp; 关闭</target><note>&lt;b&gt;</note></trans-unit>
   <trans-unit id="new"><source>New</source><target state="needs-translation">新</target></trans-unit>
   <trans-unit id="none"><source>None</source></trans-unit>
   <trans-unit id="empty"><source>Empty</source><target/></trans-unit>
   <trans-unit id="kept" translate="no"><source>x</source><target>x</target></trans-unit>
   <trans-unit id="tagged"><source>A <g id="2">job</g></source><target>一个<g id="2">任务</g>，😀 完成
    了。</target><alt-trans><source>B</source><target>乙</target></alt-trans></trans-unit>
  </group>
 </body></file>
</xliff>
"""
XLIFF_2 = """<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="ja">
 <file id="f"><unit id="u"><notes><note>n</note></notes>
  <segment id="a" state="final"><source>Save <ph id="1"/>.</source><target>保存<ph id="1"/>。</target></segment>
  <ignorable><source> </source><target> </target></ignorable>
  <segment id="b" state="initial"><source>Close.</source><target>閉じる。</target></segment>
  <segment id="c"><source>Run.</source><target><![CDATA[<実行>]]>します。</target></segment>
 </unit></file></xliff>
"""
TMX = """<tmx version="1.4"><header srclang="en"/><body>
 <tu tuid="1"><tuv xml:lang="en-US"><seg>Log</seg></tuv><tuv xml:lang="ja"><seg>ログ</seg></tuv></tu>
 <tu><tuv xml:lang="ja"><seg>二<bpt i="1">&lt;b></bpt>つ</seg></tuv><tuv xml:lang="en-US"><seg>Two</seg></tuv></tu>
 <tu><tuv xml:lang="en-US"><seg>Only</seg></tuv><tuv xml:lang="fr"><seg>Seul</seg></tuv></tu>
</body></tmx>
"""
CSV = 'id,en,zh,note\na,Log,日志,x\nb,"Say ""a, b""","说""甲,\n乙""",\n\nc,Empty,,\nd,Short\n'
JSON = """{
  "@@locale": "zh",
  "menu": {"open": "打开 \\"{name}\\"", "list": ["一", "\\u4e8c\\ud83d\\ude00"]},
  "open": {"message": "打开", "description": "x", "placeholders": {"a": {"content": "$1"}}},
  "@menu": {"description": "no text"}, "empty": ""
}
"""
YAML = """# 文本
zh-CN:
  menu:
    open: 打开 %{name}  # 注
    quoted: "一\\u4e8c \\"三\\""
    single: '它''s
      好'
    folded: >-
      第一
      第二

      第三
    block: |
      甲
        乙
    list:
      - 一
    count: 3
"""
PROPERTIES = "# 注\nopen = 打开\\n文件\nlong: 一\\\n   二\n! x\nempty=\nkey\\ with\\:signs \\u4e00三\n"
CASES = {
    "1.xlf": (
        XLIFF_1,
        "zh-CN",
        ['Open <x id="1" equiv="a>b"/> & close', "New", "None", "Empty", 'A <g id="2">job</g>'],
        ['打开 <x id="1" equiv="a>b"/> 并 & 关闭', "", "", "", '一个<g id="2">任务</g>，😀 完成\n    了。'],
    ),
    "2.xliff": (XLIFF_2, "ja", ['Save <ph id="1"/>.', "Close.", "Run."], ['保存<ph id="1"/>。', "", "<実行>します。"]),
    "m.tmx": (TMX, "ja", ["Log", "Two", "Only"], ["ログ", '二<bpt i="1"><b></bpt>つ', ""]),
    "t.csv": (CSV, "zh", ["Log", 'Say "a, b"', "Empty"], ["日志", '说"甲,\n乙"', ""]),
    "t.tsv": ('source\ttarget\nLog\t日志\nSay "a"\t说\n', "", ["Log", 'Say "a"'], ["日志", "说"]),
    "k.json": (JSON, "zh", None, ['打开 "{name}"', "一", "二😀", "打开", ""]),
    "k.yaml": (YAML, "zh-CN", None, ["打开 %{name}", '一二 "三"', "它's 好", "第一 第二\n第三", "甲\n  乙", "一"]),
    "k.properties": (PROPERTIES, "", None, ["打开\n文件", "一二", "", "一三"]),
}


def form_of(name: str) -> Format:
    return next(form for form in FORMATS if f".{name.rpartition('.')[2]}" in form.extensions)


@pytest.mark.parametrize("name", CASES)
def test_units_are_read(name: str):
    source, language, originals, translations = CASES[name]
    page = form_of(name).content(source)
    assert page.text.split("\n\n\n") == translations
    assert page.language == language
    assert (page.original.text.split("\n\n\n") if page.original else None) == originals


def test_keys_name_the_units():
    entries = {name: form_of(name).content(source).entries for name, (source, *_) in CASES.items()}
    assert entries["k.json"][units.NAMES] == "menu/open menu/list/0 menu/list/1 open empty"
    assert entries["k.yaml"][units.NAMES] == (
        "menu/open menu/quoted menu/single menu/folded menu/block menu/list/0"
    )  # fmt: skip
    assert entries["k.properties"][units.NAMES] == "open long empty key%20with:signs"
    assert entries["k.json"][units.TEMPLATE] == entries["k.yaml"][units.TEMPLATE]
    assert entries["k.json"][units.TEMPLATE] != entries["m.tmx"][units.TEMPLATE]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("name", CASES)
def test_each_character_is_found_in_the_file(name: str, line_end: str):
    source = CASES[name][0].replace("\n", line_end)
    page = form_of(name).content(source)
    lines = source.split(line_end)
    for side in filter(None, (page, page.original)):
        places = units.UnitPlaces(side.text, side.entries[units.PLACES])
        for unit in units.entries(side.text):
            for offset in range(unit.start, unit.end):
                if (sign := side.text[offset]).isalnum():
                    line, column = places.position(offset)
                    assert lines[line - 1][column - 1 :].startswith((sign, "\\u"))


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("name", CASES)
def test_only_other_words_are_written_back(name: str, line_end: str):
    source, form = CASES[name][0].replace("\n", line_end), form_of(name)
    text = form.content(source).text
    assert form.rewritten
    assert form.rewritten(source, text) == source
    for before, after in (("打开", "开启"), ("保存", "記録"), ("日志", "记录"), ("ログ", "記録"), ("甲", "丙丁")):
        written = form.rewritten(source, text.replace(before, after))
        assert form.content(written).text == text.replace(before, after)
        assert written == source.replace(before, after)


@pytest.mark.parametrize(
    ("name", "before", "after", "written"),
    [
        ("1.xlf", "关闭", "<关> & 闭", "并 &amp; &lt;关&gt; &amp; 闭</target>"),
        ("t.csv", "甲", '"丙"', '"说""""丙"",\n乙"""'),
        ("k.json", "打开", '"\n开', '"open": "\\"\\n开 '),
        ("k.yaml", "三", '"\\', '"一\\u4e8c \\"\\"\\\\\\""'),
        ("k.yaml", "它", "'它", "single: '''它''s"),
        ("k.properties", "文件", "\n\\文", "open = 打开\\n\\n\\\\文\n"),
    ],
)
def test_what_the_format_escapes_is_escaped(name: str, before: str, after: str, written: str):
    source, form = CASES[name][0], form_of(name)
    text = form.content(source).text.replace(before, after)
    assert form.rewritten
    changed = form.rewritten(source, text)
    assert written in changed
    assert form.content(changed).text == text


def test_a_cell_without_quotes_holds_no_separator():
    form = form_of("t.csv")
    assert form.rewritten
    with pytest.raises(UnreadableError, match="a cell without quotes cannot hold ',b': put quotes around it"):
        form.rewritten("en,zh\nLog,日志\n", "日志,b")


def test_files_without_other_letters_stay_in_ascii():
    json_form, properties = form_of("k.json"), form_of("k.properties")
    assert json_form.rewritten
    assert properties.rewritten
    assert json_form.rewritten('{"a": "\\u4e00"}', "二") == '{"a": "\\u4e8c"}'
    assert properties.rewritten("a=\\u4e00", "\\二") == "a=\\\\\\u4e8c"


@pytest.mark.parametrize(
    ("name", "source", "reason"),
    [
        ("a.xlf", "<xliff><file>", "broken XML: line 1: no element found; correct it"),
        ("a.xlf", '<!DOCTYPE x [<!ENTITY a "b">]><xliff>&a;</xliff>', "its DTD declares entities"),
        ("a.xlf", "<xliff/>", "no unit to translate"),
        ("a.xlf", XLIFF_1.replace('source-language="en"', 'source-language="de"'), "translates from de"),
        ("a.tmx", "x", "broken XML: line 1: syntax error"),
        ("a.csv", "name,size\nx,1\n", "no table of translations: begin it with a row such as en,zh or source,ja"),
        ("a.json", "[1]", "holds no texts by key"),
        ("a.json", '{"a": "b"', "broken JSON: "),
        ("a.json", '{"a": 1}', "no unit to translate"),
        ("a.json", '{"a": ' * 100_000, "nested too deep; make it flatter"),
        ("a.yaml", "- a\n", "holds no texts by key"),
        ("a.yaml", "a: 'b\n", "broken YAML: "),
        ("a.properties", "# x\n", "no unit to translate"),
    ],
)
def test_broken_files_have_a_reason(name: str, source: str, reason: str):
    with pytest.raises(UnreadableError, match=f"^{reason}"):
        form_of(name).content(source)


@pytest.mark.parametrize(
    ("name", "head", "is_article"),
    [
        ("a.csv", "en,zh\n", True),
        ("a.csv", "id;Source;Target\n", True),
        ("a.tsv", "en\tja\n", True),
        ("a.csv", "name,en\n", False),
        ("a.csv", "", False),
        ("a.json", '{"a": {"b": "c", "d": null}}', True),
        ("a.json", '{"a": "b", "c": 1}', False),
        ("a.json", '{"a": "b", "c": ["d"', True),
        ("a.json", '["a"]', False),
        ("a.yaml", "# x\nzh:\n  a: b\n", True),
        ("a.yaml", "a: b\nc: true\n", False),
        ("a.yaml", "- local: a\n  title: b\n", False),
    ],
)
def test_a_file_in_a_folder_is_known_by_how_it_begins(name: str, head: str, is_article: bool):
    begins = form_of(name).is_article
    assert begins is not None
    assert begins(head) is is_article


@given(st.lists(st.text(alphabet="ab\"\\\n\t'<>&,;:#= 。二", max_size=12), min_size=1, max_size=6))
@settings(max_examples=100, deadline=None)
def test_any_json_comes_back(texts: list[str]):
    form = form_of("k.json")
    source = json.dumps({f"k{number}": text for number, text in enumerate(texts)}, ensure_ascii=False, indent=1)
    text = form.content(source).text
    assert form.rewritten
    assert form.rewritten(source, text) == source
    lawful(document(text, "application/x-messages+json+markdown"))
    other = text.replace("b", '"').replace("二", "\\")
    assert form.content(form.rewritten(source, other)).text == other


@given(st.lists(st.text(alphabet="ab\"\\\n '#:-二", max_size=12), min_size=1, max_size=5))
@settings(max_examples=150, deadline=None)
def test_any_yaml_comes_back_or_has_a_reason(texts: list[str]):
    form = form_of("k.yaml")
    tree = {f"k{number}": {"x": text} for number, text in enumerate(texts)}
    for style in ('"', "'", "|", ">", None):
        source = yaml.dump(tree, allow_unicode=True, default_style=style, width=20, sort_keys=False)
        with suppress(UnreadableError):
            assert form.rewritten
            assert form.rewritten(source, form.content(source).text) == source


@pytest.mark.parametrize(
    "piece",
    ["<source>", "<target", "<a b='", "&amp;", "<!--", '"', ",", "{", '"a": ', "[", "a: ", "- ", "\\", "=", "'", "\n "],
)
@pytest.mark.parametrize("name", ["a.xlf", "a.tmx", "a.csv", "a.json", "a.yaml", "a.properties"])
def test_heaps_of_marks_take_linear_time(piece: str, name: str):
    form = form_of(name)
    with cpu_limit(8), suppress(UnreadableError):
        form.content(piece * 20_000)
    if form.is_article:
        with cpu_limit(4):
            form.is_article(piece * 20_000)


def test_ten_thousand_units_take_linear_time():
    pairs = (f"<trans-unit><source>Line {n}</source><target>第 {n} &amp;</target></trans-unit>" for n in range(10_000))
    source = f'<xliff><file source-language="en" target-language="zh"><body>{"".join(pairs)}</body></file></xliff>'
    form = form_of("a.xlf")
    assert form.rewritten
    with cpu_limit(8):
        page = form.content(source)
        assert form.rewritten(source, page.text.replace("第 7 ", "第7 ")).count("第7 ") == 1
    with cpu_limit(20):
        table = "".join(f"    key{n}: 第 {n} 行\n" for n in range(10_000))
        assert form_of("a.yaml").content(f"zh:\n  a:\n{table}").text.count("行") == 10_000
