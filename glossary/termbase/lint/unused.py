"""T904 unused-preferred: the corpus never uses the preferred form, while another one is everywhere.

Why: the preferred form is what writers are told to use. Where nobody does, the entry may be wrong, not they.
Bad: 反向传递 preferred with no use at all, and 40 uses of the admitted 反向传播.
Good: the form that good writers use is the preferred one.
"""

from __future__ import annotations

from collections.abc import Iterator

from corpus.languages import TARGETS
from glossary.termbase.lint.diagnostics import LintCheck, Remark, Usage
from glossary.termbase.termbase import ALLOWED, Concept, Termbase

_MANY = 5  # uses of another form, below which a corpus says nothing


def find(termbase: Termbase, usage: Usage | None) -> Iterator[Remark]:
    """A remark for each preferred form that is never used beside a form that often is."""
    if usage is None:
        return
    for concept in termbase.concepts:
        for lang in TARGETS:
            if lang not in concept.keep:
                yield from _unused_remarks(concept, lang, usage)


def _unused_remarks(concept: Concept, lang: str, usage: Usage) -> Iterator[Remark]:
    uses = {
        form.form: usage.counts.get((concept.id, lang, form.form), 0)
        for form in concept.in_language(lang)
        if form.status in ALLOWED
    }
    preferred, *_ = uses
    most = max(uses, key=lambda form: uses[form])
    if uses[preferred] == 0 and uses[most] >= _MANY:
        message = f"{lang} prefers '{preferred}', which is never used, while '{most}' is {uses[most]:,} times"
        yield Remark("T904", "neutral", concept.source, concept.id, f"{message}; prefer that, or tell writers")


CHECK = LintCheck("T904", "unused-preferred", "neutral", "a preferred form that nobody uses in a build", find)
