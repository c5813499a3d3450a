"""The laws of mending on pages that Hypothesis makes up: nothing but words changes, and a second run changes nothing."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from corpus.formats import format_of
from corpus.records import Document
from corpus.text.segments import segment
from tests.glossary.fixing.pages import mend
from tests.shared import SHARED, needs_shared

FLAWS = [
    "TorchVision 图书馆", "Pytorch", "pytorch", "github", "Tensorflow", "torch.linalgtorch.special", "图书馆提供模型",
    "torch.use_determinstic_algorithms", "torch.nn.moduel", "Torch::nn::functional", "ATen 操作员", "张量", "模型",
    "首先,然后", "模型;", "注意:", "吗?", "好!", "!!", "（RRef)", "(QAT）", "(输入)", "（输出）", "“好“", "２００个", "１.", "Ｐｙ",
    "显着", "這里", "裡", "复杂", "设定", "サーバ", "サーバー", "メモリ・プロファイラー", "メモリプロファイラー", "行なった", "行う",
    "データセット", "プロファイラ", "プロファイラー", "の", "を", "です。", "用 PyTorch 训练", "用CUDA推理", "3个", "3 个",
]  # fmt: skip
MARKS = [
    "`", "``", "```", "*", "**", "_", "__", "~~", "[", "]", "](", ")", "](#模型)", "[模型]: https://a.b/Pytorch", "<", ">", "<b>", "</b>",
    "<code>", "</code>", "$", "$$", "|", "|---|", "# ", "## ", "- ", "1. ", "> ", "\\", "\\_", "{{", "}}", "{name}", "%s", "[[", "]]",
    "<!-- ", " -->", "![", "https://github.com/pytorch/", "/usr/pytorch", "--pytorch", "---", "title: Pytorch", "    ", "\t", "{/* ", " */}",
    "[^1]", "&amp;", ":::", ":+1:", "<Tip>", "\u3000", "。", "，", "、", " ", " ", " ", "\n", "\n", "\n\n", "\r\n", "\r", "\u2028", "e\u0301", "🤗",
]  # fmt: skip
PAGES = st.lists(st.one_of(st.sampled_from(FLAWS), st.sampled_from(MARKS)), min_size=3, max_size=40).map("".join)
IDENTIFIERS = ("T105", "T301", "T302", "T304")


def skeleton(document: Document) -> list[object]:
    """All of a page that no edit may touch, by other means than mending itself looks at it."""
    text = document.text
    spans = [span for piece in segment(document) for span in piece.protected if span.kind != "identifier"]
    kinds = [(block.kind, block.level) for block in format_of(document.media_type).blocks(text)]
    tags: list[str] = []
    if document.media_type == "text/markdown":
        parser = MarkdownIt("commonmark").enable("table")
        page, tokens = parser.render(text), parser.parse(text)
        inner = [*tokens, *(child for token in tokens for child in token.children or ())]
        code = [token.content for token in inner if token.type in ("code_inline", "code_block", "fence", "html_inline")]
        tags = [*(re.sub(r' (?:alt|title)="[^"]*"', "", tag) for tag in re.findall(r"<[^>]*>", page)), *code]
    return [
        [(span.kind, text[span.start : span.end]) for span in spans],
        kinds,
        tags,
        re.findall(r"[\r\n\u2028]", text),
    ]


def lawful(text: str, lang: str, form: str) -> None:
    result = mend(text, lang, form)
    after = result.page.document
    before = mend(text, lang, form, rules=()).page.document
    assert before.text == text
    assert skeleton(after) == skeleton(before)
    repeated = mend(after.text, lang, form)
    assert (repeated.page.document.text, repeated.edits) == (after.text, ())
    if not any(edit.rule in IDENTIFIERS for edit in result.edits):
        assert identifiers(after) == identifiers(before)


def identifiers(document: Document) -> list[str]:
    spans = [span for piece in segment(document) for span in piece.protected if span.kind == "identifier"]
    return [document.text[span.start : span.end] for span in spans]


@pytest.mark.slow
@given(PAGES, st.sampled_from(["zh", "ja"]), st.sampled_from(["md", "txt"]))
@settings(max_examples=120, deadline=None)
def test_any_page(text: str, lang: str, form: str):
    if text.strip():
        lawful(text, lang, form)


@pytest.mark.slow
@needs_shared
@pytest.mark.parametrize("path", ["articles/pytorch-1.9/zh.txt", "articles/pytorch-1.6/ja.txt"])
def test_article_as_markdown_too(path: str):
    text = (SHARED / path).read_text(encoding="utf-8")
    for form in ("txt", "md"):
        lawful(text, path[-6:-4], form)
