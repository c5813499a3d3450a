"""Marks of the version that a translation was made from."""

from __future__ import annotations

import pytest

from corpus.staleness.seen_version import MarkError, SourceMark, read_mark, with_mark

COMMIT, SHA256 = "0123456789abcdef0123456789abcdef01234567", 64 * "a"
READ = {  # page → its mark
    f"---\nsource_commit: {COMMIT}\nsource_sha256: {SHA256}\ntranslation:\n  outdated: true\n---\n# 页面\n": (
        COMMIT,
        SHA256,
        True,
    ),
    f"---\nl10n:\n  sourceCommit: {COMMIT}\n---\n# 页面\n": (COMMIT, "", False),
    "---\ntitle: 页面\ntranslation: {by: 译者, outdated: true}\n---\n": ("", "", True),
    "---\ntitle: 页面\ntranslation.outdated: true\n---\n": ("", "", True),
    "---\ntranslation:\n  by: 译者\n  outdated: false\n---\n": ("", "", False),
    "+++\ntitle = '页面'\n[translation]\nby = '译者'\noutdated = true\n+++\n": ("", "", True),
    "---\ntitle: 页面\noutdated: true\n---\n": ("", "", False),  # of the page, whatever it means
    f"# 页面\n\n<!-- source_commit: {COMMIT[:12]} source_sha256: {SHA256} -->\n": (COMMIT[:12], SHA256, False),
    f"{{/* source_commit: {COMMIT} */}}\n\n# 页面\n": (COMMIT, "", False),
    f"页面\n====\n\n.. source_commit: {COMMIT}\n": (COMMIT, "", False),
    f"# 页面\n\n`source_commit: {COMMIT}` 是一个条目。\n": ("", "", False),
    "---\nsource_commit: main\n---\n": ("", "", False),
    "": ("", "", False),
}


@pytest.mark.parametrize("text", READ)
def test_marks_are_read(text: str):
    assert read_mark(text) == SourceMark(*READ[text])


PAGES = [
    *READ,
    "# 页面\r\n\r\n段落。\r\n",
    '{\n"title": "页面"\n}\n# 页面\n',
    "---\ntitle: 页面\n---\n",
    "+++\ntitle = '页面'\n+++\n",
]


@pytest.mark.parametrize("text", PAGES)
@pytest.mark.parametrize("outdated", [True, False])
def test_written_marks_are_read_again_and_nothing_is_lost(text: str, outdated: bool):
    mark = SourceMark("fedcba98" * 5, 64 * "b", outdated)
    marked = with_mark(text, mark, ".md")
    has_flag = marked.startswith(("---", "+++"))
    read_back = read_mark(marked)
    assert (
        read_back.commit == mark.commit
        and read_back.sha256 in (mark.sha256, "")
        and read_back.outdated == (outdated and has_flag)
    )
    assert with_mark(marked, mark, ".md") == marked and marked.lower().count("commit") == 1 + text.count("`source")
    lines = [line for line in text.splitlines() if not any(word in line for word in ("source", "outdated"))]
    assert [line for line in lines if line not in marked.splitlines()] == []
    assert ("\r\n" in text) == ("\r\n" in marked)


def test_formats_without_comments_have_no_place():
    with pytest.raises(MarkError, match=r"^pages of the format \.txt have no place for a mark$"):
        with_mark("页面\n", SourceMark(COMMIT, SHA256), ".txt")
