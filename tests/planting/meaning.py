"""Errors of meaning: a denial, a condition or a clause that is lost, and the sentence of another place."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import tomli

from tests.planting.bases import SENTENCES
from tests.planting.edits import Edit
from tests.planting.ground import Couple, Ground

_FAR = 4  # sentences between one and that which takes its place
_LEFT = 0.35  # share of a sentence that stands after a clause is lost
_DENYING = re.compile(r"\b(?:not|no|never|cannot|without|un\w+)\b|n['’]t\b", re.IGNORECASE)
_MODAL = re.compile(r"\b(?:must|should|have to|need to|may|might|only)\b", re.IGNORECASE)
_LEAST = 18  # characters of a sentence of another place


@cache
def _ways(lang: str) -> dict[str, Any]:
    """How meaning is changed in a language."""
    ways: dict[str, Any] = tomli.loads(SENTENCES.read_text(encoding="utf-8"))["meaning"][lang]
    return ways


def doubtful(ground: Ground) -> Iterator[Edit]:
    """Sentences that say something else than the English: what was denied, what was meant for a case, less, or all."""
    running = {segment.segment_id for segment in ground.running}
    couples = [couple for couple in ground.couples if couple.translation.segment_id in running]
    for number, couple in enumerate(couples):
        ways, denying = _ways(ground.lang), len(_DENYING.findall(couple.english.text))
        if denying == 1:
            yield from _reworded(couple, ways["denials"], "denial lost")
        if len(_MODAL.findall(couple.english.text)) == 1:
            yield from _reworded(couple, ways["modals"], "modal lost")
        yield from _shortened(ground, couple, "condition")
        yield from _shortened(ground, couple, "clause")
        yield from _exchanged(ground, couples, number)


def _reworded(couple: Couple, ways: Iterable[Sequence[str]], kind: str) -> Iterator[Edit]:
    """The words of one of these ways that a sentence has once, and none of the others, put in other words."""
    text = couple.translation.text
    standing = [(words, other) for words, other in ways if words in text]
    if len(standing) == 1 and text.count(standing[0][0]) == 1:
        words, other = standing[0]
        place = couple.translation.start + text.index(words)
        yield _edit(couple, place, place + len(words), other, kind)


def _shortened(ground: Ground, couple: Couple, kind: str) -> Iterator[Edit]:
    """A sentence without one of its conditions, or clauses."""
    translation = couple.translation
    if kind == "condition" and not re.search(r"\b(?:if|when|unless)\b", couple.english.text, re.IGNORECASE):
        return
    masked = ground.masked[translation.start : translation.end]
    for match in re.finditer(_ways(translation.lang)[kind], masked):
        if len(match[0]) < (1 - _LEFT) * len(translation.text) and not re.search(r"\s{3}", match[0]):
            yield _edit(couple, translation.start + match.start(), translation.start + match.end(), "", kind)


def _exchanged(ground: Ground, couples: list[Couple], number: int) -> Iterator[Edit]:
    """The sentence of another place of the page, of about the same length."""
    own = couples[number].translation
    others = [
        couple.translation.text
        for place, couple in enumerate(couples)
        if abs(place - number) >= _FAR
        and couple.translation.kind == own.kind
        and len(couple.translation.text) >= _LEAST
        and 0.6 < len(couple.translation.text) / len(own.text) < 1.6
    ]
    if others:
        other = random.Random(f"{ground.base.work} {own.start}").choice(others)
        yield _edit(couples[number], own.start, own.end, other, "other sentence")


def _edit(couple: Couple, start: int, end: int, new: str, kind: str) -> Edit:
    """An edit of which a finding counts anywhere in the sentence."""
    return Edit(
        start, end, new, kind, couple.translation.segment_id, (couple.translation.start, couple.translation.end)
    )


KINDS = {"T507": doubtful}  # by the rule that is to find them
