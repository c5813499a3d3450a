"""The laws of DESIGN §4 for segments and words, on all that is at hand and on texts that Hypothesis makes up."""

import subprocess
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path

import jieba
import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.records import Document
from corpus.sources.discovery import PlacedFile, find
from corpus.sources.documents import read
from corpus.text.segments import is_prose
from corpus.tokenizers import Words, locate, tokenizer
from glossary.annotation.mentions import publish
from tests.corpus.small import GALLERY, MARKDOWN, NOTEBOOK, PLAIN, RST, cpu_limit, document, lawful
from tests.corpus.text.test_sentences import PIECES
from tests.shared import SHARED, needs_shared

ROOT = Path(__file__).parents[2]
LANGS = ("zh", "ja", "en")


def lawful_words(text: str, words: Words) -> None:
    """Words are ordered, disjoint, never white space, and leave out white space alone."""
    position = 0
    for start, end in words:
        assert position <= start < end <= len(text)
        assert text[start:end].strip(), (text, start, end)
        assert not text[position:start].strip(), (text, position, start)
        position = end
    assert not text[position:].strip(), (text, position)


def lawful_page(page: Document) -> None:
    segments = lawful(page)
    for segment in segments:
        if is_prose(segment):
            lawful_words(segment.text, tokenizer(segment.text_lang)(segment.text))


# --- real pages


def pages_below(folder: str) -> list[PlacedFile]:
    return list(find([SHARED / folder]).files) if SHARED.is_dir() else []


@needs_shared
@pytest.mark.parametrize("place", pages_below("articles"), ids=lambda place: place.name)
def test_real_article(place):
    page = read(place, 1 << 24)
    assert page.status == "ok"
    lawful_page(page)


@pytest.mark.slow
@needs_shared
@pytest.mark.parametrize("lang", LANGS)
def test_real_documentation(lang):
    pages = [read(place, 1 << 24) for place in pages_below(f"data/hf-course/docs/{lang}")]
    assert len(pages) > 30
    for page in pages:
        assert (page.status, page.lang) == ("ok", lang)
        lawful_page(page)


@needs_shared
@pytest.mark.parametrize("place", pages_below("articles"), ids=lambda place: place.name)
@pytest.mark.parametrize("line_end", ["\r\n", "\r"], ids=["CRLF", "CR"])
def test_line_ends_change_no_segment(place, line_end):
    page = read(place, 1 << 24)
    text = page.text.replace("\r\n", "\n")
    plain = [(segment.kind, segment.text) for segment in lawful(document(text, page.media_type, page.lang))]
    other = lawful(document(text.replace("\n", line_end), page.media_type, page.lang))
    assert [(segment.kind, segment.text.replace(line_end, "\n")) for segment in other] == plain


@needs_shared
@pytest.mark.parametrize("place", pages_below("articles"), ids=lambda place: place.name)
def test_article_read_as_the_other_format_obeys_too(place):
    page = read(place, 1 << 24)
    lawful(document(page.text, PLAIN if page.media_type == MARKDOWN else MARKDOWN, page.lang))


# --- pages made up

LINES = [
    "# 模型", "## ", "模型\n===", "---", "***", "- 模型", "* 训练。推理。", "+ a", "1. 安装", "2) b", "•", "・", "・項目", "-", "> 引用", ">", "> > a",
    "> - b", "```", "```python", "~~~", "    x = 1", "\tx", "| a | b |", "|---|---|", "a | b", "<div>", "</div>", "<!-- a", "-->", "<Tip>", "</Tip>",
    "<Question", "\tchoices={[", "]}", "/>", "{#if a}", "{/if}", "import a from 'b'", "import torch", "x = torch.ones(3)", "# 注释", ">>> print(x)",
    "tensor([1.])", "$ pip install torch", "Traceback (most recent call last):", "{", "}", ")", "key: value", "  key: value", "[a]: https://b.c",
    "[^1]: 注。", "$$", "::: tip", ":::", "[[autodoc]] A", "+++", "title: 标题", ".. note::", ".. code-block:: python", "   :class: a", ".. [1] 注。", ".. _a: b", "如下::", "::", "=== ===",
    "+---+---+", ":字段: 值", "#. 甲", "\t- 乙", "==", "~~~~", "`a <b>`_", ":ref:`c`", "|d|", "作者：某人", "2022年11月2日", "分享", "标签：甲 乙", "相关阅读",
    "関連記事", "目录", "新版本的编译器快了许多，内存占用也有明显下降。", "これは折り返された文章で、行の終わりは文の終わりではなく、", "。", "torch.compile",
    "The model is trained on the device, and then it is saved.", "Dynamic Shapes", "[Beta] 分布式", "第3章 概要", "一、安装", "", "", "", " ", "\u3000", "\x0b", "\x0c",
    "\x1c", "\x85", "\u2028", "\ufeff", "\u200b", "\ufffd", "🎉", "𠮷", "が",
]  # fmt: skip
PAGES = st.lists(
    st.tuples(
        st.one_of(st.sampled_from(LINES), st.sampled_from(PIECES), st.text(max_size=6)),
        st.sampled_from(["\n", "\n", "\n", "\n\n", "\r\n", "\r", " ", ""]),
    ),
    max_size=25,
).map(lambda parts: "".join(line + end for line, end in parts))


@given(PAGES, st.sampled_from([PLAIN, MARKDOWN, RST, NOTEBOOK, GALLERY]), st.sampled_from(LANGS))
@settings(max_examples=400)
def test_any_page(text, media_type, lang):
    lawful(document(text, media_type, lang))


@given(st.text(max_size=200), st.sampled_from([PLAIN, MARKDOWN, RST, NOTEBOOK, GALLERY]))
def test_any_text(text, media_type):
    lawful(document(text, media_type))


@given(
    st.text("\n\r \t>-#*`|<>[]()$~_=+:.\\1a张\u3000\u2028", max_size=60),
    st.sampled_from([PLAIN, MARKDOWN, RST, NOTEBOOK, GALLERY]),
)
@settings(max_examples=400)
def test_any_markup(text, media_type):
    lawful(document(text, media_type))


# --- words

# Reading leaves no NUL in a text, so the words of one are not asked for.
WORDS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), max_size=15).map(
    lambda parts: "".join(parts).replace("\0", "\ufffd")
)


@pytest.mark.parametrize("lang", LANGS)
@given(text=WORDS)
def test_words_of_any_text(lang, text):
    lawful_words(text, tokenizer(lang)(text))


CUTS = [
    ("zh", "张量 PyTorch 库", ["张量", "PyTorch", "库"]),
    ("zh", "训练模型。", ["训练", "模型", "。"]),
    ("ja", "テンソルの形状", ["テンソル", "の", "形状"]),
    ("ja", "PyTorch を使う。", ["PyTorch", "を", "使う", "。"]),
    ("en", "It doesn't fit.", ["It", "does", "n't", "fit", "."]),
    ("zh", "", []),
    ("ja", " \u3000\n", []),
    ("en", " \t\n", []),
    ("ja", "前\ufffd後", ["前", "\ufffd", "後"]),
    ("ja", "前  後 ", ["前", "後"]),
]


@pytest.mark.parametrize(("lang", "text", "expected"), CUTS)
def test_words(lang, text, expected):
    assert [text[a:b] for a, b in tokenizer(lang)(text)] == expected


LONG = {
    "zh of Han": ("zh", "张量训练模型" * 20_000),
    "zh of one character": ("zh", "的" * 100_000),
    "zh of Latin": ("zh", "a" * 200_000),
    "ja of katakana": ("ja", "ア" * 100_000),
    "ja of sentences": ("ja", "テンソルを使う。" * 20_000),
    "ja of spaces": ("ja", " " * 200_000 + "あ"),
    "en of words": ("en", "tensor " * 40_000),
    "en of one word": ("en", "a" * 100_000),
    "en of dots": ("en", "." * 50_000),
    "en of brackets": ("en", "(" * 50_000),
    "en of hyphens": ("en", "a-" * 50_000),
}


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "text"), LONG.values(), ids=LONG)
def test_long_line_is_cut_in_bounded_time(lang, text):
    tokenizer(lang)("warm up")
    with cpu_limit(12):
        words = tokenizer(lang)(text)
    lawful_words(text, words)


@cache
def spacys_own():
    return spacy.blank("en").tokenizer


CHINESE = jieba.Tokenizer()


@given(text=WORDS)
def test_english_words_are_those_of_spacy(text):
    expected = [(token.idx, token.idx + len(token)) for token in spacys_own()(text) if not token.is_space]
    assert tokenizer("en")(text) == expected


@pytest.mark.slow
@given(text=WORDS)
def test_chinese_words_are_those_of_jieba(text):
    assert [text[a:b] for a, b in tokenizer("zh")(text)] == [word for word in CHINESE.cut(text) if word.strip()]


@pytest.mark.slow
@needs_shared
@pytest.mark.parametrize("place", pages_below("articles"), ids=lambda place: place.name)
def test_words_of_real_articles_are_those_of_the_libraries(place):
    for segment in lawful(read(place, 1 << 24)):
        words = [segment.text[a:b] for a, b in tokenizer("en")(segment.text)]
        assert words == [token.text for token in spacys_own()(segment.text) if not token.is_space]
        words = [segment.text[a:b] for a, b in tokenizer("zh")(segment.text)]
        assert words == [word for word in CHINESE.cut(segment.text) if word.strip()]


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_words_are_cut_without_the_glossary(lang):
    """Imports run glossary → corpus, never back: not by way of spaCy's entry points either."""
    program = (
        f"import sys; from corpus.tokenizers import tokenizer; tokenizer({lang!r})('tensor');"
        "print([name for name in sys.modules if name.split('.')[0] in ('glossary', 'flows')])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
    assert (ran.stdout.strip(), ran.returncode) == ("[]", 0), ran.stderr


def test_words_are_found_again_in_order():
    assert locate(["a", "b", "a"], "a b  a") == [(0, 1), (2, 3), (5, 6)]


# --- words as published

PUBLISHED = [
    ("no span", [(0, 2), (2, 4)], [], [(0, 2), (2, 4)]),
    ("a span joins words", [(0, 1), (1, 3), (3, 4)], [(0, 3)], [(0, 3), (3, 4)]),
    ("a span is a word already", [(0, 2), (2, 4)], [(2, 4)], [(0, 2), (2, 4)]),
    ("a word that crosses the span's end is cut", [(0, 2), (2, 4)], [(0, 3)], [(0, 3), (3, 4)]),
    ("a word that crosses the span's beginning is cut", [(0, 3), (3, 4)], [(2, 4)], [(0, 2), (2, 4)]),
    ("a span inside a word", [(0, 5)], [(2, 3)], [(0, 2), (2, 3), (3, 5)]),
    ("two spans inside a word", [(0, 7)], [(1, 2), (4, 5)], [(0, 1), (1, 2), (2, 4), (4, 5), (5, 7)]),
    ("a span over the space between words", [(0, 2), (3, 5)], [(0, 5)], [(0, 5)]),
    ("a span before all words", [(3, 5)], [(0, 2)], [(0, 2), (3, 5)]),
    ("a span behind all words", [(0, 2)], [(3, 5)], [(0, 2), (3, 5)]),
    ("a span between words", [(0, 2), (5, 6)], [(3, 4)], [(0, 2), (3, 4), (5, 6)]),
    ("spans without words", [], [(0, 2)], [(0, 2)]),
    ("spans that touch", [(0, 6)], [(1, 3), (3, 5)], [(0, 1), (1, 3), (3, 5), (5, 6)]),
    ("nothing", [], [], []),
]


@pytest.mark.parametrize(("fact", "words", "whole", "expected"), PUBLISHED, ids=[case[0] for case in PUBLISHED])
def test_publish(fact, words, whole, expected):
    assert publish(words, whole) == expected


SPANS = st.lists(st.integers(0, 60), unique=True, max_size=12).map(
    lambda points: list(zip(sorted(points)[::2], sorted(points)[1::2], strict=False))
)


@given(SPANS, SPANS)
def test_published_words_obey_the_laws(words, whole):
    result = publish(words, whole)
    assert all(a < b for a, b in result)
    assert all(before[1] <= after[0] for before, after in pairwise(result))
    assert set(whole) <= set(result)
    covered = {number for a, b in [*words, *whole] for number in range(a, b)}
    assert {number for a, b in result for number in range(a, b)} == covered
    for a, b in words:
        if not any(start < b and a < end for start, end in whole):
            assert (a, b) in result


@pytest.mark.parametrize("lang", LANGS)
@given(text=WORDS, whole=SPANS)
@settings(max_examples=50)
def test_published_words_of_any_text(lang, text, whole):
    spans = [(a, b) for a, b in whole if b <= len(text) and text[a:b].strip() and text[a:b] == text[a:b].strip()]
    result = publish(tokenizer(lang)(text), spans)
    assert set(spans) <= set(result)
    assert all(text[a:b].strip() for a, b in result)
    assert all(before[1] <= after[0] for before, after in pairwise(result))
