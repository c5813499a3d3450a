"""Proposing an entry: what an assistant would add to the glossary, as a file that a person takes up or throws away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import tomlkit

from corpus.languages import TARGETS
from corpus.text.printable import printable
from glossary.decisions.decision import ReviewError
from glossary.loading import load_files
from glossary.termbase.entry_files import EntryFolder
from glossary.termbase.termbase import Termbase

FOLDER = "proposed-entries"  # in the review folder: `--glossary` tries what lies there


def propose_entry(
    termbase: Termbase, review: Path, concept_id: str, domain: str, definition: str, forms: Mapping[str, Sequence[str]]
) -> Path:
    """Write an entry with these forms by language, the preferred one first; returns its file.

    Raises GlossaryError where it would not load, ReviewError where the concept has an entry or a proposal.
    """
    if concept_id in termbase.by_id:
        raise ReviewError(f"{printable(concept_id)}: the glossary has this concept; propose its forms to a person")
    text = _entry_text(concept_id, domain, definition, forms)
    load_files(EntryFolder(FOLDER, ((f"{printable(concept_id)}.toml", text.encode()),)))  # fails with place and remedy
    file = review / FOLDER / f"{concept_id}.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise ReviewError(f"{printable(file)}: there is a proposal for this concept already") from None
    return file


def _entry_text(concept_id: str, domain: str, definition: str, forms: Mapping[str, Sequence[str]]) -> str:
    concept = tomlkit.table()
    concept.update({"id": concept_id, "domain": domain, "definition": definition})
    for lang in ("en", *TARGETS):
        if allowed := [form for form in forms.get(lang, ()) if form.strip()]:
            language = tomlkit.table()
            language["preferred"] = allowed[0]
            if allowed[1:]:
                language["admitted"] = allowed[1:]
            concept[lang] = language
    concepts = tomlkit.aot()
    concepts.append(concept)
    document = tomlkit.document()
    document["concept"] = concepts
    return tomlkit.dumps(document)
