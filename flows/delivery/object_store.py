"""Object store interface for publishing: a few operations, each of which happens completely or not at all."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO


@dataclass(frozen=True, slots=True)
class ObjectContent:
    """The bytes of an object, and the tag that identifies this version of it."""

    data: bytes
    tag: str


@dataclass(frozen=True, slots=True)
class ObjectState:
    """An object as the store lists it."""

    bytes: int
    sha256: str | None  # where the store knows it


class ObjectStore(ABC):
    """The objects below a prefix. Names are relative to it; errors are DeliveryErrors that say whether to retry."""

    address: str
    is_conditional: bool  # whether writes can be made to depend on what is there, so that one of two writers fails
    is_atomic: bool  # whether a write that is cut off leaves nothing
    workers: int = 1  # files that may be sent at the same time

    @abstractmethod
    def prepare(self) -> str:
        """Find out what the store can do before writing to it; returns a note on what it cannot do."""

    @abstractmethod
    def read(self, name: str) -> ObjectContent | None:
        """Return a small object, or None where there is none."""

    @abstractmethod
    def state(self, name: str) -> ObjectState | None:
        """Return what the store reports about an object, or None if there is none."""

    @abstractmethod
    def create(self, name: str, content: Path | bytes, sha256: str) -> bool:
        """Write an object if it does not exist; otherwise write nothing and return False."""

    @abstractmethod
    def swap(self, name: str, data: bytes, tag: str | None) -> bool:
        """Replace the object version with this tag, or create it if the tag is None; False if another is there."""

    @abstractmethod
    def remove(self, name: str) -> None:
        """Remove an object whose writing was interrupted."""

    @abstractmethod
    def open(self, name: str) -> AbstractContextManager[BinaryIO]:
        """Return an object as a stream; raises FileNotFoundError if there is none."""
