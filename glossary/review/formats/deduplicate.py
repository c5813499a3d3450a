"""Answers that speak of the same finding: one is enough, two that differ are none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from glossary.decisions.decision import Answer
from glossary.review.formats.clean_text import quoted


def once(said: Iterable[Answer]) -> tuple[list[Answer], list[str]]:
    """One answer for each finding, and a line for each finding of which a file says more than one thing."""
    by_finding: defaultdict[str, list[Answer]] = defaultdict(list)
    for answer in said:
        by_finding[answer.finding_id].append(answer)
    kept = [own[0] for own in by_finding.values() if _is_one(own)]
    return kept, [_told(own) for own in by_finding.values() if not _is_one(own)]


def _is_one(own: Sequence[Answer]) -> bool:
    return len({replace(answer, place="") for answer in own}) == 1


def _told(own: Sequence[Answer]) -> str:
    places = " and ".join(answer.place for answer in own[:3]) + (" and more" if len(own) > 3 else "")
    actions = " and ".join(dict.fromkeys(answer.action for answer in own))
    differing = actions if " " in actions else f"{actions} in different words"
    return f"{places}: finding {quoted(own[0].finding_id)} is decided twice ({differing}); keep one"
