"""T910 replaced: an entry that takes the place of a built-in one, or of one in a folder before it, or that changes
nothing in it.

Why: an entry of the same id takes the whole concept's place. Forms that it does not repeat count no more, which is
easily overlooked.
Bad: an entry "tensor" of one's own that was meant to add a form, and lists that form alone.
Good: a `[[change]]` with id = "tensor" that adds the form; or an id of one's own for another concept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from glossary.termbase.fault import Fault, Place
from glossary.termbase.lint.diagnostics import LintCheck, Usage
from glossary.termbase.termbase import Concept, Termbase

_SHOWN = 6


def find(termbase: Termbase, usage: Usage | None) -> Iterator[Fault]:
    """Yield a hint for each entry that took another's place, and for each change that the other entry says already."""
    for concept in termbase.concepts:
        if concept.replaced:
            place, other_file = Place(concept.source, concept.id), concept.replaced.source
            if not concept.changed:
                yield place.fault("replaced-concept", other_file=other_file, lost=_lost(concept))
            elif replace(concept, source=other_file, replaced=None, is_project=False, changed=()) == concept.replaced:
                yield place.fault("idle-change", other_file=other_file)


def _lost(concept: Concept) -> str:
    """Return what of the other entry counts no more, as words that go on a sentence."""
    repeated = {(form.lang, form.form) for form in concept.forms}
    others = concept.replaced.forms if concept.replaced else ()
    lost = [f"{form.lang} '{form.form}'" for form in others if (form.lang, form.form) not in repeated]
    if not lost:
        return "it has all its forms"
    more = f" and {len(lost) - _SHOWN} more" if len(lost) > _SHOWN else ""
    remedy = "" if concept.replaced and concept.replaced.is_project else "; a [[change]] keeps what it does not name"
    return f"without {', '.join(lost[:_SHOWN])}{more}{remedy}"


CHECK = LintCheck("T910", "replaced", "neutral", "an entry that takes the place of one in a folder before it", find)
