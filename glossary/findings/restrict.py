"""Narrowing: a finding with some of its places, when others are silenced or known already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from corpus.records import Finding, Location


def narrowed(finding: Finding, places: Sequence[Location], segment_id: str | None = None) -> Finding:
    """The finding with these of its places, in its order; the first in its document gives words, message and remedy.

    `segment_id` is the segment of that place, where it is not the one that was shown.
    """
    if len(places) == len(finding.locations):
        return finding
    shown = next((place for place in places if place.doc_id == finding.doc_id), None)
    fewer = replace(finding, locations=list(places), occurrences=len(places))
    if shown is None:
        return replace(fewer, start=None, end=None, segment_id=segment_id, suggestion=None)
    return replace(
        fewer,
        start=shown.start,
        end=shown.end,
        surface=shown.surface,
        message=shown.message,
        message_zh=shown.message_zh,
        message_ja=shown.message_ja,
        expected=shown.expected,
        suggestion=shown.suggestion,
        confidence=max(place.confidence for place in places),
        segment_id=finding.segment_id if shown.start == finding.start else segment_id,
    )
