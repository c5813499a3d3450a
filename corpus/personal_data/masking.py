"""Masking of documents: their personal data counted and, if requested, masked in every field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from corpus.formats import places_of, template_of
from corpus.personal_data.mask import Mask
from corpus.personal_data.personal_spans import PersonalSpan, masked_text, personal_spans
from corpus.records import Document, MetadataEntry

_SHORTEST = 6  # characters of what is masked in an entry because it was masked in the text: shorter ones are in words


def with_personal_counts(document: Document) -> Document:
    """Return the document with the counts of its personal data by kind, unless it has them already."""
    if document.status != "ok" or document.emails is not None:
        return document
    return _counted(document, personal_spans(document.text, document.lang))


def masked(document: Document, mask: Mask) -> Document:
    """Return the document with its text and all of its metadata masked. Each character is masked by one, so that all
    offsets stay true. The counts, of all kinds, are those before masking.
    """
    if document.status != "ok" or not mask:
        return document
    of_file = {places_of(document), template_of(document)} - {""}  # no words of anybody
    spans = mask.spans(document.text, document.lang)
    surfaces = sorted({document.text[span.start : span.end] for span in spans if span.end - span.start >= _SHORTEST})

    def value(text: str, key: str = "") -> str:
        return _masked_value(text, key, document.lang, mask, surfaces)

    return replace(
        _counted(document, personal_spans(document.text, document.lang)),
        text=masked_text(document.text, spans),
        title=document.title and value(document.title),
        origin=document.origin and value(document.origin),
        license=document.license and value(document.license),
        metadata=[
            entry if entry.value in of_file else MetadataEntry(value(entry.key), value(entry.value, entry.key))
            for entry in document.metadata
        ],
    )


def _counted(document: Document, spans: Sequence[PersonalSpan]) -> Document:
    counts = Counter(span.kind for span in spans)
    return replace(document, emails=counts["email"], phones=counts["phone"], keys=counts["key"])


def _masked_value(text: str, key: str, lang: str, mask: Mask, surfaces: Iterable[str]) -> str:
    """Return an entry's value masked, read with its key, and with what was masked elsewhere on the page."""
    head = f"{key}: " if key else ""
    value = mask.text(head + text, lang)[len(head) :]
    for surface in surfaces:
        if surface in value:
            value = value.replace(surface, masked_text(surface, [PersonalSpan(0, len(surface), "")]))
    return value
