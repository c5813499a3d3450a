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
from flows.editing.term_notes import offers
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
        options = CheckOptions(base=pages, glossary=tuple(path for path in [pages / "terms"] if path.exists()))
        server: TermServer = lsp_server.server(lambda: request_of(options), dict)
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


@pytest.mark.parametrize(
    ("typed", "form"),
    [
        ("tensor", "张量"),
        ("The new learning ra", "学习率"),
        ("使用mixed prec", "混合精度"),
        ("我们用学习", "学习率"),
    ],
)
def test_longest_run_of_words_before_the_cursor_is_completed(
    typed: str, form: str, pages: Path, monkeypatch: pytest.MonkeyPatch
):
    (pages / "zh/tensors.md").write_text(f"{CHINESE}\n{typed}", encoding="utf-8")
    page = types.TextDocumentIdentifier((pages / "zh/tensors.md").as_uri())

    async def talk(ask: Ask, _: list[Any]) -> list[types.CompletionItem]:
        await ask(types.TEXT_DOCUMENT_DID_OPEN, opening(pages, "zh"))
        at_end = types.CompletionParams(page, types.Position(4, len(typed)))
        return list((await ask(types.TEXT_DOCUMENT_COMPLETION, at_end)).items)

    items = met(pages, monkeypatch, talk)
    assert form in [item.label for item in items] and len({item.label for item in items}) == len(items)
    (item,) = [item for item in items if item.label == form]
    assert typed[item.text_edit.range.start.character :] == item.filter_text != typed or typed == "tensor"


def test_form_that_a_build_writes_most_comes_first(pages: Path):
    termbase = request_of(CheckOptions(base=pages)).termbase
    plain = offers(termbase, "learning", "zh", {})[1]
    last = plain[-1]
    concept_id = next(
        concept.id for concept in termbase.concepts if termbase.preferred(concept.id, "en") == last.english
    )
    assert plain[0] != last == offers(termbase, "learning", "zh", {(concept_id, "zh", last.form): 3})[1][0]


@pytest.mark.slow
def test_words_become_a_term_of_the_project_and_count_at_once(pages: Path, monkeypatch: pytest.MonkeyPatch):
    write(pages, {"terms/own.toml": '[[change]]\nid = "tensor"\nzh.admitted = ["张力"]\n'})
    page = types.TextDocumentIdentifier((pages / "zh/tensors.md").as_uri())
    place = types.Range(types.Position(2, 3), types.Position(2, 3))
    monkeypatch.setattr(lsp_server, "_LOOK", 0.05)

    async def talk(ask: Ask, published: list[types.PublishDiagnosticsParams]) -> list[str]:
        await ask(types.TEXT_DOCUMENT_DID_OPEN, opening(pages, "zh"))
        following = asyncio.ensure_future(ask(types.INITIALIZED, types.InitializedParams()))
        request = types.CodeActionParams(page, place, types.CodeActionContext([]))
        actions = await ask(types.TEXT_DOCUMENT_CODE_ACTION, request)
        (chosen,) = [action for action in actions if action.title.startswith("Prefer 操作员 for “operator”")]
        created, edit = (await ask(types.CODE_ACTION_RESOLVE, chosen)).edit.document_changes
        assert created.uri == edit.text_document.uri == (pages / "terms/reviewed.toml").as_uri()
        write(pages, {"terms/reviewed.toml": edit.edits[0].new_text})
        while published[-1].diagnostics:  # noqa: ASYNC110 (nothing else says that it was judged)
            await asyncio.sleep(0.05)
        following.cancel()
        return [action.title for action in actions]

    assert "Admit 操作员 for “operator”" in met(pages, monkeypatch, talk)


def test_nothing_is_said_of_what_is_not_open(pages: Path, monkeypatch: pytest.MonkeyPatch):
    page = types.TextDocumentIdentifier((pages / "zh/tensors.md").as_uri())

    async def talk(ask: Ask, _: list[Any]) -> list[Any]:
        start = types.Position(0, 0)
        return [
            await ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(page, start)),
            await ask(types.TEXT_DOCUMENT_COMPLETION, types.CompletionParams(page, start)),
            await ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolParams(page)),
        ]

    assert met(pages, monkeypatch, talk) == [None, types.CompletionList(True, []), []]
