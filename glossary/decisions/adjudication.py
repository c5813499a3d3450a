"""Adjudication: what reviewers have decided together on each place, and where they disagree."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from posixpath import basename

from corpus.grouping import grouped
from glossary.decisions.decision import Decision

PlaceKey = tuple[str, str, str, str]  # path, rule, concept and fingerprint of a place
_OPEN = "discuss"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Conflicting decisions on the same places."""

    decisions: tuple[Decision, ...]  # of several reviewers, in order of their names


@dataclass(frozen=True)
class Adjudication:
    """The decisions by place; places in dispute are only in `conflicts`, those to discuss in `open`."""

    by_place: Mapping[PlaceKey, Decision]
    conflicts: tuple[Conflict, ...]
    open: tuple[Decision, ...]

    def of(self, path: str, rule: str, concept_id: str, mark: str) -> Decision | None:
        """Return the decision on a place; None if there is none."""
        return self.by_place.get((path, rule, concept_id, mark))

    def rebased(self, paths: Collection[str]) -> Adjudication:
        """Return the adjudication for paths from a folder further up or down, as most documents suggest."""
        decided = {key[0] for key in self.by_place}
        moved = _moved_paths(decided, set(paths))
        if all(path == new for path, new in moved.items()):
            return self
        by_place = {(moved[key[0]], key[1], key[2], key[3]): decision for key, decision in self.by_place.items()}
        return replace(self, by_place=by_place)

    @property
    def standing(self) -> list[Decision]:
        """The decisions that settle a place, each once, ordered by document and finding."""
        unique = {id(decision): decision for decision in self.by_place.values()}
        return sorted(
            unique.values(),
            key=lambda decision: (decision.question.path, decision.question.finding_id, decision.when, decision.who),
        )


def _moved_paths(decided: Collection[str], paths: Collection[str]) -> dict[str, str]:
    """Return the current form of each decided path: all get the same folders added or removed in front."""
    by_name = grouped(paths, basename)
    shifts = Counter(shift for path in decided for other in by_name[basename(path)] if (shift := _shift(path, other)))
    added, removed = min(shifts, key=lambda shift: (-shifts[shift], len("".join(shift)), shift), default=("", ""))
    return {path: added + path.removeprefix(removed) if path.startswith(removed) else path for path in decided}


def _shift(path: str, other: str) -> tuple[str, str] | None:
    """Return the prefix to add to a path and the prefix to remove, to turn it into another; None if neither works."""
    if path == other:
        return "", ""
    if other.endswith(f"/{path}"):
        return other.removesuffix(path), ""
    return ("", path.removesuffix(other)) if path.endswith(f"/{other}") else None


NOTHING = Adjudication({}, (), ())


def adjudicate(decisions: Iterable[Decision]) -> Adjudication:
    """Return the decisions that apply to each place: the last final one, or else the last ones if all agree."""
    by_place: dict[PlaceKey, Decision] = {}
    conflicts: dict[tuple[int, ...], Conflict] = {}
    open_ones: dict[int, Decision] = {}
    for key, place_decisions in sorted(_of_places(decisions).items()):
        last = _last_decisions(place_decisions)
        agreed = _agreed_decision(last)
        if agreed is None:
            conflicts.setdefault(tuple(map(id, last)), Conflict(tuple(last)))
        elif agreed.action == _OPEN:
            open_ones.setdefault(id(agreed), agreed)
        else:
            by_place[key] = agreed
    return Adjudication(by_place, tuple(conflicts.values()), tuple(open_ones.values()))


def _of_places(decisions: Iterable[Decision]) -> dict[PlaceKey, list[Decision]]:
    """Return the decisions on each place."""
    by_place: defaultdict[PlaceKey, list[Decision]] = defaultdict(list)
    for decision in decisions:
        for mark in dict.fromkeys(decision.question.marks):
            by_place[decision.question.path, decision.question.rule, decision.question.concept_id, mark].append(
                decision
            )
    return by_place


def _last_decisions(decisions: Sequence[Decision]) -> list[Decision]:
    """Return the last decision of each reviewer, or only the last final one if there is any."""
    ordered = sorted(decisions, key=lambda decision: (decision.when, decision.action, decision.words, decision.text))
    if final := [decision for decision in ordered if decision.final]:
        return final[-1:]
    by_reviewer = {reviewer(decision.who): decision for decision in ordered}
    return [by_reviewer[name] for name in sorted(by_reviewer)]


def reviewer(name: str) -> str:
    """Return the key of a reviewer's name, in which case, width and extra spaces do not count."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _agreed_decision(last: Sequence[Decision]) -> Decision | None:
    """Return the decision that all agree on, from the first who made it; None if they disagree. If anyone wants to
    discuss, it is open for all. Those without words of their own go along with those who have some.
    """
    if any(decision.action == _OPEN for decision in last):
        return next(decision for decision in last if decision.action == _OPEN)
    wordings = {(decision.words, decision.text) for decision in last if decision.words or decision.text}
    if len({decision.action for decision in last}) > 1 or len(wordings) > 1:
        return None
    return min(
        last,
        key=lambda decision: (not (decision.words or decision.text) and bool(wordings), decision.when, decision.who),
    )
