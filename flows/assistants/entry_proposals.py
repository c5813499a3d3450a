"""Proposing an entry: what an assistant would add to the glossary, as a file that a person takes up or throws away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import tomlkit

from corpus import lazy_re as re
from corpus.languages import TARGETS
from corpus.text.printable import printable
from glossary.decisions.decision import ReviewError
from glossary.loading import load_files
from glossary.termbase.entry_files import EntryFolder
from glossary.termbase.termbase import Termbase

FOLDER = "proposed-entries"  # in the review folder: `--glossary` tries what lies there
_MOST_BYTES = 200  # of an id: with its ending it has to fit the 255 of most file systems
_NO_FILE_NAME = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]')
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|\Z)", re.IGNORECASE)  # of Windows


def propose_entry(
    termbase: Termbase, review: Path, concept_id: str, domain: str, definition: str, forms: Mapping[str, Sequence[str]]
) -> Path:
    """Write an entry with these forms by language, the preferred one first; returns its file.

    Raises GlossaryError where it would not load, ReviewError where the concept has an entry or a proposal, or where
    no file can have its name.
    """
    if fault := _file_name_fault(concept_id):
        raise ReviewError(f"{printable(concept_id[:_MOST_BYTES])!r} cannot be the name of a file: {fault}")
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


def _file_name_fault(concept_id: str) -> str:
    """Return why some file system takes no file called so, and what to do; empty where all do."""
    if not concept_id.strip("."):
        return "it has no letter; write an id in a-z, 0-9 and -"
    if match := _NO_FILE_NAME.search(concept_id):
        return f"it has {printable(match[0])!r}; write - instead"
    if concept_id[0] in "-. " or concept_id[-1] in ". ":
        return "it begins with -, . or a space, or ends with . or a space; leave that out"
    if _DEVICES.match(concept_id):
        return "Windows keeps it for a device; add a word, such as -term"
    if len(concept_id.encode("utf-8", "surrogatepass")) > _MOST_BYTES:
        return f"it is longer than {_MOST_BYTES} bytes; shorten it"
    return ""


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
