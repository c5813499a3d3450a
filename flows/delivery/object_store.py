"""Object stores as publishing needs them: few operations, each of which either happens whole or does not."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO


@dataclass(frozen=True, slots=True)
class ObjectContent:
    """The bytes of an object, and the tag that tells this version of it from others."""

    data: bytes
    tag: str


@dataclass(frozen=True, slots=True)
class ObjectState:
    """An object as the store lists it."""

    bytes: int
    sha256: str | None  # where the store knows it


class ObjectStore(ABC):
    """The objects below a prefix. Names are relative to it; errors are DeliveryErrors that say if they may pass."""

    address: str
    is_conditional: bool  # whether writes can be made to depend on what is there, so that one of two writers fails
    is_atomic: bool  # whether a write that is cut off leaves nothing
    workers: int = 1  # files that may be sent at the same time

    @abstractmethod
    def prepare(self) -> str:
        """Find out what the store can do before it is written to; returns a word on what it cannot."""

    @abstractmethod
    def read(self, name: str) -> ObjectContent | None:
        """Return a small object, or None where there is none."""

    @abstractmethod
    def state(self, name: str) -> ObjectState | None:
        """Return what the store says of an object, or None where there is none."""

    @abstractmethod
    def create(self, name: str, content: Path | bytes, sha256: str) -> bool:
        """Write an object that is not there; False, and nothing written, where it is there already."""

    @abstractmethod
    def swap(self, name: str, data: bytes, tag: str | None) -> bool:
        """Write an object in place of the version with this tag, of none for None; False where it is another one."""

    @abstractmethod
    def remove(self, name: str) -> None:
        """Remove an object that was cut off while it was written."""

    @abstractmethod
    def open(self, name: str) -> AbstractContextManager[BinaryIO]:
        """Return an object as a stream; FileNotFoundError where there is none."""
