"""Links of pages moved into the site: rewritten to the site page of a file, or else to the file by its path."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from flows.docs.site.repository_pages import PICTURES, SitePage, outside_code, sections

_SITE = "flows/docs/site/"  # the site's own pages
SCHEME = "page:"  # page:zh/index.md#x: a page or picture of the site, from any of its languages
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
_CODE = re.compile(r"(`+)(?:(?!\1).)+\1")


class Destinations:
    """Where the repository's files and their headings are in the site."""

    def __init__(self, pages: Iterable[SitePage]) -> None:
        self._pages: dict[str, str] = {}  # of a file that was cut: its first page
        self._anchors: dict[tuple[str, str], str] = {}
        for page in pages:
            self._pages.setdefault(page.source, page.path)
            for section in sections(page.text):
                for anchor in section.anchors:
                    self._anchors.setdefault((page.source, anchor), page.path)

    def of(self, file: str, anchor: str = "") -> str:
        """Return the page, with anchor, that a file of the repository became; empty if there is none."""
        folder, _, name = file.rpartition("/")
        if folder in PICTURES:
            return f"{PICTURES[folder]}/{name}"
        if file.startswith(_SITE):
            page = file.removeprefix(_SITE)
            return f"{page}#{anchor}" if anchor else page
        if file not in self._pages:
            return ""
        page = self._anchors.get((file, anchor), self._pages[file])
        return f"{page}#{anchor}" if anchor else page


def with_site_links(page: SitePage, destinations: Destinations) -> str:
    """Return the text of a page that came from a file, with links to repository files rewritten as site links."""
    lines = page.text.split("\n")
    for number, line in enumerate(outside_code(page.text)):
        if "](" in line:
            lines[number] = _LINK.sub(lambda match: _site_link(match, page, destinations), lines[number])
    return "\n".join(lines)


def _site_link(match: re.Match[str], page: SitePage, destinations: Destinations) -> str:
    mark, label, address = match.groups()
    before = match.string[: match.start()]
    if ":" in address or _CODE.sub("", before).count("`") % 2:
        return match[0]
    path, _, anchor = address.partition("#")
    folder = PurePosixPath(page.source).parent
    file = posixpath.normpath(str(folder / path)) if path else page.source
    target = destinations.of(file, anchor)
    if target:
        return f"{mark}[{label}]({_from_page(target, page.path)})"
    return f"`{file}`" if label.strip("`") in (path, file) else f"{label} (`{file}`)"


def _from_page(target: str, page: str) -> str:
    """Return a link as MkDocs checks it within a language, or one in our own notation across languages."""
    path, _, anchor = target.partition("#")
    if path == page and anchor:
        return f"#{anchor}"
    if not path.startswith(page.partition("/")[0] + "/"):
        return SCHEME + target
    relative = posixpath.relpath(path, posixpath.dirname(page))
    return f"{relative}#{anchor}" if anchor else relative


def page_address(page: str, languages: Mapping[str, str]) -> str:
    """Return the path of a page or image in the site's folder; `languages` has the folder of each language."""
    lang, _, path = page.partition("/")
    place = path[:-3] + ".html" if path.endswith(".md") else path
    return posixpath.join(languages[lang], place)


def relative_address(target: str, page: str, languages: Mapping[str, str]) -> str:
    """Return the address of a page, with anchor, relative to a page of the site."""
    path, _, anchor = target.partition("#")
    start = os.path.dirname(page_address(page, languages)) or "."
    relative = posixpath.relpath(page_address(path, languages), start)
    return f"{relative}#{anchor}" if anchor else relative
