"""Protected spans: what is not ordinary words, and where it ends."""

import pytest
from hypothesis import given

from corpus.text.protected_spans import protected_spans
from tests.corpus.small import cpu_limit
from tests.corpus.text.test_sentences import TEXTS


def found(text: str, markup: bool = False) -> list[tuple[str, str]]:
    return [(span.kind, text[span.start : span.end]) for span in protected_spans(text, 0, len(text), markup)]


EVERYWHERE = [
    ("address before a full stop", "见 https://pytorch.org/docs。", [("url", "https://pytorch.org/docs")]),
    ("address before a Latin full stop", "See https://pytorch.org/docs.", [("url", "https://pytorch.org/docs")]),
    ("address inside Han", "请看https://a.b/c这里", [("url", "https://a.b/c")]),
    ("address in full-width brackets", "（https://a.b/c）", [("url", "https://a.b/c")]),
    ("address in brackets", "(https://a.b/c)", [("url", "https://a.b/c")]),
    ("address with brackets of its own", "https://a.b/c_(d)", [("url", "https://a.b/c_(d)")]),
    ("address with a question mark", "https://a.b/c?d=e&f=g，", [("url", "https://a.b/c?d=e&f=g")]),
    ("address before an exclamation mark", "https://a.b/c!", [("url", "https://a.b/c")]),
    ("address in quotes", '"https://a.b/c"', [("url", "https://a.b/c")]),
    ("address without a scheme", "见 www.pytorch.org/docs。", [("url", "www.pytorch.org/docs")]),
    ("mail address", "写信给 a.b+c@d.org。", [("url", "a.b+c@d.org")]),
    ("mail address between Han", "写信给a@d.org即可", [("url", "a@d.org")]),
    ("code", "调用 `x + y` 即可", [("code", "`x + y`")]),
    ("code that runs into prose", "调用`x`即可", [("code", "`x`")]),
    ("a tick alone", "一个 ` 符号", []),
    ("dotted name", "使用 torch.nn.Linear 层", [("identifier", "torch.nn.Linear")]),
    ("dotted name next to Han", "使用torch.nn.Linear层", [("identifier", "torch.nn.Linear")]),
    ("dotted name next to kana", "torch.compileを使う", [("identifier", "torch.compile")]),
    ("dotted name before a full stop", "Use torch.compile.", [("identifier", "torch.compile")]),
    ("name with underscores", "调用load_state_dict方法", [("identifier", "load_state_dict")]),
    ("name that begins with underscores", "__init__を呼ぶ", [("identifier", "__init__")]),
    ("call, whose name alone is a token", "调用 backward() 之后", [("identifier", "backward")]),
    ("C++ name", "at::Tensor 类", [("identifier", "at::Tensor")]),
    ("decorator", "@torch.no_grad() 装饰器", [("identifier", "@torch.no_grad")]),
    ("a word alone is prose", "使用 Linear 层", []),
    ("e.g. is no name", "models, e.g. this one, i.e. that", []),
    ("initials are no name", "the U.S. and J.R.R. Tolkien", []),
    ("a number is no name", "版本 1.9 和 2.0.1", []),
    ("a name with a version is no name", "PyTorch1.9", []),
    ("option", "加上 --no-cache-dir 选项", [("identifier", "--no-cache-dir")]),
    ("option next to Han", "加上--verbose选项", [("identifier", "--verbose")]),
    ("a dash is no option", "训练 -- 推理", []),
    ("path", "保存到 /usr/local/lib 下", [("identifier", "/usr/local/lib")]),
    ("path from here", "运行 ./train 脚本", [("identifier", "./train")]),
    ("path from home", "写入 ~/.cache/torch。", [("identifier", "~/.cache/torch")]),
    ("a slash between words is no path", "CPU/GPU 以及 训练/推理", []),
    ("placeholder in braces", "替换 {name} 即可", [("placeholder", "{name}")]),
    ("placeholder in double braces", "替换 {{ page.title }} 即可", [("placeholder", "{{ page.title }}")]),
    ("template tag", "{% raw %}文本", [("placeholder", "{% raw %}")]),
    ("format with a name", "共 %(count)d 个", [("placeholder", "%(count)d")]),
    ("format with a place", "%1$s 写信给 %2$@", [("placeholder", "%1$s"), ("placeholder", "%2$@")]),
    ("format of Qt", "进度：%1，共 %2。", [("placeholder", "%1"), ("placeholder", "%2")]),
    ("format of long numbers", "共 %ld 个", [("placeholder", "%ld")]),
    ("role of Sphinx", "见 :ref:`install` 一节", [("placeholder", ":ref:`install`")]),
    ("role of a book", "见 :numref:`fig_a`", [("placeholder", ":numref:`fig_a`")]),
    ("a set in braces is prose", "取值 {1, 2}", []),
    ("per cent is no placeholder", "提高 50% 左右", []),
    ("per cent before a number", "提高%1.5，或 %20", []),
    ("several, in order", "用 `x` 和 torch.nn 见 https://a.b。", [("code", "`x`"), ("identifier", "torch.nn"), ("url", "https://a.b")]),
    ("astral characters before", "𠮷🎉 torch.nn", [("identifier", "torch.nn")]),
]  # fmt: skip


@pytest.mark.parametrize("markup", [False, True], ids=["plain", "markdown"])
@pytest.mark.parametrize(("fact", "text", "expected"), EVERYWHERE, ids=[case[0] for case in EVERYWHERE])
def test_in_any_text(fact, text, expected, markup):
    assert found(text, markup) == expected


MARKDOWN_ALONE = [
    ("target of a link", "[文档](https://a.b/c)", [("link", "https://a.b/c")]),
    ("target with brackets of its own", "[文档](https://a.b/c_(d)e)", [("link", "https://a.b/c_(d)e")]),
    ("target with a title", '[文档](a.md "标题")', [("link", 'a.md "标题"')]),
    ("target of an image", "![图](a_b.png)", [("link", "a_b.png")]),
    ("target that was translated", "[文档](/指南/安装)", [("link", "/指南/安装")]),
    ("target without text", "[文档]()", []),
    ("address in angle brackets", "<https://a.b/c>", [("url", "<https://a.b/c>")]),
    ("mail address in angle brackets", "<mailto:a@b.c>", [("url", "<mailto:a@b.c>")]),
    ("formula", "其中 $x^2$ 很小", [("math", "$x^2$")]),
    ("formula next to Han", "其中$x$很小", [("math", "$x$")]),
    ("display formula", "$$x^2$$", [("math", "$$x^2$$")]),
    ("money", "从 $5 涨到 $10", []),
    ("money of English", "It costs $5 million, not $10 million.", []),
    ("money with decimals", "$2.50 和 $3.75", []),
    ("an escaped dollar", r"\$x\$", []),
    ("tag", "训练<b>模型</b>", [("tag", "<b>"), ("tag", "</b>")]),
    ("tag with attributes", '<a href="https://a.b">文档</a>', [("tag", '<a href="https://a.b">'), ("tag", "</a>")]),
    ("component", '<Youtube id="x_y"/>', [("tag", '<Youtube id="x_y"/>')]),
    ("comparison", "当 a < b 且 c > d 时", []),
    ("comment", "训练<!-- torch.nn -->模型", [("tag", "<!-- torch.nn -->")]),
    ("footnote mark", "训练[^1]", [("tag", "[^1]")]),
    ("anchor of a heading", "训练[[training]]", [("tag", "[[training]]")]),
    ("id of a heading", "训练 {#training}", [("tag", "{#training}")]),
    ("autodoc", "[[autodoc]] Trainer", [("tag", "[[autodoc]]")]),
    ("a link of reStructuredText", "见`文档 <a.b/c>`_。", [("tag", "`"), ("tag", " <"), ("link", "a.b/c"), ("tag", ">`_")]),
    ("a reference of reStructuredText", "见 `Join`_ 一节", [("tag", "`"), ("tag", "`_")]),
    ("code in emphasis", "见 _`a/b`_ 与 _关于 `c`_", [("code", "`a/b`"), ("code", "`c`")]),
    ("code of two ticks", "``a `b` c``", [("code", "``a `b` c``")]),
    ("code over a line end", "`a\nb`", [("code", "`a\nb`")]),
    ("code over a line end with a sentence's end in it", "用 `a。\r\nb` 保存。`c`", [("code", "`a。\r\nb`"), ("code", "`c`")]),
    ("ticks on both sides of a line of white space", "甲 `a\r\n \t\r\nb` 乙", []),
    ("ticks on both sides of a blank line", "`a\n\nb`", []),
    ("code in the text of a link", "[`torch.nn`](a.md)", [("code", "`torch.nn`"), ("link", "a.md")]),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "text", "expected"), MARKDOWN_ALONE, ids=[case[0] for case in MARKDOWN_ALONE])
def test_in_markdown(fact, text, expected):
    assert found(text, markup=True) == expected


@given(TEXTS)
def test_spans_are_ordered_disjoint_and_not_blank(text):
    for markup in (False, True):
        position = 0
        for span in protected_spans(text, 0, len(text), markup):
            assert position <= span.start < span.end <= len(text)
            assert span.kind in ("code", "url", "link", "math", "tag", "placeholder", "identifier")
            position = span.end


@given(TEXTS, TEXTS)
def test_spans_of_a_part_stay_inside_it(before, text):
    whole = before + text + before
    assert all(
        len(before) <= span.start < span.end <= len(before + text)
        for span in protected_spans(whole, len(before), len(before + text), True)
    )


HOSTILE = {
    "wiki links": "[[" * 20_000,
    "wiki links of Han": "[[甲|" * 20_000,
    "roles": ":a:`" * 20_000,
    "roles of MyST": "{a}`" * 20_000,
    "comments of MDX": "{/*" * 20_000,
    "entities": "&a" * 20_000,
    "emoji": ":a" * 20_000,
    "citations": "[@a;" * 20_000,
    "attributes": "]{a=" * 20_000,
    "per cents": "%1" * 20_000,
    "dollars": "$甲" * 20_000,
    "spaced dollars": "$ a" * 20_000,
    "brackets of formulas": "\\(a" * 20_000,
    "open tags": "<a " * 20_000,
    "tags with quotes": "<a \"{'" * 10_000,
    "open code": "<code>a" * 20_000,
    "escaped names": "a\\_b" * 20_000,
    "initials": "a.b." * 20_000,
    "names with an underscore before": "_a b " * 20_000,
    "names with an underscore behind": "_0 a_b_ " * 20_000,
    "anchors on a line": "# " + "[[甲]] " * 20_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_takes_time_in_proportion_to_its_length(text):
    with cpu_limit(6):
        protected_spans(text, 0, len(text), True)
