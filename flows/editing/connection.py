"""The connection to an editor: JSON-RPC messages on standard input and output, read from the first moment on.

A thread reads. While the server still loads, it answers by itself what needs no slow import: the handshake and,
when a page is opened, the marks that an earlier session kept. All other messages wait for the server.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from io import BufferedReader, FileIO
from threading import Lock, Thread
from typing import Any, BinaryIO

from flows.console import kept_reports

ENCODINGS = ("utf-8", "utf-16", "utf-32")  # that positions may be counted in, as the protocol names them
_USUAL_ENCODING = "utf-16"
_PARSE_ERROR = -32700
_CAPABILITIES = {
    "textDocumentSync": {"openClose": True, "change": 2, "save": True},  # changes come as ranges
    "completionProvider": {},
    "hoverProvider": True,
    "definitionProvider": True,
    "referencesProvider": True,
    "documentSymbolProvider": True,
    "codeActionProvider": {"resolveProvider": True},
}
Message = Mapping[str, Any]


class Connection:
    """The messages between an editor and a server; the editor's are received in order."""

    def __init__(self, source: BinaryIO, sink: BinaryIO, arguments: Sequence[str]) -> None:
        self.encoding = _USUAL_ENCODING
        self._source, self._sink, self._arguments = source, sink, tuple(arguments)
        self._sending = Lock()
        self._receiving = Lock()
        self._waiting: list[Message | None] = []
        self._receive: Callable[[Message | None], object] = self._waiting.append
        self.marked: set[str] = set()  # pages that have the marks of an earlier session

    def deliver(self, receive: Callable[[Message | None], object]) -> None:
        """Hand waiting and future messages to a function; it gets None once the editor has hung up."""
        with self._receiving:
            for message in self._waiting:
                receive(message)
            self._receive = receive

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        """Send a message that expects no answer."""
        self.send({"method": method, "params": params})

    def send(self, message: Message) -> None:
        """Send a message, unless the editor has hung up."""
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        with self._sending, suppress(OSError, ValueError):
            self._sink.write(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
            self._sink.flush()

    def read(self) -> None:
        """Read messages until the editor hangs up or says `exit`."""
        while (content := self._content()) is not None:
            try:
                message = json.loads(content)
                method = message.get("method")
            except (ValueError, AttributeError, RecursionError):
                problem = {"code": _PARSE_ERROR, "message": "not an object of JSON"}
                self.send({"id": None, "error": problem})
                continue
            if method == "initialize":
                self._shake_hands(message)
                continue
            if method == "textDocument/didOpen":
                with suppress(KeyError, TypeError):  # the server answers what is wrong with it
                    self._publish_kept_marks(message["params"]["textDocument"])
            self._take(message)
            if method == "exit":
                return
        self._take(None)

    def _take(self, message: Message | None) -> None:
        with self._receiving:
            self._receive(message)

    def _content(self) -> bytes | None:
        """Return the content of the next message; None at the end."""
        length = None
        while line := self._source.readline():
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length" and value.strip().isdigit():
                length = int(value)
            elif not line.strip() and length is not None:
                content = self._source.read(length)
                return content if len(content) == length else None
        return None

    def _shake_hands(self, message: Message) -> None:
        """Answer with the server's capabilities, and agree on how positions are counted."""
        from importlib.metadata import version  # slow beside the rest, and a moment later

        with suppress(KeyError, TypeError):
            offered = message["params"]["capabilities"]["general"]["positionEncodings"]
            self.encoding = next((name for name in offered if name in ENCODINGS), _USUAL_ENCODING)
        capabilities = {"positionEncoding": self.encoding, **_CAPABILITIES}
        server = {"name": "taiyaku", "version": version("taiyaku")}
        self.send({"id": message.get("id"), "result": {"capabilities": capabilities, "serverInfo": server}})

    def _publish_kept_marks(self, document: Mapping[str, Any]) -> None:
        record = kept_reports.recall(self._marks_key(document["uri"]))
        if record is not None and record[0] == _digest(document["text"]):
            self.marked.add(document["uri"])
            marks = {"uri": document["uri"], "diagnostics": record[1], "version": document["version"]}
            self.notify("textDocument/publishDiagnostics", marks)

    def keep_marks(
        self, uri: str, text: str, marks: Sequence[Message], states: Sequence[kept_reports.InputState]
    ) -> None:
        """Keep the marks of a page for the next session; they are valid until a file that they depend on changes."""
        kept_reports.keep(self._marks_key(uri), states, [_digest(text), marks])

    def _marks_key(self, uri: str) -> str:
        return kept_reports.key_of([*self._arguments, uri, self.encoding])


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def connect(arguments: Sequence[str]) -> Connection:
    """Begin to read standard input; `arguments` are those of the command, which kept marks depend on. It uses a stream
    of its own: Python closes `sys.stdin` at exit, and must not wait for a thread that reads it.
    """
    connection = Connection(BufferedReader(FileIO(0, closefd=False)), sys.stdout.buffer, arguments)
    Thread(target=connection.read, name="connection", daemon=True).start()
    return connection
