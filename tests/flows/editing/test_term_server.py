"""The server's answers in this process, without an editor: what opens, moves, is asked for and closes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.workspace import Workspace

from flows.checking.check_request import request_of
from flows.editing import lsp_server
from flows.editing.lsp_server import TermServer
from flows.options.options import CheckOptions
from tests.flows.command import PATIENCE
from tests.flows.plain import write

ENGLISH = "# Tensors\n\nAn operator multiplies two tensors.\n"
CHINESE = "# 张量\n\n一个操作员把两个张量相乘。\n"

Ask = Callable[[str, Any], Coroutine[Any, Any, Any]]


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return write(tmp_path, {"en/tensors.md": ENGLISH, "zh/tensors.md": CHINESE})


def met(
    pages: Path, monkeypatch: pytest.MonkeyPatch, talk: Callable[[Ask, list[Any]], Coroutine[Any, Any, Any]]
) -> Any:
    """What comes of a talk with a server; it is handed a way to ask, and a list that diagnostics come into."""
    monkeypatch.chdir(pages)
    publish_diagnostics_params: list[types.PublishDiagnosticsParams] = []

    async def talked() -> Any:
        server: TermServer = lsp_server.server(request_of(CheckOptions(base=pages)), dict)
        monkeypatch.setattr(server.protocol, "_workspace", Workspace(None))
        monkeypatch.setattr(server, "text_document_publish_diagnostics", publish_diagnostics_params.append)

        async def ask(feature: str, params: Any) -> Any:
            return await server.protocol.fm.features[feature](params)

        return await talk(ask, publish_diagnostics_params)

    return asyncio.run(asyncio.wait_for(talked(), PATIENCE))


def opening(pages: Path, lang: str) -> types.DidOpenTextDocumentParams:
    file = pages / lang / "tensors.md"
    text = file.read_text(encoding="utf-8")
    return types.DidOpenTextDocumentParams(types.TextDocumentItem(file.as_uri(), "markdown", 1, text))


def test_page_is_judged_asked_about_changed_and_closed(pages: Path, monkeypatch: pytest.MonkeyPatch):
    uri = (pages / "zh/tensors.md").as_uri()
    page, operator = types.TextDocumentIdentifier(uri), types.Position(2, 3)

    async def talk(ask: Ask, published: list[types.PublishDiagnosticsParams]) -> None:
        await ask(types.TEXT_DOCUMENT_DID_OPEN, opening(pages, "zh"))
        symbols = await ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolParams(page))
        assert [symbol.name for symbol in symbols] == ["T101 操作员"]
        assert [(diagnostic.code, diagnostic.range.start.character) for diagnostic in published[-1].diagnostics] == [
            ("T101", 2)
        ]
        place = types.Range(operator, operator)
        request = types.CodeActionParams(page, place, types.CodeActionContext([]))
        actions = await ask(types.TEXT_DOCUMENT_CODE_ACTION, request)
        assert any("算子" in action.title for action in actions)
        hovered = await ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(page, types.Position(2, 9)))
        assert "tensor" in hovered.contents.value and "テンソル" in hovered.contents.value
        location = await ask(types.TEXT_DOCUMENT_DEFINITION, types.DefinitionParams(page, operator))
        assert location.uri.endswith("en/tensors.md") and location.range.start.line == 2
        original = types.TextDocumentIdentifier((pages / "en/tensors.md").as_uri())
        await ask(types.TEXT_DOCUMENT_DID_OPEN, opening(pages, "en"))
        back = types.ReferenceParams(types.ReferenceContext(False), original, types.Position(2, 5))
        (translation,) = await ask(types.TEXT_DOCUMENT_REFERENCES, back)
        assert (translation.uri, translation.range.start.line) == (uri, 2)
        document_id = types.VersionedTextDocumentIdentifier(2, uri)
        span = types.Range(types.Position(2, 2), types.Position(2, 5))
        change = types.DidChangeTextDocumentParams(document_id, [types.TextDocumentContentChangePartial(span, "算子")])
        await ask(types.TEXT_DOCUMENT_DID_CHANGE, change)
        while published[-1].diagnostics:  # noqa: ASYNC110 (nothing else tells that it was judged)
            await asyncio.sleep(0.05)
        await ask(types.TEXT_DOCUMENT_DID_SAVE, types.DidSaveTextDocumentParams(page))
        await ask(types.TEXT_DOCUMENT_DID_CLOSE, types.DidCloseTextDocumentParams(page))
        assert (published[-1].uri, list(published[-1].diagnostics)) == (uri, [])

    met(pages, monkeypatch, talk)


def test_preferred_form_completes_english(pages: Path, monkeypatch: pytest.MonkeyPatch):
    (pages / "zh/tensors.md").write_text(f"{CHINESE}\ntensor", encoding="utf-8")
    page = types.TextDocumentIdentifier((pages / "zh/tensors.md").as_uri())

    async def talk(ask: Ask, _: list[Any]) -> list[str]:
        await ask(types.TEXT_DOCUMENT_DID_OPEN, opening(pages, "zh"))
        items = await ask(types.TEXT_DOCUMENT_COMPLETION, types.CompletionParams(page, types.Position(4, 6)))
        return [item.label for item in items]

    assert "张量" in met(pages, monkeypatch, talk)


def test_nothing_is_said_of_what_is_not_open(pages: Path, monkeypatch: pytest.MonkeyPatch):
    page = types.TextDocumentIdentifier((pages / "zh/tensors.md").as_uri())

    async def talk(ask: Ask, _: list[Any]) -> list[Any]:
        start = types.Position(0, 0)
        return [
            await ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(page, start)),
            await ask(types.TEXT_DOCUMENT_COMPLETION, types.CompletionParams(page, start)),
            await ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolParams(page)),
        ]

    assert met(pages, monkeypatch, talk) == [None, [], []]
