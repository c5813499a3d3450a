"""The server's answers in this process, without an editor: what opens, moves, is asked for and closes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from flows.checking.check_request import request_of
from flows.editing import judged_page, lsp_server
from flows.editing.connection import Connection
from flows.editing.lsp_server import TermServer
from flows.editing.term_notes import offers
from flows.options.flow_parameters import CheckOptions
from tests.flows.command import PATIENCE
from tests.flows.plain import write

ENGLISH = "# Tensors\n\nAn operator multiplies two tensors.\n"
CHINESE = "# 张量\n\n一个操作员把两个张量相乘。\n"


class Editor:
    """A connection in this process: the server receives what a test says, and what it answers is kept."""

    encoding = "utf-16"

    def __init__(self) -> None:
        self.receive: Callable[[Any], object] = print
        self.answers: dict[int, asyncio.Future[Any]] = {}
        self.published: list[Any] = []
        self.marked: set[str] = set()
        self.kept: list[Any] = []

    def deliver(self, receive: Callable[[Any], object]) -> None:
        self.receive = receive

    def notify(self, method: str, params: Any) -> None:
        if method == "textDocument/publishDiagnostics":
            self.published.append(params)

    def send(self, message: Mapping[str, Any]) -> None:
        self.answers[message["id"]].set_result(message)

    def keep_marks(self, *marks: Any) -> None:
        self.kept.append(marks)

    def tell(self, method: str, document: Any, **params: Any) -> None:
        self.receive({"method": method, "params": {"textDocument": document, **params}})

    def request(self, method: str, params: Any) -> asyncio.Future[Any]:
        number = len(self.answers)
        self.answers[number] = asyncio.get_running_loop().create_future()
        self.receive({"id": number, "method": method, "params": params})
        return self.answers[number]

    async def ask(self, method: str, document: Any, **params: Any) -> Any:
        return (await self.request(method, {"textDocument": document, **params}))["result"]

    async def until_clean(self) -> None:
        while self.published[-1]["diagnostics"]:  # noqa: ASYNC110 (nothing else says that it was judged)
            await asyncio.sleep(0.05)


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return write(tmp_path, {"en/tensors.md": ENGLISH, "zh/tensors.md": CHINESE})


def met(
    pages: Path, monkeypatch: pytest.MonkeyPatch, talk: Callable[[Editor], Coroutine[Any, Any, Any]]
) -> tuple[Any, int]:
    """What comes of a talk with a server, and the exit status that it ends with."""
    monkeypatch.chdir(pages)

    async def talked() -> tuple[Any, int]:
        options = CheckOptions(base=pages, glossary=tuple(path for path in [pages / "terms"] if path.exists()))
        editor = Editor()
        serving = asyncio.ensure_future(
            TermServer(cast("Connection", editor), lambda: request_of(options), dict).serve()
        )
        await asyncio.sleep(0)  # until it serves
        outcome = await talk(editor)
        editor.receive({"method": "exit"})
        return outcome, await serving

    return asyncio.run(asyncio.wait_for(talked(), PATIENCE))


def at(line: int, character: int) -> dict[str, int]:
    return {"line": line, "character": character}


def span(start: dict[str, int], end: dict[str, int]) -> dict[str, Any]:
    return {"start": start, "end": end}


def opening(pages: Path, lang: str) -> dict[str, Any]:
    file = pages / lang / "tensors.md"
    return {"uri": file.as_uri(), "version": 1, "text": file.read_text(encoding="utf-8")}


def identifier(pages: Path, lang: str = "zh") -> dict[str, Any]:
    return {"uri": (pages / lang / "tensors.md").as_uri()}


def test_page_is_judged_asked_about_changed_and_closed(pages: Path, monkeypatch: pytest.MonkeyPatch):
    page, operator = identifier(pages), at(2, 3)

    async def talk(editor: Editor) -> None:
        editor.tell("textDocument/didOpen", opening(pages, "zh"))
        symbols = await editor.ask("textDocument/documentSymbol", page)
        assert [symbol["name"] for symbol in symbols] == ["T101 操作员"]
        (mark,) = editor.published[-1]["diagnostics"]
        assert (mark["code"], mark["range"]["start"], mark["severity"]) == ("T101", at(2, 2), 1)
        actions = await editor.ask("textDocument/codeAction", page, range=span(operator, operator))
        assert any("算子" in action["title"] for action in actions)
        hovered = await editor.ask("textDocument/hover", page, position=at(2, 9))
        assert "tensor" in hovered["contents"]["value"] and "テンソル" in hovered["contents"]["value"]
        location = await editor.ask("textDocument/definition", page, position=operator)
        assert location["uri"].endswith("en/tensors.md") and location["range"]["start"]["line"] == 2
        editor.tell("textDocument/didOpen", opening(pages, "en"))
        (back,) = await editor.ask("textDocument/references", identifier(pages, "en"), position=at(2, 5))
        assert (back["uri"], back["range"]["start"]["line"]) == (page["uri"], 2)
        change = {"range": span(at(2, 2), at(2, 5)), "text": "算子"}
        editor.tell("textDocument/didChange", {**page, "version": 2}, contentChanges=[change])
        await editor.until_clean()
        assert {text for _, text, *_ in editor.kept} <= {CHINESE, ENGLISH}  # nothing that is not saved
        editor.tell("textDocument/didSave", page)
        editor.tell("textDocument/didClose", page)
        await editor.ask("textDocument/documentSymbol", page)
        assert editor.published[-1] == {"uri": page["uri"], "diagnostics": []}

    met(pages, monkeypatch, talk)


@pytest.mark.parametrize("is_kept", [False, True])
def test_what_characters_show_is_marked_at_once_unless_marks_were_kept(
    is_kept: bool, pages: Path, monkeypatch: pytest.MonkeyPatch
):
    write(pages, {"zh/tensors.md": CHINESE.replace("操作员把", "操作员 ，把")})
    monkeypatch.setattr(lsp_server, "address", lambda rule: f"https://a.example/#{rule.code}")

    async def talk(editor: Editor) -> None:
        editor.marked |= {identifier(pages)["uri"]} if is_kept else set()
        editor.tell("textDocument/didOpen", opening(pages, "zh"))
        await editor.ask("textDocument/documentSymbol", identifier(pages))
        codes = [[mark["code"] for mark in marks["diagnostics"]] for marks in editor.published]
        assert codes == [["T405"]] * (not is_kept) + [["T101", "T405"]]
        assert editor.published[0]["diagnostics"][-1]["codeDescription"] == {"href": "https://a.example/#T405"}

    met(pages, monkeypatch, talk)


def test_page_is_judged_though_its_first_marks_fail(
    pages: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    def fails(judge: Any, path: Path, text: str) -> list[Any]:
        judge.forget(path)  # as an editor does that saves meanwhile
        raise RuntimeError("no marks")

    monkeypatch.setattr(judged_page.PageJudge, "of_text", fails)

    async def talk(editor: Editor) -> None:
        editor.tell("textDocument/didOpen", opening(pages, "zh"))
        await editor.ask("textDocument/documentSymbol", identifier(pages))
        assert [mark["code"] for mark in editor.published[-1]["diagnostics"]] == ["T101"]

    met(pages, monkeypatch, talk)
    assert "no marks" in capfd.readouterr().err


def test_what_is_asked_wrongly_or_cancelled_is_answered_with_an_error(pages: Path, monkeypatch: pytest.MonkeyPatch):
    async def talk(editor: Editor) -> list[int]:
        editor.tell("textDocument/didOpen", None)
        editor.tell("$/setTrace", None)
        requests = [editor.request("textDocument/hover", {}), editor.request("textDocument/rename", {})]
        editor.tell("textDocument/didOpen", opening(pages, "zh"))
        slow = editor.request("textDocument/hover", {"textDocument": identifier(pages), "position": at(2, 9)})
        editor.receive({"method": "$/cancelRequest", "params": {"id": 2}})
        return [(await answer)["error"]["code"] for answer in (*requests, slow)]

    assert met(pages, monkeypatch, talk)[0] == [-32603, -32601, -32800]


def test_exit_status_says_whether_the_editor_has_shut_it_down(pages: Path, monkeypatch: pytest.MonkeyPatch):
    async def shut_down(editor: Editor) -> Any:
        return (await editor.request("shutdown", None))["result"]

    async def leave(_: Editor) -> None:
        pass

    assert met(pages, monkeypatch, shut_down) == (None, 0)
    assert met(pages, monkeypatch, leave)[1] == 1


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

    async def talk(editor: Editor) -> Any:
        editor.tell("textDocument/didOpen", opening(pages, "zh"))
        return await editor.ask("textDocument/completion", identifier(pages), position=at(4, len(typed)))

    items = met(pages, monkeypatch, talk)[0]["items"]
    assert form in [item["label"] for item in items] and len({item["label"] for item in items}) == len(items)
    (item,) = [item for item in items if item["label"] == form]
    begins = item["textEdit"]["range"]["start"]["character"]
    assert typed[begins:] == item["filterText"] != typed or typed == "tensor"


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
    monkeypatch.setattr(lsp_server, "_LOOK", 0.05)

    async def talk(editor: Editor) -> list[str]:
        editor.tell("textDocument/didOpen", opening(pages, "zh"))
        actions = await editor.ask("textDocument/codeAction", identifier(pages), range=span(at(2, 3), at(2, 3)))
        (chosen,) = [action for action in actions if action["title"].startswith("Prefer 操作员 for “operator”")]
        created, edit = (await editor.request("codeAction/resolve", chosen))["result"]["edit"]["documentChanges"]
        assert created["uri"] == edit["textDocument"]["uri"] == (pages / "terms/reviewed.toml").as_uri()
        write(pages, {"terms/reviewed.toml": edit["edits"][0]["newText"]})
        await editor.until_clean()
        return [action["title"] for action in actions]

    assert "Admit 操作员 for “operator”" in met(pages, monkeypatch, talk)[0]


def test_nothing_is_said_of_what_is_not_open(pages: Path, monkeypatch: pytest.MonkeyPatch):
    async def talk(editor: Editor) -> list[Any]:
        page, start = identifier(pages), at(0, 0)
        return [
            await editor.ask("textDocument/hover", page, position=start),
            await editor.ask("textDocument/completion", page, position=start),
            await editor.ask("textDocument/documentSymbol", page),
        ]

    assert met(pages, monkeypatch, talk)[0] == [None, {"isIncomplete": True, "items": []}, []]
