"""Builds of three small files, published as real ones are, and readers that follow pointers as people's programs do."""

from __future__ import annotations

import resource
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from corpus.storage import store
from corpus.storage.store import fsck
from flows.delivery.delivery_result import ObjectStore
from flows.delivery.object_delivery import read_pointer, verify


def small_build(out: Path, number: int, created: str | None = None) -> Path:
    """A build in a folder of builds; its files name it, so that a mixture of two shows."""
    build_id = f"{number:012x}"
    folder = store.begin(out)
    store.write_bytes(folder / "documents" / "part-00000.parquet", f"documents of {build_id}\n".encode() * 50)
    store.write_bytes(folder / "segments" / "part-00000.parquet", f"segments of {build_id}\n".encode() * 200)
    store.write_bytes(folder / "report" / "summary.md", f"# Build {build_id}\n".encode())
    moment = created or f"2026-11-27T{number // 3600 % 24:02d}:{number // 60 % 60:02d}:{number % 60:02d}Z"
    build = store.publish(folder, out, build_id, {"build_id": build_id, "created": moment})
    (out / "latest").unlink()  # so that a build counts from `created`
    return build


@contextmanager
def small_files_only() -> Iterator[None]:
    """No file may grow beyond 2,000 bytes, as on a disk that is full: less than the largest file of a small build."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


class Readers:
    """Threads that read the latest build again and again and keep what is wrong with it."""

    def __init__(self, read: Callable[[], tuple[str, list[str]]], count: int = 3) -> None:
        self.reads = 0
        self.builds: set[str] = set()
        self.problems: list[str] = []
        self._read = read
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._go_on, daemon=True) for _ in range(count)]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join(60)

    def _go_on(self) -> None:
        while not self._ended.is_set():
            try:
                build_id, problems = self._read()
            except Exception as error:
                build_id, problems = "", [f"{type(error).__name__}: {error}"]
            self.reads += 1
            self.builds.add(build_id)
            self.problems += problems


def read_folder(out: Path) -> tuple[str, list[str]]:
    """The build that `latest` led to, and what was wrong with any of its files."""
    place = (out / "latest").resolve()
    return place.name, [str(damage) for damage in fsck(place)]


def read_store(objects: ObjectStore) -> tuple[str, list[str]]:
    """The build that `latest.json` led to, and what was wrong with any of its objects; nothing before the first."""
    if read_pointer(objects) is None:
        return "", []
    build_id, damages = verify(objects)
    return build_id, [str(damage) for damage in damages]
