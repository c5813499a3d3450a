"""The LSP server: answers an editor's requests from pages as they were last judged."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial, reduce
from pathlib import Path
from typing import Any, TypeVar

from corpus.formats import format_of
from corpus.gc_pause import give_back
from corpus.limits import LimitError, limited
from corpus.records import Finding, Location
from corpus.sources.discovery import SourceError
from flows.checking.check_request import CheckRequest
from flows.checking.report_inputs import inputs_of
from flows.console import error_lines, kept_reports
from flows.console.exit_status import FINE, FOUND
from flows.editing.connection import Connection, Message
from flows.editing.judged_page import JudgedPage, PageJudge, watched_states
from flows.editing.protocol_positions import Positions, path_of
from flows.editing.term_notes import EntryEdits, FormUses, Offer, concept_note, entry_changes, offers
from flows.options.settings import SettingsError
from flows.options.termbase_cache import glossary
from glossary.decisions.decision import ReviewError
from glossary.desk.report.check_report import Threshold
from glossary.desk.review.proposals.changes import EntryChange
from glossary.rules.calibration import DOUBTFUL
from glossary.rules.registry import BY_CODE, address
from glossary.termbase.termbase import GlossaryError, Termbase

_MOST_CHARACTERS = 1_000_000  # a longer page is not judged while it is written
_MOST_SECONDS = 20.0  # of processor time: a writer waits no longer for what is said of a page
_DELAY = 0.02  # s after a key stroke, so that quick ones are judged together
_LONG = 3_000  # characters, which beside an original take a tenth of a second: more are not judged at each key stroke
_PAUSE, _LONGEST_PAUSE = 0.3, 1.0  # s after a key stroke on a long page, and at most after the first of many
_LOOK = 1.0  # s between two looks at the files of glossary and decisions
# Numbers of the protocol.
_SEVERITY = {"critical": 1, "major": 1, "minor": 2, "neutral": 3}
_HINT = 4  # another severity
_WARNING, _INFORMATION = 2, 3  # kinds of messages
_TEXT_ITEM = 1  # a kind of completion
_EVENT_SYMBOL = 24  # a kind of symbol
_UNKNOWN_METHOD, _FAILED, _CANCELLED = -32601, -32603, -32800
_QUICK_FIX = "quickfix"
_MARKS = "textDocument/publishDiagnostics"
_T = TypeVar("_T")


class TermServer:
    """A language server with its check request and the open pages.

    `read_request` reads what pages are checked by, and is called again when its files change, except the settings
    file `config`. `uses` reads a build's use of each form when a client first needs it; `shows_all` marks neutral
    findings too.

    Pages are judged outside the loop that answers, one after the other, as tokenizers serve one thread at a time.
    While a long page is judged, requests get the previous result, moved along with the edits since.
    """

    def __init__(
        self,
        connection: Connection,
        read_request: Callable[[], CheckRequest],
        uses: Callable[[], FormUses],
        shows_all: bool = False,
        config: Path | None = None,
    ) -> None:
        self.connection = connection
        self._read_request = read_request
        self._read_uses = uses
        self.shows_all = shows_all
        self._config = config
        self._follow_request(read_request())
        self._judging = ThreadPoolExecutor(1, "judging")
        self.pages: dict[str, JudgedPage] = {}
        self._open: dict[str, _OpenPage] = {}
        self._answering: dict[Any, asyncio.Future[Any]] = {}  # requests by their ids

    async def serve(self) -> int:
        """Answer until the editor says `exit` or hangs up; return the exit status that the protocol asks for."""
        received: asyncio.Queue[Message | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        self.connection.deliver(lambda message: loop.call_soon_threadsafe(received.put_nowait, message))
        was_shut_down = False
        following = asyncio.ensure_future(self.follow_files())
        while (message := await received.get()) is not None:
            method, number, params = str(message.get("method", "")), message.get("id"), message.get("params")
            if method == "exit":
                break
            was_shut_down = was_shut_down or method == "shutdown"
            if method in _NOTICES:
                try:
                    _NOTICES[method](self, params)
                except Exception as error:  # noqa: BLE001 (what a client says wrongly must not end the session)
                    error_lines.say(error_lines.logged(error))
            elif method in _ANSWERS and number is not None:
                answering = asyncio.ensure_future(_ANSWERS[method](self, params))
                self._answering[number] = answering
                answering.add_done_callback(partial(self._answered, number))
            elif method and number is not None:
                self.connection.send({"id": number, **_error(_UNKNOWN_METHOD, f"unknown method {method}")})
        following.cancel()
        return FINE if was_shut_down or message is None else FOUND

    def _answered(self, number: Any, answering: asyncio.Future[Any]) -> None:
        del self._answering[number]
        if answering.cancelled():
            answer = _error(_CANCELLED, "cancelled")
        elif isinstance(error := answering.exception(), Exception):
            answer = _error(_FAILED, error_lines.logged(error))
        else:
            answer = {"result": answering.result()}
        self.connection.send({"id": number, **answer})

    def cancelled(self, number: Any) -> None:
        """Stop working on a request if it is still in progress."""
        if number in self._answering:
            self._answering[number].cancel()

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
                    self.report(str(error), _WARNING)
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

    def report(self, text: str, kind: int = _INFORMATION) -> None:
        """Show a message in the editor."""
        self.connection.notify("window/showMessage", {"type": kind, "message": text})

    @cached_property
    def uses(self) -> FormUses:
        """How often the last build uses each form."""
        return self._read_uses()

    def text_of(self, uri: str) -> str:
        """Return the text of an open document as the editor has it; empty if it is not open."""
        return self._open[uri].text if uri in self._open else ""

    def is_shown(self, finding: Finding) -> bool:
        """Return whether `taiyaku check` would print a finding."""
        return finding.state.stands and (self.shows_all or self.threshold.shows(finding))

    def shown(self, findings: Sequence[Finding]) -> Iterator[tuple[Finding, Location]]:
        """Yield the places to mark: those of shown findings that are likely enough."""
        for finding in filter(self.is_shown, findings):
            for location in finding.locations:
                if location.doc_id == finding.doc_id and (self.shows_all or location.confidence >= DOUBTFUL):
                    yield finding, location

    def positions(self, text: str) -> Positions:
        """Return the line index of a text, in this client's units."""
        return Positions(text, self.connection.encoding)

    def opened(self, item: Message) -> None:
        """Judge a page that was opened."""
        uri = item["uri"]
        self._place_anew(uri)
        self._open[uri] = page = _OpenPage(item["text"], item["version"])
        page.judging = asyncio.ensure_future(self._judge_until_settled(uri, page))

    def changed(self, identifier: Message, changes: Sequence[Message]) -> None:
        """Judge an edited page once typing pauses; its known findings move at once."""
        page = self._open.get(identifier["uri"])
        if page is None:
            return
        page.text = reduce(self._with_change, changes, page.text)
        page.version, page.is_saved = identifier["version"], False
        if page.judged and page.is_long and len(page.text) <= _MOST_CHARACTERS:
            self._publish(identifier["uri"], page, self._carried(page, page.judged))
        self._judge_anew(identifier["uri"], page)

    def _with_change(self, text: str, change: Message) -> str:
        if change.get("range") is None:
            return str(change["text"])
        positions = self.positions(text)
        start, end = (_offset(positions, change["range"][edge]) for edge in ("start", "end"))
        return text[:start] + str(change["text"]) + text[max(start, end) :]

    def _judge_anew(self, uri: str, page: _OpenPage) -> None:
        page.changes += 1
        page.changed_at = time.monotonic()
        if page.judging is None or page.judging.done():
            page.judging = asyncio.ensure_future(self._judge_until_settled(uri, page))

    def saved(self, uri: str) -> None:
        """Judge a saved page again: its place or its neighbouring files may have changed."""
        self._place_anew(uri)
        if page := self._open.get(uri):
            page.is_saved = True
            self._judge_anew(uri, page)

    def closed(self, uri: str) -> None:
        """Clear the marks of a closed page."""
        self._place_anew(uri)
        self.connection.marked.discard(uri)
        self.pages.pop(uri, None)
        if page := self._open.pop(uri, None):
            page.changes += 1  # what is judged now is not published
        self.connection.notify(_MARKS, {"uri": uri, "diagnostics": []})

    async def first_judged(self, uri: str) -> JudgedPage | None:
        """Return a page as it was judged last, moved along; a newly opened one once it was judged."""
        page = self._open.get(uri)
        if uri not in self.pages and page and page.judging:
            await asyncio.shield(page.judging)
        return self.pages.get(uri)

    def _place_anew(self, uri: str) -> None:
        if path := path_of(uri):
            self.judge.forget(path)

    async def _judge_until_settled(self, uri: str, page: _OpenPage) -> None:
        """Judge a page, and again as long as it was written in meanwhile; at first by what its text alone shows."""
        judged_changes = -1
        if not page.changes and uri not in self.connection.marked:
            await self._mark_at_once(uri, page)
        while self._open.get(uri) is page and judged_changes != page.changes:
            await self._pause(page)
            judged_changes, text, is_first = page.changes, page.text, not self.pages
            result = await self._judged_beside(uri, page, text, self._judged)
            if result and self._open.get(uri) is page:
                page.judged = result
                self._publish(uri, page, result if page.text == text else self._carried(page, result))
                if page.made_of and page.text == text:
                    self._judging.submit(self.connection.keep_marks, uri, text, page.marks, page.made_of)
            if is_first:
                self._judging.submit(_settle_memory)

    async def _judged_beside(
        self, uri: str, page: _OpenPage, text: str, judge: Callable[[_OpenPage, Path, str], _T | None]
    ) -> _T | None:
        """Return a page as it is judged now; None of what is not judged. What costs too much is logged."""
        path = path_of(uri)
        if path is None or len(text) > _MOST_CHARACTERS:
            return None
        page.is_busy = True
        try:
            return await asyncio.get_running_loop().run_in_executor(self._judging, judge, page, path, text)
        except LimitError as error:
            self.connection.notify("window/logMessage", {"type": _WARNING, "message": f"{path}: {error}"})
            return None
        finally:
            page.is_busy = False

    async def _mark_at_once(self, uri: str, page: _OpenPage) -> None:
        """Mark what takes no words, no terms and no original to see, where there is any; the rest follows."""
        text = page.text
        try:
            findings = await self._judged_beside(uri, page, text, self._of_text)
        except Exception as error:  # noqa: BLE001 (judging as a whole says what is wrong)
            error_lines.say(error_lines.logged(error))
            return
        marks = list(_diagnostics(self.shown(findings or ()), self.positions(text), self.threshold))
        if marks and page.text == text and self._open.get(uri) is page:
            self.connection.notify(_MARKS, {"uri": uri, "diagnostics": marks, "version": page.version})

    def _of_text(self, _page: _OpenPage, path: Path, text: str) -> list[Finding]:
        with limited(min(_MOST_SECONDS, self.request.options.max_seconds)):
            return self.judge.of_text(path, text)

    def _judged(self, page: _OpenPage, path: Path, text: str) -> JudgedPage | None:
        page.made_of = self._made_of(path) if page.is_saved else None
        with limited(min(_MOST_SECONDS, self.request.options.max_seconds)):
            return self.judge.judged(path, text)

    def _made_of(self, path: Path) -> Sequence[kept_reports.InputState] | None:
        """Return the files that the marks of a page depend on; None if unknown."""
        options = replace(self.request.options, sources=(path,))
        try:
            inputs = inputs_of(replace(self.request, options=options), self._config, options.baseline)
            return kept_reports.states(inputs)
        except (SourceError, OSError):  # it is not there yet, or lies outside of the root
            return None

    def _carried(self, page: _OpenPage, judged: JudgedPage) -> JudgedPage:
        """Return a page moved along; its edited sentence is judged in the judging thread, if that is free."""
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
        page.marks = list(_diagnostics(self.shown(judged.findings), self.positions(page.text), self.threshold))
        self.connection.notify(_MARKS, {"uri": uri, "diagnostics": page.marks, "version": page.version})


@dataclass
class _OpenPage:
    """The judging state of an open page."""

    text: str
    version: int
    judged: JudgedPage | None = None  # the last that was judged as a whole
    changes: int = 0
    changed_at: float = 0.0
    judging: asyncio.Future[None] | None = None
    marks: Sequence[Message] = ()  # as they were published last
    is_saved: bool = True
    made_of: Sequence[kept_reports.InputState] | None = (
        None  # the files that it was judged by; None while it is written in
    )
    is_busy: bool = False  # tokenizers are in use

    @property
    def is_long(self) -> bool:
        """Return whether the page is so long that judging it takes longer than the time between two keystrokes."""
        return len(self.text) > _LONG


async def _place(server: TermServer, params: Any) -> tuple[JudgedPage | None, Positions, int]:
    """Return the page that is asked about, its lines, and the offset of the place."""
    uri = params["textDocument"]["uri"]
    page, positions = await server.first_judged(uri), server.positions(server.text_of(uri))
    return page, positions, _offset(positions, params["position"])


async def _hover(server: TermServer, params: Any) -> Message | None:
    page, positions, offset = await _place(server, params)
    use = page.concept_at(offset) if page else None
    if use is None:
        return None
    mention, concept = use
    note = {"kind": "markdown", "value": concept_note(concept, server.uses)}
    return {"contents": note, "range": _range(positions, mention.start, mention.end)}


async def _complete(server: TermServer, params: Any) -> Message:
    page, positions, offset = await _place(server, params)
    text = server.text_of(params["textDocument"]["uri"])
    before = text[positions.line_start(offset) : offset]
    typed, offered = "", list[Offer]()
    if page and page.page:
        typed, offered = offers(page.page.termbase, before, page.document.lang, server.uses)
    span = _range(positions, offset - len(typed), offset)
    items = [
        {
            "label": offer.form, "detail": offer.english, "documentation": offer.definition, "filterText": typed,
            "sortText": f"{rank:03}", "textEdit": {"range": span, "newText": offer.form}, "kind": _TEXT_ITEM,
        }
        for rank, offer in enumerate(offered)
    ]  # fmt: skip
    return {"isIncomplete": True, "items": items}  # what is typed next may begin another run of words


async def _actions(server: TermServer, params: Any) -> list[Message]:
    uri = params["textDocument"]["uri"]
    page, positions, offset = await _place(server, {**params, "position": params["range"]["start"]})
    if page is None:
        return []
    return [
        action
        for finding in page.finding_at(offset)
        if server.is_shown(finding)
        for action in _fixes(uri, page, finding, offset, positions)
    ]


async def _original(server: TermServer, params: Any) -> Message | None:
    page, _, offset = await _place(server, params)
    segments = page.original_at(offset) if page else ()
    if page is None or page.original is None or page.source is None or not segments:
        return None
    lines = server.positions(page.original.text)
    return {"uri": page.source.as_uri(), "range": _range(lines, segments[0].start, segments[-1].end)}


async def _translations(server: TermServer, params: Any) -> list[Message]:
    _, _, offset = await _place(server, params)
    path = path_of(params["textDocument"]["uri"])
    return [
        {"uri": uri, "range": _range(server.positions(page.document.text), *extent)}
        for uri, page in server.pages.items()
        if page.source and page.source == path and (extent := page.translation_at(offset))
    ]


async def _symbols(server: TermServer, params: Any) -> list[Message]:
    uri = params["textDocument"]["uri"]
    page, positions = await server.first_judged(uri), server.positions(server.text_of(uri))
    return [
        {
            "name": f"{finding.rule} {' '.join(location.surface.split())[:60]}", "kind": _EVENT_SYMBOL, "range": span,
            "selectionRange": span, "detail": location.message,
        }
        for finding, location in server.shown(page.findings if page else ())
        for span in [_range(positions, location.start, location.end)]
    ]  # fmt: skip


def _settle_memory() -> None:
    """Collect garbage after loading; the glossary, lexicons and dictionaries now in memory stay."""
    gc.enable()
    gc.collect()
    gc.freeze()
    give_back()


def _diagnostics(
    shown: Iterator[tuple[Finding, Location]], positions: Positions, threshold: Threshold
) -> Iterator[Message]:
    for finding, location in shown:
        is_loud = threshold.is_certain(location) and finding.state.is_new
        yield {
            "range": _range(positions, location.start, location.end),
            "message": location.message,
            "severity": _SEVERITY[finding.severity] if is_loud else _HINT,
            "code": finding.rule,
            "source": "taiyaku",
            **({"codeDescription": {"href": page}} if (page := address(BY_CODE[finding.rule])) else {}),
        }


def _fixes(uri: str, page: JudgedPage, finding: Finding, offset: int, positions: Positions) -> Iterator[Message]:
    """Yield the replacements for a place, the safe remedy preferred, and the action to ignore the finding there."""
    for location in finding.locations:
        if location.start <= offset <= location.end and location.doc_id == finding.doc_id:
            span = _range(positions, location.start, location.end)
            for form in dict.fromkeys(filter(None, (location.suggestion, *location.expected))):
                fix = _quick_fix(f"Write {form}", uri, span, form)
                yield {**fix, "isPreferred": form == location.suggestion}
            if page.page:
                yield from _entry_actions(finding, location, page.page.termbase)
            yield from _ignoring(uri, page, finding, location, positions)
            return


def _quick_fix(title: str, uri: str, span: Message, text: str) -> Message:
    edit = {"changes": {uri: [{"range": span, "newText": text}]}}
    return {"title": title, "kind": _QUICK_FIX, "edit": edit}


def _entry_actions(finding: Finding, location: Location, termbase: Termbase) -> Iterator[Message]:
    """Yield the changes to the project's glossary that words suggest; the edit is made once one is chosen."""
    for action, change in entry_changes(finding, location, termbase):
        title = {"prefer": "Prefer {} for “{}”: our term", "admit": "Admit {} for “{}”"}[action]
        name = termbase.preferred(change.concept_id, "en")
        yield {"title": title.format(change.form, name), "kind": _QUICK_FIX, "data": asdict(change)}


async def _resolve(server: TermServer, action: Any) -> Message:
    if not action.get("data"):
        return action  # type: ignore[no-any-return]
    base = server.request.base.absolute()
    edits = await server.entry_edits(EntryChange(**action["data"]))
    if edits.problem:
        server.report(edits.problem, _WARNING)
    if edits.new_folder:
        server.report(f'Add dirs = ["{edits.new_folder}"] to [glossary] in taiyaku.toml; then restart taiyaku')
    changes: list[Message] = []
    for path, (before, after) in edits.files.items():
        uri = (base / path).as_uri()
        if before is None:
            changes.append({"kind": "create", "uri": uri, "options": {"ignoreIfExists": True}})
        end = {"line": (before or "").count("\n") + 1, "character": 0}
        whole = {"range": {"start": {"line": 0, "character": 0}, "end": end}, "newText": after}
        changes.append({"textDocument": {"uri": uri, "version": None}, "edits": [whole]})
    return {**action, "edit": {"documentChanges": changes}}


def _ignoring(
    uri: str, page: JudgedPage, finding: Finding, location: Location, positions: Positions
) -> Iterator[Message]:
    """Yield a comment before the line, if the format has comments; the writer fills in the reason."""
    comments = list(format_of(page.document.media_type).comments.items())
    if comments:
        opens, closes = comments[-1 if page.document.path.endswith(".mdx") else 0]
        start = positions.line_start(location.start)
        end = "\n" if closes.isspace() else f" {closes}"
        comment = f"{opens} taiyaku-ignore {finding.rule}: reason{end}\n"
        title = f"Ignore {finding.rule} here, with a reason"
        yield _quick_fix(title, uri, _range(positions, start, start), comment)


def _offset(positions: Positions, place: Message) -> int:
    return positions.offset(place["line"], place["character"])


def _range(positions: Positions, start: int, end: int) -> Message:
    edges = (("start", start), ("end", end))
    return {edge: dict(zip(("line", "character"), positions.position(offset), strict=True)) for edge, offset in edges}


def _error(code: int, message: str) -> Message:
    return {"error": {"code": code, "message": message}}


async def _shut_down(_: TermServer, _params: Any) -> None:
    """Answer that the server is ready to exit."""


_NOTICES: Mapping[str, Callable[[TermServer, Any], None]] = {
    "textDocument/didOpen": lambda server, params: server.opened(params["textDocument"]),
    "textDocument/didChange": lambda server, params: server.changed(params["textDocument"], params["contentChanges"]),
    "textDocument/didSave": lambda server, params: server.saved(params["textDocument"]["uri"]),
    "textDocument/didClose": lambda server, params: server.closed(params["textDocument"]["uri"]),
    "$/cancelRequest": lambda server, params: server.cancelled(params["id"]),
}
_ANSWERS: Mapping[str, Callable[[TermServer, Any], Coroutine[Any, Any, Any]]] = {
    "textDocument/hover": _hover,
    "textDocument/completion": _complete,
    "textDocument/codeAction": _actions,
    "codeAction/resolve": _resolve,
    "textDocument/definition": _original,
    "textDocument/references": _translations,
    "textDocument/documentSymbol": _symbols,
    "shutdown": _shut_down,
}
