"""Terms: the curated termbase, and finding its forms in text."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from corpus.records import Document, Mention, Segment
    from glossary.matching import MatchedTerm
    from glossary.termbase.termbase import Termbase

__all__ = ["annotate", "find", "load"]


def load(folders: str | PathLike[str] | Sequence[str | PathLike[str]] = (), only: bool = False) -> Termbase:
    """Return the built-in glossary, overlaid by concept id with folders of entries; with `only`, the folders alone.
    Raises `glossary.termbase.termbase.GlossaryError`, a ValueError whose lines name file, concept and remedy.
    """
    from corpus.text.printable import path_tuple
    from glossary.loading import load

    return load(path_tuple(folders), only)


def find(text: str, lang: str, termbase: Termbase | None = None) -> list[MatchedTerm]:
    """Return the uses of concepts in an en, zh or ja text, in order; `text[start:end]` is the surface. Words and
    protected spans are found first, as in a build. The default `termbase` is the built-in glossary.
    """
    from glossary.annotation.pipeline import find_terms

    return find_terms(text, lang, termbase)


def annotate(document: Document, termbase: Termbase | None = None) -> tuple[list[Segment], list[Mention]]:
    """Return the segments of a document with their words, and its mentions, as the rows of a build."""
    from glossary.annotation.annotate import annotated
    from glossary.annotation.pipeline import matcher

    return annotated(document, matcher(termbase))
