"""Sides of a pair: a document prepared for alignment, with the evidence of the segments that take part."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from corpus.alignment.features import SegmentFeatures, evidence, takes_part
from corpus.formats import keyed_texts_of, template_of
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
    keys: Sequence[str] = ()  # of those, the key of front matter whose value each is, or nothing
    template: str = ""  # where keys are of units: what both sides have that are made of the same units

    def shares_units(self, other: AlignedDocument) -> bool:
        """Return whether both are sides of catalogues of the same units, which pair by their keys."""
        return bool(self.template) and self.template == other.template


def aligned_document(
    document: Document, segments: Sequence[Segment], concepts: Mapping[str, Iterable[str]]
) -> AlignedDocument:
    """Return a document prepared for alignment. `concepts` has the concepts that each segment mentions, by its id."""
    numbers = [number for number, segment in enumerate(segments) if takes_part(segment)]
    features = [
        evidence(
            segments[number], _opens(document.text, segments, number), concepts.get(segments[number].segment_id, ())
        )
        for number in numbers
    ]
    keys = _keys(document, [segments[number] for number in numbers])
    return AlignedDocument(
        document.doc_id, document.work, document.lang, segments, numbers, features, keys, template_of(document)
    )


def _keys(document: Document, segments: Sequence[Segment]) -> list[str]:
    """Return the front matter key of each segment, or an empty string; an empty list without front matter."""
    texts = keyed_texts_of(document)
    if not texts:
        return []
    ends = [text.end for text in texts]
    keys = []
    for segment in segments:
        number = bisect_left(ends, segment.end)
        inside = number < len(texts) and texts[number].start <= segment.start
        keys.append(texts[number].key if inside else "")
    return keys


def _opens(text: str, segments: Sequence[Segment], number: int) -> bool:
    """Return whether a segment begins a line. Where a page does not wrap lines, that is where a paragraph begins."""
    before = segments[number - 1].end if number else 0
    return not number or "\n" in text[before : segments[number].start]
