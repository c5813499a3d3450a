"""Text: finding and reading articles, cutting them into segments and words, keeping tables on disk."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from corpus.records import Document, Segment

__all__ = ["read", "segment"]


def read(path: str | PathLike[str], lang: str = "", max_mib: float = 16) -> Document:
    """Return the document of a file: its text, work and language, or, with status `quarantined`, why it has none.

    `lang` is a tag such as zh or ja-JP; without it the place of the file tells, or its text. Raises
    `corpus.sources.discovery.SourceError` where there is no such file, or no such language.
    """
    from corpus.sources.documents import read_file

    return read_file(path, lang, int(max_mib * 2**20))


def segment(document: Document) -> list[Segment]:
    """Return a document's segments in order, without words: sentences, headings, list items, table cells, code blocks.

    Offsets are code points in `document.text`, half-open; every character but white space lies in one segment.
    """
    from corpus.text.segments import segment

    return segment(document)
