"""Assembling the folder that MkDocs reads: pages of its own and of the repository, and a configuration by language."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import yaml

from flows.docs.site.glossary_pages import glossary_pages
from flows.docs.site.mkdocs_hooks import FOLDERS
from flows.docs.site.page_links import Destinations, with_site_links
from flows.docs.site.repository_pages import PICTURES, repository_pages
from glossary.loading import load

HOME = Path(__file__).parent
ROOT = HOME.parents[2]
_TABLE_CODE = re.compile(r"`[^`\n]+`")
_CHECKOUT = re.compile(r"(?<![\w/])\.venv/bin/")
_GENERATED = re.compile(r"^\*Generated from .*\*\n\n?", re.MULTILINE)


def assemble(pages: Path, site: Path) -> list[Path]:
    """Make the folder `pages` again; returns the configuration files, one for each language, for a site in `site`."""
    shutil.rmtree(pages, ignore_errors=True)
    for lang in FOLDERS:
        shutil.copytree(HOME / lang, pages / lang, ignore=shutil.ignore_patterns("*.yml"))
        shutil.copytree(HOME / "assets", pages / lang / "assets-of-site")
    shutil.copytree(HOME / "pictures", pages / "en/pictures", dirs_exist_ok=True)
    for source, place in PICTURES.items():
        shutil.copytree(ROOT / source, pages / place, dirs_exist_ok=True)
    for place, text in chain(_repository_texts(), glossary_pages(load())):
        (pages / place).parent.mkdir(parents=True, exist_ok=True)
        (pages / place).write_text(text, encoding="utf-8")
    listing = {lang: _files_below(pages / lang) for lang in FOLDERS}
    return [_configuration(pages, site, lang, listing) for lang in FOLDERS]


def _repository_texts() -> Iterator[tuple[str, str]]:
    pages = list(repository_pages(ROOT))
    destinations = Destinations(pages)
    for page in pages:
        yield page.path, _as_markdown(_for_users(with_site_links(page, destinations), page.source))


def _for_users(text: str, source: str) -> str:
    """Return a page without what only those need who work on the repository, but for the one that is for them."""
    return text if source == "CONTRIBUTING.md" else _CHECKOUT.sub("", _GENERATED.sub("", text))


def _as_markdown(text: str) -> str:
    """Return GitHub's Markdown as MkDocs reads it: in a table, a bar within code is not escaped."""
    return "\n".join(
        _TABLE_CODE.sub(lambda code: code[0].replace("\\|", "|"), line) if line.startswith("|") else line
        for line in text.split("\n")
    )


def _files_below(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if path.is_file()]


def _configuration(pages: Path, site: Path, lang: str, listing: dict[str, list[str]]) -> Path:
    """Write what MkDocs needs to know of a language: the common settings, its own, and what only assembling knows."""
    settings_of_language = yaml.safe_load((HOME / lang / "mkdocs.yml").read_text("utf-8"))
    file = pages / f"{lang}.yml"
    settings = settings_of_language | {
        "INHERIT": os.path.relpath(HOME / "mkdocs.yml", pages),
        "docs_dir": lang,
        "site_dir": str(site / FOLDERS[lang]),
        "hooks": [os.path.relpath(HOME / "mkdocs_hooks.py", pages)],
        "nav": _navigation(settings_of_language["nav"], pages / lang),
        "extra": {"lang": lang, "site_pages": listing},
    }
    file.write_text(yaml.safe_dump(settings, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return file


def _navigation(entries: list[Any], folder: Path) -> list[Any]:
    """Return the entries with each pattern, such as operating/*.md, as the pages it stands for that no entry names."""
    listed = set(page_names(entries))
    return [part for entry in entries for part in _expanded(entry, folder, listed)]


def page_names(entries: Any) -> Iterator[str]:
    """Yield the pages and patterns of a navigation, in order."""
    if isinstance(entries, str):
        yield entries
    else:
        for part in entries.values() if isinstance(entries, dict) else entries:
            yield from page_names(part)


def _expanded(entry: Any, folder: Path, listed: set[str]) -> Iterator[Any]:
    if isinstance(entry, dict):
        ((title, below),) = entry.items()
        yield {title: _navigation(below, folder) if isinstance(below, list) else below}
    elif "*" in entry:
        places = (path.relative_to(folder).as_posix() for path in sorted(folder.glob(entry)))
        yield from (place for place in places if place not in listed)
    else:
        yield entry
