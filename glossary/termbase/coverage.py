"""Coverage: what the glossary has by domain and language."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from corpus.languages import KNOWN
from glossary.termbase.termbase import UNWANTED, Termbase


@dataclass(frozen=True, slots=True)
class Coverage:
    """What a domain has."""

    domain: str
    concepts: int
    kept: int  # of them, named in English in Chinese or Japanese
    forms: dict[str, int]  # by language, allowed ones
    unwanted: int  # deprecated and wrong forms
    examples: int


def coverage(termbase: Termbase) -> list[Coverage]:
    """Return one row for each domain, in order of names."""
    domains = sorted({concept.domain for concept in termbase.concepts})
    return [_domain_coverage(domain, termbase) for domain in domains]


def _domain_coverage(domain: str, termbase: Termbase) -> Coverage:
    concepts = [concept for concept in termbase.concepts if concept.domain == domain]
    forms = [form for concept in concepts for form in concept.forms]
    allowed = Counter(form.lang for form in forms if form.status not in UNWANTED)
    return Coverage(
        domain,
        len(concepts),
        sum(bool(concept.keep) for concept in concepts),
        {lang: allowed[lang] for lang in KNOWN},
        sum(form.status in UNWANTED for form in forms),
        sum(len(concept.examples) for concept in concepts),
    )
