"""reStructuredText: the pages of tests/gold/rst against their hand-made answers, each construct, and hostile pages.

A case is a name, the page, and its blocks: a kind (h1 … h6, p, li, td, code, meta) and the readable text.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corpus.formats import format_of
from corpus.text.plain_text import readable
from corpus.text.segments import document_spans
from tests.corpus.small import RST, cpu_limit, document, lawful

GOLD = Path(__file__).parents[2] / "gold" / "rst"
SHORT = {"paragraph": "p", "list_item": "li", "table_cell": "td", "metadata": "meta"}


def seen(text: str) -> list[tuple[str, str]]:
    """The blocks of a page as a translator sees them; code and metadata as they are written."""
    page = document(text, RST)
    lawful(page)
    rows = []
    for block in format_of(RST).blocks(text):
        words = text[block.start : block.end]
        if block.kind not in ("code", "metadata"):
            words = readable(text, block.start, block.end, document_spans(page, block.start, block.end), block.skip)
        if block.kind != "markup":
            rows.append((f"h{block.level}" if block.kind == "heading" else SHORT.get(block.kind, block.kind), words))
    return rows


@pytest.mark.parametrize("name", ["tutorial/en", "constructs.zh"])
def test_gold_page(name):
    page = (GOLD / f"{name}.rst").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in (GOLD / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    assert seen(page) == [(SHORT.get(kind, kind), words) for kind, words in rows]


CASES = [
    ("an underline of each sign", "甲\n==\n\n乙\n~~\n\n丙\n..\n\n丁\n@@\n", [("h1", "甲"), ("h2", "乙"), ("h3", "丙"), ("h4", "丁")]),
    ("over and under are another style", "==\n甲\n==\n\n乙\n==\n\n====\n 丙\n====\n", [("h1", "甲"), ("h2", "乙"), ("h1", "丙")]),
    ("an underline that is too short", "标题很长很长很长\n====\n\n文。", [("h1", "标题很长很长很长"), ("p", "文。")]),
    ("an underline of three below a longer line", "A long line\n---\n", [("p", "A long line")]),
    ("a transition", "甲。\n\n----\n\n乙。", [("p", "甲。"), ("p", "乙。")]),
    ("a title right above text", "Setup\n=====\nText.", [("h1", "Setup"), ("p", "Text.")]),
    ("a byte order mark", "\ufeff标题\n====\n", [("h1", "标题")]),
    ("a paragraph of two lines", "第一行，\n第二行。", [("p", "第一行，第二行。")]),
    ("a bullet does not interrupt a paragraph", "文：\n- 甲", [("p", "文：- 甲")]),
    ("bullets", "- 甲\n- 乙\n\n  * 丙\n", [("li", "甲"), ("li", "乙"), ("li", "丙")]),
    ("an item that begins on the next line", "-\n  甲\n", [("li", "甲")]),
    ("an item continued with too little indent", "- 甲，\n 乙。\n- 丙", [("li", "甲，乙。"), ("li", "丙")]),
    ("enumerators", "1. 甲\n2. 乙\n\na) 丙\n\n(i) 丁\n\n#. 戊", [("li", "甲"), ("li", "乙"), ("li", "丙"), ("li", "丁"), ("li", "戊")]),
    ("an initial is no enumerator", "A. Einstein wrote\nthis.", [("p", "A. Einstein wrote this.")]),
    ("a number without a space", "1.5 倍", [("p", "1.5 倍")]),
    ("a comment", ".. 注释\n   第二行\n\n文。", [("p", "文。")]),
    ("an empty comment ends a quotation", "  引文。\n\n..\n\n  另一段。", [("p", "引文。"), ("p", "另一段。")]),
    ("a comment in an item", "- .. 注释\n\n  文。", [("p", "文。")]),
    ("a target and an anonymous one", ".. _a: https://b.c\n__ https://d.e\n\n文。", [("p", "文。")]),
    ("a footnote and a citation", ".. [#a] 注。\n   续。\n.. [Ab20] 书。", [("p", "注。续。"), ("p", "书。")]),
    ("literal text", "如下::\n\n  x = 1\n\n  y = 2\n\n文。", [("p", "如下:"), ("code", "x = 1\n\n  y = 2"), ("p", "文。")]),
    ("literal text behind a space", "如下 ::\n\n  x\n", [("p", "如下"), ("code", "x")]),
    ("literal text below colons alone", "::\n\n  x\n", [("code", "x")]),
    ("literal text without a blank line", "如下::\n  x\n", [("p", "如下:"), ("code", "x")]),
    ("literal text of quoted lines", "如下::\n\n> x\n> y\n\n文。", [("p", "如下:"), ("code", "> x\n> y"), ("p", "文。")]),
    ("literal text that is missing", "如下::\n\n文。", [("p", "如下:"), ("p", "文。")]),
    ("doctest", ">>> f(x)\n1\n\n文。", [("code", ">>> f(x)\n1"), ("p", "文。")]),
    ("code with settings", ".. code-block:: python\n   :caption: a.py\n\n   x = 1\n", [("code", "x = 1")]),
    ("code in an item", "1. 甲：\n\n   .. code:: sh\n\n      ls\n\n2. 乙", [("li", "甲："), ("code", "ls"), ("li", "乙")]),
    ("a formula", ".. math:: x^2\n\n.. math::\n   :label: a\n\n   y\n", [("code", "x^2"), ("code", "y")]),
    ("a note of one line", ".. note:: 注意。\n", [("p", "注意。")]),
    ("a note that runs on", ".. note:: 注意，\n   很重要。\n\n   第二段。", [("p", "注意，很重要。"), ("p", "第二段。")]),
    ("a note with a class", ".. tip::\n   :class: dropdown\n\n   提示。", [("p", "提示。")]),
    ("a note indented by tabs", ".. note::\n\n\t提示。\n\n文。", [("p", "提示。"), ("p", "文。")]),
    ("a note within a note", ".. note::\n\n   甲。\n\n   .. tip:: 乙。\n", [("p", "甲。"), ("p", "乙。")]),
    ("an image", ".. image:: a.png\n   :alt: 图\n\n文。", [("p", "文。")]),
    ("a figure with its caption", ".. figure:: a.png\n   :width: 80%\n\n   图的说明。", [("p", "图的说明。")]),
    ("a list of pages", ".. toctree::\n   :caption: 目录\n\n   甲 <a>\n   b\n", []),
    ("a directive without a blank line above", "见图：\n.. figure:: a.png\n   :width: 9\n\n文。", [("p", "见图："), ("p", "文。")]),
    ("an unknown directive", ".. frobnicate:: 1\n\n   x\n", [("code", "x")]),
    ("a function", ".. py:function:: f(x)\n\n   返回一。\n\n   :param x: 数\n", [("p", "返回一。"), ("li", "数")]),
    ("a tab", ".. tab-set::\n\n   .. tab-item:: Linux\n\n      文。", [("p", "Linux"), ("p", "文。")]),
    ("a glossary", ".. glossary::\n\n   张量\n     数组。\n", [("li", "张量"), ("li", "数组。")]),
    ("a definition", "张量\n  数组。\n  续。", [("li", "张量"), ("li", "数组。续。")]),
    ("a table of values", '.. csv-table:: 表\n   :header: "a"\n\n   甲, "乙, 丙"\n', [("p", "表"), ("td", "甲"), ("td", "乙, 丙")]),
    ("a table in a directive", ".. table:: 表\n\n   == ==\n   甲 乙\n   == ==\n", [("p", "表"), ("td", "甲"), ("td", "乙")]),
    ("a grid table of wide characters", "+------+----+\n| 名称 | 值 |\n+======+====+\n| 甲   | 一 |\n+------+----+\n", [("td", "名称"), ("td", "值"), ("td", "甲"), ("td", "一")]),
    ("a grid table drawn for narrow ones", "+----+---+\n| 名称 | 值 |\n+----+---+\n", [("td", "名称"), ("td", "值")]),
    ("two cells that run side by side", "+---+---+\n| a | c |\n| b | d |\n+---+---+\n", [("td", "a"), ("td", "c"), ("td", "b"), ("td", "d")]),
    ("a table that is not closed", "+---+\n| a |\n文。", [("td", "a"), ("p", "文。")]),
    ("a simple table that is not closed", "=== ===\na   b\n\n文。", [("p", "=== === a b"), ("p", "文。")]),
    ("front matter", "标题\n====\n\n:Author: 甲\n:Date: 今天\n\n文。\n\n:x: 乙", [("h1", "标题"), ("meta", ":Author: 甲"), ("meta", ":Date: 今天"), ("p", "文。"), ("li", "乙")]),
    ("CRLF", "标题\r\n====\r\n\r\n- 甲\r\n  乙\r\n", [("h1", "标题"), ("li", "甲乙")]),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "page", "rows"), CASES, ids=[case[0] for case in CASES])
def test_construct(fact, page, rows):
    assert seen(page) == rows


HOSTILE = {
    "bullets in bullets": "- " * 20_000,
    "ever deeper": "\n".join(" " * (number % 400) + "- a" for number in range(4_000)),
    "deeper and deeper": "\n".join(" " * number + "a::" for number in range(600)),
    "open tables": "== ==\n\na\n\n" * 5_000,
    "grid tops": "+--+\n" * 20_000,
    "open literals": "``a " * 20_000,
    "open roles": ":a:`b " * 20_000,
    "open links": "`a <b " * 20_000,
    "bars": "|a " * 20_000,
    "signs": "=" * 100_000,
    "underlines": "a\n" + "==\n" * 30_000,
    "directives": ".. note::\n" * 20_000,
    "fields": ":a" * 50_000,
    "names": "a-" * 50_000,
    "options": "-a " * 50_000,
    "references": "a_ " * 30_000,
    "backslashes": "\\ " * 50_000,
    "brackets": "[" * 50_000,
    "targets": ".. _a" * 20_000,
    "blank lines behind items": ("- a\n" + "\n" * 50) * 400,
}


@pytest.mark.parametrize("page", HOSTILE.values(), ids=HOSTILE)
def test_hostile_page_takes_bounded_time(page):
    with cpu_limit(6):
        lawful(document(page, RST))
