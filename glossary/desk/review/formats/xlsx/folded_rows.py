"""Folded rows: those of findings that are one decision with another row, and are decided by it where they are empty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from glossary.decisions.decision import Answer

_OF_WORDS = frozenset({"admit", "prefer", "wrong", "exclude"})


@dataclass(frozen=True, slots=True)
class FoldableRow:
    """A row of findings as it came back."""

    finding_id: str
    follows: str  # the finding whose row it is folded into; empty: none
    concept: str  # empty: it speaks of none
    surface: str
    suggested: str
    instead: str  # what the reviewer typed
    place: str
    answer: Answer | None  # None: the row is empty


def folded_answers(rows: Iterable[FoldableRow]) -> Iterator[Answer]:
    """Yield what the rows that others are folded into say of those that were left empty."""
    rows = list(rows)
    deciding = {row.finding_id: row for row in rows if row.answer}
    answered = frozenset(deciding)
    for row in rows:
        if row.follows in deciding and row.finding_id not in answered:
            yield from _followed(row, deciding)


def _followed(row: FoldableRow, deciding: Mapping[str, FoldableRow]) -> Iterator[Answer]:
    """Yield a row's part of another's decision: whether the finding is right holds for all of them, of words of a
    concept as far as the same is suggested; what words are right or wrong, for rows with the same words; a whole text,
    or that something is to be talked about, for one alone.
    """
    first = deciding[row.follows]
    answer = first.answer
    if answer is None or answer.text or answer.action == "discuss":
        return
    is_suggested = answer.action == "accept" and not first.instead
    is_same = bool(row.surface) and row.surface == first.surface
    is_alike = not row.concept or (is_suggested and row.suggested == first.suggested)
    if not is_same and (answer.action in _OF_WORDS or first.instead or not is_alike):
        return
    words = row.suggested if is_suggested else answer.words
    yield replace(answer, finding_id=row.finding_id, words=words, place=row.place)
