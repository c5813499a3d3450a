"""`taiyaku memory`: what a build has translated of English pages, as a table, sentence by sentence and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.flows.command import Ran, called
from tests.flows.plain import built_project, write

PAGES: dict[str, str | bytes] = {
    "w/en.md": "# Tensors\n\nA **tensor** is an array of any number of dimensions.\n\nOperators run on the GPU.\n",
    "w/zh.md": "# 张量\n\n**张量**是任意维数的数组。\n\n算子在 GPU 上运行。\n",
    "new/a.md": "# Tensors\n\nA tensor is an array of any number of dimensions.\n\nOperators run on each GPU.\n\nNothing is like this.\n",
    "new/b.md": "Nothing is like this.\n\nOperators run on the GPU.\n",
    "new/zh.md": "张量是任意维数的数组，算子在 GPU 上运行。\n",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with pages and the build of the first two."""
    return built_project(tmp_path_factory.mktemp("memory"), PAGES, "w")


@pytest.fixture
def memory(home: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """The command, called in the folder."""
    monkeypatch.chdir(home)
    return partial(called, capfd, "memory")


def test_words_that_are_left_to_translate_are_counted_page_by_page_and_in_all(memory: Callable[..., Ran]):
    ran = memory("new/a.md", "new/b.md", "--for", "zh", "--build", "out/latest")
    assert ran.status == 0
    output = ran.out
    assert output.splitlines()[0] == "new/a.md, Chinese: 9 of 20 words are left to translate"
    assert "new/b.md, Chinese: 0 of 9 words are left to translate" in output
    assert "all pages, Chinese: 9 of 29 words are left to translate" in output
    assert [line.split() for line in output.splitlines()[2:5]] == [
        ["100%", "2", "11"],
        ["75–84%", "1", "5"],
        ["new", "1", "4"],
    ]


def test_sentences_are_shown_with_the_nearest_unit_and_what_differs(memory: Callable[..., Ran]):
    output = memory("new/a.md", "--for", "zh", "--units", "--build", "out/latest").out
    assert "new/a.md:5  75–84%  Operators run on [-the-]{+each+} GPU.\n    算子在 GPU 上运行。  (w)\n" in output
    assert "new/a.md:7  new  Nothing is like this.\n" in output


def test_json_holds_bands_and_units(memory: Callable[..., Ran]):
    report = json.loads(memory("new/a.md", "--format", "json", "--build", "out/latest").out)
    assert list(report) == ["zh", "ja"]
    assert report["zh"]["bands"]["100%"] == {"sentences": 2, "words": 11}
    assert report["zh"]["sentences"][1]["unit"]["target"] == "张量是任意维数的数组。"
    assert {sentence["band"] for sentence in report["ja"]["sentences"]} == {"new"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["new/none.md"], "new/none.md"),
        (["new/zh.md"], "new/zh.md is in Chinese: give the English page to be translated"),
        (["new/a.md", "--build", "nowhere"], "nowhere"),
    ],
)
def test_what_cannot_be_read_is_named_in_one_line(memory: Callable[..., Ran], arguments: list[str], message: str):
    ran = memory(*arguments)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert message in ran.err


CATALOGUE = """msgid ""
msgstr ""
"Language: zh_CN\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

#: a.rst:1
msgid "A tensor is an array of any number of dimensions."
msgstr ""

#: a.rst:2
#, python-format
msgctxt "log"
msgid "Saved %s files"
msgid_plural "Saved %s files"
msgstr[0] ""

msgid "This step trains a Transformer model."
msgstr ""

msgid "Nothing is like this."
msgstr ""
"""
TMX = """<tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="en"><seg>Saved %s files</seg></tuv><tuv xml:lang="zh"><seg>已保存 "%s" 个文件</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>This step trains a Transformer model.</seg></tuv><tuv xml:lang="zh"><seg>这一步训练一个变压器模型。</seg></tuv></tu>
</body></tmx>
"""


def test_catalogues_are_filled_in_from_builds_and_memories_and_marked_fuzzy(home: Path, memory: Callable[..., Ran]):
    write(home, {"zh/a.po": CATALOGUE, "old.tmx": TMX})
    ran = memory("--pretranslate", "zh/a.po", "--from", "old.tmx", "--build", "out/latest")
    assert ran.status == 0
    assert ran.out.splitlines()[0] == "zh/a.po: 2 filled in, marked fuzzy; 2 left untranslated"
    assert "  not filled in: This step trains a Transformer model.: T104 " in ran.out
    filled = CATALOGUE.replace('dimensions."\nmsgstr ""', 'dimensions."\nmsgstr "张量是任意维数的数组。"')
    filled = filled.replace('msgstr[0] ""', 'msgstr[0] "已保存 \\"%s\\" 个文件"')
    filled = filled.replace('msgid "A tensor', '#, fuzzy\nmsgid "A tensor').replace("format\n", "format, fuzzy\n")
    assert (home / "zh/a.po").read_text("utf-8") == filled


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["new/a.md", "--from", "old.tmx"], "--from gives translations to fill in; add --pretranslate"),
        (
            ["new/a.md", "--pretranslate"],
            "new/a.md: only PO catalogues have a mark for units to be looked at; name one",
        ),
        (["zh/a.po", "--pretranslate", "--from", "new/a.md"], "new/a.md: holds no translations with their originals"),
    ],
)
def test_files_that_cannot_be_filled_in_are_refused(
    arguments: list[str], message: str, home: Path, memory: Callable[..., Ran]
):
    write(home, {"zh/a.po": CATALOGUE, "old.tmx": TMX})
    ran = memory(*arguments)
    assert ran.status == 2
    assert message in ran.err
