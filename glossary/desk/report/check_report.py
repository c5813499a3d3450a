"""The content of a check report: the checked pages, their findings, and every place of each finding."""

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
    """The severity and confidence at which a check fails, and the rules to show in full."""

    severity: str = "major"
    confidence: float = 0.8
    named: frozenset[str] = frozenset()  # rules that were asked for by name: all their findings are shown

    def is_certain(self, finding: Finding | Location | Rule) -> bool:
        """Return whether a finding, or a place of it, is certain enough to fail a check."""
        return finding.confidence >= self.confidence

    def is_grave(self, finding: Finding | Rule, place: Location | None = None) -> bool:
        """Return whether a new finding is severe and certain enough at that place to fail a check."""
        weighs = SEVERITIES.index(finding.severity) <= SEVERITIES.index(self.severity)
        return weighs and self.is_certain(place or finding)

    def fails(self, finding: Finding, place: Location | None = None) -> bool:
        """Return whether a finding fails the check, at all or at that place."""
        return finding.state.is_new and self.is_grave(finding, place)

    def shows(self, finding: Finding, least: float = DOUBTFUL) -> bool:
        """Return whether to show a finding in a terminal: it fails, was requested, or is likely and not neutral."""
        is_asked_for = finding.rule in self.named or self.fails(finding)
        return is_asked_for or (finding.severity != "neutral" and finding.confidence >= least)


@dataclass(frozen=True)
class CheckedPage:
    """A checked page under the path to show, with its findings; a page that was not read has none."""

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
        """Return whether it was not read because support for its language is not installed."""
        return not self.was_read and bool(self.document.lang and missing_extra(self.document.lang))

    @property
    def refusal(self) -> str:
        """Return how serious it is that the page was not read; empty if it was. `error` if the check cannot do without
        it; `note` if its language is not recognised, so that it may be no page; else `warning`.
        """
        if self.was_read:
            return ""
        if self.was_named or self.lacks_language:
            return "error"
        return "note" if (self.document.reason or "").startswith(UNRECOGNISED) else "warning"

    @property
    def is_extracted(self) -> bool:
        """Return whether the text was extracted from its file, so that their lines differ."""
        return format_of(self.document.media_type).is_extracted and not self.lines.in_file

    @cached_property
    def lines(self) -> LineIndex:
        """The lines of its text; for a catalogue, those of the file."""
        return LineIndex(self.document.text, places_of(self.document))

    def where(self, position: Position | None) -> str:
        """Return the path, line and column of a place, and its cell in a notebook."""
        return place_text(self.shown_path, position, self.is_extracted, self._cells)

    def line(self, number: int) -> str:
        """Return a line number as reports write it."""
        return line_text(number, self.is_extracted, self._cells)

    def cell(self, position: Position | None) -> CellLine | None:
        """Return the notebook cell that contains a place, and its line there; None outside notebooks."""
        return cell_line(self._cells, position.line) if position and self._cells else None

    @cached_property
    def _cells(self) -> str:
        return cells_of(self.document) if self.is_extracted else ""


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """One place of a finding, on its page; without offsets if the finding has no place."""

    page: CheckedPage
    finding: Finding
    number: int = 0  # which of the finding's places
    location: Location | None = None  # None where it has no place

    @property
    def start(self) -> int | None:
        """The offset of the first character; None without a place."""
        return None if self.location is None else self.location.start

    @property
    def end(self) -> int | None:
        """The offset after the last character; None without a place."""
        return None if self.location is None else self.location.end

    @property
    def record(self) -> Location | Finding:
        """The record with the words, message and remedy of the place: the finding itself if it has none."""
        return self.location or self.finding

    @property
    def first(self) -> Position | None:
        """The position of the first character."""
        return None if self.start is None else self.page.lines.position(self.start)

    @property
    def last(self) -> Position | None:
        """The position after the last character."""
        return None if self.end is None else self.page.lines.end(self.end)

    @property
    def is_contiguous(self) -> bool:
        """Return whether the words are in the file exactly as in the text: not wrapped, without escapes."""
        if not self.page.lines.in_file or self.first is None or self.last is None or self.start is None:
            return True
        size = (self.end or 0) - self.start
        return self.first.line == self.last.line and self.last.column - self.first.column == size

    @property
    def surface(self) -> str:
        """The words at this place."""
        return self.record.surface

    @property
    def where(self) -> str:
        """The path, line and column."""
        return self.page.where(self.first)


@dataclass(frozen=True, slots=True)
class ReportedFinding:
    """A finding with its page and its places; the place to show is the first."""

    page: CheckedPage
    finding: Finding
    places: tuple[ShownPlace, ...]


@dataclass(frozen=True)
class Report:
    """The checked pages with their findings, and how to report them."""

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
        """Every place of the new findings, in order of the pages given and then of the text."""
        order = {page.document.doc_id: number for number, page in enumerate(self.pages)}
        places = [place for reported in self.findings if reported.finding.state.is_new for place in reported.places]
        return tuple(sorted(places, key=lambda place: (order[place.page.document.doc_id], *_order(place))))


def _places(page: CheckedPage, finding: Finding, by_id: dict[str, CheckedPage]) -> Iterator[ShownPlace]:
    """Yield the places of a finding on checked pages; one without offsets if there are none."""
    places = [] if finding.state.is_fixed else finding.locations  # offsets into a text that is no more
    for number, location in enumerate(places):
        if location.doc_id in by_id:
            yield ShownPlace(by_id[location.doc_id], finding, number, location)
    if not any(location.doc_id in by_id for location in places):
        yield ShownPlace(page, finding)


def _order(place: ShownPlace) -> tuple[int, int, str, str]:
    return place.start or 0, place.end or 0, place.finding.rule, place.finding.finding_id
