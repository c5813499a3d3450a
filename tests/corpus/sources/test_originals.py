"""Originals: the English version is found beside a translation in every layout, and only where it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpus.sources.work_and_language import original_of

LAYOUTS = [
    ("docs/zh/guide/intro.md", "docs/en/guide/intro.md"),
    ("docs/ja-JP/intro.md", "docs/en-US/intro.md"),
    ("article/zh.md", "article/en.md"),
    ("article/ja.txt", "article/en.md"),
    ("notes/page.zh-TW.md", "notes/page.en.md"),
    ("docs/zh/guide/intro.md", "docs/en/guide/intro.rst"),
    ("content/cn/page.html", "content/en/page.html"),
]


@pytest.mark.parametrize(("translation", "original"), LAYOUTS)
def test_original_is_found(translation: str, original: str, tmp_path: Path):
    for name in (translation, original):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    assert original_of(tmp_path / translation) == tmp_path / original
    assert original_of(tmp_path / original) is None


def test_a_page_without_a_language_has_none(tmp_path: Path):
    (tmp_path / "en.md").write_text("x")
    (tmp_path / "page.md").write_text("x")
    assert original_of(tmp_path / "page.md") is None
