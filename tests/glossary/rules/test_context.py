"""Pages as rules see them: quotations, protected places, and what the English original says."""

from __future__ import annotations

import ast
import copy
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from glossary.findings.engine import check
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.registry import RULES
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


# --- facts of a page


class Fact:
    """What is found out about a page; it can be watched."""


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Without the collector of circles: what is freed is freed at once."""
    gc.disable()
    yield
    gc.enable()


def test_facts_of_a_page_are_worked_out_once_each():
    calls: list[tuple[RuleContext, str]] = []

    @page_fact
    def fact(page: RuleContext, words: str) -> str | None:
        calls.append((page, words))
        return words or None

    page, other = page_of("张量。", "zh"), page_of("张量。", "zh")
    assert [fact(page, "a"), fact(page, "b"), fact(page, ""), fact(page, "a"), fact(page, "")] == [
        "a",
        "b",
        None,
        "a",
        None,
    ]
    assert fact(other, "a") == "a"
    assert calls == [(page, "a"), (page, "b"), (page, ""), (other, "a")]


def test_facts_are_freed_with_their_page(uncollected: None):
    @page_fact
    def fact(page: RuleContext) -> Fact:
        return Fact()

    page = page_of("张量。", "zh")
    watched = weakref.ref(fact(page))
    assert watched() is fact(page)
    del page
    assert watched() is None


def test_nothing_keeps_a_page_that_was_checked(uncollected: None):
    page = page_of(
        "张量（tensor）是数组。他把模型训练好了。", "zh", source="A tensor is an array. He trained the model."
    )
    check(page, RULES)
    watched, facts = weakref.ref(page), len(page._facts)
    del page
    assert facts and watched() is None


def test_a_copy_of_a_page_has_none_of_its_facts():
    @page_fact
    def fact(page: RuleContext) -> Fact:
        return Fact()

    page = page_of("张量。", "zh")
    assert fact(page) and page.prose
    other = copy.copy(page)  # as pickle does it
    assert (other.document, other.segments, other.mentions) == (page.document, page.segments, page.mentions)
    assert not other._facts and "prose" not in vars(other)


def test_no_cache_of_a_module_holds_pages():
    """A cache that is keyed by pages keeps them, and shares them between threads."""
    root = Path(__file__).resolve().parents[3]
    caching = [
        f"{file.relative_to(root)}: {node.name}"
        for top in ("glossary", "flows")
        for file in sorted((root / top).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
        and any("cache" in ast.unparse(decorator) for decorator in node.decorator_list)
        if any(arg.annotation and "RuleContext" in ast.unparse(arg.annotation) for arg in node.args.args)
    ]
    assert caching == [], "decorate it with page_fact"
