"""Concepts as the tests of imports compare them."""

from __future__ import annotations

from glossary.exchange.imports.read_entries import read_entries
from glossary.termbase.termbase import Concept
from tests.glossary.exchange.reimported import loaded


def shown(concept: Concept) -> str:
    """The English names, then the forms of Chinese and of Japanese; those that are not preferred with their status."""

    def forms(lang: str) -> str:
        english = {form.form for form in concept.in_language("en")} if lang in concept.keep else set()
        words = [
            form.form
            + (f"={form.status}" if form.status != "preferred" else "")
            + (f"@{form.region}" if form.region else "")
            for form in concept.in_language(lang)
            if form.form not in english
        ]
        return " ".join([*(["keep"] if lang in concept.keep else []), *words])

    return f"{forms('en')}: {forms('zh')}; {forms('ja')}"


def read(text: str | bytes, lang: str = "", name: str = "") -> list[str]:
    """The concepts that a file holds, in the order of their English names."""
    entries = read_entries(text.encode() if isinstance(text, str) else text, lang, name)
    return sorted(map(shown, loaded(entries).concepts))
