"""The glossary in the site: a page for each domain, and the page of all of it that can be searched."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from html import escape

from corpus.languages import packs
from flows.files.markdown_table import table
from glossary.exchange.html import page
from glossary.termbase.termbase import Concept, Form, Termbase

_HEAD = """---
title: {domain}
hide:
  - toc
search:
  exclude: true
---

# Glossary: {domain}

{count:,} concepts. The forms of a language stand in the order in which they are to be used: the first is preferred, the
others are admitted or short for it; ~~struck out~~ is what not to write. [All domains](index.md).

"""
_INDEX = """# Glossary

{count:,} concepts that come with taiyaku, by domain. To look a word up in any of the three languages, open
[the page with all of them](all.html) (10 MB, it opens at once from a disk), or ask the command line:

```sh
taiyaku glossary show 算子
```

[How an entry is written](../reference/entries.md) explains statuses and conditions, and [My first
glossary](../tutorial/first-glossary.md) how you put your own beside them.

"""


def glossary_pages(termbase: Termbase) -> Iterator[tuple[str, str]]:
    """Yield the pages of the domains, their index and the search page: place in the site and text."""
    yield "en/glossary/all.html", page(termbase)
    domains: defaultdict[str, list[Concept]] = defaultdict(list)
    for concept in termbase.concepts:
        domains[concept.domain].append(concept)
    rows = [
        (f"[{domain}]({domain}.md)", f"{len(concepts):,}", ", ".join(concept.id for concept in concepts[:5]))
        for domain, concepts in sorted(domains.items())
    ]
    index = _INDEX.format(count=len(termbase.concepts)) + table(("domain", "concepts", "such as"), rows)
    yield "en/glossary/index.md", index
    for domain, concepts in domains.items():
        head = _HEAD.format(domain=domain, count=len(concepts))
        yield f"en/glossary/{domain}.md", head + _table(concepts)


def _table(concepts: Iterable[Concept]) -> str:
    languages = "".join(f"<th>{language.native_name}</th>" for language in packs())
    rows = "\n".join(map(_row, concepts))
    head = f"<thead><tr>{languages}<th>meaning</th></tr></thead>"
    return f'<table class="glossary">\n{head}\n<tbody>\n{rows}\n</tbody></table>\n'


def _row(concept: Concept) -> str:
    cells = "".join(
        f'<td lang="{language.html_lang}">{_forms(concept.in_language(language.code))}</td>' for language in packs()
    )
    return f'<tr id="{escape(concept.id)}">{cells}<td>{escape(concept.definition)}</td></tr>'


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
