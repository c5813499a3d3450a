"""Settling: what reviewers together have decided of each place, and where they do not agree."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from posixpath import basename

from glossary.decisions.decision import Decision

Key = tuple[str, str, str, str]  # document, rule, concept and fingerprint of a place
_OPEN = "discuss"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Decisions on the same places that do not go together."""

    decisions: tuple[Decision, ...]  # of several reviewers, in order of their names


@dataclass(frozen=True)
class Settled:
    """What is decided; places on which reviewers do not agree are in `conflicts` alone, those to discuss in `open`."""

    by_place: Mapping[Key, Decision]
    conflicts: tuple[Conflict, ...]
    open: tuple[Decision, ...]

    def of(self, path: str, rule: str, concept_id: str, mark: str) -> Decision | None:
        """What is decided of a place."""
        return self.by_place.get((path, rule, concept_id, mark))

    def seen_from(self, paths: Collection[str]) -> Settled:
        """The same for documents whose paths count from another folder, further up or down, as most of them tell."""
        decided = {key[0] for key in self.by_place}
        moved = _moved(decided, set(paths))
        if all(path == new for path, new in moved.items()):
            return self
        by_place = {(moved[key[0]], key[1], key[2], key[3]): one for key, one in self.by_place.items()}
        return replace(self, by_place=by_place)

    @property
    def standing(self) -> list[Decision]:
        """The decisions that settle a place, each once, in order of documents and findings."""
        found = {id(one): one for one in self.by_place.values()}
        return sorted(found.values(), key=lambda one: (one.asked.path, one.asked.finding_id, one.when, one.who))


def _moved(decided: Collection[str], paths: Collection[str]) -> dict[str, str]:
    """Each path that decisions have, as it is now: all with the same folders added in front, or taken away there."""
    by_name: defaultdict[str, list[str]] = defaultdict(list)
    for path in paths:
        by_name[basename(path)].append(path)
    shifts = Counter(shift for own in decided for other in by_name[basename(own)] if (shift := _shift(own, other)))
    added, taken = min(shifts, key=lambda one: (-shifts[one], len("".join(one)), one), default=("", ""))
    return {own: added + own.removeprefix(taken) if own.startswith(taken) else own for own in decided}


def _shift(own: str, other: str) -> tuple[str, str] | None:
    """What is to be put in front of a path, and what is to be taken away, to make another of it; None where neither
    does."""
    if own == other:
        return "", ""
    if other.endswith(f"/{own}"):
        return other.removesuffix(own), ""
    return ("", own.removesuffix(other)) if own.endswith(f"/{other}") else None


NOTHING = Settled({}, (), ())


def settled(decisions: Iterable[Decision]) -> Settled:
    """What stands of decisions: the last that each reviewer made of a place, where they agree; the last final one
    otherwise."""
    by_place: dict[Key, Decision] = {}
    conflicts: dict[tuple[int, ...], Conflict] = {}
    open_ones: dict[int, Decision] = {}
    for key, own in sorted(_of_places(decisions).items()):
        last = _last(own)
        agreed = _agreed(last)
        if agreed is None:
            conflicts.setdefault(tuple(map(id, last)), Conflict(tuple(last)))
        elif agreed.action == _OPEN:
            open_ones.setdefault(id(agreed), agreed)
        else:
            by_place[key] = agreed
    return Settled(by_place, tuple(conflicts.values()), tuple(open_ones.values()))


def _of_places(decisions: Iterable[Decision]) -> dict[Key, list[Decision]]:
    """The decisions on each place."""
    found: defaultdict[Key, list[Decision]] = defaultdict(list)
    for one in decisions:
        for mark in dict.fromkeys(one.asked.marks):
            found[one.asked.path, one.asked.rule, one.asked.concept_id, mark].append(one)
    return found


def _last(own: Sequence[Decision]) -> list[Decision]:
    """The last decision of each reviewer; the last final one alone where there is any."""
    ordered = sorted(own, key=lambda one: (one.when, one.action, one.words, one.text))
    if final := [one for one in ordered if one.final]:
        return final[-1:]
    by_reviewer = {reviewer(one.who): one for one in ordered}
    return [by_reviewer[who] for who in sorted(by_reviewer)]


def reviewer(who: str) -> str:
    """What tells one reviewer from another: case, width and spaces do not."""
    return " ".join(unicodedata.normalize("NFKC", who).casefold().split())


def _agreed(last: Sequence[Decision]) -> Decision | None:
    """The decision that all agree on, by whom it was first made; what one wants to discuss is open for all.

    Who has no words of their own goes along with those who have.
    """
    if any(one.action == _OPEN for one in last):
        return next(one for one in last if one.action == _OPEN)
    ways = {(one.words, one.text) for one in last if one.words or one.text}
    if len({one.action for one in last}) > 1 or len(ways) > 1:
        return None
    return min(last, key=lambda one: (not (one.words or one.text) and bool(ways), one.when, one.who))
