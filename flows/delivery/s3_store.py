"""S3 and compatible stores: conditional writes with s3fs's own client, which fsspec's operations do not offer."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

import s3fs
from botocore.exceptions import (
    BotoCoreError,
    HTTPClientError,
    NoCredentialsError,
    PartialCredentialsError,
)
from botocore.exceptions import (
    ConnectionError as BotoConnectionError,
)
from fsspec.asyn import sync
from fsspec.config import conf

from corpus.text.printable import printable
from flows.console.redaction import without_secrets
from flows.delivery.delivery_result import DeliveryError, ObjectContent, ObjectState, ObjectStore

PROBE = ".conditional-writes"  # an object that is there, so that writing it on condition that it is not must fail
_CONNECT_SECONDS, _ANSWER_SECONDS = 10, 60
_PASSING = {
    "SlowDown", "RequestTimeout", "InternalError", "ServiceUnavailable", "Throttling", "ThrottlingException",
    "RequestLimitExceeded", "OperationAborted", "ConditionalRequestConflict",
}  # fmt: skip
_REFUSED = {
    "AccessDenied", "Forbidden", "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken",
    "AllAccessDisabled", "AccountProblem", "403", "401",
}  # fmt: skip
_RIGHTS = "check the credentials in the environment, and that they may list, read and write there"


class S3Store(ObjectStore):
    """A prefix of a bucket."""

    is_atomic = True
    workers = 8

    def __init__(self, address: str) -> None:
        self.address = address
        bucket, _, prefix = address.partition("://")[2].partition("/")
        self._bucket, self._prefix = bucket, f"{prefix}/" if prefix else ""
        self._files = s3fs.S3FileSystem(
            skip_instance_cache=True, use_listings_cache=False, config_kwargs=_client_config()
        )
        self._files.retries = 1  # those of s3fs send a stream that is at its end
        self.is_conditional = True

    def prepare(self) -> str:
        """See ObjectStore; a store that ignores write conditions cannot keep two writers apart."""
        try:
            if self._put(PROBE, b"", IfNoneMatch="*"):
                self.is_conditional = not self._put(PROBE, b"", IfNoneMatch="*")
        except DeliveryError as error:
            if error.code != "NotImplemented":
                raise
            self.is_conditional = False
        return "" if self.is_conditional else "this store has no conditional writes: let no two publishers write there"

    def read(self, name: str) -> ObjectContent | None:
        """See ObjectStore."""
        answer = self._ask("get_object", name)
        if answer is None:
            return None
        with self._faults(name):
            data = sync(self._files.loop, answer["Body"].read)
        return ObjectContent(data, answer["ETag"])

    def state(self, name: str) -> ObjectState | None:
        """See ObjectStore."""
        answer = self._ask("head_object", name, ChecksumMode="ENABLED")
        if answer is None:
            return None
        encoded = answer.get("ChecksumSHA256") or ""
        sha256 = answer.get("Metadata", {}).get("sha256")
        if encoded and "-" not in encoded:  # of parts it would be the checksum of their checksums
            sha256 = base64.b64decode(encoded).hex()
        return ObjectState(int(answer["ContentLength"]), sha256)

    def create(self, name: str, content: Path | bytes, sha256: str) -> bool:
        """See ObjectStore; the store compares the bytes it received with the checksum."""
        condition = {"IfNoneMatch": "*"} if self.is_conditional else {}
        if not self.is_conditional and self.state(name):
            return False
        return self._put(name, content, sha256, **condition)

    def swap(self, name: str, data: bytes, tag: str | None) -> bool:
        """See ObjectStore."""
        if self.is_conditional:
            return self._put(name, data, **({"IfMatch": tag} if tag else {"IfNoneMatch": "*"}))
        current = self.read(name)
        return (current.tag if current else None) == tag and self._put(name, data)

    def remove(self, name: str) -> None:
        """See ObjectStore."""
        self._ask("delete_object", name)

    @contextmanager
    def open(self, name: str) -> Iterator[BinaryIO]:
        """See ObjectStore."""
        answer = self._ask("get_object", name)
        if answer is None:
            raise FileNotFoundError(f"{self.address}/{name}")
        body = answer["Body"]
        try:
            with self._faults(name):
                yield cast("BinaryIO", _BodyStream(self._files.loop, body))
        finally:
            body.close()

    def _put(self, name: str, content: Path | bytes, sha256: str = "", **condition: str) -> bool:
        """Write an object; returns False if the condition does not hold."""
        checks: dict[str, Any] = {}
        if sha256:
            checks = {
                "ChecksumSHA256": base64.b64encode(bytes.fromhex(sha256)).decode(),
                "Metadata": {"sha256": sha256},
            }
        body: BinaryIO = io.BytesIO(content) if isinstance(content, bytes) else content.open("rb")
        with body:
            return self._ask("put_object", name, Body=body, **checks, **condition) is not None

    def _ask(self, operation: str, name: str, **parameters: Any) -> Mapping[str, Any] | None:
        """Return the store's answer, or None if there is no such object or a condition does not hold."""
        with self._faults(name):
            try:
                answer: Mapping[str, Any] = self._files.call_s3(
                    operation, Bucket=self._bucket, Key=f"{self._prefix}{name}", **parameters
                )
            except Exception as error:
                if _code(error) in ("NoSuchKey", "404", "PreconditionFailed", "412"):
                    return None
                raise
        return answer

    @contextmanager
    def _faults(self, name: str) -> Iterator[None]:
        """Report the store's errors in one line without secrets and without the exceptions that caused them."""
        try:
            yield
        except (DeliveryError, FileNotFoundError) as error:
            if isinstance(error, DeliveryError) or not _code(error):
                raise
            raise _fault(error, f"{self.address}/{name}") from None
        except Exception as error:  # noqa: BLE001 (whatever a client raises)
            raise _fault(error, f"{self.address}/{name}") from None


class _BodyStream(io.RawIOBase):
    """The body of a response, read block by block."""

    def __init__(self, loop: Any, body: Any) -> None:
        super().__init__()
        self._loop, self._body = loop, body

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        data: bytes = sync(self._loop, self._body.read, *([] if size < 0 else [size]))
        return data


def _client_config() -> dict[str, Any]:
    """Return the client's configuration: no retries, and time-outs that fsspec's configuration overrides."""
    configured = conf.get("s3", {}).get("config_kwargs", {})
    own_limits = {"connect_timeout": _CONNECT_SECONDS, "read_timeout": _ANSWER_SECONDS}
    return {**own_limits, **configured, "retries": {"total_max_attempts": 1}}


def _code(error: BaseException) -> str:
    """Return the store's own error code, such as NoSuchKey; empty if the store did not answer."""
    for cause in (error, error.__cause__):
        response = getattr(cause, "response", None)
        if isinstance(response, Mapping):
            return str(response.get("Error", {}).get("Code", ""))
    return ""


def _status(error: BaseException) -> int:
    response = getattr(error.__cause__ or error, "response", None)
    metadata = response.get("ResponseMetadata", {}) if isinstance(response, Mapping) else {}
    return int(metadata.get("HTTPStatusCode", 0))


def _fault(error: Exception, name: str) -> DeliveryError:
    code, place = printable(_code(error)), printable(name)
    if code == "NoSuchBucket":
        return DeliveryError(f"{place}: there is no such bucket; create it, or correct the target")
    if isinstance(error, NoCredentialsError | PartialCredentialsError):
        return DeliveryError(f"{place}: no credentials; give them in the environment or in fsspec's configuration")
    if code in _REFUSED or _status(error) in (401, 403):
        return DeliveryError(f"{place}: the store refused the request ({code}); {_RIGHTS}")
    if code in _PASSING or _status(error) in (408, 409, 429) or (_status(error) >= 500 and _status(error) != 501):
        return DeliveryError(
            f"{place}: the store could not do it now ({code or _status(error)}); try again later", True
        )
    if code:
        return DeliveryError(f"{place}: the store refused the request ({code}): {_first_line(error)}", code=code)
    if isinstance(error, BotoConnectionError | HTTPClientError | TimeoutError | ConnectionError):
        return DeliveryError(
            f"{place}: the store did not answer ({type(error).__name__}); check network and endpoint", True
        )
    kind = "the client cannot work" if isinstance(error, BotoCoreError) else type(error).__name__
    return DeliveryError(f"{place}: {kind}: {_first_line(error)}")


def _first_line(error: Exception) -> str:
    lines = str(error).splitlines()
    return printable(without_secrets(lines[0])) if lines else ""
