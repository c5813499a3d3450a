"""Markdown: which block each construct makes. Cases leave out blocks of kind markup unless they are the point."""

import pytest

from corpus.formats import markdown
from tests.corpus.small import MARKDOWN, cpu_limit, document, lawful, shown, without_markup

CASES = [
    ("a paragraph over two lines", "模型\n训练", [("paragraph", "模型\n训练")]),
    ("two paragraphs", "模型\n\n训练", [("paragraph", "模型"), ("paragraph", "训练")]),
    ("a heading keeps its hashes", "## 模型", [("heading", "## 模型")]),
    ("a heading keeps its closing hashes", "## 模型 ##", [("heading", "## 模型 ##")]),
    ("a heading keeps its underline", "模型\n====", [("heading", "模型\n====")]),
    ("a hash without a space opens no heading", "#模型", [("paragraph", "#模型")]),
    ("a list item keeps its bullet", "- 模型\n- 训练", [("list_item", "- 模型"), ("list_item", "- 训练")]),
    ("a numbered list", "1. 模型\n2. 训练", [("list_item", "1. 模型"), ("list_item", "2. 训练")]),
    ("a list numbered 1. 1.", "1. 模型\n1. 训练", [("list_item", "1. 模型"), ("list_item", "1. 训练")]),
    ("a nested list", "- 模型\n  - 训练\n    - 推理", [("list_item", "- 模型"), ("list_item", "- 训练"), ("list_item", "- 推理")]),
    ("a list in a list item", "- - 模型", [("list_item", "- - 模型")]),
    ("a numbered list in a bullet", "- 模型\n  1. 训练\n  2. 推理", [("list_item", "- 模型"), ("list_item", "1. 训练"), ("list_item", "2. 推理")]),
    ("an item over two lines", "- 模型\n  训练", [("list_item", "- 模型\n  训练")]),
    ("the second paragraph of an item is a paragraph", "- 模型\n\n  训练", [("list_item", "- 模型"), ("paragraph", "训练")]),
    ("an item whose text stands on the next line", "-\n  模型", [("list_item", "模型")]),
    ("a task", "- [x] 模型", [("list_item", "- [x] 模型")]),
    ("a quote keeps its sign", "> 模型", [("paragraph", "> 模型")]),
    ("a quote over two lines", "> 模型\n> 训练", [("paragraph", "> 模型\n> 训练")]),
    ("a quote that goes on without its sign", "> 模型\n训练", [("paragraph", "> 模型\n训练")]),
    ("a list in a quote", "> - 模型\n> - 训练", [("list_item", "> - 模型"), ("list_item", "> - 训练")]),
    ("a heading in a quote", "> # 模型", [("heading", "> # 模型")]),
    ("a quote in a list item", "- 模型\n\n  > 训练", [("list_item", "- 模型"), ("paragraph", "> 训练")]),
    ("a fence", "```python\nx = 1\n```", [("code", "```python\nx = 1\n```")]),
    ("a fence of tildes", "~~~\nx = 1\n~~~", [("code", "~~~\nx = 1\n~~~")]),
    ("a fence in a list item", "- 模型\n  ```\n  x = 1\n  ```", [("list_item", "- 模型"), ("code", "```\n  x = 1\n  ```")]),
    ("a fence that is never closed", "模型\n\n```\nx = 1\n\n训练", [("paragraph", "模型"), ("code", "```\nx = 1\n\n训练")]),
    ("a fence with Markdown in it", "```\n# 模型\n- 训练\n```", [("code", "```\n# 模型\n- 训练\n```")]),
    ("a fence of four ticks around one of three", "````\n```\nx\n```\n````", [("code", "````\n```\nx\n```\n````")]),
    ("indented code", "模型\n\n    x = 1\n", [("paragraph", "模型"), ("code", "x = 1")]),
    ("indented prose is prose", "模型\n\n    这一段只是缩进了。\n", [("paragraph", "模型"), ("paragraph", "这一段只是缩进了。")]),
    ("a display formula is code", "$$\nx^2\n$$", [("code", "$$\nx^2\n$$")]),
    ("a table", "| 模型 | 训练 |\n|---|---|\n| a | b |",
     [("table_cell", "| 模型"), ("table_cell", "| 训练 |"), ("table_cell", "| a"), ("table_cell", "| b |")]),
    ("a table without outer pipes", "模型 | 训练\n---|---\na | b", [("table_cell", "模型"), ("table_cell", "| 训练"), ("table_cell", "a"), ("table_cell", "| b")]),
    ("an escaped pipe in a cell", "| 模型 |\n|---|\n| a \\| b |", [("table_cell", "| 模型 |"), ("table_cell", "| a \\| b |")]),
    ("a pipe in code", "| 模型 | 训练 |\n|---|---|\n| `a|b` | c |",
     [("table_cell", "| 模型"), ("table_cell", "| 训练 |"), ("table_cell", "| `a"), ("table_cell", "|b`")]),
    ("a table in a quote", "> | 模型 |\n> |---|\n> | a |", [("table_cell", "> | 模型 |"), ("table_cell", "> | a |")]),
    ("a footnote", "模型[^1]\n\n[^1]: 训练", [("paragraph", "模型[^1]"), ("paragraph", "[^1]: 训练")]),
    ("text between HTML tags", "<div>\n模型\n</div>", [("paragraph", "模型")]),
    ("text after an HTML comment", "<!-- 训练 -->\n\n模型", [("paragraph", "模型")]),
    ("an image with an alternative text", "![模型](a.png)", [("paragraph", "![模型](a.png)")]),
    ("a page of CRLF", "# 模型\r\n\r\n训练\r\n推理\r\n", [("heading", "# 模型"), ("paragraph", "训练\r\n推理")]),
    ("a page of CR", "# 模型\r\r训练\r", [("heading", "# 模型"), ("paragraph", "训练")]),
    ("astral characters before a block", "👩‍🔬𠮷\n\n# 模型", [("paragraph", "👩‍🔬𠮷"), ("heading", "# 模型")]),
    ("the front matter's entries", "---\ntitle: 模型\ntags:\n- a\n- b\n---\n\n训练",
     [("heading", "模型"), ("metadata", "- a"), ("metadata", "- b"), ("paragraph", "训练")]),
    ("nothing", "", []),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "text", "expected"), CASES, ids=[case[0] for case in CASES])
def test_blocks(fact, text, expected):
    assert without_markup(text) == expected


MARKUP = [
    ("a rule", "模型\n\n---\n\n训练", ["---"]),
    ("the delimiter row of a table", "| 模型 |\n|---|\n| a |", ["|---|"]),
    ("a comment", "<!-- 训练 -->", ["<!-- 训练 -->"]),
    ("a comment over two lines", "<!-- 训练\n推理 -->", ["<!-- 训练\n推理 -->"]),
    ("a link definition", "[模型]: https://a.b", ["[模型]: https://a.b"]),
    ("tags around text", "<div>\n模型\n</div>", ["<div>", "</div>"]),
    ("a script", "<script>\nlet 模型 = 1\n</script>", ["<script>\nlet 模型 = 1\n</script>"]),
    ("an empty list item", "-\n\n模型", ["-"]),
    ("an empty heading", "#\n\n模型", []),
    ("the fences of front matter", "---\ntitle: 模型\n---\n", ["---", "title:", "---"]),
]


@pytest.mark.parametrize(("fact", "text", "expected"), MARKUP, ids=[case[0] for case in MARKUP])
def test_what_marks_nothing_is_markup(fact, text, expected):
    assert [content for kind, content in shown(text, MARKDOWN) if kind == "markup"] == expected


def test_heading_levels():
    text = "# a\n\n###### b\n\nc\n---\n"
    assert [block.level for block in markdown.blocks(text)] == [1, 6, 2]


def test_quote_signs_inside_a_block_are_skipped():
    text = "> 模型。\n> 训练。\n"
    (block,) = markdown.blocks(text)
    assert [text[a:b] for a, b in block.skip] == ["> "]
    assert [segment.text for segment in lawful(document(text, MARKDOWN))] == ["> 模型。", "> 训练。"]


def test_segments_know_their_section():
    text = "前言。\n\n# 模型 **训练**\n\n内容。\n\n## 推理\n\n- 条目\n"
    sections = [(segment.text, segment.section) for segment in lawful(document(text, MARKDOWN))]
    assert sections == [
        ("前言。", None),
        ("# 模型 **训练**", None),
        ("内容。", "模型 训练"),
        ("## 推理", "模型 训练"),
        ("- 条目", "推理"),
    ]


def test_code_is_one_segment_and_wholly_protected():
    text = "```python\nx = 1\n\ny = 2\n```"
    (segment,) = lawful(document(text, MARKDOWN))
    assert segment.text == text
    assert [(span.start, span.end, span.kind) for span in segment.protected] == [(0, len(text), "code")]


HOSTILE = {
    "quote signs": ">" * 5_000,
    "quotes in lists": "> - " * 2_000,
    "quoted lines": "> a\n" * 20_000,
    "bullets": "- " * 2_000,
    "items": "- a\n" * 10_000,
    "nested items": "".join(" " * n + "- a\n" for n in range(300)),
    "fences": "```\n" * 20_001,
    "fences of growing length": "".join("`" * n + "\n" for n in range(3, 400)),
    "pipes": "|" * 20_000 + "\n" + "|-" * 20_000 + "\n",
    "rows": "| a |\n|---|\n" + "| b |\n" * 20_000,
    "cells without a table": "| a\n" * 20_000,
    "headings": "# a\n" * 10_000,
    "open tags": "<div>\n" * 20_000,
    "open comments": "<!--\n" * 20_000,
    "open comments inside a block of HTML": "<div>\n" + "<!-- a\n" * 10_000,
    "open tags inside a block of HTML": "<div>\n" + "<a\n" * 20_000,
    "components": "<Tip>\n" * 20_000,
    "open components": "<Tip\n" * 5_000,
    "footnotes": "".join(f"[^{n}]: a\n\n" for n in range(5_000)),
    "footnote marks": "[^1]" * 20_000,
    "link definitions": "[a]: b\n" * 20_000,
    "open link definitions": "[a\n" * 20_000,
    "brackets": "[" * 20_000,
    "nested links": "[" * 2_000 + "a" + "](b)" * 2_000,
    "dollars": "$$\n" * 20_001,
    "front matter that never ends": "---\n" + "a: b\n" * 20_000,
    "front matter of many entries": "---\n" + "a: b\n" * 5_000 + "---\n",
    "emphasis in a heading": "# " + "*a_" * 10_000,
    "spaces in a heading": "# a" + " " * 20_000 + "b",
    "line separators in a heading": "# a" + "\u2028" * 5_000 + "b",
    "hashes in a heading": "# a" + " #" * 10_000 + "b",
    "ten thousand quotes in quotes": ">" * 10_000 + " a",
    "ten thousand lists in lists": "- " * 10_000,
    "ten thousand brackets in brackets": "[" * 10_000 + "]" * 10_000,
    "ten thousand images in images": "![" * 10_000 + "](a)" * 10_000,
    "admonitions in admonitions": "".join("    " * n + "!!! note\n" for n in range(300)),
    "admonitions without a body": "!!! note\n" * 10_000,
    "directives that never end": "```{note}\n" * 10_000,
    "directives in directives": "".join("`" * n + "{note}\n" for n in range(400, 3, -1)),
    "containers": ":::note\n" * 20_000,
    "directives of reStructuredText": ".. note::\n" * 10_000,
    "open shortcodes": "{{< a\n" * 20_000,
    "shortcodes of code that never end": "{{< highlight a >}}\n" * 20_000,
    "tags on one line": "{{a}} " * 20_000 + "x",
    "snippets": "--8<--\n" * 20_001,
    "open braces": "{\n" * 20_000,
    "open exports": "export const a = {\n\n" * 10_000,
    "open properties": "<A b={\n" * 10_000,
    "dollars before words": "$$ a\n" * 20_000,
    "display brackets": "\\[\n" * 20_000,
    "display brackets on one line": "\\[" + "a\\b" * 20_000,
    "environments": "\\begin{a}\n" * 20_000,
    "definitions": "a\n: b\n" * 10_000,
    "definitions in definitions": "a\n" + ": " * 5_000 + "b",
    "dots": "・a\n" * 20_000,
    "numbers of a list": "".join(f"{n % 90}、a\n" for n in range(20_000)),
    "headings without a space": "##甲\n#乙\n" * 10_000,
    "lines of no-break spaces": "\u00a0\n" * 20_000,
    "pre in HTML": "<div>\n" + "<pre>\n" * 20_000,
    "fences in HTML": "<div>\n" + "```\n" * 20_001,
    "ticks in a row": "| a | b |\n|---|---|\n| " + "".join("`" * (n % 300) + "a" for n in range(5_000)) + " |",
    "quoted HTML": "> <div> a" + "\n> a" * 20_000,
    "entries without a fence": "title: b\n - \n" * 10_000,
    "open JSON": '{\n "a":' + "[" * 20_000 + "\n}\n",
    "hard-wrapped Han": "甲\n" * 20_000,
    "a long line": "张量 " * 100_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_page_takes_time_in_proportion_to_its_length(text):
    with cpu_limit(9):
        lawful(document(text, MARKDOWN))
