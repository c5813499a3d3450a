"""The place limit: how many places of one rule are listed on one page, and the row that counts the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from glossary.rules.rule import DocumentSpan, Violation

MOST_FIXED = 10_000  # places of one rule on one page that is fixed: all that it asks for, in a few rounds


@dataclass(slots=True)
class UnlistedPlaces:
    """The unlisted places of a page: the first of them, and their number."""

    first: DocumentSpan
    count: int = 0


class LimitedViolations(NamedTuple):
    """The listed violations of a rule, and the unlisted places by document."""

    listed: tuple[Violation, ...]
    unlisted: Mapping[str, UnlistedPlaces]

    def rows(self, code: str) -> Iterator[Violation]:
        """Yield, for each document, a violation that gives the number of unlisted places."""
        for places in self.unlisted.values():
            yield Violation((places.first,), words={"rule": code, "count": f"{places.count:,}"}, key=code)


def limited_violations(raised: Iterable[Violation], most: int) -> LimitedViolations:
    """Collect the first places in each document from a stream of violations; others are counted, not kept."""
    listed: list[Violation] = []
    unlisted: dict[str, UnlistedPlaces] = {}
    rooms: defaultdict[str, int] = defaultdict(lambda: most)
    for violation in raised:
        places = []
        for place in violation.places:
            if rooms[place.doc_id] > 0:
                rooms[place.doc_id] -= 1
                places.append(place)
            else:
                unlisted.setdefault(place.doc_id, UnlistedPlaces(place)).count += 1
        if len(places) == len(violation.places):
            listed.append(violation)
        elif places:
            listed.append(replace(violation, places=tuple(places)))
    return LimitedViolations(tuple(listed), unlisted)
