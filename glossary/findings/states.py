"""States: which of today's findings an earlier build or a baseline had already, and which of its findings are gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from corpus.records import Finding, Location
from corpus.vocabularies import FindingState
from glossary.findings.fingerprints import place_id
from glossary.rules.rule import severity_at


@dataclass(frozen=True, slots=True)
class EarlierDecision:
    """A finding of an earlier run: the fingerprints of its places, in order."""

    finding_id: str
    places: tuple[str, ...]


TextOf = Callable[[str], str]  # the text of a document by its id


def compare_findings(
    findings: Sequence[Finding], earlier: Mapping[str, EarlierDecision], texts: TextOf
) -> Iterator[Finding]:
    """Yield findings with state `open` if the earlier run had them; a mix of known and new places is split in two. A
    place is recognized by its fingerprint. Where the words around it were edited, it is still recognized as long as
    the finding has no more places than it had.
    """
    for finding in findings:
        before = earlier.get(finding.finding_id)
        if before is None or finding.state.is_suppressed:
            yield finding
            continue
        old, new = split_places(finding, before, texts)
        if old:
            yield replace(restrict_places(finding, old), state=FindingState.OPEN)
        if new:
            yield restrict_places(finding, new)


def fingerprints(finding: Finding, texts: TextOf) -> tuple[str, ...]:
    """Return the fingerprints of a finding's places, in order."""
    return tuple(
        place_id(finding.finding_id, texts(location.doc_id), location.start, location.end)
        for location in finding.locations
    )


def split_places(finding: Finding, before: EarlierDecision, texts: TextOf) -> tuple[list[Location], list[Location]]:
    """Return the places that the earlier run had, and those that it did not have."""
    remaining = Counter(before.places)
    unknown: list[int] = []
    for number, name in enumerate(fingerprints(finding, texts)):
        if remaining[name]:
            remaining[name] -= 1
        else:
            unknown.append(number)
    new = set(unknown[remaining.total() :])
    places = list(enumerate(finding.locations))
    return [place for number, place in places if number not in new], [
        place for number, place in places if number in new
    ]


def fixed_ids(findings: Sequence[Finding], earlier: Sequence[str]) -> list[str]:
    """Return the ids of the earlier run's findings that are gone."""
    today = {finding.finding_id for finding in findings}
    return [finding_id for finding_id in earlier if finding_id not in today]


def restrict_places(finding: Finding, places: Sequence[Location], segment_id: str | None = None) -> Finding:
    """Return the finding restricted to these places; the first in its document gives words, message and remedy.
    `segment_id` is the segment of that place, if it is not the one shown before.
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
