"""Sides: a document as it is aligned, with the evidence of the segments that take part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from corpus.alignment.features import SegmentFeatures, evidence, takes_part
from corpus.records import Document, Segment


@dataclass(frozen=True, slots=True)
class AlignedDocument:
    """One document of a pair."""

    doc_id: str
    work: str
    lang: str
    segments: Sequence[Segment]  # all of them
    numbers: Sequence[int]  # which of them take part, from 0
    evidence: Sequence[SegmentFeatures]  # of those, in the same order


def aligned_document(
    document: Document, segments: Sequence[Segment], concepts: Mapping[str, Iterable[str]]
) -> AlignedDocument:
    """The side of a document with these segments, given the concepts that each segment mentions, by its id."""
    numbers = [number for number, segment in enumerate(segments) if takes_part(segment)]
    features = [
        evidence(
            segments[number], _opens(document.text, segments, number), concepts.get(segments[number].segment_id, ())
        )
        for number in numbers
    ]
    return AlignedDocument(document.doc_id, document.work, document.lang, segments, numbers, features)


def _opens(text: str, segments: Sequence[Segment], number: int) -> bool:
    """Whether a line begins with a segment: a paragraph does, where a page does not wrap its lines."""
    before = segments[number - 1].end if number else 0
    return not number or "\n" in text[before : segments[number].start]
