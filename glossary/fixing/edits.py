"""Edits: replacements in a text, and the text after them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from corpus.languages.scripts import CJK_CHARACTER
from corpus.records import Finding
from glossary.rules.registry import RULES

# Codes, as findings have them.
MENDED = frozenset(rule.code for rule in RULES if rule.fixable)
OF_NAMES = frozenset(rule.code for rule in RULES if rule.edits_names)
OF_MARKUP = frozenset(rule.code for rule in RULES if rule.edits_markup)


class Edit(NamedTuple):
    """One replacement; offsets into the text before the edit."""

    start: int
    end: int
    words: str  # what is put there
    rule: str
    finding_id: str
    confidence: float
    round: int = 0  # which reading of the page it was made after; its offsets count in that text

    def narrowed(self, text: str) -> Edit:
        """Return the edit without the unchanged characters at either end: an inserted space replaces nothing."""
        surface = text[self.start : self.end]
        before = _common_prefix_length(surface, self.words)
        after = _common_prefix_length(surface[before:][::-1], self.words[before:][::-1])
        words = self.words[before : len(self.words) - after]
        return self._replace(start=self.start + before, end=self.end - after, words=words)


def _common_prefix_length(text: str, other: str) -> int:
    """Count the characters that two texts have in common at their beginning."""
    return next(
        (index for index, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), min(len(text), len(other))
    )


def proposed_edits(findings: Iterable[Finding]) -> list[Edit]:
    """Return the edits that findings propose: one for each of their places that has a remedy."""
    return [
        Edit(place.start, place.end, place.suggestion, finding.rule, finding.finding_id, place.confidence)
        for finding in findings
        for place in (finding.locations if finding.rule in MENDED else ())
        if place.doc_id == finding.doc_id and place.suggestion
    ]


def without_conflicts(edits: Iterable[Edit], text: str) -> list[Edit]:
    """Return the edits in order, keeping only the surest of those that meet. A mark or a space is edited by itself. A
    space wanted next to Latin words is dropped if these become Chinese or Japanese.
    """
    taken_spans: list[tuple[int, int]] = []  # disjoint and in order
    kept: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (-edit.confidence, edit.rule, edit.start, -edit.end, edit.words)):
        narrow = edit.narrowed(text)
        if edit.rule not in OF_NAMES and (not any(map(str.isalnum, text[narrow.start : narrow.end] + narrow.words))):
            edit = narrow
        place = bisect_right(taken_spans, (edit.start, edit.end))
        if not any(_edits_touch(edit, other) for other in taken_spans[max(0, place - 1) : place + 1]):
            taken_spans.insert(place, (edit.start, edit.end))
            kept.append(edit)
    replacing = [edit for edit in kept if edit.start < edit.end]
    ends, starts = {edit.end: edit for edit in replacing}, {edit.start: edit for edit in replacing}
    return sorted(edit for edit in kept if not _is_space_lost(edit, ends.get(edit.start), starts.get(edit.end), text))


def _is_space_lost(edit: Edit, before: Edit | None, after: Edit | None, text: str) -> bool:
    """Return whether an edit inserts a space that its neighbours would leave between Chinese or Japanese characters."""
    if edit.start < edit.end or not edit.words.isspace() or not (before or after):
        return False
    left = text[: before.start][-1:] + before.words if before else text[: edit.start][-1:]
    right = after.words + text[after.end :][:1] if after else text[edit.end :][:1]
    return all(map(CJK_CHARACTER.match, (left[-1:], right[:1])))


def _edits_touch(edit: Edit, other: tuple[int, int]) -> bool:
    """Return whether two places share a character, or are insertions at the same offset."""
    start, end = other
    return (edit.start < end and start < edit.end) or edit.start == start


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """Return the text with the edits applied; they must be sorted and disjoint."""
    pieces, position = [], 0
    for edit in edits:
        pieces += [text[position : edit.start], edit.words]
        position = edit.end
    return "".join([*pieces, text[position:]])


def places_after(edits: Sequence[Edit]) -> Iterator[tuple[int, int]]:
    """Yield the span of each edit's words in the text with all edits applied."""
    shift = 0
    for edit in edits:
        start = edit.start + shift
        yield start, start + len(edit.words)
        shift += len(edit.words) - (edit.end - edit.start)


class Shift:
    """A map from offsets before edits to offsets after them."""

    def __init__(self, edits: Sequence[Edit]) -> None:
        self._ends = [edit.end for edit in edits]
        self._by = [0]
        for edit in edits:
            self._by.append(self._by[-1] + len(edit.words) - (edit.end - edit.start))

    def start(self, offset: int) -> int:
        """Return the new offset of what begins here; text inserted in front of it comes before it."""
        return offset + self._by[bisect_right(self._ends, offset)]
