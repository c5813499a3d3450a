"""A whole session of an editor, as it was written down: `session.jsonl` has a message, or what is expected, on each line.

`send` goes to the server; `answer` is a text that the answer holds. `expect` are the findings that the editor is told of
a page: rule, line, first and last character. `$PROJECT` stands for the address of the folder, `repeat` for a long text.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.flows.command import environment
from tests.flows.plain import write

LINES = Path(__file__).with_name("session.jsonl").read_text(encoding="utf-8").splitlines()
PAGES: dict[str, str | bytes] = {
    "docs/en/a.md": "# Tensors\n\nThe library registers each operator once.\n\nThe learning rate is 0.1.\n",
    "docs/zh/a.md": "# 张量\n",
}
_PATIENCE = 120.0  # s for one answer on the busiest machine

pytestmark = pytest.mark.slow


class Session:
    """The server's process, the answers by id, and what it said last of each page."""

    def __init__(self, home: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "flows.command_line.cli", "lsp"], cwd=home, env=environment(home / "home"),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.heard: queue.Queue[dict[str, Any]] = queue.Queue()
        self.answers: dict[int, dict[str, Any]] = {}
        self.told: dict[str, dict[str, Any]] = {}
        self.errors: list[bytes] = []
        for listen in (self._read_messages, self._read_errors):
            threading.Thread(target=listen, daemon=True).start()

    def _read_messages(self) -> None:
        assert self.process.stdout
        while head := self.process.stdout.readline():
            length = 0
            while head.strip():
                if head.lower().startswith(b"content-length:"):
                    length = int(head.split(b":")[1])
                head = self.process.stdout.readline()
            self.heard.put(json.loads(self.process.stdout.read(length)))

    def _read_errors(self) -> None:
        assert self.process.stderr
        self.errors += self.process.stderr

    def send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
        self.process.stdin.flush()

    def hear(self, seconds: float) -> None:
        """Take in one message."""
        message = self.heard.get(timeout=seconds)
        if "id" in message and "method" not in message:
            self.answers[message["id"]] = message
        elif message.get("method") == "textDocument/publishDiagnostics":
            self.told[message["params"]["uri"]] = message["params"]

    def answer(self, number: int) -> dict[str, Any]:
        until = time.monotonic() + _PATIENCE
        while number not in self.answers:
            self.hear(max(0.01, until - time.monotonic()))
        return self.answers[number]

    def wait_for(self, expected: dict[str, Any]) -> None:
        """Wait until a page has these findings, told of this version of it."""
        until = time.monotonic() + _PATIENCE
        while not _fits(self.told.get(expected["uri"]), expected):
            try:
                self.hear(max(0.01, until - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"{expected}\n{self.told.get(expected['uri'])}\n{self.errors}") from None


def _fits(published: dict[str, Any] | None, expected: dict[str, Any]) -> bool:
    if published is None or published.get("version") != expected.get("version"):
        return False
    places = [
        [finding["code"], span["start"]["line"], span["start"]["character"], span["end"]["character"]]
        for finding in published["diagnostics"]
        for span in [finding["range"]]
    ]
    return bool(places == expected["diagnostics"])


def _expanded(node: Any) -> Any:
    """A line of the session with its long texts."""
    if isinstance(node, dict):
        if node.keys() == {"repeat", "times"}:
            return node["repeat"] * node["times"]
        return {name: _expanded(value) for name, value in node.items()}
    return [_expanded(value) for value in node] if isinstance(node, list) else node


def test_a_session_is_answered_without_an_error_whatever_is_opened(tmp_path: Path):
    write(tmp_path, PAGES)
    session, requests, slowest = Session(tmp_path), 0, 0.0
    began, first = time.monotonic(), 0.0
    for number, line in enumerate(LINES, 1):
        entry = _expanded(json.loads(line.replace("$PROJECT", tmp_path.as_uri())))
        if expected := entry.get("expect"):
            session.wait_for(expected)
            first = first or time.monotonic() - began
        if message := entry.get("send"):
            if message["method"] == "shutdown":
                memory = _peak(session.process.pid)
            sent = time.monotonic()
            session.send(message)
            if "id" in message:
                requests += 1
                answer = session.answer(message["id"])
                assert "error" not in answer, (number, answer)
                slowest = max(slowest, time.monotonic() - sent)
                assert entry.get("answer", "") in json.dumps(answer, ensure_ascii=False), (number, answer)
    assert session.process.wait(_PATIENCE) == 0
    errors = b"".join(session.errors).decode()
    assert "Traceback" not in errors, errors
    print(f"\n{requests} requests, first findings after {first:.1f} s, slowest answer {slowest:.1f} s, {memory}")


def _peak(process: int) -> str:
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((line for line in lines if line.startswith("VmHWM")), "")


def test_marks_of_the_last_session_come_first_and_then_those_of_today(tmp_path: Path):
    write(tmp_path, {**PAGES, "docs/zh/a.md": "# 张量\n\n这个图书馆把每个算子注册一次。\n"})
    page = tmp_path / "docs/zh/a.md"
    document = {"uri": page.as_uri(), "version": 1, "text": page.read_text(encoding="utf-8")}
    marks = []
    for _ in range(2):
        session, published = Session(tmp_path), list[Any]()
        session.send({"id": 1, "method": "initialize", "params": {"capabilities": {}}})
        session.send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        session.send({"id": 2, "method": "textDocument/documentSymbol", "params": {"textDocument": document}})
        while (message := session.heard.get(timeout=_PATIENCE)).get("id") != 2:
            published += [message["params"]["diagnostics"]] if "method" in message else []
        marks.append(published)
        session.send({"id": 3, "method": "shutdown"})
        session.send({"method": "exit"})
        assert session.process.wait(_PATIENCE) == 0
    ((first,), second) = marks
    assert [mark["code"] for mark in first] == ["T101"] and second == [first, first]
