"""The connection: the handshake and kept marks, before anything slow is there."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from flows.console import kept_reports
from flows.editing.connection import Connection

URI = "file:///project/zh/guide.md"
MARKS = [{"code": "T101", "message": "a \ud842 half"}]


def written(*messages: Mapping[str, Any]) -> bytes:
    contents = [json.dumps(message).encode() for message in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(content), content) for content in contents)


def talked(source: bytes) -> tuple[list[Any], list[Any]]:
    """What a connection answers by itself, and what it delivers."""
    sink, delivered = BytesIO(), list[Any]()
    connection = Connection(BytesIO(source), sink, ["lsp"])
    connection.read()
    connection.deliver(delivered.append)
    parts = sink.getvalue().split(b"Content-Length: ")[1:]
    return [json.loads(part.partition(b"\r\n\r\n")[2]) for part in parts], delivered


def opened(text: str) -> dict[str, Any]:
    return {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": URI, "version": 7, "text": text}}}


@pytest.mark.parametrize(
    ("offered", "agreed"),
    [(["utf-32", "utf-8"], "utf-32"), (["utf-7"], "utf-16"), ([], "utf-16"), (3, "utf-16"), (None, "utf-16")],
)
def test_handshake_agrees_on_how_positions_count(offered: Any, agreed: str):
    params = {"capabilities": {"general": {"positionEncodings": offered}}}
    (answer,), delivered = talked(written({"id": 5, "method": "initialize", "params": params}))
    assert (answer["id"], answer["result"]["capabilities"]["positionEncoding"]) == (5, agreed)
    assert answer["result"]["serverInfo"]["name"] == "taiyaku" and delivered == [None]


def test_what_is_no_message_is_refused_and_the_next_is_read():
    noise = b"X-Header: 1\r\n\r\nContent-Length: 3\r\n\r\n{a}Content-Length: 2\r\n\r\n[]"
    (first, second), delivered = talked(noise + written({"method": "exit"}, {"method": "after"}))
    assert first["error"]["code"] == second["error"]["code"] == -32700
    assert delivered == [{"method": "exit"}]
    assert talked(b"Content-Length: 99\r\n\r\n{")[1] == [None]  # cut off


def test_marks_are_published_again_until_a_file_they_were_made_of_changes(tmp_path: Path):
    original = tmp_path / "en.md"
    original.write_text("A tensor.\n")
    states = kept_reports.states([("file", str(original)), ("file", str(tmp_path / "taiyaku.toml"))])
    assert states
    Connection(BytesIO(), BytesIO(), ["lsp"]).keep_marks(URI, "张量 \ud842", MARKS, states)
    same, other = opened("张量 \ud842"), opened("张量")
    answers, delivered = talked(written(same, other))
    expected = {"uri": URI, "diagnostics": MARKS, "version": 7}
    assert [answer["params"] for answer in answers] == [expected] and delivered == [same, other, None]
    utf_8 = {"capabilities": {"general": {"positionEncodings": ["utf-8"]}}}
    assert len(talked(written({"id": 1, "method": "initialize", "params": utf_8}, same))[0]) == 1  # it counts otherwise
    (tmp_path / "taiyaku.toml").write_text("[check]\n")
    assert talked(written(same)) == ([], [same, None])


def test_document_that_is_none_is_left_to_the_server():
    broken = {"method": "textDocument/didOpen", "params": None}
    assert talked(written(broken)) == ([], [broken, None])


def test_nothing_slow_is_imported():
    call = "import sys, flows.command_line.cli, flows.editing.connection; print('\\n'.join(sys.modules))"
    modules = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True, check=True).stdout.split()
    assert {"asyncio", "argparse", "corpus.records", "glossary.termbase", "pydantic"}.isdisjoint(modules)
