"""T904 unused-preferred: the corpus never uses the preferred form, while another one is everywhere.

Why: the preferred form is what writers are asked to use. Where none does, the entry may be wrong, not they.
Bad: 反向传递 preferred with no use at all, and 40 uses of the admitted 反向传播.
Good: the form that good writers use is the preferred one.
"""

from __future__ import annotations

from collections.abc import Iterator

from corpus.languages import TARGETS
from glossary.termbase.fault import Fault, Place
from glossary.termbase.lint.diagnostics import LintCheck, Usage
from glossary.termbase.termbase import ALLOWED, Concept, Termbase

_MANY = 5  # uses of another form, below which a corpus says nothing


def find(termbase: Termbase, usage: Usage | None) -> Iterator[Fault]:
    """Yield a fault for each preferred form that is never used beside a form that often is."""
    if usage is None:
        return
    for concept in termbase.concepts:
        for lang in TARGETS:
            if lang not in concept.keep:
                yield from _unused(concept, lang, usage)


def _unused(concept: Concept, lang: str, usage: Usage) -> Iterator[Fault]:
    uses = {
        form.form: usage.counts.get((concept.id, lang, form.form), 0)
        for form in concept.in_language(lang)
        if form.status in ALLOWED
    }
    preferred, *_ = uses
    most = max(uses, key=lambda form: uses[form])
    if uses[preferred] == 0 and uses[most] >= _MANY:
        place = Place(concept.source, concept.id, lang, preferred)
        yield place.fault("unused-preferred", used=most, count=uses[most])


CHECK = LintCheck("T904", "unused-preferred", "neutral", "a preferred form that is unused in a build", find)
