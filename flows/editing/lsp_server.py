"""The server: requests of an editor, answered from pages as they were judged last."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cached_property, partial, reduce
from importlib.metadata import version
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from corpus.formats import format_of
from corpus.limits import LimitError, limited
from corpus.records import Finding, Location
from corpus.storage.unused_memory import give_back
from flows.checking.check_request import CheckRequest
from flows.editing.judged_page import JudgedPage, PageJudge, watched_states
from flows.editing.protocol_positions import Positions
from flows.editing.term_notes import EntryEdits, FormUses, Offer, concept_note, entry_changes, offers
from flows.options.settings import SettingsError
from flows.options.termbase_cache import glossary
from glossary.decisions.decision import ReviewError
from glossary.desk.report.check_report import Threshold
from glossary.desk.review.proposals.changes import EntryChange
from glossary.rules.calibration import DOUBTFUL
from glossary.termbase.termbase import GlossaryError, Termbase

_MOST_CHARACTERS = 1_000_000  # a longer page is not judged while it is written
_MOST_SECONDS = 20.0  # of processor time: a writer waits no longer for what is said of a page
_DELAY = 0.02  # s after a key stroke, so that quick ones are judged together
_LONG = 3_000  # characters, which beside an original take a tenth of a second: more are not judged at each key stroke
_PAUSE, _LONGEST_PAUSE = 0.3, 1.0  # s after a key stroke on a long page, and at most after the first of many
_LOOK = 1.0  # s between two looks at the files of glossary and decisions
_SEVERITY = {
    "critical": types.DiagnosticSeverity.Error,
    "major": types.DiagnosticSeverity.Error,
    "minor": types.DiagnosticSeverity.Warning,
    "neutral": types.DiagnosticSeverity.Information,
}


class _Protocol(LanguageServerProtocol):
    """The protocol without the texts that pygls keeps: their lines end at U+2028 and form feeds too, and it changes
    ranges that do not fit into them.
    """

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Iterator[Any]:
        """Hand a change on to the server, which keeps its texts itself."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None


class TermServer(LanguageServer):
    """A language server with what it checks by, and the pages that are open.

    Pages are judged beside the loop that answers, one after the other, as tokenizers serve one thread at a time. A page
    that takes long has the answer of the last judging meanwhile, moved along with what was written since.
    """

    def __init__(
        self, read_request: Callable[[], CheckRequest], uses: Callable[[], FormUses], shows_all: bool = False
    ) -> None:
        super().__init__("taiyaku", version("taiyaku"), protocol_cls=_Protocol)
        self._read_request = read_request
        self._read_uses = uses
        self.shows_all = shows_all
        self._follow_request(read_request())
        self._judging = ThreadPoolExecutor(1, "judging")
        self.pages: dict[str, JudgedPage] = {}
        self._open: dict[str, _OpenPage] = {}

    def _follow_request(self, request: CheckRequest) -> None:
        self.request = request
        self.judge = PageJudge(request)
        self.threshold = Threshold(confidence=request.options.min_confidence)

    async def follow_files(self) -> None:
        """Judge open pages again once entries or decisions change; those that cannot be read are reported and left."""
        states = watched_states(self.request.options)
        while True:
            await asyncio.sleep(_LOOK)
            if (new := watched_states(self.request.options)) != states:
                states = new
                try:
                    request = await asyncio.get_running_loop().run_in_executor(self._judging, self._request_again)
                except (GlossaryError, ReviewError, SettingsError) as error:
                    self.report(str(error), types.MessageType.Warning)
                else:
                    self._follow_request(request)
                    for uri, page in self._open.items():
                        self._judge_anew(uri, page)

    def _request_again(self) -> CheckRequest:
        glossary.cache_clear()
        return self._read_request()

    async def entry_edits(self, change: EntryChange) -> EntryEdits:
        """Return what a change of an entry does to the project's files."""
        options, base = self.request.options, self.request.base.absolute()
        edits = partial(EntryEdits.of, change, base, options.glossary, options.glossary_only)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._judging, edits)
        except (GlossaryError, ReviewError) as error:
            return EntryEdits(problem=str(error))

    def report(self, text: str, kind: types.MessageType = types.MessageType.Info) -> None:
        """Show a message in the editor."""
        self.window_show_message(types.ShowMessageParams(kind, text))

    @cached_property
    def uses(self) -> FormUses:
        """The number of times that the last build writes each form."""
        return self._read_uses()

    def text_of(self, uri: str) -> str:
        """Return the text of an open document as the editor has it; empty where none is open."""
        return self._open[uri].text if uri in self._open else ""

    def is_shown(self, finding: Finding) -> bool:
        """Return whether a finding is one that `taiyaku check` prints."""
        return finding.state.stands and (self.shows_all or self.threshold.shows(finding))

    def shown(self, findings: Sequence[Finding]) -> Iterator[tuple[Finding, Location]]:
        """Yield the places that are marked: of findings that are shown those that are likely enough."""
        for finding in filter(self.is_shown, findings):
            for location in finding.locations:
                if location.doc_id == finding.doc_id and (self.shows_all or location.confidence >= DOUBTFUL):
                    yield finding, location

    def positions(self, text: str) -> Positions:
        """Return the lines of a text, in the units of this client."""
        encoding = self.workspace.position_encoding or "utf-16"
        return Positions(text, str(getattr(encoding, "value", encoding)))

    def opened(self, item: types.TextDocumentItem) -> None:
        """Judge a page that was opened."""
        uri = item.uri
        self._place_anew(uri)
        self._open[uri] = page = _OpenPage(item.text, item.version)
        page.judging = asyncio.ensure_future(self._judge_until_settled(uri, page))

    def changed(
        self, identifier: types.VersionedTextDocumentIdentifier, changes: Sequence[types.TextDocumentContentChangeEvent]
    ) -> None:
        """Judge a page that was written in, once no key follows for a moment; what is known of it moves at once."""
        page = self._open.get(identifier.uri)
        if page is None:
            return
        page.text = reduce(self._with_change, changes, page.text)
        page.version = identifier.version
        if page.judged and page.is_long and len(page.text) <= _MOST_CHARACTERS:
            self._publish(identifier.uri, page, self._carried(page, page.judged))
        self._judge_anew(identifier.uri, page)

    def _with_change(self, text: str, change: types.TextDocumentContentChangeEvent) -> str:
        if not isinstance(change, types.TextDocumentContentChangePartial):
            return change.text
        positions = self.positions(text)
        start, end = (positions.offset(place.line, place.character) for place in (change.range.start, change.range.end))
        return text[:start] + change.text + text[max(start, end) :]

    def _judge_anew(self, uri: str, page: _OpenPage) -> None:
        page.changes += 1
        page.changed_at = time.monotonic()
        if page.judging is None or page.judging.done():
            page.judging = asyncio.ensure_future(self._judge_until_settled(uri, page))

    def saved(self, uri: str) -> None:
        """Judge a page again that was saved: where its file stands and what lies beside it may be other than before."""
        self._place_anew(uri)
        if page := self._open.get(uri):
            self._judge_anew(uri, page)

    def closed(self, uri: str) -> None:
        """Say no more of a page."""
        self._place_anew(uri)
        self.pages.pop(uri, None)
        if page := self._open.pop(uri, None):
            page.changes += 1  # what is judged now is not published
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    async def first_judged(self, uri: str) -> JudgedPage | None:
        """Return a page as it was judged last, moved along; a newly opened one once it was judged."""
        page = self._open.get(uri)
        if uri not in self.pages and page and page.judging:
            await asyncio.shield(page.judging)
        return self.pages.get(uri)

    def _place_anew(self, uri: str) -> None:
        if path := uris.to_fs_path(uri):
            self.judge.forget(Path(path))

    async def _judge_until_settled(self, uri: str, page: _OpenPage) -> None:
        """Judge a page, and again as long as it was written in meanwhile."""
        judged_changes = -1
        while self._open.get(uri) is page and judged_changes != page.changes:
            await self._pause(page)
            judged_changes, text = page.changes, page.text
            result = await self._judged_beside(uri, page, text)
            if result and self._open.get(uri) is page:
                page.judged = result
                self._publish(uri, page, result if page.text == text else self._carried(page, result))

    async def _judged_beside(self, uri: str, page: _OpenPage, text: str) -> JudgedPage | None:
        """Return a page as it is judged now; None of what is not judged. What costs too much is logged."""
        path = uris.to_fs_path(uri)
        if path is None or len(text) > _MOST_CHARACTERS:
            return None
        page.is_busy = True
        try:
            return await asyncio.get_running_loop().run_in_executor(self._judging, self._judged, Path(path), text)
        except LimitError as error:
            self.window_log_message(types.LogMessageParams(types.MessageType.Warning, f"{path}: {error}"))
            return None
        finally:
            page.is_busy = False

    def _judged(self, path: Path, text: str) -> JudgedPage | None:
        with limited(min(_MOST_SECONDS, self.request.options.max_seconds)):
            page = self.judge.judged(path, text)
        if not self.pages:  # glossary, lexicons and dictionaries are there, and stay
            gc.collect()
            gc.freeze()
            give_back()
        return page

    def _carried(self, page: _OpenPage, judged: JudgedPage) -> JudgedPage:
        """Return a page moved along; its sentence is judged where all judging is, as it serves one thread."""
        if any(other.is_busy for other in self._open.values()):
            return self.judge.carried(judged, page.text, is_free=False)
        return self._judging.submit(self.judge.carried, judged, page.text, is_free=True).result()

    async def _pause(self, page: _OpenPage) -> None:
        """Wait until nothing was written for a moment, or writing goes on and on."""
        until = time.monotonic() + _LONGEST_PAUSE
        while True:
            left = min(page.changed_at + (_PAUSE if page.is_long else _DELAY), until) - time.monotonic()
            if left <= 0:
                return
            await asyncio.sleep(left)

    def _publish(self, uri: str, page: _OpenPage, judged: JudgedPage) -> None:
        self.pages[uri] = judged
        diagnostics = list(_diagnostics(self.shown(judged.findings), self.positions(page.text), self.threshold))
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, page.version))


@dataclass
class _OpenPage:
    """How the judging of an open page stands."""

    text: str
    version: int
    judged: JudgedPage | None = None  # the last that was judged as a whole
    changes: int = 0
    changed_at: float = 0.0
    judging: asyncio.Future[None] | None = None
    is_busy: bool = False  # tokenizers are in use

    @property
    def is_long(self) -> bool:
        """Return whether judging it takes longer than from one key stroke to the next."""
        return len(self.text) > _LONG


def server(
    read_request: Callable[[], CheckRequest], uses: Callable[[], FormUses], shows_all: bool = False
) -> TermServer:
    """Return a server.

    `read_request` reads what pages are checked by, again whenever its files change; `uses` reads what a build writes,
    when a client first asks; `shows_all` marks neutral findings too.
    """
    term_server = TermServer(read_request, uses, shows_all)
    _add_judging(term_server)
    _add_answers(term_server)
    _add_entry_edits(term_server)
    return term_server


def _add_judging(term_server: TermServer) -> None:
    @term_server.feature(types.INITIALIZED)
    async def initialized(_: TermServer, _params: types.InitializedParams) -> None:
        await term_server.follow_files()

    @term_server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(_: TermServer, params: types.DidOpenTextDocumentParams) -> None:
        term_server.opened(params.text_document)

    @term_server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(_: TermServer, params: types.DidChangeTextDocumentParams) -> None:
        term_server.changed(params.text_document, params.content_changes)

    @term_server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(_: TermServer, params: types.DidSaveTextDocumentParams) -> None:
        term_server.saved(params.text_document.uri)

    @term_server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(_: TermServer, params: types.DidCloseTextDocumentParams) -> None:
        term_server.closed(params.text_document.uri)


def _add_answers(term_server: TermServer) -> None:
    async def place(params: Any) -> tuple[JudgedPage | None, Positions, int]:
        uri = params.text_document.uri
        page, positions = await term_server.first_judged(uri), term_server.positions(term_server.text_of(uri))
        return page, positions, positions.offset(params.position.line, params.position.character)

    @term_server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(_: TermServer, params: types.HoverParams) -> types.Hover | None:
        page, positions, offset = await place(params)
        use = page.concept_at(offset) if page else None
        if use is None:
            return None
        mention, concept = use
        note = types.MarkupContent(types.MarkupKind.Markdown, concept_note(concept, term_server.uses))
        return types.Hover(note, _range(positions, mention.start, mention.end))

    @term_server.feature(types.TEXT_DOCUMENT_COMPLETION)
    async def complete(_: TermServer, params: types.CompletionParams) -> types.CompletionList:
        page, positions, offset = await place(params)
        text = term_server.text_of(params.text_document.uri)
        before = text[positions.line_start(offset) : offset]
        typed, offered = "", list[Offer]()
        if page and page.page:
            typed, offered = offers(page.page.termbase, before, page.document.lang, term_server.uses)
        span = _range(positions, offset - len(typed), offset)
        items = [
            types.CompletionItem(
                label=offer.form, detail=offer.english, documentation=offer.definition, filter_text=typed,
                sort_text=f"{rank:03}", text_edit=types.TextEdit(span, offer.form),
                kind=types.CompletionItemKind.Text,
            )
            for rank, offer in enumerate(offered)
        ]  # fmt: skip
        return types.CompletionList(True, items)  # what is typed next may begin another run of words

    @term_server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(resolve_provider=True))
    async def actions(_: TermServer, params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        page, positions = await term_server.first_judged(uri), term_server.positions(term_server.text_of(uri))
        if page is None:
            return []
        offset = positions.offset(params.range.start.line, params.range.start.character)
        return [
            action
            for finding in page.finding_at(offset)
            if term_server.is_shown(finding)
            for action in _fixes(uri, page, finding, offset, positions)
        ]

    @term_server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def original(_: TermServer, params: types.DefinitionParams) -> types.Location | None:
        page, _positions, offset = await place(params)
        segments = page.original_at(offset) if page else ()
        if page is None or page.original is None or page.source is None or not segments:
            return None
        lines = term_server.positions(page.original.text)
        return types.Location(page.source.as_uri(), _range(lines, segments[0].start, segments[-1].end))

    @term_server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def translations(_: TermServer, params: types.ReferenceParams) -> list[types.Location]:
        path = uris.to_fs_path(params.text_document.uri)
        english = term_server.positions(term_server.text_of(params.text_document.uri))
        offset = english.offset(params.position.line, params.position.character)
        return [
            types.Location(uri, _range(term_server.positions(page.document.text), *extent))
            for uri, page in term_server.pages.items()
            if page.source and str(page.source) == path and (extent := page.translation_at(offset))
        ]

    @term_server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(_: TermServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        uri = params.text_document.uri
        page, positions = await term_server.first_judged(uri), term_server.positions(term_server.text_of(uri))
        return [
            types.DocumentSymbol(
                f"{finding.rule} {' '.join(location.surface.split())[:60]}", types.SymbolKind.Event, span, span,
                detail=location.message,
            )
            for finding, location in term_server.shown(page.findings if page else ())
            for span in [_range(positions, location.start, location.end)]
        ]  # fmt: skip


def _diagnostics(
    shown: Iterator[tuple[Finding, Location]], positions: Positions, threshold: Threshold
) -> Iterator[types.Diagnostic]:
    for finding, location in shown:
        is_loud = threshold.is_certain(location) and finding.state.is_new
        severity = _SEVERITY[finding.severity] if is_loud else types.DiagnosticSeverity.Hint
        yield types.Diagnostic(
            range=_range(positions, location.start, location.end),
            message=location.message,
            severity=severity,
            code=finding.rule,
            source="taiyaku",
        )


def _fixes(
    uri: str, page: JudgedPage, finding: Finding, offset: int, positions: Positions
) -> Iterator[types.CodeAction]:
    """Yield what may be written at a place, the safe remedy preferred, and that the finding is to be ignored there."""
    for location in finding.locations:
        if location.start <= offset <= location.end and location.doc_id == finding.doc_id:
            span = _range(positions, location.start, location.end)
            forms = dict.fromkeys(filter(None, (location.suggestion, *location.expected)))
            for form in forms:
                edit = types.WorkspaceEdit(changes={uri: [types.TextEdit(span, form)]})
                yield types.CodeAction(
                    f"Write {form}", types.CodeActionKind.QuickFix, edit=edit, is_preferred=form == location.suggestion
                )
            if page.page:
                yield from _entry_actions(finding, location, page.page.termbase)
            yield from _ignoring(uri, page, finding, location, positions)
            return


def _entry_actions(finding: Finding, location: Location, termbase: Termbase) -> Iterator[types.CodeAction]:
    """Yield what may be said of words in the project's glossary; the edit is made once one is chosen."""
    for action, change in entry_changes(finding, location, termbase):
        title = {"prefer": "Prefer {} for “{}”: our term", "admit": "Admit {} for “{}”"}[action]
        name = termbase.preferred(change.concept_id, "en")
        yield types.CodeAction(
            title.format(change.form, name),
            types.CodeActionKind.QuickFix,
            data=asdict(change),
        )


def _add_entry_edits(term_server: TermServer) -> None:
    @term_server.feature(types.CODE_ACTION_RESOLVE)
    async def resolve(_: TermServer, action: types.CodeAction) -> types.CodeAction:
        if not action.data:
            return action
        base = term_server.request.base.absolute()
        edits = await term_server.entry_edits(EntryChange(**action.data))
        if edits.problem:
            term_server.report(edits.problem, types.MessageType.Warning)
        if edits.new_folder:
            term_server.report(f'Add dirs = ["{edits.new_folder}"] to [glossary] in taiyaku.toml; then restart taiyaku')
        changes: list[Any] = []
        for path, (before, after) in edits.files.items():
            uri = (base / path).as_uri()
            if before is None:
                changes.append(types.CreateFile(uri, options=types.CreateFileOptions(ignore_if_exists=True)))
            whole = types.Range(types.Position(0, 0), types.Position((before or "").count("\n") + 1, 0))
            document = types.OptionalVersionedTextDocumentIdentifier(uri)
            changes.append(types.TextDocumentEdit(document, [types.TextEdit(whole, after)]))
        action.edit = types.WorkspaceEdit(document_changes=changes)
        return action


def _ignoring(
    uri: str, page: JudgedPage, finding: Finding, location: Location, positions: Positions
) -> Iterator[types.CodeAction]:
    """Yield a comment before the line, where the format has comments; its reason is for the writer to give."""
    comments = list(format_of(page.document.media_type).comments.items())
    if comments:
        opens, closes = comments[-1 if page.document.path.endswith(".mdx") else 0]
        start = positions.line_start(location.start)
        end = "\n" if closes.isspace() else f" {closes}"
        comment = f"{opens} taiyaku-ignore {finding.rule}: reason{end}\n"
        edit = types.WorkspaceEdit(changes={uri: [types.TextEdit(_range(positions, start, start), comment)]})
        yield types.CodeAction(f"Ignore {finding.rule} here, with a reason", types.CodeActionKind.QuickFix, edit=edit)


def _range(positions: Positions, start: int, end: int) -> types.Range:
    return types.Range(types.Position(*positions.position(start)), types.Position(*positions.position(end)))
