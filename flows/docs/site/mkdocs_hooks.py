"""MkDocs hooks, called while a page is built: links between languages, the language of each text, charts."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from html import escape
from typing import Any

from corpus.languages import pack
from corpus.languages.scripts import CJK, CJK_PUNCTUATION, FULLWIDTH_FORMS, HALFWIDTH_KATAKANA, KANA
from flows.docs.site.page_links import SCHEME, relative_address

_RUN = re.compile(rf"[{CJK}](?:[{CJK}{CJK_PUNCTUATION}{FULLWIDTH_FORMS}]*[{CJK}])?")
_PIECE = re.compile(rf"[{CJK}]+")
_KANA_IN = re.compile(rf"[{KANA}{HALFWIDTH_KATAKANA}]")
_TAG = re.compile(r"(<!--.*?-->|<[^>]+>)", re.DOTALL)
_NAMED = re.compile(r"\b(?:(zh|Chinese|CHINESE)|(ja|Japanese|JAPANESE))\b")
_BLOCKS = ("p", "li", "tr", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "dd")
FOLDERS = {"en": "", "zh": "zh", "ja": "ja"}  # of each language, in the folder of the site
_NAMES = {"en": "English", "zh": "中文", "ja": "日本語"}
_NOT_FOUND = {"en": "Not found", "zh": "找不到页面", "ja": "ページが見つかりません"}
_ALTERNATE = re.compile(r'[ \t]*<link rel="alternate" [^>]*hreflang[^>]*>\n?')
_ADDRESS = re.compile(rf'(?<=["\'=]){SCHEME}([^"\'>\s]+)')
logging.getLogger("jieba").setLevel(logging.WARNING)
_log = logging.getLogger("mkdocs.hooks.site")


def on_page_content(html: str, page: Any, config: Any, **more: Any) -> str:
    """Return the content with the language marked wherever text is in another one."""
    return with_languages(html, config["extra"]["lang"])


def on_page_context(context: dict[str, Any], page: Any, config: Any, **more: Any) -> dict[str, Any]:
    """Return the context with links to the same page in the other languages, or to their first pages."""
    place = page.file.src_uri
    config["extra"]["alternate"] = [
        {"name": name, "lang": lang, "link": f"{SCHEME}{lang}/{place if _exists(config, lang, place) else 'index.md'}"}
        for lang, name in _NAMES.items()
    ]
    return context


def on_post_template(output_content: str, template_name: str, config: Any, **more: Any) -> str:
    """Return the 404 page in the language of its site, and other templates unchanged."""
    if template_name != "404.html":
        return output_content
    return output_content.replace("Not found", _NOT_FOUND[config["extra"]["lang"]])


def on_post_page(output: str, page: Any, config: Any, **more: Any) -> str:
    """Return the page with its links to other languages; a broken one is a warning. The links in the head are removed:
    for each, Material's script requests a sitemap, which a browser cannot read from disk.
    """
    source = f"{config['extra']['lang']}/{page.file.src_uri}"

    def address(match: re.Match[str]) -> str:
        lang, _, place = match[1].partition("#")[0].partition("/")
        if not _exists(config, lang, place):
            _log.warning("%s links to %s, which is not there", source, match[1])
        return relative_address(match[1], source, FOLDERS)

    return _ADDRESS.sub(address, _ALTERNATE.sub("", output))


def _exists(config: Any, lang: str, place: str) -> bool:
    pages: dict[str, list[str]] = config["extra"]["site_pages"]
    return place in pages[lang]


def with_languages(html: str, page_lang: str) -> str:
    """Return the HTML with `lang` around text in another language than the page's. A run with kana is Japanese. Any
    other run has the language that its paragraph, row or block named last (zh, Japanese); failing that, it is Chinese
    on an English page and in the page's language on others. Text inside an element with `lang` is left as it is.
    """
    return "".join(_parts(html, page_lang))


def _parts(html: str, page_lang: str) -> Iterator[str]:
    latest = ""
    inside: list[str] = []
    runs = _RUN if page_lang == "en" else _PIECE  # in running text of other languages, punctuation parts languages
    for part in _TAG.split(html):
        if part.startswith("<"):
            inside = _nested(part, inside)
            runs = _RUN if page_lang == "en" or part.startswith("<pre") else _PIECE if part == "</pre>" else runs
            if re.match(rf"</?(?:{'|'.join(_BLOCKS)})\b", part):
                latest = ""
            yield part
        elif inside:
            yield part
        else:
            place = 0
            for run in runs.finditer(part):
                latest = _last_named(part[place : run.start()], latest)
                yield part[place : run.start()]
                yield _marked(run[0], latest, page_lang)
                place = run.end()
            latest = _last_named(part[place:], latest)
            yield part[place:]


def _nested(tag: str, inside: list[str]) -> list[str]:
    """Return the open elements from the one with `lang` on; empty outside of one."""
    name = re.match(r"</?([a-zA-Z0-9]+)", tag)
    if name is None or tag.endswith("/>") or name[1] in ("br", "hr", "img", "input", "wbr"):
        return inside
    if tag.startswith("</"):
        return inside[:-1]
    return [*inside, name[1]] if inside or re.search(r"\slang=", tag) else inside


def _last_named(text: str, latest: str) -> str:
    names = list(_NAMED.finditer(text))
    return ("zh" if names[-1][1] else "ja") if names else latest


def _marked(run: str, latest: str, page_lang: str) -> str:
    lang = "ja" if _KANA_IN.search(run) else latest or ("zh" if page_lang == "en" else page_lang)
    return run if lang == page_lang else f'<span lang="{pack(lang).html_lang}">{run}</span>'


def drawn(source: str, language: str, class_name: str, options: dict[str, Any], md: Any, **more: Any) -> str:
    """Return a block as a chart, for superfences: one step per line, `step: what happens | where it ends`."""
    steps = [_step(line) for line in source.splitlines() if line.strip()]
    return f'<ol class="flow">{"".join(steps)}</ol>'


def _step(line: str) -> str:
    step, _, way_out = line.partition(" | ")
    title, _, detail = step.partition(": ")
    words = f" {escape(detail.strip())}" if detail else ""
    ends = f'<span class="flow-out">{escape(way_out.strip())}</span>' if way_out else ""
    return f'<li><span class="flow-box"><b>{escape(title.strip())}</b>{words}</span>{ends}</li>'
