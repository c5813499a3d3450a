"""Difference: the mentions that a build would gain and lose with the entries of today."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

MentionPlace = tuple[str, int, int, str]  # document, start, end, concept


@dataclass(frozen=True, slots=True)
class MentionUse:
    """A mention, as far as a comparison needs it."""

    place: MentionPlace
    lang: str
    surface: str
    status: str


@dataclass(frozen=True, slots=True)
class MentionChange:
    """What becomes of one surface of a concept in a language."""

    concept_id: str
    lang: str
    surface: str
    kind: str  # gained, lost, or the old and the new status
    count: int
    example: MentionPlace


def difference(before: Iterable[MentionUse], after: Iterable[MentionUse]) -> list[MentionChange]:
    """Return the changes, the most frequent first."""
    old, new = ({use.place: use for use in uses} for uses in (before, after))
    counts: Counter[tuple[str, str, str, str]] = Counter()
    examples: dict[tuple[str, str, str, str], MentionPlace] = {}
    for place in sorted(old.keys() | new.keys()):
        was, current = old.get(place), new.get(place)
        use = current or was
        if use is None or (was and current and was.status == current.status):
            continue
        key = (place[3], use.lang, use.surface, _change_text(was, current))
        counts[key] += 1
        examples.setdefault(key, place)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [MentionChange(*key, count, examples[key]) for key, count in ordered]


def _change_text(was: MentionUse | None, current: MentionUse | None) -> str:
    if was is None or current is None:
        return "gained" if was is None else "lost"
    return f"{was.status} → {current.status}"
