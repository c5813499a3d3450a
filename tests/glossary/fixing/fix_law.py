"""The law of fixing on a page: what changes is what `check` shows, and it reads as the remedy says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from corpus.records import Document, Finding
from glossary.desk.report.check_report import Threshold
from glossary.fixing.edits import Edit, apply_edits, places_after


class PageFix(NamedTuple):
    """A page before and after fixing, with what was found on both."""

    before: Document
    after: Document
    findings: Sequence[Finding]
    left: Sequence[Finding]
    edits: Sequence[Edit]
    threshold: Threshold = Threshold()


def breaches(page: PageFix) -> Iterator[str]:
    """Yield each breach of the law as a line for people."""
    rounds: defaultdict[int, list[Edit]] = defaultdict(list)
    for edit in page.edits:
        rounds[edit.round].append(edit)
    text = page.before.text
    for _, edits in sorted(rounds.items()):
        text = apply_edits(text, edits)
    if text != page.after.text:
        yield "something outside the places changed"
    yield from _unlike_remedies(page, rounds[0])
    if rounds[0]:
        yield from _new_findings(page, rounds[max(rounds)])


def _unlike_remedies(page: PageFix, edits: Sequence[Edit]) -> Iterator[str]:
    """Yield what changes without a finding that is shown, and what does not read as its remedy says."""
    text = page.before.text
    for edit in edits:
        remedies = [
            (place.start, place.end, place.suggestion)
            for finding in page.findings
            if finding.rule == edit.rule and finding.state.is_new and page.threshold.shows(finding)
            for place in finding.locations
            if place.start <= edit.start and edit.end <= place.end and place.suggestion
        ]
        readings = [text[start : edit.start] + edit.words + text[edit.end : end] for start, end, _ in remedies]
        words = f"{edit.rule} at {edit.start}: {text[edit.start : edit.end]!r} → {edit.words!r}"
        if not remedies:
            yield f"{words}: `check` shows nothing there"
        elif not any(reading == remedy for reading, (_, _, remedy) in zip(readings, remedies, strict=True)):
            yield f"{words}: reads {readings[0]!r}, not {remedies[0][2]!r}"


def _new_findings(page: PageFix, edits: Sequence[Edit]) -> Iterator[str]:
    """Yield what rules find in the places of the last edits that the page did not have before; neutral remarks aside."""
    before = {(finding.rule, place.surface) for finding in page.findings for place in finding.locations}
    places = list(places_after(edits))
    for finding in page.left:
        if not finding.state.is_new or not Threshold().shows(finding):
            continue
        for place in finding.locations:
            is_touched = any(place.start < end and start < place.end for start, end in places)
            if is_touched and (finding.rule, place.surface) not in before:
                yield f"{finding.rule} at {place.start} of the fixed page: {place.surface!r} is new"
