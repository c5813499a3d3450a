"""The usage file: what is written of a build's pages, and what of it a check of single pages reads."""

from __future__ import annotations

from glossary.rules.digest import Digest, PageUsage
from glossary.rules.usages.usage_file import other_pages, usage_lines


def usage(term: str, surface: str, count: int, kind: str = "term", relation: str = "unlisted") -> PageUsage:
    places = tuple((10 * number, 10 * number + len(surface)) for number in range(count))
    return PageUsage(kind, "", term, term, surface, relation, places, 0.9, 0, 0, 0, 0)


def page(path: str, *usages: PageUsage) -> Digest:
    return Digest(f"id of {path}", "work", "zh", "zh", path, (), usages)


MASKING = usage("random masking", "随机掩码", 3)
BUILD = [
    page("b/zh.md", MASKING, usage("batch size", "批大小", 1)),
    page("a/zh.md", usage("random masking", "随机遮罩", 1)),
]


def terms(pages: list[Digest]) -> list[tuple[str, str, str, int]]:
    return [(other.path, use.term, use.surface, len(use.places)) for other in pages for use in other.usages]


def test_other_pages_come_back_with_the_terms_of_the_page_alone():
    assert terms(other_pages(usage_lines(BUILD), [BUILD[1]])) == [("b/zh.md", "random masking", "随机掩码", 3)]


def test_order_of_pages_is_that_of_paths():
    assert usage_lines(BUILD) == usage_lines(BUILD[::-1])


def test_pages_of_a_build_go_by_the_names_that_they_have_here():
    assert [other.path for other in other_pages(usage_lines(BUILD), [page("docs/a/zh.md", MASKING)])] == [
        "docs/b/zh.md"
    ]
    build = [page("docs/a/zh.md", MASKING), page("docs/b/zh.md", MASKING)]
    assert [other.path for other in other_pages(usage_lines(build), [page("a/zh.md", MASKING)])] == ["b/zh.md"]


def test_single_everyday_words_are_kept_only_where_some_page_leaves_them_in_english():
    others, left = (
        page("b/zh.md", usage("create", "创建", 1)),
        page("c/zh.md", usage("create", "create", 1, relation="source")),
    )
    pages = [page("a/zh.md", usage("create", "生成", 1))]
    assert other_pages(usage_lines([others]), pages) == []
    assert [other.path for other in other_pages(usage_lines([others, left]), pages)] == ["b/zh.md", "c/zh.md"]


def test_label_is_no_term_of_the_same_words():
    labels = [page("b/zh.md", usage("save as", "另存为", 1, kind="label"))]
    assert other_pages(usage_lines(labels), [page("a/zh.md", usage("save as", "存为", 1))]) == []
