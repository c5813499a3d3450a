"""Page metadata: title, address, licence, language, author, date."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from corpus import lazy_re as re
from corpus.formats.html.tree import Node

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
