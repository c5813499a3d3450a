"""What MkDocs calls while it makes a page: links between languages, the language of each text."""

from __future__ import annotations

import logging
import re
from typing import Any

from flows.docs.site.language_spans import with_languages
from flows.docs.site.page_links import SCHEME, relative_address

FOLDERS = {"en": "", "zh": "zh", "ja": "ja"}  # of each language, in the folder of the site
_NAMES = {"en": "English", "zh": "中文", "ja": "日本語"}
_NOT_FOUND = {"en": "Not found", "zh": "找不到页面", "ja": "ページが見つかりません"}
_ADDRESS = re.compile(rf'(?<=["\'=]){SCHEME}([^"\'>\s]+)')
logging.getLogger("jieba").setLevel(logging.WARNING)
_log = logging.getLogger("mkdocs.hooks.site")


def on_page_content(html: str, page: Any, config: Any, **more: Any) -> str:
    """Return the content with the language of what is written in another."""
    return with_languages(html, config["extra"]["lang"])


def on_page_context(context: dict[str, Any], page: Any, config: Any, **more: Any) -> dict[str, Any]:
    """Return the same page in the other languages, or their first pages."""
    place = page.file.src_uri
    config["extra"]["alternate"] = [
        {"name": name, "lang": lang, "link": f"{SCHEME}{lang}/{place if _exists(config, lang, place) else 'index.md'}"}
        for lang, name in _NAMES.items()
    ]
    return context


def on_post_template(output_content: str, template_name: str, config: Any, **more: Any) -> str:
    """Return the page that stands for those that are not there, in the language of its site."""
    if template_name != "404.html":
        return output_content
    return output_content.replace("Not found", _NOT_FOUND[config["extra"]["lang"]])


def on_post_page(output: str, page: Any, config: Any, **more: Any) -> str:
    """Return the page with its links to other languages; one that leads nowhere is a warning."""
    source = f"{config['extra']['lang']}/{page.file.src_uri}"

    def address(match: re.Match[str]) -> str:
        lang, _, place = match[1].partition("#")[0].partition("/")
        if not _exists(config, lang, place):
            _log.warning("%s links to %s, which is not there", source, match[1])
        return relative_address(match[1], source, FOLDERS)

    return _ADDRESS.sub(address, output)


def _exists(config: Any, lang: str, place: str) -> bool:
    pages: dict[str, list[str]] = config["extra"]["site_pages"]
    return place in pages[lang]
