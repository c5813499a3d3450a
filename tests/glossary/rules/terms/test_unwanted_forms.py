"""What the glossary calls wrong or deprecated is found wherever it stands in its company."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from glossary.findings.engine import check
from glossary.loading import load
from glossary.rules.registry import BY_CODE
from glossary.termbase.termbase import UNWANTED, Concept, Form
from tests.glossary.rules.cases import page_of

SENTENCES = {"zh": "在{near}中，我们用到了{form}。", "ja": "{near}について、{form}が必要です。"}
ORDINARY = {"zh": "程序", "ja": "プログラム"}
LEAST = 0.95

_termbase = cache(load)


def unwanted(lang: str) -> Iterator[tuple[Concept, Form]]:
    """Every form of a language that the glossary does not want."""
    for concept in _termbase().concepts:
        yield from ((concept, form) for form in concept.in_language(lang) if form.status in UNWANTED)


def is_found(concept: Concept, form: Form) -> bool:
    """Whether a rule raises the form in a sentence that has its company."""
    near = form.only_near[0] if form.only_near else ORDINARY[form.lang]
    page = page_of(SENTENCES[form.lang].format(near=near, form=form.form), form.lang, "txt", _termbase())
    findings = check(page, [BY_CODE[code] for code in ("T101", "T102", "T103", "T104")])
    return any((finding.concept_id, finding.surface) == (concept.id, form.form) for finding in findings)


@pytest.mark.slow
@pytest.mark.parametrize("lang", SENTENCES)
def test_unwanted_forms_are_found(lang: str):
    outcomes = [(is_found(concept, form), form.form) for concept, form in unwanted(lang)]
    assert len(outcomes) > 500
    assert sum(is_hit for is_hit, _ in outcomes) >= LEAST * len(outcomes), [
        form for is_hit, form in outcomes if not is_hit
    ]
