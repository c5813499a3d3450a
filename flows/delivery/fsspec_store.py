"""Fsspec store: any other fsspec file system, files first and the pointer last, without locking between writers."""

from __future__ import annotations

import errno
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TypeVar

import fsspec

from corpus.text.printable import printable
from flows.console.error_lines import describe_error
from flows.console.redaction import without_secrets
from flows.delivery.delivery_result import DeliveryError, ObjectContent, ObjectState, ObjectStore

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_PART = ".part"  # the end of the name that a small file has until it is whole

_Result = TypeVar("_Result")


class FsspecStore(ObjectStore):
    """A folder in an fsspec file system; raises ImportError or ValueError if there is no such file system."""

    is_conditional = False
    is_atomic = False

    def __init__(self, address: str) -> None:
        self.address = address
        self._files, self._root = fsspec.core.url_to_fs(address, use_listings_cache=False)
        self._root = self._root.rstrip("/")

    def prepare(self) -> str:
        """See ObjectStore."""
        scheme = self.address.partition("://")[0]
        return f"no conditional writes through {scheme}://: let no two publishers write there"

    def read(self, name: str) -> ObjectContent | None:
        """See ObjectStore; the tag is the checksum."""
        data = self._attempt(name, lambda: self._files.cat_file(self._path(name)))
        return None if data is None else ObjectContent(data, hashlib.sha256(data).hexdigest())

    def state(self, name: str) -> ObjectState | None:
        """See ObjectStore."""
        entry = self._attempt(name, lambda: self._files.info(self._path(name)))
        return None if entry is None else ObjectState(int(entry.get("size") or 0), None)

    def create(self, name: str, content: Path | bytes, sha256: str) -> bool:  # noqa: ARG002 (the store takes none)
        """See ObjectStore; existence is checked first, so a concurrent writer is missed."""
        if self.state(name):
            return False
        self._write(name, content)
        return True

    def swap(self, name: str, data: bytes, tag: str | None) -> bool:
        """See ObjectStore; a concurrent writer is missed."""
        current = self.read(name)
        if (current.tag if current else None) != tag:
            return False
        self._write(name, data)
        return True

    def remove(self, name: str) -> None:
        """See ObjectStore."""
        self._attempt(name, lambda: self._files.rm_file(self._path(name)))

    @contextmanager
    def open(self, name: str) -> Iterator[BinaryIO]:
        """See ObjectStore."""
        stream = self._attempt(name, lambda: self._files.open(self._path(name), "rb"))
        if stream is None:
            raise FileNotFoundError(f"{self.address}/{name}")
        try:
            with stream:
                yield stream
        except DeliveryError:
            raise
        except Exception as error:  # noqa: BLE001 (whatever a file system raises)
            raise _fault(error, f"{self.address}/{name}") from None

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"

    def _write(self, name: str, content: Path | bytes) -> None:
        path = self._path(name)
        with suppress(Exception):  # object stores have no folders to make; others say so when the file is written
            self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
        try:
            if isinstance(content, bytes):
                self._write_whole(path, content)
            else:
                self._files.put_file(str(content), path)
        except Exception as error:  # noqa: BLE001 (whatever a file system raises)
            raise _fault(error, f"{self.address}/{name}") from None

    def _write_whole(self, path: str, data: bytes) -> None:
        """Write a small file under a temporary name and move it into place: an interrupted write leaves no half. If
        the file system cannot move onto an existing file, that is removed first; if it cannot move at all, the file is
        written in place.
        """
        beside = f"{path}{_PART}"
        self._files.pipe_file(beside, data)
        if self._is_moved(beside, path, data):
            return
        with suppress(Exception):  # it may not be there
            self._files.rm_file(path)
        if self._is_moved(beside, path, data):
            return
        self._files.pipe_file(path, data)
        with suppress(Exception):
            self._files.rm_file(beside)

    def _is_moved(self, beside: str, path: str, data: bytes) -> bool:
        """Move a file and read it there: some file systems raise nothing when they have not moved it."""
        with suppress(Exception):
            self._files.mv(beside, path)
        with suppress(Exception):
            return bool(self._files.cat_file(path) == data)
        return False

    def _attempt(self, name: str, call: Callable[[], _Result]) -> _Result | None:
        """Return the result of a call; None where there is no such file."""
        try:
            return call()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except Exception as error:  # noqa: BLE001 (whatever a file system raises)
            raise _fault(error, f"{self.address}/{name}") from None


def _fault(error: Exception, name: str) -> DeliveryError:
    """Return an error of a file system as a one-line DeliveryError without secrets."""
    place = printable(name)
    if isinstance(error, OSError) and error.errno in _FULL:  # the whole would name the file that was to be sent
        return DeliveryError(f"{place}: {describe_error(OSError(error.errno, error.strerror))}")
    words = [line for line in str(error).splitlines() if line]
    reason = f"{type(error).__name__}: {printable(without_secrets(words[0]))}" if words else type(error).__name__
    if isinstance(error, PermissionError):
        return DeliveryError(f"{place}: the store refused it ({reason}); check the credentials and what they allow")
    if isinstance(error, ConnectionError | TimeoutError):
        return DeliveryError(f"{place}: the store did not answer ({reason}); check network and address", True)
    return DeliveryError(f"{place}: {reason}; correct the target, or look at the store")
