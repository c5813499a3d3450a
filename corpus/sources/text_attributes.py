"""Text attributes: what a project says of the attributes of its components whose values readers see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from corpus.formats import TEXT_ATTRIBUTES, format_of
from corpus.records import Document, MetadataEntry


def with_text_attributes(document: Document, names: Iterable[str]) -> Document:
    """Return the document with these attributes among its metadata, from where segments are cut by them, if its format
    has attributes.
    """
    listed = " ".join(sorted(set(names)))
    if not listed or not format_of(document.media_type).has_attributes:
        return document
    entries = {entry.key: entry for entry in document.metadata} | {
        TEXT_ATTRIBUTES: MetadataEntry(TEXT_ATTRIBUTES, listed)
    }
    return replace(document, metadata=[entries[key] for key in sorted(entries)])
