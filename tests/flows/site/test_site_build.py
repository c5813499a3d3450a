"""The site as browsers get it: every link leads somewhere, nothing comes from the network, each text has its language."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser

from tests.browser.chromium import browsed

pytestmark = pytest.mark.slow


@cache
def parsed(page: Path) -> LexborHTMLParser:
    return LexborHTMLParser(page.read_text("utf-8"))


@cache
def ids(page: Path) -> frozenset[str]:
    return frozenset(node.attributes["id"] or "" for node in parsed(page).css("[id]"))


def pages(site: Path) -> list[Path]:
    """All pages but the report to try, which has tests of its own."""
    return sorted(page for page in site.rglob("*.html") if page.name != "demo.html")


def addresses(page: Path) -> list[tuple[str, str, str]]:
    """Element, attribute and value of all that a page links to or loads."""
    return [
        (node.tag or "", name, node.attributes[name] or "")
        for name in ("href", "src", "srcset", "action")
        for node in parsed(page).css(f"[{name}]")
    ]


def test_site_has_three_languages_and_pages_from_the_repository(site: Path):
    names = {page.relative_to(site).as_posix() for page in pages(site)}
    assert names >= {"index.html", "zh/index.html", "ja/index.html", "reference/rules/t1.html", "glossary/t.html"}
    assert {f"operating/{name}.html" for name in ("index", "cron", "upgrading", "prefect")} <= names


def test_every_link_and_anchor_leads_somewhere(site: Path):
    broken = []
    for page in pages(site):
        for tag, _, address in addresses(page):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or tag == "form":
                continue
            path = unquote(parts.path)
            target = page if not path else (site / path[1:] if path[0] == "/" else page.parent / path)
            target = Path(os.path.normpath(target))
            anchor = unquote(parts.fragment) if target.suffix == ".html" else ""
            if not target.is_file() or (anchor and anchor not in ids(target)):
                broken.append((page.relative_to(site).as_posix(), address))
    assert broken == []


def test_nothing_is_loaded_from_the_network(site: Path):
    loaded = [
        (page.relative_to(site).as_posix(), address)
        for page in pages(site)
        for tag, name, address in addresses(page)
        if (tag != "a" or name != "href") and re.match(r"(?:https?:)?//", address)
    ]
    assert loaded == []
    sheets = [
        sheet for sheet in site.rglob("*.css") if re.search(r"url\(['\"]?https?:|@import", sheet.read_text("utf-8"))
    ]
    assert sheets == []


def test_links_lead_to_no_placeholder(site: Path):
    assert [page for page in pages(site) if "page:" in " ".join(a for _, _, a in addresses(page))] == []


@pytest.mark.parametrize(("folder", "lang", "search"), [("", "en", "en"), ("zh", "zh", "zh"), ("ja", "ja", "ja")])
def test_each_language_has_its_own_pages_and_search(site: Path, folder: str, lang: str, search: str):
    page = parsed(site / folder / "index.html")
    assert [html.attributes["lang"] for html in page.css("html")] == [lang]
    assert [a.attributes["hreflang"] for a in page.css(".md-select__link")] == ["en", "zh", "ja"]
    index = (site / folder / "search/search_index.js").read_text("utf-8")
    assert f'"lang":["{search}"]' in index


def test_chinese_and_japanese_in_english_pages_have_their_language(site: Path):
    page = parsed(site / "reference/rules/t1.html")
    langs = {node.attributes["lang"] for node in page.css(".md-content [lang]")}
    assert langs == {"zh-Hans", "ja"}
    entry = parsed(site / "reference/entries.html")
    marked = {(node.attributes["lang"], node.text()) for node in entry.css("pre [lang]")}
    assert {("zh-Hans", "算子"), ("ja", "演算子")} <= marked


def test_no_block_of_code_is_empty(site: Path):
    empty = [
        page.relative_to(site).as_posix()
        for page in pages(site)
        for code in parsed(page).css("pre > code")
        if not code.text().strip()
    ]
    assert empty == []


@pytest.mark.parametrize(
    ("folder", "title"), [("", "Not found"), ("zh", "找不到页面"), ("ja", "ページが見つかりません")]
)
def test_page_for_missing_pages_is_in_the_language_of_its_site(site: Path, folder: str, title: str):
    (heading,) = parsed(site / folder / "404.html").css("h1")
    assert title in heading.text()


def test_pages_for_users_do_not_say_how_they_are_generated(site: Path):
    texts = {page: parsed(page).text() for page in pages(site) if page.name != "contributing.html"}
    developers = re.compile(r"Generated from|(?<![\w/])\.venv/bin/taiyaku")
    assert [page.name for page, text in texts.items() if developers.search(text)] == []
    assert "/srv/project/.venv/bin/taiyaku build" in parsed(site / "operating/systemd.html").text()


def test_search_index_of_english_stays_light(site: Path):
    assert (site / "search/search_index.js").stat().st_size < 2_000_000


def test_site_works_from_a_disk_in_a_browser(site: Path):
    browsed("site", site)
