"""Segments in which personal data stands where a reader sees it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from corpus.personal_data.personal_spans import personal_spans
from corpus.records import Document, Segment
from corpus.text.segments import is_markdown, readable_text


def segments_with_personal_data(documents: Iterable[Document], segments: Iterable[Segment]) -> set[str]:
    """Return the ids of those segments whose readable text has personal data; of documents that were counted to have
    none, no text is looked at.
    """
    suspects = {document.doc_id: document for document in documents if _has_any(document)}
    if not suspects:
        return set()
    by_document: defaultdict[str, list[Segment]] = defaultdict(list)
    for segment in segments:
        if segment.doc_id in suspects:
            by_document[segment.doc_id].append(segment)
    return {
        segment_id
        for doc_id, document_segments in by_document.items()
        for segment_id in _in_document(suspects[doc_id], document_segments)
    }


def _has_any(document: Document) -> bool:
    counts = (document.emails, document.phones, document.keys)
    return document.status == "ok" and any(count != 0 for count in counts)


def _in_document(document: Document, segments: Iterable[Segment]) -> Iterable[str]:
    spans = personal_spans(document.text, document.lang)
    markup = is_markdown(document)
    for segment in segments:
        surfaces = [
            document.text[span.start : span.end]
            for span in spans
            if span.start < segment.end and segment.start < span.end
        ]
        if surfaces:
            text = readable_text(segment, markup)
            if any(surface in text for surface in surfaces) or personal_spans(text, document.lang):
                yield segment.segment_id
