"""Links between pages: where they lead, and what anchors name."""

import pytest

from glossary.rules.digest import Digest, PageLink
from glossary.rules.shared.internal_links import anchors, folded_anchor, lost_anchors, page_links, slug, targets
from tests.glossary.rules.cases import page_of


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("Quick start", "quick-start"),
        ("快速开始", "快速开始"),
        ("Bazel + Xcode を使用する", "bazel--xcode-を使用する"),
        ("`torch.compile` の使い方", "torchcompile-の使い方"),
        ("Step_1: Load", "step_1-load"),
    ],
)
def test_headings_have_the_anchors_that_github_makes(heading: str, anchor: str):
    assert slug(heading) == anchor


def test_anchors_are_compared_without_case_hyphens_and_underscores():
    assert folded_anchor("Rules_of--Tracing") == folded_anchor("rules-of-tracing-")


def test_anchors_are_of_headings_and_of_ids():
    page = page_of('# 指南\n\n## 开始 {#start}\n\n## 指南\n\n<a name="end"></a>\n', "zh")
    assert {"指南", "指南-1", "start", "end"} <= anchors(page)


def test_lost_anchors_are_those_of_translated_headings():
    source = "# Guide\n\n## Start\n\nRead this.\n\n## PyTorch\n\nAnd that.\n"
    page = page_of("# 指南\n\n## 开始\n\n请看这里。\n\n## PyTorch\n\n再看那里。\n", "zh", source=source)
    assert lost_anchors(page) == {"guide": "指南", "start": "开始"}


def test_an_id_that_the_translation_dropped_is_lost():
    source = "# Guide\n\n## Start {#first-steps}\n\nRead this.\n"
    page = page_of("# 指南\n\n## 开始\n\n请看这里。\n", "zh", source=source)
    assert lost_anchors(page)["first-steps"] == "开始"


def test_links_of_the_site_are_its_paths_and_anchors():
    page = page_of("见[一](a.md#b)、[二](/zh/c)、[三](#d)、[四](https://example.org/e)。\n", "zh")
    assert [(link.path, link.anchor) for link in page_links(page)] == [("a.md", "b"), ("/zh/c", ""), ("", "d")]


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("b.md", "docs/zh/a/b.md"),
        ("./b", "docs/zh/a/b.md"),
        ("../b/", "docs/zh/a/b.md"),  # of a site whose addresses are folders
        ("/zh/a/b", "docs/zh/a/b.md"),
        ("/a/b.html", "docs/zh/a/b.md"),
        ("../c/", "docs/zh/c/index.md"),
        ("missing.md", None),
    ],
)
def test_links_lead_to_pages(path: str, page: str | None):
    names = ("a/start.md", "a/b.md", "c/index.md")
    digests = [Digest(name, name.removesuffix(".md"), "zh", "zh", f"docs/zh/{name}", ()) for name in names]
    digests[0] = Digest("1", "a/start", "zh", "zh", "docs/zh/a/start.md", (), (), (PageLink(0, 1, path, ""),))
    (target,) = targets(digests)
    assert (target.page.path if target.page else None) == page


def test_files_are_no_pages():
    assert not list(targets([Digest("1", "a", "zh", "zh", "zh/a.md", (), (), (PageLink(0, 1, "code.zip", ""),))]))
