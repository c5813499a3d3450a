"""HTML of any kind: no page breaks the reading or the laws of DESIGN §4, or takes long."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.errors import UnreadableError
from corpus.formats import html
from corpus.languages.scripts import CJK_CHARACTER
from tests.corpus.small import cpu_limit, document, lawful

TAGS = [
    "a", "abbr", "article", "aside", "b", "blockquote", "body", "br", "button", "caption", "center", "code", "dd", "del", "details", "div", "dl", "dt", "em",
    "figcaption", "figure", "font", "footer", "form", "h1", "h2", "h6", "head", "header", "hr", "html", "i", "iframe", "img", "input", "kbd", "label", "li", "main",
    "math", "annotation", "nav", "noscript", "ol", "option", "p", "pre", "q", "rt", "ruby", "script", "section", "select", "span", "strong", "style", "sub", "summary",
    "sup", "svg", "table", "tbody", "td", "template", "textarea", "th", "title", "tr", "u", "ul", "wbr", "x-own",
]  # fmt: skip
ATTRIBUTES = [
    "", "", "", ' class="highlight-python"', " class=comments", " class=toolbar", " class=linenos", " class=katex", " class=math", " class=line", " class=headerlink",
    ' id="toc"', " hidden", " style='display:none'", ' href="#a"', ' href="https://a.b/(c)"', " src=a.png alt='图 [1] `x`'", " start=9", " colspan=3", " lang=zh-CN",
    ' type="math/tex; mode=display"', " data-tex='x$y'", " encoding=application/x-tex", " role=navigation", " type=checkbox checked", ' a="', " =", " '",
]  # fmt: skip
TEXTS = [
    "模型", "训练。", "テンソル", "tensor", " ", "\n", "\n\n", "    ", "# 模型", "- a", "1. a", "> a", "| a | b |", "|---|---|", "```", "~~~", "$$", "---", "===", "* * *",
    "[a]: b", "[^1]: a", ":::", "<", ">", "&lt;T&gt;", "&lt;!--", "--&gt;", "&amp;nbsp;", "&nbsp;", "*args", "**kwargs", "__init__", "a`b", "``", "$x$", "\\(x\\)", "\\[x\\]", "[[a]]", "a](b)",
    "{#if a}", "{% a %}", "import a from 'b'", "+++", "作者：某人", "上一篇：模型", "相关阅读", "https://a.b/c", "<!-- a", "-->", "<![CDATA[", "]]>", "<?php", "<!DOCTYPE html>", "\u200b", "\xad",
    "\ue010", "\ue000", "\0", "\x0b", "\x1c", "\x85", "\u2028", "\r", "\ufeff", "\ufffd", "🎉", "𠮷", "が", "1\n2\n3",
]  # fmt: skip
PARTS = st.one_of(
    st.builds("<{}{}>".format, st.sampled_from(TAGS), st.sampled_from(ATTRIBUTES)),
    st.builds("</{}>".format, st.sampled_from(TAGS)),
    st.sampled_from(TEXTS),
    st.sampled_from(TEXTS),
    st.text(max_size=6),
)
SOUP = st.lists(PARTS, max_size=40).map("".join)


def read(source: str) -> str:
    """The text of a page that obeys the laws, or nothing where it has none."""
    try:
        text = html.read(source).text
    except UnreadableError:
        return ""
    lawful(document(text, "text/html"))
    return text


@pytest.mark.slow
@given(SOUP)
@settings(max_examples=200)
def test_any_soup(source):
    with cpu_limit(15):
        assert read(source) == read(source)


@given(st.text(max_size=200))
def test_any_text(source):
    read(source)


@given(st.text("<>/!-=\"'& abdiprtuv;#模\n`*[](){}$|", max_size=80))
@settings(max_examples=300)
def test_any_tags(source):
    read(source)


LINES = st.text(
    st.characters(exclude_categories=("Cs", "Co"), exclude_characters="\0\r\f\xa0"), min_size=1, max_size=80
)


CODE = LINES.filter(lambda code: code.strip() and not code[0].isspace() and not code[-1].isspace())


def preformatted(text: str, box: str) -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return read(f"<p>模型。</p>{box.format(escaped)}<p>训练。</p>")


@given(CODE)
def test_any_code_is_kept_to_the_character(code):
    assert f"\n{code}\n```" in preformatted(code, "<pre><code>{}</code></pre>")


@given(CODE.filter(lambda code: any(line.strip() and not CJK_CHARACTER.search(line) for line in code.splitlines())))
def test_pre_with_a_line_that_is_not_chinese_or_japanese_is_code(code):
    assert f"\n{code}\n```" in preformatted(code, "<pre>{}</pre>")


@given(st.text("模型训练テンソルの𠀀", min_size=1, max_size=8))
def test_pre_of_chinese_or_japanese_alone_is_prose_unless_the_page_calls_it_code(words):
    assert preformatted(words, "<pre>{}</pre>") == f"模型。\n\n{words}\n\n训练。\n"
    assert f"```\n{words}\n```" in preformatted(words, "<pre><code>{}</code></pre>")


WORD = st.text(st.characters(categories=("Lu", "Ll", "Lo", "Nd")), min_size=1, max_size=8)


@given(
    st.lists(WORD, min_size=1, max_size=8),
    st.sampled_from(["p", "li", "h2", "td", "blockquote", "div", "b", "a", "span"]),
)
def test_no_word_of_an_article_is_lost(words, tag):
    text = read("<p>模型</p>" + "".join(f"<{tag}>{word}</{tag}> " for word in words))
    assert all(word in text for word in words)


HOSTILE = {
    "boxes": "<div>" * 9_999 + "模型",
    "boxes that are closed": "<div>" * 9_000 + "模型" + "</div>" * 9_000,
    "spans": "<span>" * 9_999 + "模型",
    "paragraphs that are never closed": "<p>模型" * 20_000,
    "emphasis that is never closed": "<b>模型" * 20_000,
    "emphasis in emphasis": "<b><i><u><p>模型" * 3_000,
    "links that are never closed": "<a href=b>模型" * 20_000,
    "lists in lists": "<ul><li>模型" * 4_000,
    "quotes in quotes": "<blockquote>模型" * 9_000,
    "tables in tables": "<table><tr><td>模型" * 3_000,
    "cells": "<table><tr>" + "<td>模型" * 20_000,
    "rows": "<table>" + "<tr><td>模型<td>训练" * 10_000,
    "wide spans": "<table>" + "<tr><td colspan=99>模型" * 1_000,
    "headings": "<h1>模型" * 10_000,
    "scripts that are never closed": "模型<script>" * 20_000,
    "comments that are never closed": "模型<!--" * 50_000,
    "tags that are never closed": "模型<a " * 50_000,
    "quotes that are never closed": "模型<a b=\"' " * 20_000,
    "angles": "模型" + "<" * 200_000,
    "ampersands": "模型" + "&" * 200_000,
    "a huge attribute": f'<p title="{"a" * 3_000_000}">模型',
    "a huge address": f'<p><a href="{"(" * 500_000}">模型</a>',
    "a huge picture": f'<p>模型<img src="data:image/png;base64,{"A" * 3_000_000}" alt="图片名称">',
    "many classes": f'<p class="{"comment-list " * 50_000}">模型',
    "a huge class": f'<div class="{"a-" * 200_000}">模型</div>',
    "stars": "<p>模型" + "*" * 50_000,
    "stars between letters": "<p>模型 " + "a*" * 20_000,
    "words with less than": "<p>模型" + "a<b " * 20_000,
    "escaped tags": "<p>模型" + "&lt;b " * 20_000,
    "escaped tags that are closed": "<p>模型" + "&lt;b&gt;" * 20_000,
    "brackets": "<p>" + "[" * 50_000 + "模型",
    "calls in brackets": "<p>模型 " + "a](b" * 20_000,
    "ticks": "<p>模型" + "`" * 50_000,
    "lone ticks": "<p>" + "`模型" * 20_001,
    "dollars": "<p>" + "$模型" * 20_001,
    "backslashes": "<p>" + "\\(模型" * 20_000,
    "spaces": "<p>模型" + " " * 500_000 + "训练",
    "line ends": "<p>模型" + "\n" * 500_000 + "训练",
    "breaks": "<p>模型" + "<br>" * 50_000 + "训练",
    "code of many lines": "<p>模型<pre>" + "<span class=line>a</span>\n" * 20_000,
    "code of many boxes": "<p>模型<pre>" + "<div>a" * 5_000,
    "a code for each line": "<p>模型<pre>" + "<code>a</code>" * 10_000,
    "formulas": "<p>"
    + '模型<span class="katex"><annotation encoding="application/x-tex">x</annotation></span>' * 3_000,
    "formulas in formulas": '<span class="math">' * 3_000 + "模型",
    "footnotes": "<p>" + '模型<sup><a href="#f">1</a></sup>' * 5_000,
    "posts of a thread": '<div class="post"><p>模型。</p></div>' * 5_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_hostile_page_takes_time_in_proportion_to_its_length(source):
    with cpu_limit(12):
        text = read(source)
    assert "模型" in text
