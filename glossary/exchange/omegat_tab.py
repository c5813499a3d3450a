"""Tab: a glossary as OmegaT reads it, a line for each English form and rendering of a concept."""

from __future__ import annotations

from collections.abc import Iterator

from glossary.exchange.xml import clean
from glossary.termbase.display import forms_to_use, remarks
from glossary.termbase.termbase import Concept, Termbase


def tab_lines(termbase: Termbase, lang: str) -> str:
    """Return the lines: English, rendering, comment; for a file that ends in .utf8 or .txt.

    OmegaT joins the lines of one English form when it shows them, and offers each rendering on its own when one
    types; so each rendering has its line, and the comment stands at the preferred one alone.
    """
    lines = (line for concept in termbase.concepts for line in _lines(concept, lang))
    return "".join(f"{line}\n" for line in dict.fromkeys(lines))


def _lines(concept: Concept, lang: str) -> Iterator[str]:
    for source in forms_to_use(concept, "en"):
        for form in forms_to_use(concept, lang):
            comment = (
                "; ".join((f"[{concept.domain}] {concept.definition}".strip(), *remarks(concept, lang)))
                if form.status == "preferred"
                else form.status
            )
            yield "\t".join(" ".join(clean(text).split()) for text in (source.form, form.form, comment))
