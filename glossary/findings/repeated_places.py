"""Repeated places: what several rules report of the same words is reported once, by the most specific rule."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping

from corpus.records import Finding

# What a rule leaves to others: the glossary's own verdict before a usage, a usage of the corpus before one of
# the page, and before a missing or English term.
YIELDS: Mapping[str, tuple[str, ...]] = {
    "T201": ("T204",),
    "T203": ("T101", "T102", "T104"),
    "T204": ("T101", "T102", "T104", "T203"),
    "T501": ("T203", "T204"),
}
_WITHOUT_CONCEPT: Mapping[str, tuple[str, ...]] = {"T201": ("T203",)}  # besides, where no entry is concerned
_Places = dict[tuple[str, str], list[tuple[int, int]]]  # by rule and document


def without_repeated_places(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings, without those whose every place is reported by a more specific rule."""
    listed = list(findings)
    places: defaultdict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for finding in listed:
        for place in finding.locations if not finding.state.is_suppressed else ():
            places[finding.rule, place.doc_id].append((place.start, place.end))
    for spans in places.values():
        spans.sort()
    return [one for one in listed if not _is_repeated(one, places)]


def _is_repeated(finding: Finding, places: _Places) -> bool:
    rules = YIELDS.get(finding.rule, ()) + (() if finding.concept_id else _WITHOUT_CONCEPT.get(finding.rule, ()))
    return bool(rules and finding.locations) and all(
        any(_touches(places.get((rule, place.doc_id), []), place.start, place.end) for rule in rules)
        for place in finding.locations
    )


def _touches(spans: list[tuple[int, int]], start: int, end: int) -> bool:
    """Return whether one of the sorted spans overlaps a place; only the 20 spans before its end are tested."""
    before = bisect_left(spans, (end, 0))
    return any(first < end and start < last for first, last in spans[max(0, before - 20) : before])
