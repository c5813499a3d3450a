"""Pages as rules see them: quotations, protected places, and what the English original says."""

from __future__ import annotations

import pytest

from tests.glossary.rules.cases import page_of

ORIGINALS = [
    ("Pytorch is a library.", True),
    ("See https://github.com/Pytorch/vision.", False),
    ("See [it](https://x.org/Pytorch).", False),
    ("Use `Pytorch` here.", True),
    ("Use `import Pytorch as P` here.", False),
    ("MyPytorch and Pytorchs", False),
    ("Look into docs/Pytorch/readme.md", False),
    ("", False),
]


@pytest.mark.parametrize(("source", "has"), ORIGINALS)
def test_original_has_words_as_it_says_them(source: str, has: bool):
    assert page_of("张量。", "zh", source=source).original_has("Pytorch") is has


@pytest.mark.parametrize(
    ("text", "words", "quoted"),
    [
        ("他说「张量很快」。", "张量", True),
        ("他说「很快」，张量也是。", "张量", False),
        ("> 张量很快。", "张量", True),
        ("> [!TIP]\n> 张量很快。", "张量", False),
        ("> 💡 张量很快。\n> 内核也是。", "内核", False),
        ("> **注意**：张量很快。", "张量", False),
        ("> [!TIP]\n> 内核很快。\n\n> 张量很快。", "张量", True),
        ("张量“很快", "很快", False),
        ("《张量入门》是一本书。", "张量", True),
    ],
)
def test_quotations(text: str, words: str, quoted: bool):
    start = text.index(words)
    assert page_of(text, "zh").is_quoted(start, start + len(words)) is quoted


@pytest.mark.parametrize(
    ("text", "words", "protected"),
    [("用 `张量` 吧", "张量", True), ("用张量 `x` 吧", "张量", False), ("见 torch.nn 张量", "torch", True)],
)
def test_protected_places(text: str, words: str, protected: bool):
    start = text.index(words)
    page = page_of(text, "zh")
    assert page.is_protected(start, start + len(words)) is protected
    assert len(page.plain(page.segments[0])) == len(page.segments[0].text)
