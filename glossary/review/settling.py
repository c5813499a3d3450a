"""Settling: what reviewers together have decided of each place, and where they do not agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from glossary.review.decision import Decision

Key = tuple[str, str, str]  # rule, concept and fingerprint of a place
_OPEN = "discuss"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Decisions on the same places that do not go together."""

    decisions: tuple[Decision, ...]  # of several reviewers, in order of their names


@dataclass(frozen=True)
class Settled:
    """What is decided; places on which reviewers do not agree are in `conflicts` alone, those to discuss in `open`."""

    by_place: Mapping[Key, Sequence[Decision]]  # one for each document that has such a place
    conflicts: tuple[Conflict, ...]
    open: tuple[Decision, ...]

    def of(self, rule: str, concept_id: str, mark: str, path: str) -> Decision | None:
        """What is decided of a place in the document at a path, which may count from further up or down."""
        known = self.by_place.get((rule, concept_id, mark), ())
        return next((one for one in known if _is_same(one.asked.path, path)), None)

    @property
    def standing(self) -> list[Decision]:
        """The decisions that settle a place, each once, in order of documents and findings."""
        found = {id(one): one for own in self.by_place.values() for one in own}
        return sorted(found.values(), key=lambda one: (one.asked.path, one.asked.finding_id, one.when, one.who))


def _is_same(one: str, other: str) -> bool:
    return one == other or one.endswith(f"/{other}") or other.endswith(f"/{one}")


NOTHING = Settled({}, (), ())


def settled(decisions: Iterable[Decision]) -> Settled:
    """What stands of decisions: the last that each reviewer made of a place, where they agree; the last final one
    otherwise."""
    by_place: defaultdict[Key, list[Decision]] = defaultdict(list)
    conflicts: dict[tuple[int, ...], Conflict] = {}
    open_ones: dict[int, Decision] = {}
    for (_, *key), own in sorted(_of_places(decisions).items()):
        last = _last(own)
        agreed = _agreed(last)
        if agreed is None:
            conflicts.setdefault(tuple(map(id, last)), Conflict(tuple(last)))
        elif agreed.action == _OPEN:
            open_ones.setdefault(id(agreed), agreed)
        else:
            rule, concept_id, mark = key
            by_place[rule, concept_id, mark].append(agreed)
    return Settled(dict(by_place), tuple(conflicts.values()), tuple(open_ones.values()))


def _of_places(decisions: Iterable[Decision]) -> dict[tuple[str, str, str, str], list[Decision]]:
    """The decisions on each place: document, rule, concept, fingerprint."""
    found: defaultdict[tuple[str, str, str, str], list[Decision]] = defaultdict(list)
    for one in decisions:
        for mark in dict.fromkeys(one.asked.marks):
            found[one.asked.path, one.asked.rule, one.asked.concept_id, mark].append(one)
    return found


def _last(own: Sequence[Decision]) -> list[Decision]:
    """The last decision of each reviewer; the last final one alone where there is any."""
    ordered = sorted(own, key=lambda one: (one.when, one.action, one.words, one.text))
    if final := [one for one in ordered if one.final]:
        return final[-1:]
    by_reviewer = {one.who: one for one in ordered}
    return [by_reviewer[who] for who in sorted(by_reviewer)]


def _agreed(last: Sequence[Decision]) -> Decision | None:
    """The decision that all agree on, by whom it was first made; what one wants to discuss is open for all."""
    if any(one.action == _OPEN for one in last):
        return next(one for one in last if one.action == _OPEN)
    ways = {(one.action, one.words, one.text) for one in last}
    return min(last, key=lambda one: (one.when, one.who)) if len(ways) == 1 else None
