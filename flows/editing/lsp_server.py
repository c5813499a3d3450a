"""The server: requests of an editor, answered from pages as they were judged last."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from corpus.formats import format_of
from corpus.limits import LimitError, limited
from corpus.records import Finding, Location
from flows.checking.check_request import CheckRequest
from flows.editing.judged_page import JudgedPage, judged
from flows.editing.protocol_positions import Positions
from flows.editing.term_notes import FormUses, concept_note, offers
from glossary.report.check_report import Threshold

_MOST_CHARACTERS = 1_000_000  # a longer page is not judged while it is written
_DELAY = 0.02  # s after a key stroke, so that quick ones are judged together
_LEAST = 0.5  # what is less sure is not told while somebody writes
_WORD_BEFORE = re.compile(r"[\w.+-]+\Z")
_SEVERITY = {
    "critical": types.DiagnosticSeverity.Error,
    "major": types.DiagnosticSeverity.Error,
    "minor": types.DiagnosticSeverity.Warning,
    "neutral": types.DiagnosticSeverity.Information,
}


class TermServer(LanguageServer):
    """A language server with what it checks by, and the pages that are open."""

    def __init__(self, request: CheckRequest, uses: Callable[[], FormUses]) -> None:
        super().__init__("taiyaku", version("taiyaku"), text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.request = request
        self.threshold = Threshold(confidence=request.options.min_confidence)
        self._read_uses = uses
        self.pages: dict[str, JudgedPage] = {}
        self.waiting: dict[str, Any] = {}  # handles of pages that are to be judged, by address

    @cached_property
    def uses(self) -> FormUses:
        """How often the last build writes each form."""
        return self._read_uses()

    def text_of(self, uri: str) -> str:
        """The text of an open document as the editor has it."""
        return self.workspace.get_text_document(uri).source

    def positions(self, text: str) -> Positions:
        """The lines of a text, in the units of this client."""
        encoding = self.workspace.position_encoding or "utf-16"
        return Positions(text, str(getattr(encoding, "value", encoding)))

    def judge(self, uri: str) -> None:
        """Judge a page anew and tell the editor; what costs too much is told once, and no more of it."""
        self.waiting.pop(uri, None)
        text, path = self.text_of(uri), uris.to_fs_path(uri)
        if path is None or len(text) > _MOST_CHARACTERS:
            return
        try:
            with limited(self.request.options.max_seconds):
                page = judged(Path(path), text, self.request)
        except LimitError as error:
            self.window_log_message(types.LogMessageParams(types.MessageType.Warning, f"{path}: {error}"))
            return
        if page is not None:
            self.pages[uri] = page
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(uri, list(_diagnostics(page, self.positions(text), self.threshold)))
            )


def server(request: CheckRequest, uses: Callable[[], FormUses]) -> TermServer:
    """A server that checks by a request; `uses` reads what a build writes, when somebody first asks."""
    term_server = TermServer(request, uses)
    _add_judging(term_server)
    _add_answers(term_server)
    return term_server


def _add_judging(term_server: TermServer) -> None:
    @term_server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(_: TermServer, params: types.DidOpenTextDocumentParams) -> None:
        term_server.judge(params.text_document.uri)

    @term_server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(_: TermServer, params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        if uri in term_server.waiting:
            term_server.waiting[uri].cancel()
        term_server.waiting[uri] = asyncio.get_running_loop().call_later(_DELAY, term_server.judge, uri)

    @term_server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(_: TermServer, params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        term_server.pages.pop(uri, None)
        with contextlib.suppress(KeyError):
            term_server.waiting.pop(uri).cancel()
        term_server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def _add_answers(term_server: TermServer) -> None:
    def place(params: Any) -> tuple[JudgedPage | None, Positions, int]:
        uri = params.text_document.uri
        positions = term_server.positions(term_server.text_of(uri))
        return term_server.pages.get(uri), positions, positions.offset(params.position.line, params.position.character)

    @term_server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(_: TermServer, params: types.HoverParams) -> types.Hover | None:
        page, positions, offset = place(params)
        use = page.concept_at(offset) if page else None
        if use is None:
            return None
        mention, concept = use
        note = types.MarkupContent(types.MarkupKind.Markdown, concept_note(concept, term_server.uses))
        return types.Hover(note, _range(positions, mention.start, mention.end))

    @term_server.feature(types.TEXT_DOCUMENT_COMPLETION)
    def complete(_: TermServer, params: types.CompletionParams) -> list[types.CompletionItem]:
        page, positions, offset = place(params)
        if page is None or page.page is None:
            return []
        text = term_server.text_of(params.text_document.uri)
        typed = _WORD_BEFORE.search(text[max(0, offset - 60) : offset])
        if typed is None:
            return []
        span = _range(positions, offset - len(typed[0]), offset)
        return [
            types.CompletionItem(
                label=offer.form, detail=offer.english, documentation=offer.concept.definition, filter_text=typed[0],
                text_edit=types.TextEdit(span, offer.form), kind=types.CompletionItemKind.Text,
            )
            for offer in offers(term_server.request.termbase, typed[0], page.document.lang)
        ]  # fmt: skip

    @term_server.feature(types.TEXT_DOCUMENT_CODE_ACTION)
    def actions(_: TermServer, params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        page, positions = term_server.pages.get(uri), term_server.positions(term_server.text_of(uri))
        if page is None:
            return []
        offset = positions.offset(params.range.start.line, params.range.start.character)
        return [
            action for finding in page.finding_at(offset) for action in _fixes(uri, page, finding, offset, positions)
        ]

    @term_server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def original(_: TermServer, params: types.DefinitionParams) -> types.Location | None:
        page, _positions, offset = place(params)
        segments = page.original_at(offset) if page else ()
        if page is None or page.original is None or page.source is None or not segments:
            return None
        lines = term_server.positions(page.original.text)
        return types.Location(page.source.as_uri(), _range(lines, segments[0].start, segments[-1].end))

    @term_server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def translations(_: TermServer, params: types.ReferenceParams) -> list[types.Location]:
        path = uris.to_fs_path(params.text_document.uri)
        english = term_server.positions(term_server.text_of(params.text_document.uri))
        offset = english.offset(params.position.line, params.position.character)
        return [
            types.Location(uri, _range(term_server.positions(page.document.text), segments[0].start, segments[-1].end))
            for uri, page in term_server.pages.items()
            if page.source and str(page.source) == path and (segments := page.translation_at(offset))
        ]

    @term_server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(_: TermServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        uri = params.text_document.uri
        page, positions = term_server.pages.get(uri), term_server.positions(term_server.text_of(uri))
        return [
            types.DocumentSymbol(
                f"{finding.rule} {' '.join(location.surface.split())[:60]}", types.SymbolKind.Event, span, span,
                detail=location.message,
            )
            for finding, location in _told(page.findings if page else ())
            for span in [_range(positions, location.start, location.end)]
        ]  # fmt: skip


def _told(findings: Sequence[Finding]) -> Iterator[tuple[Finding, Location]]:
    """The places that an editor shows: of what stands and is likely enough."""
    for finding in findings:
        if finding.state.stands:
            for location in finding.locations:
                if location.doc_id == finding.doc_id and location.confidence >= _LEAST:
                    yield finding, location


def _diagnostics(page: JudgedPage, positions: Positions, threshold: Threshold) -> Iterator[types.Diagnostic]:
    for finding, location in _told(page.findings):
        sure = threshold.is_certain(location)
        severity = _SEVERITY[finding.severity] if sure else types.DiagnosticSeverity.Hint
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
    """What may be written at a place, the safe remedy preferred, and that the finding is to be ignored there."""
    for location in finding.locations:
        if location.start <= offset <= location.end and location.doc_id == finding.doc_id:
            span = _range(positions, location.start, location.end)
            forms = dict.fromkeys(filter(None, (location.suggestion, *location.expected)))
            for form in forms:
                edit = types.WorkspaceEdit(changes={uri: [types.TextEdit(span, form)]})
                yield types.CodeAction(
                    f"Write {form}", types.CodeActionKind.QuickFix, edit=edit, is_preferred=form == location.suggestion
                )
            yield from _ignoring(uri, page, finding, location, positions)
            return


def _ignoring(
    uri: str, page: JudgedPage, finding: Finding, location: Location, positions: Positions
) -> Iterator[types.CodeAction]:
    """A comment before the line, where the format has comments; its reason is for the writer to give."""
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
