"""An object store on loopback: moto's, with requests one after the other, and with faults that tests switch on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import boto3
import pytest
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler, make_server

KEY, SECRET = "AKIAPLANTEDKEY000000", "planted-secret-0123456789"
Answer = Iterable[bytes]
Fault = Callable[[str, str], str | None]  # method and path → an S3 error code, or None


def no_fault(method: str, path: str) -> str | None:
    """Every request is taken."""
    return None


class _Silent(WSGIRequestHandler):
    def log_request(self, *_: object) -> None:
        pass


class ObjectServer:
    """A store with one bucket. Requests are handled one at a time, as a real store orders them for each object."""

    def __init__(self) -> None:
        self._app = DomainDispatcherApplication(create_backend_app)
        self._turn = threading.Lock()
        self.requests: list[tuple[str, str]] = []
        self.fault: Fault = no_fault
        self.delay = 0.0  # seconds before each answer
        self.honours_conditions = True
        self.stale_reads = 0  # reads of each object that show what was there before its newest write
        self._before: dict[str, tuple[int, tuple[str, list[tuple[str, str]], bytes]]] = {}
        self._server: Any = make_server("127.0.0.1", 0, self, threaded=True, request_handler=_Silent)
        assert isinstance(self._server, ThreadedWSGIServer)
        self.url = f"http://127.0.0.1:{self._server.port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def reset(self) -> None:
        """All faults off, and the bucket empty."""
        self.fault, self.delay, self.honours_conditions, self.stale_reads = no_fault, 0.0, True, 0
        self._before.clear()
        client = self.client
        for name in self.objects():
            client.delete_object(Bucket="corpora", Key=name)
        self.requests.clear()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def client(self) -> Any:
        """A client that looks behind the store's back."""
        return boto3.client(
            "s3", endpoint_url=self.url, aws_access_key_id=KEY, aws_secret_access_key=SECRET, region_name="us-east-1"
        )

    def objects(self, bucket: str = "corpora") -> dict[str, bytes]:
        """Everything in a bucket."""
        client = self.client
        pages = client.get_paginator("list_objects_v2").paginate(Bucket=bucket)
        names = [entry["Key"] for page in pages for entry in page.get("Contents", [])]
        return {name: client.get_object(Bucket=bucket, Key=name)["Body"].read() for name in names}

    def writes(self) -> list[str]:
        """The names of the objects that were written, in order."""
        return [path for method, path in self.requests if method == "PUT"]

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Answer:
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        self.requests.append((method, path))
        if self.delay:
            time.sleep(self.delay)
        if code := self.fault(method, path):
            return _refused(code, start_response)
        if not self.honours_conditions:
            environ = {k: v for k, v in environ.items() if k not in ("HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH")}
        with self._turn:
            if self.stale_reads and method in ("GET", "HEAD"):
                left, answer = self._before.get(path, (0, ("", [], b"")))
                if left:
                    self._before[path] = (left - 1, answer)
                    start_response(answer[0], answer[1])
                    return [] if method == "HEAD" else [answer[2]]
            if self.stale_reads and method == "PUT":
                before = self._asked({**environ, "REQUEST_METHOD": "GET", "CONTENT_LENGTH": "0", "QUERY_STRING": ""})
                self._before[path] = (self.stale_reads, before)
            status, headers, body = self._asked(environ)
        start_response(status, headers)
        return [body]

    def _asked(self, environ: dict[str, Any]) -> tuple[str, list[tuple[str, str]], bytes]:
        got: list[Any] = []
        app_answer = self._app(environ, lambda status, headers, exc_info=None: got.extend((status, headers)))
        body = b"".join(app_answer)
        return got[0], list(got[1]), body


def _refused(code: str, start_response: Callable[..., Any]) -> Answer:
    status = {"AccessDenied": "403 Forbidden", "SlowDown": "503 Slow Down", "NotImplemented": "501 Not Implemented"}
    # Stores quote what was sent to them: a message with the key in it must reach nobody.
    text = f"Signed by {KEY} with {SECRET}, see https://user:{SECRET}@store.example/?X-Amz-Signature=0123abcd"
    body = f'<?xml version="1.0"?><Error><Code>{code}</Code><Message>{text}</Message></Error>'.encode()
    start_response(
        status.get(code, "400 Bad Request"), [("Content-Type", "application/xml"), ("Content-Length", str(len(body)))]
    )
    return [body]


@contextmanager
def object_server() -> Iterator[ObjectServer]:
    """A store with the bucket `corpora`, and credentials for it in the environment."""
    server = ObjectServer()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment(server).items():
            patch.setenv(name, value)
        try:
            server.client.create_bucket(Bucket="corpora")
            server.reset()
            yield server
        finally:
            server.reset()
            server.client.delete_bucket(Bucket="corpora")
            server.close()


def environment(server: ObjectServer) -> dict[str, str]:
    """The variables that lead a client to the store."""
    return {
        "AWS_ENDPOINT_URL": server.url,
        "AWS_ACCESS_KEY_ID": KEY,
        "AWS_SECRET_ACCESS_KEY": SECRET,
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_EC2_METADATA_DISABLED": "true",
    }
