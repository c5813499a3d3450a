"""Text: finding and reading articles, cutting them into segments and words, keeping tables on disk."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from corpus.records import Document, Segment

__all__ = ["read", "segment"]


def read(path: str | PathLike[str], lang: str = "", max_mib: float = 16) -> Document:
    """Return the document of a file: its text, work and language. With status `quarantined` it says why it has no
    text. `lang` is a tag such as zh or ja-JP; without it the language is taken from the file's path or its text.
    Raises `corpus.sources.discovery.SourceError` if there is no such file or no such language.
    """
    from corpus.sources.documents import read_file

    return read_file(path, lang, int(max_mib * 2**20))


def segment(document: Document) -> list[Segment]:
    """Return a document's segments in order, without words: sentences, headings, list items, table cells, code blocks.
    Offsets are code points in `document.text`, half-open; every non-whitespace character lies in exactly one segment.
    """
    from corpus.text.segments import segment

    return segment(document)
