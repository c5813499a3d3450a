"""Spoken places: those that rules have reported, and the concepts there."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from itertools import accumulate

from glossary.rules.rule import DocumentSpan, Violation


class SpokenPlaces:
    """The places of what some rules have raised."""

    def __init__(self, raised: Iterable[Violation]) -> None:
        places: defaultdict[str | None, set[tuple[int, int]]] = defaultdict(set)
        for violation in raised:
            for place in violation.places:
                for concept_id in (violation.concept_id, None):  # None: whatever concept
                    places[concept_id].add((place.start, place.end))
        ordered = {concept_id: sorted(spans) for concept_id, spans in places.items()}
        self._starts = {concept_id: [start for start, _ in spans] for concept_id, spans in ordered.items()}
        self._reach = {
            concept_id: list(accumulate((end for _, end in spans), max)) for concept_id, spans in ordered.items()
        }

    def has(self, place: DocumentSpan, concept_id: str) -> bool:
        """Return whether something begins at a place, or holds it, that speaks of the same concept, or one of none."""
        return any(self._has(place, key) for key in ((concept_id, "") if concept_id else (None,)))

    def _has(self, place: DocumentSpan, key: str | None) -> bool:
        starts = self._starts.get(key, [])
        before = bisect_right(starts, place.start)
        return before > 0 and (starts[before - 1] == place.start or self._reach[key][before - 1] >= place.end)
