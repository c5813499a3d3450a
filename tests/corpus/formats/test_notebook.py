"""Jupyter notebooks: the text that is made from the cells, the gold page, and what is broken or hostile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.errors import UnreadableError
from corpus.formats import format_of, notebook
from corpus.languages import Language
from corpus.sources.discovery import PlacedFile
from corpus.sources.documents import read
from tests.corpus.small import NOTEBOOK, cpu_limit, document, lawful, seen_blocks

GOLD = Path(__file__).parents[2] / "gold" / "notebook"


def made(*cells: dict[str, Any], **metadata: Any) -> str:
    """A notebook of nbformat 4."""
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


def words(source: str | list[str]) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def code(source: str | list[str]) -> dict[str, Any]:
    output = {"output_type": "stream", "name": "stdout", "text": ["printed\n"]}
    return {"cell_type": "code", "metadata": {}, "source": source, "outputs": [output], "execution_count": 1}


def raw(source: str) -> dict[str, Any]:
    return {"cell_type": "raw", "metadata": {}, "source": source}


def seen(text: str) -> list[tuple[str, str]]:
    """The blocks of a page as a translator sees them; code as it is written."""
    return seen_blocks(text, NOTEBOOK)


def test_gold_page():
    page = notebook.read((GOLD / "en.ipynb").read_text(encoding="utf-8"))
    rows = [tuple(json.loads(line)) for line in (GOLD / "en.jsonl").read_text(encoding="utf-8").splitlines()]
    assert seen(page.text) == rows
    assert page.entries == {"title": "Changing the Learning Rate During Training", "author": "Jamie Reader"}


TEXTS = [
    ("a source in pieces", made(words(["# 标题\n", "\n", "文。"])), "# 标题\n\n文。\n"),
    ("a source in one piece", made(words("# 标题\n\n文。")), "# 标题\n\n文。\n"),
    ("no outputs", made(words("文"), code("f()")), "文\n\n```\nf()\n```\n"),
    ("blank lines around a source", made(words("\n \n文\n\n"), code("\n\n  x\n\n")), "文\n\n```\n  x\n```\n"),
    ("the language of the code", made(code("x"), language_info={"name": "python"}), "```python\nx\n```\n"),
    ("the language of the kernel", made(code("x"), kernelspec={"language": "R"}), "```r\nx\n```\n"),
    ("a language that is none", made(code("x"), language_info={"name": "a b"}, kernelspec=[]), "```\nx\n```\n"),
    ("code with a fence in it", made(code("x = '''\n```\n'''")), "````\nx = '''\n```\n'''\n````\n"),
    ("an empty cell", made(words(""), code([]), words("文")), "文\n"),
    ("a raw cell is shown as it is", made(words("文"), raw(r"\newpage")), "文\n\n```\n\\newpage\n```\n"),
    ("front matter in the first raw cell", made(raw("---\ntitle: 甲\n---"), words("文")), "---\ntitle: 甲\n---\n\n文\n"),
    ("a cell of an unknown kind", made({"cell_type": "slide", "source": "x"}, words("文")), "文\n"),
    ("line ends", made(words("甲\r\n乙\r丙")), "甲\n乙\n丙\n"),
    ("half a character and a NUL", '{"cells": [{"cell_type": "markdown", "source": "a\\ud83d\\u0000b"}]}', "a\ufffd\ufffdb\n"),
    ("a character in two halves", '{"cells": [{"cell_type": "markdown", "source": "a\\ud83c\\udf89"}]}', "a🎉\n"),
    ("pieces that are none", made(words([1, None, "文"]), {"cell_type": "markdown"}), "文\n"),  # type: ignore[list-item]
    ("a fence that is left open", made(words("```\nx"), words("文")), "```\nx\n```\n\n文\n"),
    ("a longer one with others in it", made(words("~~~~\n~~~\n```\nx"), words("文")), "~~~~\n~~~\n```\nx\n~~~~\n\n文\n"),
    ("a comment that is left open", made(words("<!-- x"), words("文")), "<!-- x\n-->\n\n文\n"),
    ("a script that is left open", made(words("<script>\nx"), words("文")), "<script>\nx\n</script>\n\n文\n"),
    ("a formula that is left open", made(words("$$\nx"), words("文"), words("$$")), "$$\nx\n$$\n\n文\n\n$$\n$$\n"),
    ("nbformat 3", json.dumps({"nbformat": 3, "metadata": {"name": ""}, "worksheets": [{"cells": [
        {"cell_type": "heading", "level": 2, "source": ["标题"]},
        {"cell_type": "markdown", "source": "文"},
        {"cell_type": "code", "language": "python", "input": ["x = 1\n", "y = 2"], "outputs": []},
    ]}]}), "## 标题\n\n文\n\n```python\nx = 1\ny = 2\n```\n"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "source", "text"), TEXTS, ids=[case[0] for case in TEXTS])
def test_text(fact: str, source: str, text: str):
    assert notebook.read(source).text == text
    lawful(document(text, NOTEBOOK))


@pytest.mark.parametrize(
    ("metadata", "entries", "language"),
    [
        ({}, {}, ""),
        ({"title": "甲", "authors": [{"name": "乙"}, {"name": "丙"}, 3]}, {"title": "甲", "author": "乙, 丙"}, ""),
        ({"language": "zh", "lang": "ja"}, {}, "ja"),
        ({"title": 3, "authors": "x", "lang": ["zh"], "locale": "zh-TW"}, {}, "zh-TW"),
    ],
)
def test_what_a_notebook_says_of_itself(metadata: dict[str, Any], entries: dict[str, str], language: str):
    page = notebook.read(made(words("文"), **metadata))
    assert (page.entries, page.language) == (entries, language)


def test_front_matter_says_what_metadata_does_not():
    page = notebook.read(made(raw("---\ntitle: 甲\nlicense: MIT\n---"), words("文"), title="乙"))
    assert page.entries == {"title": "乙", "license": "MIT"}


NO_CELLS = "no cells: it is no Jupyter notebook, or an empty one"
BROKEN = [
    ("{", "broken JSON: Expecting property name enclosed in double quotes at line 1, column 2; open it in Jupyter and save it again"),
    ("[" * 200_000, "broken JSON: too many brackets inside one another; open it in Jupyter and save it again"),
    ("<<<<<<< HEAD", "broken JSON: Expecting value at line 1, column 1; open it in Jupyter and save it again"),
    ('{"cells": [' + "9" * 5_000 + "]}", "broken JSON: a number is too long; open it in Jupyter and save it again"),
    ("[]", NO_CELLS),
    ("3", NO_CELLS),
    ("{}", NO_CELLS),
    ('{"cells": {}}', NO_CELLS),
    ('{"cells": [3, null]}', NO_CELLS),
    ('{"worksheets": [null, {"cells": 3}], "metadata": []}', NO_CELLS),
    (made(words(""), words("![](1)")), "no text found in the notebook's cells"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "reason"), BROKEN, ids=range(len(BROKEN)))
def test_what_is_no_notebook_is_quarantined(source: str, reason: str, tmp_path: Path):
    with pytest.raises(UnreadableError):
        notebook.read(source)
    path = tmp_path / "a.ipynb"
    path.write_text(source, encoding="utf-8")
    page = read(PlacedFile(path, path.name, NOTEBOOK, "a", Language("zh", "zh")), 1 << 20)
    assert (page.status, page.reason, page.text) == ("quarantined", reason, "")


def test_language_is_detected_from_the_text_of_the_cells(tmp_path: Path):
    path = tmp_path / "a.ipynb"
    path.write_text(made(words("张量是多维数组，也是模型的输入和输出。"), code("x = 1")), encoding="utf-8")
    page = read(PlacedFile(path, path.name, NOTEBOOK, "a"), 1 << 20)
    assert (page.status, page.lang, page.media_type, page.chars) == ("ok", "zh", NOTEBOOK, len(page.text))


LINES = st.sampled_from(
    [
        "# 标题",
        "文。",
        "```",
        "~~~",
        "    x",
        "- 甲",
        "> 引用",
        "<!--",
        "-->",
        "<div>",
        "$$",
        "---",
        "a: b",
        "",
        "| a |",
        "|---|",
    ]
)
SOURCES = st.lists(LINES, max_size=8).map("\n".join)
CELLS = st.lists(st.builds(lambda kind, source: {"cell_type": kind, "source": source},
                           st.sampled_from(["markdown", "code", "raw", "heading"]), SOURCES), max_size=6)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.sampled_from(["markdown", "code"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["cells", "worksheets", "cell_type", "source", "input", "metadata"]), inner)
    ),
    max_leaves=20,
)


@given(CELLS)
@settings(max_examples=200)
def test_any_cells_make_a_lawful_page(cells):
    lawful(document(notebook.read(made(*cells, words("末"))).text, NOTEBOOK))


@given(CELLS)
@settings(max_examples=200)
def test_code_is_what_the_cells_hold(cells):
    """No cell swallows another: the last one is a block of its own whatever stands above."""
    text = notebook.read(made(*cells, code("last = 1"))).text
    last = [text[block.start : block.end] for block in format_of(NOTEBOOK).blocks(text)][-1]
    assert last == "```\nlast = 1\n```"


@given(JSON)
def test_any_json_is_read_or_refused(value):
    try:
        text = notebook.read(json.dumps(value)).text
    except UnreadableError:
        return
    lawful(document(text, NOTEBOOK))


HOSTILE = {
    "many cells": made(*[words("文")] * 20_000),
    "many open fences": made(*[words("a\n" + "```\n" * 3)] * 2_000),
    "one cell of fences": made(words("a\n" + "".join(f"{'`' * (3 + number % 50)}\n" for number in range(20_001)))),
    "one cell of comments": made(words("<!-- a " * 20_000)),
    "a long line": made(words("a" * 500_000)),
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_hostile_notebook_takes_bounded_time(source: str):
    with cpu_limit(12):
        lawful(document(notebook.read(source).text, NOTEBOOK))


CELL_LINES = [
    ("a Markdown cell", 1, (1, 1)),
    ("its third line", 3, (1, 3)),
    ("the fence above code", 5, (2, 1)),
    ("the first line of code", 6, (2, 1)),
    ("the second line of code", 7, (2, 2)),
    ("a cell behind an empty one, that begins with a blank line", 10, (4, 2)),
]


@pytest.mark.parametrize(("fact", "line", "expected"), CELL_LINES, ids=[case[0] for case in CELL_LINES])
def test_lines_are_those_of_cells(fact: str, line: int, expected: tuple[int, int]):
    page = notebook.read(
        made(words("# 训练\n\n先导入。"), code("import torch\nx = 1"), words(""), words("\n然后训练。"))
    )
    assert notebook.cell_line(page.cells, line) == expected


def test_outputs_are_no_text():
    cell = code("print(1)")
    cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["loss 0.123\n"]}]
    assert "0.123" not in notebook.read(made(words("# 训练"), cell)).text
