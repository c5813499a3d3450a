"""Deduplicating answers that speak of the same places of a finding: one is enough, two that differ are none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from corpus.text.printable import quote_text
from glossary.decisions.decision import Answer


def deduplicated(answers: Iterable[Answer]) -> tuple[list[Answer], list[str]]:
    """Return one answer for each finding, or for some places of it, and a line for each contradiction."""
    by_places: defaultdict[tuple[str, frozenset[str]], list[Answer]] = defaultdict(list)
    for answer in answers:
        by_places[answer.finding_id, frozenset(answer.places)].append(answer)
    groups = by_places.values()
    return [group[0] for group in groups if _agree(group)], [
        _contradiction_text(group) for group in groups if not _agree(group)
    ]


def _agree(answers: Sequence[Answer]) -> bool:
    return len({replace(answer, place="") for answer in answers}) == 1


def _contradiction_text(answers: Sequence[Answer]) -> str:
    places = " and ".join(answer.place for answer in answers[:3]) + (" and more" if len(answers) > 3 else "")
    actions = " and ".join(dict.fromkeys(answer.action for answer in answers))
    differing = actions if " " in actions else f"{actions} in different words"
    return f"{places}: finding {quote_text(answers[0].finding_id)} is decided twice ({differing}); keep one"
