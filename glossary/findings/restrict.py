"""Restriction: a finding with some of its places, when others are silenced or known already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from corpus.records import Finding, Location
from glossary.rules.rule import severity_at


def restrict_places(finding: Finding, places: Sequence[Location], segment_id: str | None = None) -> Finding:
    """Return the finding with these of its places, in its order; the first in its document gives words, message and
    remedy.

    `segment_id` is the segment of that place, where it is not the one that was shown.
    """
    if len(places) == len(finding.locations):
        return finding
    shown_place = next((place for place in places if place.doc_id == finding.doc_id), None)
    fewer = replace(finding, locations=list(places), occurrences=len(places))
    if shown_place is None:
        return replace(fewer, start=None, end=None, segment_id=segment_id, suggestion=None)
    confidence = max(place.confidence for place in places)
    return replace(
        fewer,
        start=shown_place.start,
        end=shown_place.end,
        surface=shown_place.surface,
        message=shown_place.message,
        message_zh=shown_place.message_zh,
        message_ja=shown_place.message_ja,
        expected=shown_place.expected,
        suggestion=shown_place.suggestion,
        confidence=confidence,
        severity=severity_at(finding.severity, confidence),
        segment_id=finding.segment_id if shown_place.start == finding.start else segment_id,
    )
