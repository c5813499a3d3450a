"""Loads the termbase: the built-in entries, and folders of a user's own laid over them."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from importlib.resources import files
from importlib.resources.abc import Traversable
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any

from glossary.examples import failures
from glossary.laws import faults, twice
from glossary.reading import read_concept
from glossary.terms import Concept, Example, Form, GlossaryError, Termbase
from glossary.values import kind, known_keys

_FORM = attrgetter(*(field.name for field in fields(Form)))
_EXAMPLE = attrgetter(*(field.name for field in fields(Example)))
_CONCEPT = attrgetter("id", "domain", "definition", "reference", "choose", "identifiers")


def load(extra: Sequence[Path] = (), only: bool = False) -> Termbase:
    """The built-in glossary with `extra` folders laid over it by concept id, or with `only` those folders alone."""
    folders: list[Traversable] = [] if only else [files("glossary") / "entries"]
    if only and not extra:
        raise GlossaryError("no folder of entries was given to use alone; name one with --glossary DIR")
    concepts: dict[str, Concept] = {}
    for folder in [*folders, *extra]:
        concepts.update((concept.id, concept) for concept in read_folder(folder))
    termbase = _termbase(concepts.values())
    _fail_on(faults(termbase.concepts))
    _fail_on(failures(termbase))
    return termbase


def read_folder(folder: Traversable) -> list[Concept]:
    """The concepts of a folder's `*.toml` files, each by itself in order."""
    if not folder.is_dir():
        raise GlossaryError(f"{folder}: no such folder; name one that holds *.toml entries")
    concepts: list[Concept] = []
    problems: list[str] = []
    for file in sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name):
        for table in _tables(file):
            try:
                concepts.append(read_concept(table, file.name))
            except GlossaryError as error:
                problems.append(str(error))
    if not concepts and not problems:
        raise GlossaryError(f"{folder}: no [[concept]] in it; add entries (*.toml), or leave the folder out")
    _fail_on([*problems, *twice(concepts)])
    return concepts


def fingerprint(concepts: Iterable[Concept]) -> str:
    """A short hash of what the entries say, whatever file, order and layout they stand in."""
    said = sorted((_said(concept) for concept in concepts), key=itemgetter(0))
    return hashlib.sha256(json.dumps(said, ensure_ascii=False).encode()).hexdigest()[:12]


def _said(concept: Concept) -> list[Any]:
    forms, examples = map(_FORM, concept.forms), map(_EXAMPLE, concept.examples)
    return [*_CONCEPT(concept), sorted(concept.keep), list(forms), sorted(examples)]


def _termbase(concepts: Iterable[Concept]) -> Termbase:
    ordered = tuple(sorted(concepts, key=lambda concept: concept.id))
    return Termbase(ordered, fingerprint(ordered))


def _tables(file: Traversable) -> Iterator[dict[str, Any]]:
    try:
        content = tomllib.loads(file.read_bytes().decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        raise GlossaryError(f"{file.name}: not UTF-8 (byte {error.start}); save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise GlossaryError(f"{file.name}: not TOML: {error}; mend that line") from error
    known_keys(content, ("concept",), file.name)
    tables = content.get("concept", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise GlossaryError(f"{file.name}: concept is {kind(tables)}; begin each concept with [[concept]]")
    yield from tables


def _fail_on(problems: Iterable[str]) -> None:
    lines = list(problems)
    if lines:
        raise GlossaryError("\n".join(lines))
