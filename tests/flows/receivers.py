"""Receivers on loopback: what is sent over HTTP and by mail is kept, to be looked at."""

from __future__ import annotations

import json
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Received:
    """What arrived, and where to send it."""

    port: int = 0
    posts: list[dict[str, Any]] = field(default_factory=list)
    plain_paths: list[str] = field(default_factory=list)  # paths of plain requests
    mails: list[Message] = field(default_factory=list)
    failures: int = 0  # requests to refuse before one is taken
    requests: list[tuple[str, str, bytes]] = field(default_factory=list)  # method, path and body of every request
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)  # status and headers, one for each request
    replies: dict[str, str] = field(default_factory=dict)  # what a mail server answers to what begins so
    connections: int = 0  # to the mail server


@contextmanager
def web() -> Iterator[Received]:
    """A web server that keeps what is posted."""
    received = Received()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            if self._refused(content):
                return
            received.posts.append(json.loads(content))
            self._answer(200)

        def do_GET(self) -> None:
            if not self._refused():
                received.plain_paths.append(self.path)
                self._answer(200)

        def _refused(self, content: bytes = b"") -> bool:
            received.requests.append((self.command, self.path, content))
            if received.answers:
                status, headers = received.answers.pop(0)
                self._answer(status, headers)
                return True
            if received.failures:
                received.failures -= 1
                self._answer(503)
                return True
            return False

        def _answer(self, status: int, headers: dict[str, str] | None = None) -> None:
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    received.port = server.server_port
    with _serving(server):
        yield received


@contextmanager
def mail() -> Iterator[Received]:
    """A mail server that keeps what it is sent: as much of SMTP as a sender asks of it."""
    received = Received()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            received.connections += 1
            self._say(received.replies.get("220", "220 here"))
            while line := self.rfile.readline():
                word = line.strip().upper()[:4]
                text = line.decode("latin-1").strip()
                replies = [reply for start, reply in received.replies.items() if text.lower().startswith(start.lower())]
                if replies:
                    self._say(replies[0])
                elif word == b"DATA":
                    self._say("354 go on")
                    rows = iter(self.rfile.readline, b".\r\n")
                    received.mails.append(message_from_bytes(b"".join(rows)))
                    self._say("250 kept")
                elif word == b"QUIT":
                    self._say("221 bye")
                    return
                else:
                    self._say("250 fine")

        def _say(self, words: str) -> None:
            self.wfile.write(f"{words}\r\n".encode())

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    received.port = server.server_address[1]
    with _serving(server):
        yield received


@contextmanager
def _serving(server: socketserver.BaseServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, args=[0.05], daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


def mail_text(message: Message) -> str:
    """The words of a mail."""
    parts = [part for part in message.walk() if part.get_content_type() == "text/plain"]
    content = parts[0].get_payload(decode=True)
    assert isinstance(content, bytes)
    return content.decode("utf-8")
