"""Which sentences are stale, given the versions of an original, the newest first, and a translation."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpus.alignment.lexicon import lexicons
from corpus.languages import Language
from corpus.records import Document
from corpus.sources.discovery import PlacedFile
from corpus.sources.documents import read_text
from corpus.staleness.page_versions import Cuts, PageVersion
from corpus.staleness.seen_version import SeenVersion, seen_version

ZH = "# 缓存\n\n缓存可保存 30 个页面。每个页面都会保留。\n\n## 限制\n\n最多 8 个用户共享一个缓存。\n\n大文件不会被存储。\n"
EN = (
    "# The cache\n\nThe cache holds 30 pages. Each page is kept.\n\n## Limits\n\nAt most 8 users share a cache.\n\n"
    "Large files are not stored.\n"
)


def page(text: str, lang: str) -> PageVersion:
    """A page of a language."""
    file = PlacedFile(Path(f"{lang}.md"), f"{lang}.md", "text/markdown", "page", Language(lang, lang))
    document: Document = read_text(file, text)
    return PageVersion(document)


def seen(versions: list[str], zh: str = ZH, latest: int = 0, **options: bool) -> SeenVersion:
    """What a translation has seen of versions of its original."""
    return seen_version([page(text, "en") for text in versions], page(zh, "zh"), latest, lexicons(), **options)


def stale(outcome: SeenVersion) -> list[tuple[str, str, str]]:
    """What is stale, as kind, old words and new words."""
    return [(sentence.kind, sentence.old, sentence.new) for sentence in outcome.sentences]


PARTS = EN.split("\n\n")
SAME = {  # what is no change
    "line wrapping": EN.replace("pages. Each", "pages.\nEach"),
    "emphasis": EN.replace("Large files", "**Large** files"),
    "a moved section": "\n\n".join([PARTS[0], *PARTS[2:4], PARTS[4].strip(), PARTS[1]]) + "\n",
    "a heading's level": EN.replace("## Limits", "### Limits"),
}


@pytest.mark.parametrize("name", SAME)
def test_form_and_order_are_no_change(name: str):
    assert stale(seen([SAME[name], EN], latest=1)) == []


CHANGES = {  # newer English → what is stale in a translation that could not see it
    "a number": (
        EN.replace("30 pages", "40 pages"),
        ("changed", "The cache holds 30 pages.", "The cache holds 40 pages."),
    ),
    "other words": (
        EN.replace("Each page is kept.", "No page is lost."),
        ("changed", "Each page is kept.", "No page is lost."),
    ),
    "a sentence more": (EN.replace("kept.\n", "kept. Pictures are not.\n"), ("added", "", "Pictures are not.")),
    "a sentence less": (EN.replace(" Each page is kept.", ""), ("removed", "Each page is kept.", "")),
    "a heading": (EN.replace("## Limits", "## Bounds"), ("changed", "## Limits", "## Bounds")),
    "a link": (
        EN.replace("Large files", "[Large files](big.md)"),
        ("changed", "Large files are not stored.", "[Large files](big.md) are not stored."),
    ),
    "two sentences for one": (
        EN.replace("Large files are not stored.", "Large files are not stored. They are sent."),
        ("added", "", "They are sent."),
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_changes_after_the_last_change_of_a_translation(name: str):
    newer, expected = CHANGES[name]
    assert stale(seen([newer, EN], latest=1)) == [expected]


@pytest.mark.parametrize("name", ["a number", "a sentence more", "a sentence less"])
def test_contents_show_that_a_later_translation_was_made_from_an_old_version(name: str):
    newer, expected = CHANGES[name]
    outcome = seen([newer, EN], latest=0)
    assert (outcome.version, stale(outcome)) == (1, [expected])


@pytest.mark.parametrize("name", ["other words", "a heading"])
def test_where_contents_leave_it_open_the_last_change_decides(name: str):
    newer, expected = CHANGES[name]
    assert stale(seen([newer, EN], latest=0)) == []
    assert stale(seen([newer, EN], latest=1)) == [expected]


def test_what_is_there_already_is_not_stale():
    assert stale(seen([EN, EN.replace("30 pages", "20 pages")], latest=1)) == []


def test_one_change_passed_over_does_not_make_later_ones_stale():
    first = EN.replace("30 pages", "40 pages")
    reworded = first.replace("Each page is kept.", "No page is lost.")
    newest = reworded.replace("8 users", "9 users")
    outcome = seen([newest, reworded, first, EN], ZH.replace("8 个", "9 个"), latest=0)
    assert stale(outcome) == [("changed", "The cache holds 30 pages.", "The cache holds 40 pages.")]
    assert outcome.version == 3


def test_marked_version_is_believed():
    newer = EN.replace("30 pages", "40 pages")
    assert stale(seen([newer.replace("8 users", "9 users"), newer], latest=1, is_marked=True)) == [
        ("changed", "At most 8 users share a cache.", "At most 9 users share a cache.")
    ]


def test_sentence_that_was_away_for_a_while_is_not_stale():
    assert stale(seen([EN, EN.replace(" Each page is kept.", ""), EN], latest=2)) == []


def test_code_is_compared_by_line():
    code = "\n```python\ncache = Cache(30)  # all\ncache.clear()\n```\n"
    newer = code.replace("clear", "drop")
    assert [kind for kind, *_ in stale(seen([EN + newer, EN + code], ZH + code, latest=0))] == ["changed"]
    assert stale(seen([EN + newer, EN + code], ZH + newer, latest=1)) == []


def test_versions_that_share_their_cuts_are_the_same():
    older = EN.replace("At most 8", "* At most `8`").replace("# The cache", "A start. It is new.\n\n# The cache")
    cuts = Cuts()
    for text in (EN, older, EN.replace("## Limits", "### Limits")):
        document = page(text, "en").document
        shared, alone = PageVersion(document, cuts), PageVersion(document)
        assert [(part.kind, part.text, part.start, part.end, part.protected) for part in shared.segments] == [
            (part.kind, part.text, part.start, part.end, part.protected) for part in alone.segments
        ]
        assert shared.keys == alone.keys
    assert len(cuts.blocks) == 9  # five of the first page, three and one that differ


def test_sections_are_cut_alone():
    whole = page("Before it.\n\n" + EN, "en")
    assert [part.text for part in whole.sections([0, 2]).segments] == [
        "Before it.", *(part.text for part in whole.segments[whole.borders[2] :])
    ]  # fmt: skip
