"""States: what of today's findings an earlier build or a baseline had already, and what of those is gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from corpus.records import Finding, Location


@dataclass(frozen=True, slots=True)
class Earlier:
    """A decision of an earlier run: the fingerprints of its places, in order."""

    finding_id: str
    places: tuple[str, ...]


Fingerprint = Callable[[Finding, Location], str]


def compared(found: Sequence[Finding], earlier: Mapping[str, Earlier], fingerprint: Fingerprint) -> Iterator[Finding]:
    """The findings with state `open` where the earlier run had them; one with new places beside known ones is parted.

    A place is known again by its fingerprint. Where the words around it were edited, it still is, as long as the
    decision has no more places than it had.
    """
    for one in found:
        before = earlier.get(one.finding_id)
        if before is None or one.state == "suppressed":
            yield one
            continue
        known, new = _parted(one, before, fingerprint)
        if known:
            yield _with(one, known, "open")
        if new:
            yield _with(one, new, "new")


def _parted(one: Finding, before: Earlier, fingerprint: Fingerprint) -> tuple[list[Location], list[Location]]:
    """The places that the earlier run had, and those that it had not."""
    left = list(before.places)
    unknown: list[Location] = []
    for at in one.locations:
        name = fingerprint(one, at)
        if name in left:
            left.remove(name)
        else:
            unknown.append(at)
    new = unknown[len(left) :]
    return [at for at in one.locations if at not in new], new


def _with(one: Finding, places: list[Location], state: str) -> Finding:
    """The finding with some of its places; a finding that keeps all keeps its first."""
    if len(places) == len(one.locations):
        return replace(one, state=state)
    first = places[0]
    return replace(
        one, locations=places, occurrences=len(places), start=first.start, end=first.end, segment_id=None, state=state
    )


def gone(found: Sequence[Finding], earlier: Sequence[str]) -> list[str]:
    """The ids of the earlier run's decisions that are no more."""
    today = {one.finding_id for one in found}
    return [one for one in earlier if one not in today]
