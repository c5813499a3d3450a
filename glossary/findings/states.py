"""States: what of today's findings an earlier build or a baseline had already, and what of those is gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from corpus.records import Finding, Location
from glossary.findings.fingerprints import place_id
from glossary.findings.restrict import narrowed


@dataclass(frozen=True, slots=True)
class Earlier:
    """A decision of an earlier run: the fingerprints of its places, in order."""

    finding_id: str
    places: tuple[str, ...]


Texts = Callable[[str], str]  # the text of a document by its id


def compared(found: Sequence[Finding], earlier: Mapping[str, Earlier], texts: Texts) -> Iterator[Finding]:
    """The findings with state `open` where the earlier run had them; one with new places beside known ones is parted.

    A place is known again by its fingerprint. Where the words around it were edited, it still is, as long as the
    decision has no more places than it had.
    """
    for one in found:
        before = earlier.get(one.finding_id)
        if before is None or one.state == "suppressed":
            yield one
            continue
        known, new = parted(one, before, texts)
        if known:
            yield replace(narrowed(one, known), state="open")
        if new:
            yield narrowed(one, new)


def fingerprints(one: Finding, texts: Texts) -> tuple[str, ...]:
    """The fingerprints of a finding's places, in order."""
    return tuple(place_id(one.finding_id, texts(at.doc_id), at.start, at.end) for at in one.locations)


def parted(one: Finding, before: Earlier, texts: Texts) -> tuple[list[Location], list[Location]]:
    """The places that the earlier run had, and those that it had not."""
    left = Counter(before.places)
    unknown: list[int] = []
    for number, name in enumerate(fingerprints(one, texts)):
        if left[name]:
            left[name] -= 1
        else:
            unknown.append(number)
    new = set(unknown[left.total() :])
    places = list(enumerate(one.locations))
    return [at for number, at in places if number not in new], [at for number, at in places if number in new]


def gone(found: Sequence[Finding], earlier: Sequence[str]) -> list[str]:
    """The ids of the earlier run's decisions that are no more."""
    today = {one.finding_id for one in found}
    return [one for one in earlier if one not in today]
