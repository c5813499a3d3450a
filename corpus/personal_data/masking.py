"""Documents with their personal data counted and, where that is asked for, masked in all that they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from corpus.personal_data.personal_spans import PersonalSpan, masked_text, personal_spans
from corpus.records import Document, MetadataEntry


def with_personal_counts(document: Document) -> Document:
    """The document with how often its text has personal data of each kind; one that was counted before as it is."""
    if document.status != "ok" or document.emails is not None:
        return document
    return _counted(document, personal_spans(document.text, document.lang))


def masked(document: Document, kinds: Collection[str]) -> Document:
    """The document with personal data of these kinds masked in its text and in all that its page says of itself.

    Each character is masked by one, so that every offset stays true; what the text had before is counted, of all kinds.
    """
    if document.status != "ok" or not kinds:
        return document
    spans = personal_spans(document.text, document.lang)
    hidden = [span for span in spans if span.kind in kinds]
    surfaces = {document.text[span.start : span.end]: span.kind for span in hidden}

    def mask(text: str, key: str = "") -> str:
        return _mask_value(text, key, document.lang, kinds, surfaces)

    return replace(
        _counted(document, spans),
        text=masked_text(document.text, hidden),
        title=document.title and mask(document.title),
        origin=document.origin and mask(document.origin),
        license=document.license and mask(document.license),
        metadata=[MetadataEntry(mask(entry.key), mask(entry.value, entry.key)) for entry in document.metadata],
    )


def _counted(document: Document, spans: Sequence[PersonalSpan]) -> Document:
    counts = Counter(span.kind for span in spans)
    return replace(document, emails=counts["email"], phones=counts["phone"], keys=counts["key"])


def _mask_value(text: str, key: str, lang: str, kinds: Collection[str], surfaces: Iterable[str]) -> str:
    """The value of an entry with that name masked, and what was masked elsewhere on the page as well."""
    head = f"{key}: " if key else ""
    whole = masked_text(head + text, personal_spans(head + text, lang, kinds))
    value = whole[len(head) :]
    for surface in surfaces:
        if surface in value:
            value = value.replace(surface, masked_text(surface, [PersonalSpan(0, len(surface), "")]))
    return value
