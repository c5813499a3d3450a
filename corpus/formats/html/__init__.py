"""HTML: the article of a web page as Markdown, the page's metadata, and the blocks of such a text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from corpus import lazy_re as re
from corpus.errors import UnreadableError
from corpus.formats import markdown
from corpus.formats.html.main_content import article
from corpus.formats.html.markdown_writer import to_markdown
from corpus.formats.html.tree import Node, parse
from corpus.formats.plaintext import boilerplate
from corpus.languages.scripts import LETTER
from corpus.records import Block

_SAVED_FROM = re.compile(r"<!--\s*saved from url=\(\d+\)(\S+)\s*-->")
_ARTICLE = re.compile(r"(?:.*Article|.*Posting|Report|HowTo)")
_TELLING = frozenset(("html", "body", "article", "main", "meta", "title", "link", "a", "script"))
_TITLES = ("og:title", "twitter:title", "citation_title", "headline")
_AUTHORS = ("author", "article:author", "og:article:author", "citation_author", "byl", "dc.creator")
_DATES = ("article:published_time", "datepublished", "date", "pubdate", "dc.date", "citation_publication_date")
_CHANGES = ("article:modified_time", "datemodified", "og:updated_time", "last-modified")
_LICENSES = ("license", "dcterms.license", "dc.rights", "rights")
_OTHERS = {
    "description": ("description", "og:description"),
    "generator": ("generator",),
    "keywords": ("keywords",),
    "site": ("og:site_name", "application-name"),
}


@dataclass(frozen=True)
class PageMetadata:
    """The metadata in the head of a page."""

    titles: tuple[str, ...]
    origin: str
    license: str
    language: str
    site: str
    metadata: dict[str, str]


def page_metadata(source: str, root: Node) -> PageMetadata:
    """Return the metadata of a page, without guessing."""
    nodes = [node for node in root.walk() if node.tag in _TELLING]
    linked = _linked_data(nodes)
    properties = {**{key: value for key, value in linked.items() if value}, **_metas(nodes)}
    title = next((node for node in nodes if node.tag == "title"), None)
    titles = [properties.get(name, "") for name in _TITLES] + [" ".join(title.text().split()) if title else ""]
    metadata = {
        "author": _first(properties, _AUTHORS),
        "date": _first(properties, _DATES),
        "modified": _first(properties, _CHANGES),
        **{key: _first(properties, names) for key, names in _OTHERS.items()},
    }
    saved = _SAVED_FROM.search(source[:2000])
    addresses = [_link(nodes, "canonical"), properties.get("og:url", ""), saved[1] if saved else ""]
    return PageMetadata(
        titles=tuple(dict.fromkeys(name for name in titles if name)),
        origin=next((address for address in addresses if address.startswith(("http://", "https://"))), ""),
        license=_link(nodes, "license") or _first(properties, _LICENSES),
        language=_language(nodes, properties),
        site=metadata["site"],
        metadata={key: value for key, value in metadata.items() if value},
    )


def _metas(nodes: list[Node]) -> dict[str, str]:
    """Return the first value of each `<meta>`, by its name in lower case."""
    values: dict[str, str] = {}
    for node in nodes:
        if node.tag == "meta" and (value := " ".join(node.get("content").split())):
            name = node.get("property") or node.get("name") or node.get("itemprop") or node.get("http-equiv")
            values.setdefault(name.strip().lower(), value[:2000])
    return values


def _linked_data(nodes: list[Node]) -> dict[str, str]:
    """Return the article's metadata from schema.org data."""
    for node in nodes:
        if node.tag == "script" and node.get("type").lower() == "application/ld+json":
            for entity in _objects(_json_value(node.text())):
                kinds = entity.get("@type")
                if any(
                    isinstance(kind, str) and _ARTICLE.fullmatch(kind)
                    for kind in (kinds if isinstance(kinds, list) else [kinds])
                ):
                    return {
                        "headline": _name(entity.get("headline")),
                        "author": _name(entity.get("author")),
                        "datepublished": _name(entity.get("datePublished")),
                        "datemodified": _name(entity.get("dateModified")),
                        "license": _name(entity.get("license")),
                    }
    return {}


def _json_value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _objects(loaded: Any) -> Iterator[dict[str, Any]]:
    for entity in loaded if isinstance(loaded, list) else [loaded]:
        if isinstance(entity, dict):
            yield entity
            graph = entity.get("@graph")
            yield from (inner for inner in (graph if isinstance(graph, list) else []) if isinstance(inner, dict))


def _name(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(name for item in value if (name := _name(item)))
    if isinstance(value, dict):
        return _name(value.get("name") or value.get("url"))
    return " ".join(value.split()) if isinstance(value, str) else ""


def _first(properties: dict[str, str], names: tuple[str, ...]) -> str:
    return next((properties[name] for name in names if properties.get(name)), "")


def _link(nodes: list[Node], relation: str) -> str:
    for node in nodes:
        if node.tag in ("link", "a") and relation in node.get("rel").lower().split() and node.get("href").strip():
            return node.get("href").strip()
    return ""


def _language(nodes: list[Node], properties: dict[str, str]) -> str:
    """Return the language tag nearest to the article: of `<html>` or `<body>`, else of the head."""
    for tag in ("html", "body", "article", "main"):
        node = next((node for node in nodes if node.tag == tag), None)
        if node and (language := (node.get("lang") or node.get("xml:lang")).strip()):
            return language
    return properties.get("og:locale", "") or properties.get("content-language", "")


_MARKERS = re.compile(r"(?:[>*#|\s]|[-+]\s|(?<!\d)\d+\.\s)+|[*|\s]+$")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")


@dataclass(frozen=True)
class HtmlPage:
    """What was read from an HTML page."""

    text: str
    title: str
    origin: str
    license: str
    language: str  # the tag that the page gives itself
    metadata: dict[str, str]


def read(source: str) -> HtmlPage:
    """Return the article of a page and its metadata; raises UnreadableError if it has no text."""
    root = parse(source)
    head = page_metadata(source, root)
    heading, content = article(root, head.titles, head.site)
    text = to_markdown(content)
    if not LETTER.search(text):
        raise UnreadableError(
            "no text found in the page: its article may be loaded by a script; save it from a browser"
        )
    text = f"# {heading}\n\n{text}" if heading else text
    return HtmlPage(f"{text}\n", _title(head.titles, text), head.origin, head.license, head.language, head.metadata)


def _title(titles: tuple[str, ...], text: str) -> str:
    """Return the title in the head; if it joins the site's name to a heading of the article, return that heading."""
    headings = re.findall(r"^##? (.+)", text, re.MULTILINE)
    if not titles:
        return headings[0] if headings else ""
    joined = [heading for heading in headings if titles[0].startswith(heading) or titles[0].endswith(heading)]
    return max(joined, key=len, default=titles[0])


def blocks(text: str) -> list[Block]:
    """Return the blocks of an article that was read from HTML. The site's own text is recognized by its words."""
    sidebar = False
    page_blocks: list[Block] = []
    for block in markdown.blocks(text):
        words = _words(text, block)
        if block.kind in ("heading", "paragraph") and boilerplate.opens_sidebar(words):
            sidebar = 2 * block.start > len(text)
        elif block.kind == "heading":
            sidebar = False
        page_blocks.append(_as_furniture(block, words, sidebar))
    return page_blocks


def _words(text: str, block: Block) -> str:
    """Return the visible text of a one-line block; empty for longer blocks and for code."""
    if block.kind not in ("heading", "paragraph", "list_item") or block.end - block.start > 1000:
        return ""
    visible_text = _LINK.sub(r"\1", text[block.start : block.end])
    return "" if "\n" in visible_text else _MARKERS.sub("", visible_text).strip()


def _as_furniture(block: Block, words: str, sidebar: bool) -> Block:
    if sidebar and block.kind in ("heading", "paragraph", "list_item"):
        return replace(block, kind="boilerplate", level=0)
    if not words or block.kind not in ("paragraph", "list_item"):
        return block
    if boilerplate.is_boilerplate(words):
        return replace(block, kind="boilerplate")
    return replace(block, kind="metadata") if block.kind == "paragraph" and boilerplate.is_metadata(words) else block
