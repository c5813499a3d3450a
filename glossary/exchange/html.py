"""HTML: the whole glossary as one searchable web page that works offline, with how a build uses it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from corpus.languages import KNOWN, pack, packs
from corpus.vocabularies import MENTION_STATUS
from glossary.exchange.provenance import GlossaryUsage, edition_text, release
from glossary.termbase.termbase import STATUSES, Concept, Form, Termbase

if TYPE_CHECKING:
    from jinja2 import Environment, Template


def page_environment() -> Environment:
    """Return the environment for page templates."""
    from jinja2 import Environment, StrictUndefined  # editors know how terms are used, and need no pages

    return Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


@cache
def page_template(package: str, name: str) -> Template:
    """Return the template in a file of a package."""
    return page_environment().from_string((files(package) / name).read_text(encoding="utf-8"))


def page(termbase: Termbase, usage: GlossaryUsage | None = None, beside: Sequence[str] = (), home: str = "") -> str:
    """Return the page as HTML, by English name, with each form's uses in a build if known, and links to `beside`.

    `home` is the page to which copied term addresses point, if another. The same facts give the same text.
    """
    domains = sorted({concept.domain for concept in termbase.concepts})
    return page_template("glossary.exchange", "glossary_page.html.j2").render(
        edition=edition_text(termbase, usage),
        release=release() if not all(concept.is_project for concept in termbase.concepts) else None,
        beside=beside,
        home=home,
        build_id=usage.build_id if usage else "",
        concepts=[_concept_fields(concept, usage) for concept in by_english_name(termbase)],
        domains=[(domain, sum(concept.domain == domain for concept in termbase.concepts)) for domain in domains],
        languages=[(language.code, language.native_name, language.html_lang) for language in packs()],
        statuses={status: MENTION_STATUS[status] for status in STATUSES},
    )


def by_english_name(termbase: Termbase) -> list[Concept]:
    """Return the concepts in alphabetical order of their English names."""
    return sorted(termbase.concepts, key=lambda concept: (english_name(concept).casefold().lstrip("._"), concept.id))


def english_name(concept: Concept) -> str:
    """Return the preferred English form, or the id where an entry has no English."""
    return next((form.form for form in concept.in_language("en")), concept.id)


def _concept_fields(concept: Concept, usage: GlossaryUsage | None) -> dict[str, Any]:
    example = usage.examples.get(concept.id) if usage else None
    return {
        "id": concept.id,
        "name": english_name(concept),
        "domain": concept.domain,
        "definition": concept.definition,
        "reference": concept.reference if concept.reference.startswith("https://") else "",
        "identifiers": concept.identifiers,
        "kept": concept.keep,
        "forms": {
            lang: [
                {
                    "text": form.form,
                    "status": form.status,
                    "region": form.region if form.region.startswith(form.lang) else "",
                    "notes": "; ".join(_notes(form)),
                    "near": form.only_near,
                    "count": usage.counts.get((concept.id, form.lang, form.form), 0) if usage else None,
                }
                for form in concept.in_language(lang)
            ]
            for lang in KNOWN
        },
        "totals": {lang: usage.totals.get((concept.id, lang)) if usage else None for lang in KNOWN},
        "example": {**example._asdict(), "html_lang": pack(example.lang).html_lang} if example else None,
    }


def _notes(form: Form) -> Iterable[str]:
    """Yield short notes on a form, except for the words near which it counts."""
    yield from filter(None, (form.region, form.part_of_speech))
    if form.why:
        yield form.why
    if form.use:
        yield f"use {form.use}"
    if form.since or form.until:
        yield f"{form.since} – {form.until}".strip()
