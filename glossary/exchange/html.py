"""HTML: the whole glossary as one web page: searchable, without network, with how a build uses it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from corpus.languages import KNOWN, pack, packs
from corpus.vocabularies import MENTION_STATUS
from glossary.termbase.termbase import STATUSES, Concept, Form, Termbase

if TYPE_CHECKING:
    from jinja2 import Environment, Template

FormKey = tuple[str, str, str]  # concept, language, form


class UsageExample(NamedTuple):
    """A place where a concept is used, with some of the text around it."""

    place: str  # path:line:column
    lang: str
    before: str
    surface: str
    after: str


class LanguageUse(NamedTuple):
    """How often documents of a language use a concept, in whatever form."""

    mentions: int
    documents: int


class GlossaryUsage(NamedTuple):
    """What a build says of each form and concept."""

    build_id: str
    counts: Mapping[FormKey, int]
    totals: Mapping[tuple[str, str], LanguageUse]  # by concept and language
    examples: Mapping[str, UsageExample]  # by concept; none where it is not used


def page_environment() -> Environment:
    """Return the environment that reads the templates of pages."""
    from jinja2 import Environment, StrictUndefined  # editors know how terms are used, and need no pages

    return Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


@cache
def page_template(package: str, name: str) -> Template:
    """Return the template in a file of a package."""
    return page_environment().from_string((files(package) / name).read_text(encoding="utf-8"))


def page(termbase: Termbase, usage: GlossaryUsage | None = None) -> str:
    """Return the page as HTML, with how a build uses each form if known; the same facts give the same text."""
    domains = sorted({concept.domain for concept in termbase.concepts})
    return page_template("glossary.exchange", "glossary_page.html.j2").render(
        fingerprint=termbase.fingerprint,
        build_id=usage.build_id if usage else "",
        concepts=[_concept_fields(concept, usage) for concept in termbase.concepts],
        domains=[(domain, sum(concept.domain == domain for concept in termbase.concepts)) for domain in domains],
        languages=[(language.code, language.native_name, language.html_lang) for language in packs()],
        statuses={status: MENTION_STATUS[status] for status in STATUSES},
    )


def _concept_fields(concept: Concept, usage: GlossaryUsage | None) -> dict[str, Any]:
    example = usage.examples.get(concept.id) if usage else None
    words = {concept.id, *(form.form for form in concept.forms), *concept.identifiers}
    return {
        "id": concept.id,
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
                    "lang": form.region if form.region.startswith(form.lang) else pack(form.lang).html_lang,
                    "notes": list(_notes(form)),
                    "count": usage.counts.get((concept.id, form.lang, form.form), 0) if usage else None,
                }
                for form in concept.in_language(lang)
            ]
            for lang in KNOWN
        },
        "totals": {lang: usage.totals.get((concept.id, lang)) if usage else None for lang in KNOWN},
        "example": {**example._asdict(), "html_lang": pack(example.lang).html_lang} if example else None,
        "words": " ".join(sorted(word.casefold() for word in words)),
    }


def _notes(form: Form) -> Iterable[str]:
    """Yield what a reader should know of a form, in a few words each."""
    if form.region:
        yield form.region
    if form.why:
        yield form.why
    if form.use:
        yield f"use {form.use}"
    if form.only_near:
        yield f"near {', '.join(form.only_near[:4])}{' …' if len(form.only_near) > 4 else ''}"
    if form.since or form.until:
        yield f"{form.since} – {form.until}".strip()
