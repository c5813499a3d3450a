"""Protected spans of reStructuredText, and what a reader sees without them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from corpus.text.plain_text import readable
from corpus.text.rst_spans import inline_markup, may_follow, may_precede, rst_spans
from tests.corpus.text.test_sentences import TEXTS

CASES = [
    ("a literal", "调用 ``a b`` 即可", "调用 a b 即可", [("code", "``a b``")]),
    ("a literal over a line end", "see ``a\nb``", "see a b", [("code", "``a\nb``")]),
    ("code of the default role", "`x`", "x", [("code", "`x`")]),
    ("a link", "见 `文档 <https://a.b/c>`_。", "见 文档。", [("tag", "`"), ("tag", " <"), ("link", "https://a.b/c"), ("tag", ">`_")]),
    ("an anonymous link over a line end", "`the\ndocs\n<https://a.b>`__ here", "the docs here", [("tag", "`"), ("tag", "\n<"), ("link", "https://a.b"), ("tag", ">`__")]),
    ("a link to a name", "`文档 <install_>`_", "文档", [("tag", "`"), ("tag", " <"), ("tag", "install_"), ("tag", ">`_")]),
    ("a reference of words", "见 `安装 说明`_", "见 安装 说明", [("tag", "`"), ("tag", "`_")]),
    ("a name with an underscore that is no reference", "in-place add_ here", "in-place add_ here", [("identifier", "add_")]),
    ("a role with a title", "见 :ref:`安装 <install>`。", "见 安装。", [("tag", ":ref:`"), ("tag", " <install>`")]),
    ("a role whose title stands elsewhere", "见 :ref:`install`。", "见 install。", [("placeholder", ":ref:`install`")]),
    ("a name", ":func:`torch.save`", "torch.save", [("tag", ":func:`"), ("code", "torch.save"), ("tag", "`")]),
    ("the end of a name", ":py:class:`~torch.nn.Linear`", "Linear", [("tag", ":py:class:`~torch.nn."), ("code", "Linear"), ("tag", "`")]),
    ("a formula", r":math:`\alpha`", r"\alpha", [("tag", ":math:`"), ("math", r"\alpha"), ("tag", "`")]),
    ("a word that is defined", ":term:`张量`", "张量", [("tag", ":term:`"), ("tag", "`")]),
    ("an icon", ":octicon:`book;1em;` 指南", "指南", [("tag", ":octicon:`book;1em;`")]),
    ("a substitution", "自 |release| 起", "自 |release| 起", [("placeholder", "|release|")]),
    ("bars that are none", "a | b | c", "a | b | c", []),
    ("a footnote", "如前 [1]_。", "如前。", [("tag", " [1]_")]),
    ("an escaped backtick", r"\`a\`", "`a`", [("tag", "\\"), ("tag", "\\")]),
    ("strong text between Han", "张量\\ **按行**\\ 存储", "张量按行存储", [("tag", "\\ "), ("tag", "\\ ")]),
    ("an item's counter", "#. 甲", "甲", [("tag", "#. ")]),
    ("an open role", ":ref:`a", ":ref:`a", []),
]  # fmt: skip


BESIDE = [
    ("Han", "的", False, False),
    ("kana", "で", False, False),
    ("the length mark", "ー", False, False),
    ("nothing", "", True, True),
    ("an ideographic space", "\u3000", True, True),
    ("a full-width comma", "，", True, True),
    ("an opening bracket", "（", True, False),
    ("a closing bracket", "」", False, True),
    ("a curly quote", "”", True, True),
    ("a middle dot", "・", True, True),
    ("a full stop", ".", False, True),
    ("a slash", "/", True, True),
]


@pytest.mark.parametrize(("fact", "char", "before", "after"), BESIDE, ids=[case[0] for case in BESIDE])
def test_what_may_stand_beside_markup(fact: str, char: str, before: bool, after: bool):
    assert (may_precede(char), may_follow(char)) == (before, after)


def test_the_same_characters_as_docutils():
    chars = pytest.importorskip("docutils.utils.punctuation_chars")
    opens = re.compile(f"[{chars.openers}{chars.delimiters}]")
    ends = re.compile(f"[{chars.closing_delimiters}{chars.delimiters}{chars.closers}]")
    used = [chr(code) for code in (*range(33, 127), *range(0x3001, 0x3100), *range(0xFF01, 0xFF66))]
    assert [char for char in used if may_precede(char) != bool(opens.match(char))] == []
    assert [char for char in used if may_follow(char) != bool(ends.match(char))] == []


def test_inline_markup_that_is_meant():
    text = "用``a``和:py:class:`B`，见`手册 <https://e.org/m>`_的**说明** [1]_、|版本|。"
    markups = [(markup.kind, text[markup.start : markup.end]) for markup in inline_markup(text, 0, len(text))]
    assert markups == [
        ("literal", "``a``"),
        ("role", ":py:class:`B`"),
        ("link", "`手册 <https://e.org/m>`_"),
        ("emphasis", "**说明**"),
        ("footnote", "[1]_"),
        ("substitution", "|版本|"),
    ]


@pytest.mark.parametrize(("fact", "text", "readable_text", "expected"), CASES, ids=[case[0] for case in CASES])
def test_spans_and_what_is_shown(fact, text, readable_text, expected):
    spans = rst_spans(text, 0, len(text))
    assert [(span.kind, text[span.start : span.end]) for span in spans] == expected
    assert readable(text, 0, len(text), spans) == readable_text


def test_a_reference_has_a_target_on_the_page():
    text = "见 PyTorch_ 的网站\n\n.. _PyTorch: https://a.b\n"
    assert [text[span.start : span.end] for span in rst_spans(text, 0, 15)] == ["_"]


@given(TEXTS)
def test_spans_are_ordered_disjoint_and_not_blank(text):
    position = 0
    for span in rst_spans(text, 0, len(text)):
        assert position <= span.start < span.end <= len(text)
        position = span.end
