"""Files of an interface: labels by key in any format, of which the short ones become terms."""

from __future__ import annotations

import json

import pytest

from glossary.exchange.imported_entries import EntryImportError
from glossary.exchange.imports.read_entries import ImportFile, read_files
from tests.glossary.exchange.imports.shown import shown
from tests.glossary.exchange.reimported import loaded

WORK = "Workspace: 工作区; keep"


def entries_of(*files: tuple[str, object], lang: str = ""):
    contents = [
        ImportFile(name, data if isinstance(data, bytes) else data.encode() if isinstance(data, str) else json.dumps(data).encode())
        for name, data in files
    ]  # fmt: skip
    return read_files(contents, lang)


def read(*files: tuple[str, object], lang: str = "") -> list[str]:
    return [shown(concept) for concept in loaded(entries_of(*files, lang=lang)).concepts]


XLIFF = '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="{}"><body>{}</body></file></xliff>'
UNIT = '<trans-unit id="{}"><source>{}</source><target state="{}">{}</target></trans-unit>'
PO = r"""
msgid ""
msgstr ""
"Language: zh_CN\n"

#. a comment
msgid "Work"
"space"
msgstr "工作区"

#, fuzzy
msgid "Draft"
msgstr "草"

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d 个文件"
#~ msgid "Old"
#~ msgstr "旧"
"""


@pytest.mark.parametrize(
    "files",
    [
        [("en.json", {"a": {"b": "Workspace"}}), ("zh.json", {"a": {"b": "工作区"}})],
        [("locales/en/a.json", {"b": "Workspace"}), ("locales/zh-CN/a.json", {"b": "工作区"})],
        [("app_en.arb", {"@@locale": "en", "b": "Workspace", "@b": {"description": "x"}}), ("app_zh.arb", {"b": "工作区"})],
        [("_locales/en/messages.json", {"b": {"message": "Workspace", "description": "Place"}}), ("_locales/zh_CN/messages.json", {"b": {"message": "工作区"}})],
        [("both.json", {"en": {"b": "Workspace"}, "zh": {"b": "工作区"}, "fr": {"b": "x"}})],
        [("map.json", {"Workspace": {"zh": "工作区"}})],
        [("zh.json", {"Workspace": "工作区"})],
        [("en.yml", "en:\n  a:\n    b: Workspace\n"), ("zh.yml", "zh:\n  a:\n    b: 工作区\n")],
        [("m.properties", "# c\na.b = Work\\\n   space\n"), ("m_zh_CN.properties", "a.b: \\u5de5\\u4f5c\\u533a\n")],
        [("en.lproj/L.strings", '/* c */ "b" = "Workspace";\n'), ("zh-Hans.lproj/L.strings", '"b" = "工作区"; // c\n'.encode("utf-16"))],
        [("x.po", PO)],
        [("x.xlf", XLIFF.format("zh-CN", UNIT.format(1, "Workspace", "final", "工作区") + UNIT.format(2, "Draft", "new", "草")))],
        [("x.xliff", '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="zh"><file><unit id="u"><segment><source>Workspace</source><target>工作区</target></segment></unit></file></xliff>')],
        [("en.json", {"b": "&Workspace"}), ("zh.json", {"b": "工作区(&W)"})],
    ],
)  # fmt: skip
def test_labels_are_read_from_any_format(files):
    assert read(*files) == [WORK]


def test_texts_that_are_no_short_labels_are_left_out():
    texts = [
        "Are you sure?",
        "Run {n} nodes",
        "a text of far too many words",
        "%s left",
        "10 min",
        "Name:",
        "<b>Bold</b>",
    ]
    english = {str(number): text for number, text in enumerate([*texts, "Run all"])}
    entries = entries_of(("en.json", english), ("zh.json", dict.fromkeys(english, "甲")))
    assert [shown(concept) for concept in loaded(entries).concepts] == ["Run all: 甲; keep"]
    assert entries.notices[0] == "7 texts are no short labels, or not translated, and are left out"


def test_label_that_no_language_translates_is_a_term_only_as_a_name():
    english = {"a": "Settings", "b": "ComfyUI", "c": "Open in Discord", "d": "Discord", "e": "Stable Audio"}
    chinese = {**english, "c": "在 Discord 打开"}
    assert read(("en.json", english), ("zh.json", chinese)) == [
        "ComfyUI: keep; keep",
        "Discord: keep; keep",
        "Open in Discord: 在 Discord 打开; keep",
        "Stable Audio: keep; keep",
    ]


def test_most_frequent_translation_is_preferred_and_the_others_are_admitted():
    english = {"a": "Save", "b": "Save", "c": "save"}
    entries = entries_of(("en.json", english), ("zh.json", {"a": "储存", "b": "保存", "c": "保存"}))
    assert [shown(concept) for concept in loaded(entries).concepts] == ["Save: 保存 储存=admitted; keep"]
    assert entries.notices[0] == (
        "labels with several translations, of which the most frequent is preferred: Save (保存 ×2, 储存 ×1)"
    )


def test_later_file_goes_before_an_earlier_one():
    frontend = ("frontend/zh.json", {"Node group": "节点团", "Loader": "加载器", "Left": "左"})
    overrides = ("overrides/zh.json", {"terms": {"node group": "节点组"}, "ignore": ["left"]})
    assert read(frontend, overrides) == ["Loader: 加载器; keep", "Node group: 节点组; keep"]


def test_keys_of_two_namespaces_are_not_mixed():
    english = [("en/a.json", {"k": "Save"}), ("en/b.json", {"k": "Save file"})]
    chinese = [("zh/a.json", {"k": "保存"}), ("zh/b.json", {"k": "保存文件"})]
    assert read(*english, *chinese) == ["Save: 保存; keep", "Save file: 保存文件; keep"]


def test_plural_is_no_entry_beside_its_singular():
    english = {"a": "Custom node", "b": "Custom nodes"}
    assert read(("en.json", english), ("zh.json", {"a": "自定义节点", "b": "自定义节点"})) == [
        "Custom node: 自定义节点; keep"
    ]


def test_files_in_other_languages_are_named():
    entries = entries_of(("en.json", {"a": "Save"}), ("de.json", {"a": "Sichern"}), ("ja.json", {"a": "保存"}))
    assert entries.notices[0] == "files in languages that the glossary does not have are not read: de.json"


@pytest.mark.parametrize(
    ("files", "line"),
    [
        ([("zh.json", {"menu.save": "保存"})], "zh.json: no labels to import: give the files of English and of another language together"),
        ([("labels.json", {"Save": "保存"})], "labels.json: does not say its language; add --for zh or --for ja, or name it after it (zh.json)"),
        ([("zh.json", '{"a": ')], "zh.json: cannot be read (Expecting value: line 1 column 7 (char 6)); is it whole?"),
        ([("zh.json", "[1]")], "zh.json: holds no labels by key; write an object of them"),
        ([("zh.json", "[" * 100_000)], "zh.json: cannot be read ("),
        ([("zh.yml", "a: &a [x]\nb: *a\n")], "zh.yml: cannot be read (aliases are not read"),
        ([("zh.po", b"\x00\xff\xfe" * 50)], "zh.po: is not UTF-8"),
        ([("x.xlf", '<!DOCTYPE x [<!ENTITY a "b">]><xliff>&a;</xliff>')], "x.xlf: has a DTD"),
        ([("zh.json", {}), ("t.csv", "id,domain,language,status,form\na,d,en,preferred,x\n")], "t.csv: a table of entries, which is imported by itself; omit the others"),
    ],
)  # fmt: skip
def test_file_that_holds_no_labels_is_refused_in_one_line(files, line):
    with pytest.raises(EntryImportError) as raised:
        entries_of(*files)
    assert str(raised.value).startswith(line) and "\n" not in str(raised.value)
