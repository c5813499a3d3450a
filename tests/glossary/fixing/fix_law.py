"""The law of fixing on a page: what `--fix` changes is what `check` shows, and reads as the remedy says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from corpus.records import Document, Finding
from glossary.fixing.edits import Edit, Shift, apply_edits
from glossary.report.check_report import Threshold

_KATAKANA = re.compile("[ァ-ヴー]{2,}")


class PageFix(NamedTuple):
    """A page before and after fixing, with what was found on both."""

    before: Document
    after: Document
    found: Sequence[Finding]
    left: Sequence[Finding]
    rounds: Sequence[Sequence[Edit]]


def breaches(page: PageFix, known: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield each breach of the law as a line for people; `known` are katakana words that remedies may write."""
    text = page.before.text
    for edits in page.rounds:
        text = apply_edits(text, edits)
    if text != page.after.text:
        yield f"{page.before.path}: something outside the places changed"
    first = list(page.rounds[0]) if page.rounds else []
    shift = Shift(first)
    after_first = apply_edits(page.before.text, first)
    for edit in first:
        remedies = [
            (place.start, place.end, place.suggestion)
            for finding in page.found
            if finding.rule == edit.rule and finding.state.is_new and Threshold().shows(finding)
            for place in finding.locations
            if place.start <= edit.start and edit.end <= place.end and place.suggestion
        ]
        where = f"{page.before.path}:{edit.start} {edit.rule} {page.before.text[edit.start : edit.end]!r}"
        if not remedies:
            yield f"{where}: changed, though `check` shows nothing there"
            continue
        readings = [
            page.before.text[start : edit.start] + edit.words + page.before.text[edit.end : end] == remedy
            for start, end, remedy in remedies
        ]
        if not any(readings):
            yield f"{where}: {edit.words!r} is not what the remedy says: {remedies[0][2]!r}"
        start = shift.start(edit.start) if edit.start < edit.end else shift.start(edit.start) - len(edit.words)
        if after_first[start : start + len(edit.words)] != edit.words:
            yield f"{where}: reads {after_first[start : start + len(edit.words)]!r}, not {edit.words!r}"
        before_words = set(_KATAKANA.findall(page.before.text))
        for word in _KATAKANA.findall(edit.words) if edit.start < edit.end else ():
            if known and word not in known and word not in before_words and edit.rule.startswith("T1"):
                yield f"{where}: {word} is no word of the page or the glossary"
    yield from _new_findings(page)


def _new_findings(page: PageFix) -> Iterator[str]:
    """Yield what rules find at fixed places that they did not find there before."""
    if not page.rounds:
        return
    last = page.rounds[-1]
    before = {(finding.rule, place.surface) for finding in page.found for place in finding.locations}
    shift = Shift(last)
    places = [
        (shift.start(edit.end) - len(edit.words) if edit.start < edit.end else shift.start(edit.start) - len(edit.words), len(edit.words))
        for edit in last
    ]
    for finding in page.left:
        if not finding.state.is_new or not Threshold().shows(finding):
            continue
        for place in finding.locations:
            touching = any(place.start < start + size and start < place.end for start, size in places)
            if touching and (finding.rule, place.surface) not in before:
                yield f"{page.after.path}:{place.start} {finding.rule} {place.surface!r} is new where something was fixed"
