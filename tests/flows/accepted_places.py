"""Accepted places: what became of each, as texts, the list of manual corrections and the next build tell.

Nothing here asks the code that makes the patch.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from corpus.records import Location
from corpus.text.printable import printable
from flows.files.build_reader import PublishedBuild, built
from glossary.desk.report.positions import LineIndex, place_text
from glossary.fixing.edits import Edit

Standing = dict[tuple[str, str], list[Location]]  # path and rule → places


class Fate(NamedTuple):
    """What became of an accepted place."""

    outcome: str  # patched, by hand, open or vanished
    rule: str
    place: str  # path:line:column in the text before
    surface: str


class _Change(NamedTuple):
    """Where a text was changed: offsets before and after."""

    start: int
    end: int
    new_start: int
    new_end: int


def accepting(build: Path, most: int | None = None) -> str:
    """The page's export of a reviewer who takes what is offered, until so many places are accepted; None: all."""
    published, decisions, places = built(build), list[dict[str, str]](), 0
    for finding in published.findings:
        if finding.state.is_undecided and finding.lang != "en" and (most is None or places < most):
            places += len(finding.locations)
            words = finding.suggestion or next(iter(finding.expected), "")
            decisions.append({"finding": finding.finding_id, "action": "accept", "words": words})
    header = {"format": "taiyaku-decisions", "version": 1, "build": published.build_id, "who": "Mei"}
    return json.dumps({**header, "decisions": decisions}, ensure_ascii=False)


def fates(before: Path, after: Path, export: str, by_hand: str) -> list[Fate]:
    """What became of each place that an export accepts, from the build it was made from to that of patched texts."""
    first, second = built(before), built(after)
    words = {decision["finding"]: decision["words"] for decision in json.loads(export)["decisions"]}
    texts_by_path = {document.path: document.text for document in second.documents.values()}
    lines, standing = by_hand.splitlines(), _standing(second)
    pages = {
        document.doc_id: _Page(document.path, document.text, texts_by_path[document.path], lines, standing)
        for document in first.documents.values()
    }
    return [
        pages[place.doc_id].fate(finding.rule, place, words[finding.finding_id])
        for finding in first.findings
        if finding.finding_id in words
        for place in finding.locations
    ]


def _standing(build: PublishedBuild) -> Standing:
    """What a build still finds."""
    places: Standing = defaultdict(list)
    for finding in build.findings:
        for place in finding.locations if finding.state.stands else ():
            places[build.documents[place.doc_id].path, finding.rule].append(place)
    return places


class _Page:
    """A page before and after the patch."""

    def __init__(self, path: str, text: str, new_text: str, by_hand: Sequence[str], standing: Standing) -> None:
        self._path, self._text, self._now = path, text, new_text
        self._by_hand = [line for line in by_hand if line.startswith(printable(path))]
        self._standing = standing
        self._lines = LineIndex(text)
        self._changes = _changes(text, new_text)

    def fate(self, rule: str, place: Location, words: str) -> Fate:
        """What became of a place where these words, or what is offered there, were wanted."""
        label = place_text(self._path, self._lines.position(place.start), extracted=False)
        line = printable(f"{label}: “{place.surface}”")
        start, end = self._moved(place.start), self._moved(place.end)
        if any(self._is_put(place, remedy) for remedy in {words, place.offered} - {""}):
            outcome = "patched"
        elif any(entry.startswith(line) for entry in self._by_hand):
            outcome = "by hand"
        elif any(other.start <= end and start <= other.end for other in self._standing[self._path, rule]):
            outcome = "open"
        else:
            outcome = "vanished"
        return Fate(outcome, rule, label, place.surface)

    def _is_put(self, place: Location, remedy: str) -> bool:
        """Whether the text was changed at a place, and what it lacked of a remedy stands there now."""
        touched = [change for change in self._changes if change.start <= place.end and place.start <= change.end]
        if not touched:
            return False
        start = min(touched[0].new_start, self._moved(place.start))
        end = max(touched[-1].new_end, self._moved(place.end))
        if remedy in self._now[max(0, start - len(remedy)) : end + len(remedy)]:
            return True
        lacked = Edit(place.start, place.end, remedy, "", "", 1.0).narrowed(self._text)  # another patch met it
        gone = self._text[lacked.start : lacked.end]
        return lacked.words in self._now[start:end] if lacked.words else gone not in self._now[start:end]

    def _moved(self, offset: int) -> int:
        """Where a character is now; one that was changed, where its change begins."""
        before = [change for change in self._changes if change.start < offset]
        if not before:
            return offset
        last = before[-1]
        return last.new_start if offset < last.end else offset + last.new_end - last.end


def _changes(text: str, new_text: str) -> list[_Change]:
    """What differs, line by line: a patch of words neither adds lines nor takes them away."""
    changes, start, new_start = list[_Change](), 0, 0
    for line, new_line in zip(text.splitlines(keepends=True), new_text.splitlines(keepends=True), strict=True):
        for edit in Levenshtein.opcodes(line, new_line) if line != new_line else ():
            if edit.tag != "equal":
                span = (edit.src_start + start, edit.src_end + start)
                changes.append(_Change(*span, edit.dest_start + new_start, edit.dest_end + new_start))
        start, new_start = start + len(line), new_start + len(new_line)
    return changes
