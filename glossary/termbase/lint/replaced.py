"""T910 replaced: an entry that takes the place of a built-in one, or of one in a folder before it.

Why: an entry of the same id takes the whole concept's place. Forms that it does not repeat count no more, which is
easily overlooked.
Bad: an entry "tensor" of one's own that was meant to add a form, and lists that form alone.
Good: the built-in entry copied, with the form added; or an id of one's own for another concept.
"""

from __future__ import annotations

from collections.abc import Iterator

from glossary.termbase.fault import Fault, Place
from glossary.termbase.lint.diagnostics import LintCheck, Usage
from glossary.termbase.termbase import Concept, Termbase

_SHOWN = 6


def find(termbase: Termbase, usage: Usage | None) -> Iterator[Fault]:
    """Yield a hint for each entry that took another's place."""
    for concept in termbase.concepts:
        if concept.replaced:
            place = Place(concept.source, concept.id)
            yield place.fault("replaced-concept", other_file=concept.replaced.source, lost=_lost(concept))


def _lost(concept: Concept) -> str:
    """Return what of the other entry counts no more, as words that go on a sentence."""
    repeated = {(form.lang, form.form) for form in concept.forms}
    others = concept.replaced.forms if concept.replaced else ()
    lost = [f"{form.lang} '{form.form}'" for form in others if (form.lang, form.form) not in repeated]
    if not lost:
        return "it has all its forms"
    return f"without {', '.join(lost[:_SHOWN])}" + (f" and {len(lost) - _SHOWN} more" if len(lost) > _SHOWN else "")


CHECK = LintCheck("T910", "replaced", "neutral", "an entry that takes the place of one in a folder before it", find)
