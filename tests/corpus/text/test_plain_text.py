"""Readable text: what a reader sees of a segment."""

import pytest
from hypothesis import given

from corpus.text.plain_text import readable
from corpus.text.protected_spans import protected_spans
from tests.corpus.small import MARKDOWN, cpu_limit, document, lawful
from tests.corpus.text.test_sentences import TEXTS


def read(text: str, markup: bool = True) -> str:
    return readable(text, 0, len(text), protected_spans(text, 0, len(text), markup))


CASES = [
    ("plain words", "训练模型。", "训练模型。"),
    ("heading", "## 训练模型", "训练模型"),
    ("heading with closing hashes", "## 训练模型 ##", "训练模型"),
    ("underlined heading", "训练模型\n====", "训练模型"),
    ("heading with a pilcrow", "训练模型¶", "训练模型"),
    ("heading with a link to itself", '## 训练模型 [¶](#train "永久链接")', "训练模型"),
    ("a role in Markdown", "见 :ref:`安装 <install>` 与 :class:`~torch.nn.Linear`", "见 安装 与 torch.nn.Linear"),
    ("a role of MyST", "见 {doc}`说明 <a>`", "见 说明"),
    ("an escaped space beside code", "``Module``\\ s", "Modules"),
    ("a link of reStructuredText in Markdown", "见 `手册 <https://a.b/c>`_。", "见 手册。"),
    ("a backslash at the end", "训练模型\\", "训练模型"),
    ("bold that ends in the next sentence", "**注意：请先备份。", "注意：请先备份。"),
    ("bold from the sentence before", "请先备份。**", "请先备份。"),
    ("two stars of code", "**kwargs 是参数", "**kwargs 是参数"),
    ("a label above its sentence", "**标签**\n内容", "标签 内容"),
    ("a label before its sentence", "**标签** 内容", "标签 内容"),
    ("a label with a colon", "**标签**：内容", "标签：内容"),
    ("heading with an anchor", "## 训练模型[[training]]", "训练模型"),
    ("heading with an id", "## 训练模型 {#training}", "训练模型"),
    ("bullet", "- 训练模型", "训练模型"),
    ("asterisk", "* 训练模型", "训练模型"),
    ("dot", "• 训练模型", "训练模型"),
    ("nakaguro", "・モデルの訓練", "モデルの訓練"),
    ("number", "12. 训练模型", "训练模型"),
    ("number in a bullet", "- 1. 训练模型", "训练模型"),
    ("a version at the beginning stays", "1.9 版本", "1.9 版本"),
    ("task", "- [x] 训练模型", "训练模型"),
    ("quote", "> 训练模型", "训练模型"),
    ("quote in a quote", "> > 训练模型", "训练模型"),
    ("table cell", "| 训练模型 |", "训练模型"),
    ("admonition", "> [!NOTE] 训练模型", "训练模型"),
    ("emphasis", "**训练**_模型_", "训练模型"),
    ("strong emphasis", "***训练模型***", "训练模型"),
    ("struck out", "~~训练~~模型", "训练模型"),
    ("an underscore inside a name stays", "调用 load_state_dict 方法", "调用 load_state_dict 方法"),
    ("link", "见[文档](https://a.b/c_(d))。", "见文档。"),
    ("link inside a compound", "[モデル](https://a.b)アーキテクチャ", "モデルアーキテクチャ"),
    ("link with emphasis in it", "[**文档**](https://a.b)", "文档"),
    ("link over a line break", "见[文档](\n    https://a.b/c_(d))\n的说明。", "见文档的说明。"),
    ("link closed on the next line", "见[文档](https://a.b\n)。", "见文档。"),
    ("bracket over a line break that is no link", "见[0](\n该数\n\n)。", "见[0]( 该数 )。"),
    ("link with a title", '[文档](https://a.b "标题")', "文档"),
    ("reference link", "见[文档][1]。", "见文档。"),
    ("image", "![训练曲线](a.png)", "训练曲线"),
    ("image in a link", "[![训练曲线](a.png)](https://a.b)", "训练曲线"),
    ("address", "见 <https://a.b/c>。", "见 https://a.b/c。"),
    ("bare address", "见 https://a.b/c_d_e。", "见 https://a.b/c_d_e。"),
    ("code", "调用 `model.eval()` 即可", "调用 model.eval() 即可"),
    ("code with ticks in it", "写作 `` `a` ``", "写作 `a`"),
    ("code with asterisks", "写作 `**kwargs`", "写作 **kwargs"),
    ("placeholder", "替换 {name} 和 {{ x }}", "替换 {name} 和 {{ x }}"),
    ("formula", "其中 $x^2_i$ 很小", "其中 $x^2_i$ 很小"),
    ("footnote mark", "训练模型[^1]。", "训练模型。"),
    ("tag", "训练<b>模型</b>", "训练模型"),
    ("line break", "训练<br>模型", "训练 模型"),
    ("comment", "训练<!-- 快 -->模型", "训练模型"),
    ("line ends become spaces", "Train the\nmodel.", "Train the model."),
    ("a star between numbers stays", "3 * 4", "3 * 4"),
    ("an email", "写信给 a_b@c.org", "写信给 a_b@c.org"),
    ("brackets that link nothing stay", "形状为 [2, 3] 的张量", "形状为 [2, 3] 的张量"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "text", "expected"), CASES, ids=[case[0] for case in CASES])
def test_markdown(fact, text, expected):
    assert read(text) == expected


@given(TEXTS)
def test_readable_text_has_no_white_space_around_or_doubled(text):
    plain = read(text)
    assert plain == " ".join(plain.split())


@given(TEXTS)
def test_readable_text_adds_no_word(text):
    plain = iter(text)
    assert all(char in plain for char in read(text) if not char.isspace())


@given(TEXTS)
def test_every_segment_of_a_page_can_be_read(text):
    page = document(text, MARKDOWN)
    for segment in lawful(page):
        assert isinstance(readable(text, segment.start, segment.end, segment.protected), str)


HOSTILE = {
    "asterisks": "*" * 50_000,
    "stars and words": "*a" * 50_000,
    "underscores and words": "_a " * 50_000,
    "brackets": "[" * 50_000,
    "closed brackets": "[a]" * 20_000,
    "open references": "[a][" * 20_000,
    "links": "[a](b)" * 10_000,
    "nested links": "[" * 1_000 + "a" + "](b)" * 1_000,
    "backticks": "`a`" * 20_000,
    "inner spaces": "a" + " " * 20_000 + "b",
    "inner line ends": "a" + "\u2028" * 5_000 + "b",
    "hashes": "a" + " #" * 20_000 + "b",
    "bullets": "- " * 50_000,
    "quote signs": "> " * 50_000,
    "pipes": "| " * 50_000,
    "bold astray": "** 甲 " * 20_000,
    "marks of all lengths": "***甲**乙*丙" * 10_000,
    "marked": "==甲" * 20_000,
    "revisions": "{++" * 20_000,
    "backslashes": "\\" * 50_000,
    "spaces before a line end": "甲" + " " * 50_000 + "\n乙",
    "lines of Han": "甲\n" * 20_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_takes_time_in_proportion_to_its_length(text):
    with cpu_limit(6):
        read(text)
