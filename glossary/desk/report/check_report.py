"""What a report is made of: the pages that were checked, their findings, and every place of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from corpus.formats import format_of, places_of
from corpus.formats.notebook import CellLine, cell_line
from corpus.languages import missing_extra
from corpus.records import Document, Finding, Location
from corpus.sources.documents import UNRECOGNISED
from glossary.desk.report.positions import LineIndex, Position, cells_of, line_text, place_text
from glossary.findings.direction import EnglishPage
from glossary.rules.calibration import DOUBTFUL
from glossary.rules.registry import RULES
from glossary.rules.rule import SEVERITIES, Rule


@dataclass(frozen=True, slots=True)
class Threshold:
    """What makes a check fail, and what it shows."""

    severity: str = "major"
    confidence: float = 0.8
    named: frozenset[str] = frozenset()  # rules that were asked for by name: all their findings are shown

    def is_certain(self, finding: Finding | Location | Rule) -> bool:
        """Return whether a finding, or a place of it, is certain enough to fail a check."""
        return finding.confidence >= self.confidence

    def is_grave(self, finding: Finding | Rule, place: Location | None = None) -> bool:
        """Return whether it weighs enough, and is certain enough at that place, to fail a check if it is new."""
        weighs = SEVERITIES.index(finding.severity) <= SEVERITIES.index(self.severity)
        return weighs and self.is_certain(place or finding)

    def fails(self, finding: Finding, place: Location | None = None) -> bool:
        """Return whether it fails the check, at all or at that place."""
        return finding.state.is_new and self.is_grave(finding, place)

    def shows(self, finding: Finding, least: float = DOUBTFUL) -> bool:
        """Return whether a finding is worth a person's time in a terminal: if it fails, or was asked for."""
        is_asked_for = finding.rule in self.named or self.fails(finding)
        return is_asked_for or (finding.severity != "neutral" and finding.confidence >= least)


@dataclass(frozen=True)
class CheckedPage:
    """A page that was checked, under the path that is shown, with its findings; one that was not read has none."""

    document: Document
    shown_path: str
    findings: Sequence[Finding] = ()
    rules: Sequence[Rule] = RULES  # those that judged it
    english: EnglishPage | None = None  # what its original tells of where it comes from
    guarded_places: frozenset[tuple[int, int]] = field(
        default=frozenset(), kw_only=True
    )  # places that `--fix` leaves alone
    was_fixed: bool = field(default=False, kw_only=True)  # what is left has to be fixed by hand
    was_named: bool = field(default=False, kw_only=True)  # its file was, not only a folder that it lies in

    @property
    def was_read(self) -> bool:
        """Return whether there was a text to judge."""
        return self.document.status == "ok"

    @property
    def lacks_language(self) -> bool:
        """Return whether it cannot be read because support for its language is not installed."""
        return not self.was_read and bool(self.document.lang and missing_extra(self.document.lang))

    @property
    def refusal(self) -> str:
        """Say how much it matters that it was not read: `error` where the check cannot be made without it, `note` where
        its language is not recognised, so that it need not be a page at all, else `warning`; empty where it was read.
        """
        if self.was_read:
            return ""
        if self.was_named or self.lacks_language:
            return "error"
        return "note" if (self.document.reason or "").startswith(UNRECOGNISED) else "warning"

    @property
    def is_extracted(self) -> bool:
        """Return whether the text was extracted from its file: its lines are not those of the file."""
        return format_of(self.document.media_type).is_extracted and not self.lines.in_file

    @cached_property
    def lines(self) -> LineIndex:
        """The lines of its text; of a catalogue, those of the file."""
        return LineIndex(self.document.text, places_of(self.document))

    def where(self, position: Position | None) -> str:
        """Return path, line and column of a place, and its cell in a notebook."""
        return place_text(self.shown_path, position, self.is_extracted, self._cells)

    def line(self, number: int) -> str:
        """Return the number of a line as reports write it."""
        return line_text(number, self.is_extracted, self._cells)

    def cell(self, position: Position | None) -> CellLine | None:
        """Return the cell of a notebook that a place stands in, and its line there."""
        return cell_line(self._cells, position.line) if position and self._cells else None

    @cached_property
    def _cells(self) -> str:
        return cells_of(self.document) if self.is_extracted else ""


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """One place of a finding, on the page that it stands on; without offsets where the finding has no place."""

    page: CheckedPage
    finding: Finding
    number: int = 0  # which of the finding's places
    location: Location | None = None  # None where it has no place

    @property
    def start(self) -> int | None:
        """First character of the words."""
        return None if self.location is None else self.location.start

    @property
    def end(self) -> int | None:
        """One past their last character."""
        return None if self.location is None else self.location.end

    @property
    def record(self) -> Location | Finding:
        """The record that holds the words, message and remedy of the place: the finding itself where it has none."""
        return self.location or self.finding

    @property
    def first(self) -> Position | None:
        """The position at which it begins."""
        return None if self.start is None else self.page.lines.position(self.start)

    @property
    def last(self) -> Position | None:
        """The position at which it ends: one past its last character."""
        return None if self.end is None else self.page.lines.end(self.end)

    @property
    def is_contiguous(self) -> bool:
        """Return whether the words stand in the file as they are in the text: not wrapped, without escapes."""
        if not self.page.lines.in_file or self.first is None or self.last is None or self.start is None:
            return True
        size = (self.end or 0) - self.start
        return self.first.line == self.last.line and self.last.column - self.first.column == size

    @property
    def surface(self) -> str:
        """The words that stand there."""
        return self.record.surface

    @property
    def where(self) -> str:
        """Path, line and column."""
        return self.page.where(self.first)


@dataclass(frozen=True, slots=True)
class ReportedFinding:
    """A finding with its page and its places, the one that is shown first in front."""

    page: CheckedPage
    finding: Finding
    places: tuple[ShownPlace, ...]


@dataclass(frozen=True)
class Report:
    """What was checked and found, and how it is to be reported."""

    pages: Sequence[CheckedPage]
    threshold: Threshold = Threshold()
    lang: str = "en"  # of messages: en, zh or ja
    signature: str = ""  # what produced it

    @cached_property
    def findings(self) -> tuple[ReportedFinding, ...]:
        """All findings with their places, in order of pages."""
        by_id = {page.document.doc_id: page for page in self.pages}
        return tuple(
            ReportedFinding(page, finding, tuple(_places(page, finding, by_id)))
            for page in self.pages
            for finding in page.findings
        )

    @cached_property
    def new(self) -> tuple[ShownPlace, ...]:
        """Every place of the new findings: by page as pages were given, then as they stand in it."""
        order = {page.document.doc_id: number for number, page in enumerate(self.pages)}
        places = [place for reported in self.findings if reported.finding.state.is_new for place in reported.places]
        return tuple(sorted(places, key=lambda place: (order[place.page.document.doc_id], *_order(place))))


def _places(page: CheckedPage, finding: Finding, by_id: dict[str, CheckedPage]) -> Iterator[ShownPlace]:
    """Yield the places of a finding on pages that were checked; one without offsets where there are none."""
    places = [] if finding.state.is_fixed else finding.locations  # offsets into a text that is no more
    for number, location in enumerate(places):
        if location.doc_id in by_id:
            yield ShownPlace(by_id[location.doc_id], finding, number, location)
    if not any(location.doc_id in by_id for location in places):
        yield ShownPlace(page, finding)


def _order(place: ShownPlace) -> tuple[int, int, str, str]:
    return place.start or 0, place.end or 0, place.finding.rule, place.finding.finding_id
