"""HTML files as documents: title, address, licence, metadata, language, and why a page is quarantined."""

import pytest

from corpus.languages import Language
from corpus.records import Document
from corpus.sources.discovery import PlacedFile
from corpus.sources.documents import read

ZH = "<p>我们训练模型，并把它部署到服务器上。</p>"
TRADITIONAL = "<p>我們訓練模型，並把它部署到伺服器上。</p>"
JA = "<p>モデルを訓練して、サーバーに配置します。</p>"
EN = "<p>We train the model, and then it is deployed to the servers that people use.</p>"


def read_page(tmp_path, source: str, language: Language | None = None) -> Document:
    path = tmp_path / "page.html"
    path.write_text(source, encoding="utf-8")
    return read(PlacedFile(path, path.name, "text/html", "page", language), 1 << 20)


def said(page: Document) -> dict[str, str | None]:
    stated = {"title": page.title, "origin": page.origin, "license": page.license}
    return {
        key: value for key, value in {**stated, **{entry.key: entry.value for entry in page.metadata}}.items() if value
    }


HEADS = [
    ("a title", "<title> 模型\n训练 </title>", {"title": "模型 训练"}),
    ("a title for sharing comes first", '<title>模型 - 网站</title><meta property="og:title" content="模型">', {"title": "模型"}),
    ("the first heading, where the head's title goes on with the site", "<title>模型训练 | 网站</title><body><h1>模型训练</h1>", {"title": "模型训练"}),
    ("the heading, where the site's name stands before it", "<title>网站 : 模型训练</title><body><h1>网站</h1><h2>模型训练</h2>", {"title": "模型训练"}),
    ("the first heading, where the head has none", "<body><h1>模型训练</h1>", {"title": "模型训练"}),
    ("the canonical address", '<link rel="canonical" href="https://a.b/c"><meta property="og:url" content="https://a.b/d">', {"origin": "https://a.b/c"}),
    ("the address for sharing", '<meta property="og:url" content="https://a.b/d">', {"origin": "https://a.b/d"}),
    ("the address that a browser wrote down", "<!-- saved from url=(0015)https://a.b/e -->", {"origin": "https://a.b/e"}),
    ("a path is no address", '<link rel="canonical" href="/c">', {}),
    ("the licence in the head", '<link rel="license" href="https://c.org/by/4.0">', {"license": "https://c.org/by/4.0"}),
    ("the licence in the text", '<body><a rel="license nofollow" href="https://c.org/by/4.0">CC BY</a>', {"license": "https://c.org/by/4.0"}),
    ("author, date, description and site", '<meta name="Author" content="张三"><meta property="article:published_time" content="2024-01-02"><meta name=description content="如何训练"><meta property="og:site_name" content="网站">',
     {"author": "张三", "date": "2024-01-02", "description": "如何训练", "site": "网站"}),
    ("linked data", '<script type="application/ld+json">{"@graph": [{"@type": "WebSite"}, {"@type": ["BlogPosting"], "headline": "模型", "author": [{"name": "张三"}, {"name": "李四"}], "datePublished": "2024-01-02"}]}</script>',
     {"title": "模型", "author": "张三, 李四", "date": "2024-01-02"}),
    ("linked data that cannot be read", '<script type="application/ld+json">{"@type": </script>' + '<script type="application/ld+json">' + "[" * 5000 + "</script>", {}),
    ("an empty head", '<title></title><meta name="author" content=" ">', {}),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "head", "expected"), HEADS, ids=[case[0] for case in HEADS])
def test_what_a_page_says_of_itself(tmp_path, fact, head, expected):
    page = read_page(tmp_path, head + ZH)
    assert page.status == "ok"
    assert said(page) == expected


TITLES = [
    ("the title above the article is put before it", "<title>模型训练 - 网站</title><div><h1>网站</h1></div><div><h1>模型训练</h1></div><article><p>内容一。</p><p>内容二。</p></article>", "# 模型训练\n\n内容一。\n\n内容二。\n"),
    ("the site's name is not", '<title>模型训练 - 网站</title><meta property="og:site_name" content="网站"><div><h1>网站</h1></div><article><p>内容一。</p><p>内容二。</p></article>', "内容一。\n\n内容二。\n"),
    ("a title that the article has is not put twice", "<title>模型训练</title><div><h1>模型训练</h1></div><article><h1>模型训练</h1><p>内容一。</p></article>", "# 模型训练\n\n内容一。\n"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "source", "text"), TITLES, ids=[case[0] for case in TITLES])
def test_title_in_the_text(tmp_path, fact, source, text):
    assert read_page(tmp_path, source).text == text


TAGS = [
    ("the text alone", ZH, "zh", "zh"),
    ("the tag says which variety", f"<html lang=zh-CN>{ZH}", "zh", "zh-CN"),
    ("a tag in an older manner", f"<html lang=zh_TW>{TRADITIONAL}", "zh", "zh-TW"),
    ("a tag that the script belies", f"<html lang=zh-CN>{TRADITIONAL}", "zh", "zh-Hant"),
    ("a template's tag that the text belies", f"<html lang=en>{ZH}", "zh", "zh"),
    ("the article's own tag", f"<body><article lang=ja-JP>{JA}</article>", "ja", "ja-JP"),
    ("English of a region", f"<html lang=en-US>{EN}", "en", "en-US"),
    ("a text too short to tell", "<html lang=ja><p>PyTorch 2.0</p>", "ja", "ja"),
]


@pytest.mark.parametrize(("fact", "source", "lang", "locale"), TAGS, ids=[case[0] for case in TAGS])
def test_language(tmp_path, fact, source, lang, locale):
    page = read_page(tmp_path, source)
    assert (page.status, page.lang, page.locale) == ("ok", lang, locale)


def test_place_comes_before_the_tag(tmp_path):
    assert read_page(tmp_path, f"<html lang=ja>{ZH}", Language("zh", "zh-CN")).locale == "zh-CN"


def test_language_of_the_article_counts_and_not_that_of_the_site_around_it(tmp_path):
    menu = "<nav>" + "<a href=/>ホーム</a> ドキュメントを検索" * 50 + "</nav>"
    assert read_page(tmp_path, f"<body>{menu}{EN}</body>").lang == "en"


QUARANTINED = [
    ("no text", "<div id=app></div><script>a()</script>", "no text found in the page: its article may be loaded by a script; save it from a browser"),
    ("a language that is none of ours", "<html lang=en><p>" + "Мы обучаем модель и запускаем её на сервере. " * 9, "language: not recognised as zh, ja or en; if it is one of them, say so in its path (page.zh.md)"),
    ("tags without end", "<div>" * 10_001 + "模型", "more than 10,000 tags inside one another"),
    ("attributes without end", "<p " + " ".join(f"a{n}=1" for n in range(5_001)) + ">模型", "more than 5,000 attributes in one tag"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "source", "reason"), QUARANTINED, ids=[case[0] for case in QUARANTINED])
def test_page_is_quarantined_with_its_reason(tmp_path, fact, source, reason):
    page = read_page(tmp_path, source)
    assert (page.status, page.reason, page.text, page.chars) == ("quarantined", reason, "", 0)


def test_text_is_that_of_the_article_and_its_length_is_right(tmp_path):
    page = read_page(tmp_path, f"<html><title>模型</title><nav>首页</nav><main><h1>模型</h1>{ZH}</main></html>")
    assert page.text == "# 模型\n\n我们训练模型，并把它部署到服务器上。\n"
    assert (page.chars, page.media_type) == (len(page.text), "text/html")
