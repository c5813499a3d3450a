"""Chinese and Japanese in pages of another language are marked."""

from __future__ import annotations

import pytest

from flows.docs.site.mkdocs_hooks import with_languages

ZH, JA = '<span lang="zh-Hans">{}</span>', '<span lang="ja">{}</span>'


@pytest.mark.parametrize(
    ("page_lang", "html", "expected"),
    [
        ("en", "<p>write 算子 here</p>", f"<p>write {ZH.format('算子')} here</p>"),
        ("en", "<p>write テンソルの形 here</p>", f"<p>write {JA.format('テンソルの形')} here</p>"),
        ("en", "<tr><td>ja</td><td>演算子</td></tr>", f"<tr><td>ja</td><td>{JA.format('演算子')}</td></tr>"),
        ("en", "<p>ja</p><p>演算子</p>", f"<p>ja</p><p>{ZH.format('演算子')}</p>"),
        ("en", '<td lang="ja">演算子<br>算子</td>', '<td lang="ja">演算子<br>算子</td>'),
        ("en", '<i lang="ja"><b>演</b></i><b>子</b>', f'<i lang="ja"><b>演</b></i><b>{ZH.format("子")}</b>'),
        ("zh", "<p>写作算子</p>", "<p>写作算子</p>"),
        ("zh", "<p>长音（ー）、メモリ</p>", f"<p>长音（ー）、{JA.format('メモリ')}</p>"),
        ("ja", "<p>演算子と言う</p>", "<p>演算子と言う</p>"),
        ("ja", "<pre>docs/zh/a.md\n算子</pre>", f"<pre>docs/zh/a.md\n{ZH.format('算子')}</pre>"),
        ("en", '<img alt="算子">', '<img alt="算子">'),
    ],
)
def test_text_of_another_language_is_marked(page_lang: str, html: str, expected: str):
    assert with_languages(html, page_lang) == expected
