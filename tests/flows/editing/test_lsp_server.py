"""The server as an editor meets it: pygls' own client over standard input and output."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient

from tests.flows.command import SAMPLES, environment
from tests.flows.plain import built_project, write
from tests.flows.test_catalogues import catalogue

EN = "# Tensors\n\nThe library registers each operator once.\n\nThe learning rate is 0.1.\n"
ZH = "# 张量 𠮷\n\n𠮷这个图书馆把每个算子注册一次。\n\n学习率为 0.01。\n"
PAGES: dict[str, str | bytes] = {"docs/en/a.md": EN, "docs/zh/a.md": ZH, "docs/zh/b.mdx": "这个 PyTorch 图书馆很好。\n"}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a build."""
    return built_project(tmp_path_factory.mktemp("lsp"), PAGES, "docs", "outputs")


class Editor(LanguageClient):
    """A client that remembers what is published of its pages."""

    def __init__(self) -> None:
        super().__init__("editor", "1")
        self.published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(partial(self.published.put_nowait))

    async def open(self, path: Path, text: str | None = None) -> list[types.Diagnostic]:
        """Opens a page, with the text that it has on disk or another one; returns what is said of it."""
        text = str(PAGES[f"docs/{path.parent.name}/{path.name}"]) if text is None else text
        item = types.TextDocumentItem(path.as_uri(), "markdown", 1, text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return list((await asyncio.wait_for(self.published.get(), 60)).diagnostics)

    async def change(self, path: Path, text: str) -> list[types.Diagnostic]:
        """Writes a text in an open page; returns what is said of it."""
        document = types.VersionedTextDocumentIdentifier(version=2, uri=path.as_uri())
        whole = [types.TextDocumentContentChangeWholeDocument(text=text)]
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, whole))
        return list((await asyncio.wait_for(self.published.get(), 60)).diagnostics)


@asynccontextmanager
async def _editor(home: Path, encoding: types.PositionEncodingKind) -> AsyncIterator[Editor]:
    editor = Editor()
    await editor.start_io(
        sys.executable, "-m", "flows.command_line.cli", "lsp", env=environment(home / "home"), cwd=home
    )
    general = types.GeneralClientCapabilities(position_encodings=[encoding])
    capabilities = types.ClientCapabilities(general=general)
    await editor.initialize_async(types.InitializeParams(capabilities=capabilities, root_uri=home.as_uri()))
    editor.initialized(types.InitializedParams())
    yield editor
    await editor.shutdown_async(None)
    editor.exit(None)
    await editor.stop()


def _edited(
    home: Path,
    work: Callable[[Editor], Awaitable[Any]],
    encoding: types.PositionEncodingKind = types.PositionEncodingKind.Utf16,
) -> Any:
    async def run() -> Any:
        async with _editor(home, encoding) as editor:
            return await work(editor)

    return asyncio.run(asyncio.wait_for(run(), 300))


def _at(path: Path, line: int, character: int) -> dict[str, Any]:
    return {"text_document": types.TextDocumentIdentifier(path.as_uri()), "position": types.Position(line, character)}


def test_findings_come_when_a_page_is_opened_and_go_when_it_is_fixed(home: Path):
    page = home / "docs/zh/a.md"

    async def work(editor: Editor) -> Any:
        return await editor.open(page), await editor.change(page, ZH.replace("图书馆", "库").replace("0.01", "0.1"))

    opened, mended = _edited(home, work)
    assert {
        (diagnostic.code, diagnostic.range.start.line, diagnostic.range.start.character) for diagnostic in opened
    } == {
        ("T101", 2, 4),
        ("T303", 4, 5),
    }
    assert [diagnostic.range.end.character for diagnostic in opened if diagnostic.code == "T101"] == [
        7
    ]  # the sign before counts two
    assert mended == []


@pytest.mark.parametrize(("encoding", "columns"), [("utf-8", (10, 19)), ("utf-16", (4, 7)), ("utf-32", (3, 6))])
def test_columns_count_as_the_editor_wishes(home: Path, encoding: str, columns: tuple[int, int]):
    async def work(editor: Editor) -> Any:
        return await editor.open(home / "docs/zh/a.md")

    diagnostics = _edited(home, work, types.PositionEncodingKind(encoding))
    (diagnostic,) = [diagnostic for diagnostic in diagnostics if diagnostic.code == "T101"]
    assert (diagnostic.range.start.character, diagnostic.range.end.character) == columns


def test_what_is_extracted_from_its_file_or_is_english_has_no_findings(home: Path):
    async def work(editor: Editor) -> Any:
        page = await editor.open(home / "docs/zh/page.html", "<p>TorchVision 图书馆很好。</p>")
        return page, await editor.open(home / "docs/en/a.md")

    assert _edited(home, work) == ([], [])


def test_catalogues_are_judged_unit_by_unit_as_they_are_written(home: Path):
    bad = catalogue().replace("用 %s 个", "用多个").replace("保存日志", "保存日志 ")

    async def work(editor: Editor) -> Any:
        page = home / "docs/zh/guide.po"
        diagnostics = await editor.open(page, bad)
        place = types.Range(types.Position(34, 12), types.Position(34, 12))
        asked = types.CodeActionParams(types.TextDocumentIdentifier(page.as_uri()), place, types.CodeActionContext([]))
        actions = await editor.text_document_code_action_async(asked)
        return diagnostics, actions, await editor.change(page, bad.replace("用多个", "用 %s 个"))

    diagnostics, actions, after = _edited(home, work)
    ranges = [(diagnostic.code, diagnostic.range.start, diagnostic.range.end) for diagnostic in diagnostics]
    assert ranges == [
        ("T312", types.Position(13, 8), types.Position(13, 29)),
        ("T312", types.Position(34, 11), types.Position(34, 13)),
    ]
    assert [action.title for action in actions] == ["Write 志"]
    assert [diagnostic.range.start.line for diagnostic in after] == [34]


def test_what_is_certain_is_what_the_settings_say(home: Path):
    async def work(editor: Editor) -> Any:
        return await editor.open(home / "docs/zh/a.md")

    (home / "taiyaku.toml").write_text("[check]\nmin_confidence = 1.0\n")
    diagnostics = _edited(home, work)
    (home / "taiyaku.toml").unlink()
    assert {diagnostic.severity for diagnostic in diagnostics} == {types.DiagnosticSeverity.Hint}


def test_hovering_shows_the_concept_with_what_the_build_writes(home: Path):
    page = home / "docs/zh/a.md"

    async def work(editor: Editor) -> Any:
        await editor.open(page)
        return await editor.text_document_hover_async(
            types.HoverParams(**_at(page, 2, ZH.split("\n")[2].index("算子") + 1))
        )

    hover = _edited(home, work)
    assert "**operator**" in hover.contents.value
    assert "算子 ×1" in hover.contents.value
    assert "演算子" in hover.contents.value


def test_fixes_write_the_remedy_or_a_comment_that_ignores_it(home: Path):
    page = home / "docs/zh/b.mdx"

    async def work(editor: Editor) -> Any:
        (diagnostic,) = await editor.open(page)
        request = types.CodeActionParams(
            types.TextDocumentIdentifier(page.as_uri()), diagnostic.range, types.CodeActionContext([diagnostic])
        )
        offered = await editor.text_document_code_action_async(request)
        assert isinstance(offered, Sequence) and isinstance(offered[-1], types.CodeAction)
        comment = offered[-1].edit.changes[page.as_uri()][0].new_text  # type: ignore[union-attr, index]
        return (
            offered,
            comment,
            await editor.change(page, comment.replace("reason", "the museum's own name") + str(PAGES["docs/zh/b.mdx"])),
        )

    actions, comment, ignored = _edited(home, work)
    assert actions[0].title.startswith("Write ")
    assert comment.startswith("{/* taiyaku-ignore T101: reason */}")
    assert ignored == []


def test_english_words_and_beginnings_are_completed(home: Path):
    page = home / "docs/zh/b.mdx"

    async def work(editor: Editor) -> Any:
        await editor.open(page)
        await editor.change(page, "新的 backprop")
        return await editor.text_document_completion_async(types.CompletionParams(**_at(page, 0, 11)))

    items = _edited(home, work)
    assert "反向传播" in [item.label for item in items.items]
    assert all(item.text_edit.range.start.character == 3 for item in items.items)


def test_the_way_leads_to_the_original_and_back(home: Path):
    page, english = home / "docs/zh/a.md", home / "docs/en/a.md"

    async def work(editor: Editor) -> Any:
        await editor.open(page)
        original = await editor.text_document_definition_async(types.DefinitionParams(**_at(page, 4, 2)))
        await editor.open(english)
        request = types.ReferenceParams(context=types.ReferenceContext(include_declaration=True), **_at(english, 4, 2))
        return original, await editor.text_document_references_async(request)

    original, back = _edited(home, work)
    assert (original.uri, original.range.start.line) == (english.as_uri(), 4)
    assert [(place.uri, place.range.start.line) for place in back] == [(page.as_uri(), 4)]


def test_open_findings_are_symbols_of_the_document(home: Path):
    page = home / "docs/zh/a.md"

    async def work(editor: Editor) -> Any:
        await editor.open(page)
        request = types.DocumentSymbolParams(types.TextDocumentIdentifier(page.as_uri()))
        return await editor.text_document_document_symbol_async(request)

    assert sorted(symbol.name for symbol in _edited(home, work)) == ["T101 图书馆", "T303 0.01"]


@pytest.mark.parametrize(
    "text",
    ["", "\x00\ud7ff" * 500, "[" * 5_000, "`" * 9_999, "图书馆" * 20_000, "---\n" * 4_000, "\u202e𠮷\u2028\r" * 2_000],
    ids=["empty", "controls", "brackets", "marks", "long", "rules", "signs"],
)
def test_no_document_stops_it(home: Path, text: str):
    page = home / "docs/zh/a.md"

    async def work(editor: Editor) -> Any:
        await editor.open(page, text)
        return await editor.change(page, ZH)

    assert len(_edited(home, work)) == 2


def test_a_key_stroke_is_answered_at_once(tmp_path: Path):
    """On a page of 20,000 characters with its original: the samples, one behind the other."""
    texts = {
        lang: "\n\n".join(file.read_text() for file in sorted(SAMPLES.glob(f"*/{lang}.md"))) for lang in ("en", "zh")
    }
    page, text = tmp_path / "docs/zh/all.md", texts["zh"]
    write(tmp_path, {f"docs/{lang}/all.md": texts[lang] for lang in texts})

    async def work(editor: Editor) -> Any:
        began = time.perf_counter()
        opened = await editor.open(page, text)
        first, seconds = time.perf_counter() - began, []
        if {mark.code for mark in opened} <= {"T405", "T406"}:  # what characters show
            opened = list((await asyncio.wait_for(editor.published.get(), 60)).diagnostics)
        for number in range(1, 41):
            began = time.perf_counter()
            await editor.change(page, text[:100] + "新" * number + text[100:])
            seconds.append(time.perf_counter() - began)
            await asyncio.sleep(0.05)
        last = time.perf_counter()
        settled = 0.0
        with contextlib.suppress(TimeoutError):
            while True:
                await asyncio.wait_for(editor.published.get(), 5)
                settled = time.perf_counter() - last
        return len(opened), first, settled, sorted(seconds)

    count, first, settled, seconds = _edited(tmp_path, work)
    median, late = seconds[len(seconds) // 2], seconds[int(len(seconds) * 0.95)]
    print(
        f"\n{len(text):,} characters, {count} findings: first after {first:.1f} s, a key stroke {1000 * median:.0f} ms, "
        f"of twenty one {1000 * late:.0f} ms, all judged {settled:.1f} s after the last"
    )
    assert count > 20
    assert median < 0.5  # a tenth of it on a machine that does nothing else
