"""Assembling the folder that MkDocs reads: the site's and the repository's pages, and a configuration per language."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any

import yaml

from corpus.grouping import grouped
from corpus.languages import packs
from flows.docs.site.mkdocs_hooks import FOLDERS
from flows.docs.site.page_links import Destinations, with_site_links
from flows.docs.site.repository_pages import PICTURES, SitePage, repository_pages
from glossary.exchange import html
from glossary.exchange.entry_tables.entry_rows import csv_bytes
from glossary.exchange.provenance import edition_text
from glossary.exchange.tbx import tbx_bytes
from glossary.loading import load
from glossary.termbase.termbase import Concept, Form, Termbase

_HEAD = """---
title: "{letter}"
hide:
  - toc
search:
  exclude: true
---

# Glossary: {letter}

{count:,} concepts by English name. The forms of a language stand in the order in which they are to be used: the first
is preferred, the others are admitted or short for it; ~~struck out~~ is what not to write. [All letters](index.md).

"""
_INDEX = """# Glossary {{ #terms-by-letter }}

{count:,} concepts that come with taiyaku, by English name: {letters}.

To look a word up in any of the three languages, open [the page with all of them](all.html) (8 MB), or ask the command
line:

```sh
taiyaku glossary show 算子
```

The glossary is also there to download, as [CSV](taiyaku-glossary.csv), a row for each form, and as
[TBX](taiyaku-glossary.tbx) for termbases (version 3). {edition}.

Each term has an address that stays, this page and its id: `index.html#learning-rate` leads to the term. The page with
all of them copies it with the sign beside a name.

[How an entry is written](../reference/entries.md) explains statuses and conditions, and [My first
glossary](../tutorial/first-glossary.md) how you put your own beside them.

<script>
const elsewhere = {elsewhere};
function go() {{
  const id = decodeURIComponent(location.hash.slice(1)), first = id.replace(/^[._]+/, "")[0];
  const letter = elsewhere[id] ?? (/[a-z]/.test(first) ? first : "0-9");
  if (id && !document.getElementById(id)) location.replace(`${{letter}}.html#${{id}}`);
}}
addEventListener("hashchange", go);
go();
</script>
"""
_OTHERS = "0-9"  # the page of names that begin with no Latin letter
HOME = Path(__file__).parent
ROOT = HOME.parents[2]
_TABLE_CODE = re.compile(r"`[^`\n]+`")
_CHECKOUT = re.compile(r"(?<![\w/])\.venv/bin/")
_GENERATED = re.compile(r"^\*Generated from .*\*\n\n?", re.MULTILINE)


def assemble(pages: Path, site: Path, report: Path) -> list[Path]:
    """Recreate the folder `pages`; returns the configuration files, one per language, for a site in `site`. `report`
    is the page of a build that readers may try.
    """
    shutil.rmtree(pages, ignore_errors=True)
    for lang in FOLDERS:
        shutil.copytree(HOME / lang, pages / lang, ignore=shutil.ignore_patterns("*.yml"))
        shutil.copytree(HOME / "assets", pages / lang / "assets-of-site")
    for source, place in PICTURES.items():
        shutil.copytree(ROOT / source, pages / place, dirs_exist_ok=True)
    for place, text in chain(_texts(), glossary_pages(load())):
        (pages / place).parent.mkdir(parents=True, exist_ok=True)
        (pages / place).write_text(text, encoding="utf-8")
    shutil.copy(report, pages / "en/demo.html")
    listing = {lang: _files_below(pages / lang) for lang in FOLDERS}
    return [_configuration(pages, site, lang, listing) for lang in FOLDERS]


def _texts() -> Iterator[tuple[str, str]]:
    """Yield the site's and the repository's pages; the links of the latter lead to files of the repository."""
    pages = list(repository_pages(ROOT))
    destinations = Destinations(pages)
    for page in pages:
        yield page.path, _as_markdown(_for_users(with_site_links(page, destinations), page.source))
    for file in (file for lang in FOLDERS for file in sorted((HOME / lang).rglob("*.md"))):
        place, source = file.relative_to(HOME).as_posix(), file.relative_to(ROOT).as_posix()
        yield place, with_site_links(SitePage(place, source, file.read_text("utf-8")), destinations)


def _for_users(text: str, source: str) -> str:
    """Return a page without the parts that only contributors need, except the page that is for contributors."""
    return text if source == "CONTRIBUTING.md" else _CHECKOUT.sub("", _GENERATED.sub("", text))


def _as_markdown(text: str) -> str:
    """Return GitHub's Markdown as MkDocs reads it: in a table, a bar inside code is not escaped."""
    return "\n".join(
        _TABLE_CODE.sub(lambda code: code[0].replace("\\|", "|"), line) if line.startswith("|") else line
        for line in text.split("\n")
    )


def _files_below(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if path.is_file()]


def _configuration(pages: Path, site: Path, lang: str, listing: dict[str, list[str]]) -> Path:
    """Write the MkDocs configuration of a language: the common settings, its own, and those known only now."""
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
    """Return the entries with each pattern, such as operating/*.md, replaced by the pages that no entry names."""
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


def glossary_pages(termbase: Termbase) -> Iterator[tuple[str, str]]:
    """Yield the path and text of the pages by letter, their index, the search page and the downloads."""
    files = {"taiyaku-glossary.csv": csv_bytes(termbase), "taiyaku-glossary.tbx": tbx_bytes(termbase, "", version=3)}
    yield from ((f"en/glossary/{name}", content.decode("utf-8")) for name, content in files.items())
    yield "en/glossary/all.html", html.page(termbase, beside=[*files], home="index.html")
    letters = dict(
        sorted(grouped(html.by_english_name(termbase), lambda concept: _letter(html.english_name(concept))).items())
    )
    letter_of = {concept.id: letter for letter, concepts in letters.items() for concept in concepts}
    yield (
        "en/glossary/index.md",
        _INDEX.format(
            count=len(termbase.concepts),
            letters=" · ".join(f"[{letter.upper()}]({letter}.md)" for letter in letters),
            edition=edition_text(termbase),
            elsewhere=json.dumps({name: letter for name, letter in letter_of.items() if letter != _letter(name)}),
        ),
    )
    for letter, concepts in letters.items():
        yield f"en/glossary/{letter}.md", _HEAD.format(letter=letter.upper(), count=len(concepts)) + _table(concepts)


def _letter(name: str) -> str:
    first = name.lstrip("._")[:1].casefold()
    return first if first.isascii() and first.isalpha() else _OTHERS


def _table(concepts: Iterable[Concept]) -> str:
    languages = "".join(f"<th>{language.native_name}</th>" for language in packs())
    rows = "\n".join(map(_row, concepts))
    head = f"<thead><tr>{languages}<th>meaning</th></tr></thead>"
    return f'<table class="glossary">\n{head}\n<tbody>\n{rows}\n</tbody></table>\n'


def _row(concept: Concept) -> str:
    cells = "".join(
        f'<td lang="{language.html_lang}">{_forms(concept.in_language(language.code))}</td>' for language in packs()
    )
    address = f'<a href="#{escape(concept.id)}" title="Address of this term">#</a>'
    meaning = f"{escape(concept.definition)} <small>{escape(concept.domain)} {address}</small>"
    return f'<tr id="{escape(concept.id)}">{cells}<td>{meaning}</td></tr>'


def _forms(forms: Iterable[Form]) -> str:
    return "<br>".join(map(_form, forms)) or "as in English"


def _form(form: Form) -> str:
    text = escape(form.form)
    if form.region.startswith(form.lang):
        text = f'<span lang="{escape(form.region)}">{text}</span>'
    if form.status == "preferred":
        return f"<b>{text}</b>"
    if form.status in ("deprecated", "wrong"):
        title = f' title="{escape(form.why)}"' if form.why else ""
        return f"<del{title}>{text}</del>"
    return text
