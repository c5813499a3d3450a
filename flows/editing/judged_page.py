"""An open page as judged: its text, its findings, and the English that it translates; independent of any editor."""

from __future__ import annotations

import contextlib
import os
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from corpus.formats import EXTENSIONS, format_of, places_of
from corpus.languages import TARGETS, Language
from corpus.records import Document, Finding, Location, Mention, Segment
from corpus.sources.discovery import PlacedFile, SourceError, find
from corpus.sources.documents import read_text, with_text_attributes
from corpus.sources.work_and_language import original_of
from corpus.text.segments import PROSE
from flows.checking.check_request import CheckRequest
from flows.checking.page_check import original_document, pages_of_build, rename_from_base, source_page, text_page
from flows.checking.project_baseline import read_baseline
from flows.files.review_folder import DECISIONS
from flows.options.flow_parameters import CheckOptions
from flows.options.settings import SettingsError
from glossary.desk.report.positions import LineIndex, Position, line_starts
from glossary.findings.baseline import earlier
from glossary.findings.contexts import SourcePage
from glossary.findings.decided import silenced
from glossary.findings.direction import english_page, tempered, translated_works
from glossary.findings.engine import check, order, selected_across
from glossary.findings.repeated_places import without_repeated_places
from glossary.findings.states import EarlierDecision, compare_findings
from glossary.findings.suppressions import suppressions
from glossary.rules.consistency.renderings import digest
from glossary.rules.context import RuleContext
from glossary.rules.source_context import SegmentPair
from glossary.termbase.termbase import Concept


class TextChange(NamedTuple):
    """A stretch of a text that was replaced; offsets are code points."""

    start: int  # in both texts
    before_end: int  # in the text before
    after_end: int  # in the text after

    def after(self, start: int, end: int) -> tuple[int, int] | None:
        """Return where a span of the old text is in the new text; None if it was edited."""
        if end <= self.start:
            return start, end
        shift = self.after_end - self.before_end
        return (start + shift, end + shift) if start >= self.before_end else None

    def before(self, offset: int) -> int | None:
        """Return where a character of the new text was in the old text; None if it is new."""
        if offset < self.start:
            return offset
        return offset - self.after_end + self.before_end if offset >= self.after_end else None


NO_CHANGE = TextChange(0, 0, 0)


def change_between(before: str, after: str) -> TextChange:
    """Return the shortest stretch outside of which two texts are equal."""
    most = min(len(before), len(after))
    start = _largest(most, lambda count: before[:count] == after[:count])
    same = _largest(most - start, lambda count: before[len(before) - count :] == after[len(after) - count :])
    return TextChange(start, len(before) - same, len(after) - same)


def _largest(most: int, holds: Callable[[int], bool]) -> int:
    """Return the largest number up to `most` for which a condition holds, if it holds for 0 and all smaller ones."""
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if holds(middle) else (least, middle - 1)
    return least


_ESCAPED = re.compile(r"[\"\\\n]")  # what files of units may write in another way
_OF_TEXT = ("T405", "T406")  # rules that cut no words and import nothing slow
_MOST_ORIGINALS = 8  # that are kept, each some megabytes; people write no more pages at a time
_MOST_WRITTEN = 2_000  # characters of a sentence that is judged by itself at each key stroke
_FileState = tuple[int, ...] | None  # what differs once a file was written; None of one that cannot be asked


@dataclass(frozen=True)
class JudgedPage:
    """A page as last judged; after edits, with its findings at their current places. All offsets, taken and returned,
    count in the text of `document`.
    """

    document: Document
    page: RuleContext | None  # as it was judged; none of what is not read or not checked, such as English
    findings: tuple[Finding, ...]
    source: Path | None  # the file of its English original
    change: TextChange = NO_CHANGE  # since it was judged

    @property
    def original(self) -> Document | None:
        """The English original, if there is one that can be read."""
        return self.page.original.document if self.page and self.page.original else None

    @property
    def pairs(self) -> tuple[SegmentPair, ...]:
        """The segment pairs of the page and its original."""
        return self.page.pairs if self.page else ()

    def finding_at(self, offset: int) -> list[Finding]:
        """Return the findings with a place that contains the character at an offset, or ends there."""
        return [
            finding
            for finding in self.findings
            if any(location.start <= offset <= location.end for location in finding.locations)
        ]

    def concept_at(self, offset: int) -> tuple[Mention, Concept] | None:
        """Return the longest mention of a concept that contains the character at an offset."""
        before = self.change.before(offset)
        if self.page is None or before is None:
            return None
        uses = self.page.mentions_touching(before, before + 1)
        longest = max(uses, key=lambda use: use.end - use.start, default=None)
        extent = self.change.after(longest.start, longest.end) if longest else None
        if longest is None or extent is None:
            return None
        return replace(longest, start=extent[0], end=extent[1]), self.page.concept(longest)

    def original_at(self, offset: int) -> tuple[Segment, ...]:
        """Return the segments of the original that the sentence at an offset translates; empty if unknown."""
        before = self.change.before(offset)
        return next((pair.source for pair in self.pairs if before is not None and _holds(pair.target, before)), ())

    def translation_at(self, offset: int) -> tuple[int, int] | None:
        """Return the span of the translation of the original's sentence at an offset."""
        segments = next((pair.target for pair in self.pairs if _holds(pair.source, offset)), ())
        return self.change.after(segments[0].start, segments[-1].end) if segments else None


def _holds(segments: tuple[Segment, ...], offset: int) -> bool:
    return segments[0].start <= offset < segments[-1].end


class PageJudge:
    """Judges pages as `taiyaku check` does, one file at a time, and keeps what later calls need. It keeps each file's
    place, and its English original as it was read, until that file changes.
    """

    def __init__(self, request: CheckRequest) -> None:
        self.request = request
        self._places: dict[Path, PlacedFile | None] = {}
        self._baselined: tuple[_FileState, Mapping[str, EarlierDecision]] = (None, {})
        self._originals: OrderedDict[Path, tuple[object, SourcePage | None]] = OrderedDict()

    def forget(self, path: Path) -> None:
        """Look up the place of a file again: it was opened, saved or closed."""
        self._places.pop(path, None)

    def of_text(self, path: Path, text: str) -> list[Finding]:
        """Return the findings that a page's characters alone show, before words are cut and terms found."""
        _, document = self._read(path, text)
        if document is None or document.text != text or document.lang not in TARGETS or document.status != "ok":
            return []
        request = self.request.on_page(document.path)
        rules = [rule for rule in request.selection.rules(document.path) if rule.code in _OF_TEXT]
        decisions = request.decisions.rebased({document.path})
        findings = check(text_page(document, None, request.termbase, decisions), rules, request.selection.most_places)
        return list(compare_findings(findings, self._baseline(), lambda doc_id: document.text))

    def _read(self, path: Path, text: str) -> tuple[PlacedFile | None, Document | None]:
        """Return a file and its document, with a possibly unsaved text; None if taiyaku does not read such files."""
        file = self._places[path] if path in self._places else self._placed(path)
        self._places[path] = file
        if file is None:
            return None, None
        return file, with_text_attributes(read_text(file, text), self.request.options.text_attributes)

    def judged(self, path: Path, text: str) -> JudgedPage | None:
        """Return the judged page of a file with a possibly unsaved text; None if taiyaku does not read such files."""
        file, document = self._read(path, text)
        if document is None or file is None:
            return None
        is_shown = document.text == text or places_of(document)
        if document.status != "ok" or document.lang not in TARGETS or not is_shown:
            return JudgedPage(document, None, (), None)
        request, source = self.request.on_page(document.path), original_of(Path(os.path.abspath(path)))
        original = self._original(file, source, request) if source else None
        if format_of(file.media_type).is_bilingual:
            english_file = replace(file, name=f"{file.name}\0en", language=Language("en", "en"))
            original = source_page(read_text(english_file, text), request.termbase)
        decisions = request.decisions.rebased({document.path})
        page = text_page(document, original, request.termbase, decisions, request.options.lexicons)
        findings = check(page, request.selection.rules(document.path), request.selection.most_places)
        _ = page.mentions  # hovering asks for them in another thread, and tokenizers serve one at a time
        english = [english_page(original.document)] if original else []
        translated = translated_works(english, request.options.original)
        if request.selection.judges_together:  # with the last build, as `check` does
            documents = {document.doc_id: document}
            digests = [digest(page)]
            digests += pages_of_build(digests, self.request)
            alone = selected_across(digests, documents, request.termbase, request.selection)
            findings += (silenced(finding, decisions, documents) for finding in alone)
        findings = sorted(without_repeated_places(tempered(findings, translated)), key=order)
        compared = compare_findings(findings, self._baseline(), lambda doc_id: document.text)
        if document.text != text:
            places = _FilePlaces(document, text)
            return JudgedPage(places.document, None, tuple(map(places.moved, compared)), None)
        return JudgedPage(document, page, tuple(compared), source)

    def carried(self, judged: JudgedPage, text: str, is_free: bool) -> JudgedPage:
        """Return a judged page updated to its current text. Findings move along, and an edited sentence is judged by
        itself. It takes milliseconds; comparisons between sentences have to wait. `is_free` says that no other thread
        judges: tokenizers serve one thread at a time.
        """
        change = change_between(judged.document.text, text)
        document = replace(judged.document, text=text, chars=len(text))
        carried = [moved for finding in judged.findings if (moved := _moved(finding, change))]
        written = self._written(judged, text, change) if is_free else ()
        return replace(judged, document=document, findings=(*carried, *written), change=change)

    def _written(self, judged: JudgedPage, text: str, change: TextChange) -> Iterator[Finding]:
        """Yield the findings in edited text, as far as its sentence alone shows them."""
        page = judged.page
        segment = page.segment_at(max(0, change.start - 1)) if page else None
        if page is None or segment is None or segment.kind not in PROSE or suppressions(page):
            return
        end = change.after_end + segment.end - change.before_end
        if end < change.after_end or segment.text_lang != page.lang or len(text[segment.start : end]) > _MOST_WRITTEN:
            return
        sentence = text[segment.start : end]
        document = replace(judged.document, text=sentence, chars=len(sentence))
        alone = text_page(document, None, page.termbase, page.decisions)
        for finding in check(alone, self.request.selection.rules(document.path)):
            places = [
                replace(place, start=place.start + segment.start, end=place.end + segment.start)
                for place in finding.locations
                if place.start + segment.start < change.after_end and change.start < place.end + segment.start
            ]
            if places:
                yield _at(finding, places)

    def _placed(self, path: Path) -> PlacedFile | None:
        """Return the file under its name relative to the base; it need not exist yet."""
        options = self.request.options
        if not path.is_file():
            media_type = EXTENSIONS.get(path.suffix.lower())
            file = PlacedFile(path, path.name, media_type, path.stem) if media_type else None
        else:
            try:
                files = find([path], options.root, options.exclude, options.works, options.out).files
            except SourceError:  # it lies outside of the root
                files = find([path]).files
            file = next(iter(files), None)
        return rename_from_base(file, self.request) if file else None

    def _baseline(self) -> Mapping[str, EarlierDecision]:
        """Return the project's accepted findings; empty if its baseline cannot be read at the moment."""
        file = self.request.options.baseline
        state = _state(file) if file else None
        if file and state != self._baselined[0]:
            with contextlib.suppress(SettingsError):
                self._baselined = (state, earlier(read_baseline(file)) if state else {})
        return self._baselined[1]

    def _original(self, file: PlacedFile, source: Path, request: CheckRequest) -> SourcePage | None:
        """Return the English original, read again where its file has changed."""
        state = _state(source)
        before, original = self._originals.pop(file.path, (None, None))
        if before != (file, source, state) or state is None:
            original = source_page(original_document(file, source, request), request.termbase)
        self._originals[file.path] = ((file, source, state), original)
        while len(self._originals) > _MOST_ORIGINALS:
            self._originals.popitem(last=False)
        return original


class _FilePlaces:
    """Maps the text of units to its places in their file, which is what an editor shows."""

    def __init__(self, document: Document, file_text: str) -> None:
        self.document = replace(document, text=file_text, chars=len(file_text))
        self._lines, self._starts = LineIndex(document.text, places_of(document)), line_starts(file_text)

    def moved(self, finding: Finding) -> Finding:
        """Return a finding at its places in the file, without remedies for words that are written differently there."""
        return _at(finding, [self._place(place) for place in finding.locations if place.doc_id == finding.doc_id])

    def _place(self, place: Location) -> Location:
        start, end = (
            self._offset(position) for position in (self._lines.position(place.start), self._lines.end(place.end))
        )
        is_plain = self.document.text[start:end] == place.surface and not _ESCAPED.search(place.suggestion or "")
        plain = place if is_plain else replace(place, suggestion=None, expected=[])
        return replace(plain, start=start, end=max(start, end))

    def _offset(self, position: Position) -> int:
        return self._starts[position.line - 1] + position.column - 1


def _moved(finding: Finding, change: TextChange) -> Finding | None:
    """Return a finding at its current places, without those that were edited; None if none are left."""
    places = [
        replace(place, start=extent[0], end=extent[1]) if place.doc_id == finding.doc_id else place
        for place in finding.locations
        if (extent := change.after(place.start, place.end))
    ]
    return _at(finding, places) if any(place.doc_id == finding.doc_id for place in places) else None


def _at(finding: Finding, places: list[Location]) -> Finding:
    return replace(finding, locations=places, start=places[0].start, end=places[0].end, occurrences=len(places))


def _state(path: Path) -> _FileState:
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino


def watched_states(options: CheckOptions) -> frozenset[tuple[str, int, int]]:
    """Return path, modification time and size of each file that entries and decisions are read from."""
    scoped = [folder for scope in options.scopes for folder in scope.dirs]
    folders = [*options.glossary, *scoped, *([options.review / DECISIONS] if options.review else [])]
    files = [file for folder in folders for file in ([folder] if folder.is_file() else folder.rglob("*"))]
    states = []
    for file in files:
        try:
            state = os.stat(file)
        except OSError:  # gone since
            continue
        states.append((str(file), state.st_mtime_ns, state.st_size))
    return frozenset(states)
