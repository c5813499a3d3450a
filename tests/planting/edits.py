"""Errors as edits of a page: what is put in place of what, and where it stands when all are made."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.planting.bases import Base

_APART = 40  # characters between two errors, so that one does not judge the other


@dataclass(frozen=True)
class Edit:
    """One error that may be planted: `text[start:end]` becomes `new`."""

    start: int
    end: int
    new: str
    kind: str  # what is done, in a word or two
    about: str  # what it is about: of one page's errors no two are about the same
    look: tuple[int, int] | None = None  # where a finding counts, if not at the new words alone; in the old text


@dataclass(frozen=True)
class Error:
    """An error that was planted: where a finding of it must touch the new text."""

    start: int
    end: int
    was: str
    new: str
    kind: str
    about: str


@dataclass(frozen=True)
class Planted:
    """A page with errors of one rule's kind."""

    rule: str
    base: Base
    text: str
    errors: tuple[Error, ...]


def planted(rule: str, base: Base, offered: Iterable[Edit], most: int, seed: str) -> Planted | None:
    """The page with up to `most` of the offered edits, drawn by the seed; None where nothing is offered."""
    chosen = drawn(sorted(offered, key=lambda edit: (edit.start, edit.end, edit.new)), most, seed)
    return Planted(rule, base, *made(base.text, chosen)) if chosen else None


def drawn(offered: Sequence[Edit], most: int, seed: str) -> list[Edit]:
    """Some of the edits, apart from each other and each about something else; every kind has the same chance."""
    chance = random.Random(seed)
    left = list(offered)
    chosen: list[Edit] = []
    while left and len(chosen) < most:
        kind = chance.choice(sorted({edit.kind for edit in left}))
        edit = chance.choice([candidate for candidate in left if candidate.kind == kind])
        chosen.append(edit)
        left = [candidate for candidate in left if candidate.about != edit.about and _apart(candidate, edit)]
    return sorted(chosen, key=lambda edit: edit.start)


def _apart(edit: Edit, other: Edit) -> bool:
    (a, b), (c, d) = _looked(edit), _looked(other)
    return b + _APART <= c or d + _APART <= a


def _looked(edit: Edit) -> tuple[int, int]:
    return edit.look or (edit.start, edit.end)


def made(text: str, chosen: Sequence[Edit]) -> tuple[str, tuple[Error, ...]]:
    """The text with the edits made, and where each is found."""
    pieces, errors, copied_to, shift = [], [], 0, 0
    for edit in chosen:
        pieces += [text[copied_to : edit.start], edit.new]
        first, last = _looked(edit)
        grown = len(edit.new) - (edit.end - edit.start)
        errors.append(
            Error(first + shift, last + shift + grown, text[edit.start : edit.end], edit.new, edit.kind, edit.about)
        )
        copied_to, shift = edit.end, shift + grown
    return "".join([*pieces, text[copied_to:]]), tuple(errors)
