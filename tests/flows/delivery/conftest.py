"""Stores and builds that several test modules of deliveries look at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from flows.delivery import delivery_result
from tests.flows.delivery.object_server import ObjectServer, object_server
from tests.flows.delivery.small_builds import small_build


@pytest.fixture(scope="session")
def only_server() -> Iterator[ObjectServer]:
    with object_server() as server:
        yield server


@pytest.fixture(autouse=True)
def _short_pauses() -> Iterator[None]:
    """What may pass is tried again almost at once."""
    pauses = delivery_result.PAUSES[:]
    delivery_result.PAUSES[:] = [0.01] * len(pauses)
    yield
    delivery_result.PAUSES[:] = pauses


@pytest.fixture
def server(only_server: ObjectServer) -> Iterator[ObjectServer]:
    """A store with the empty bucket `corpora`, whose faults are off."""
    only_server.reset()
    yield only_server
    only_server.reset()


@pytest.fixture
def first_build(tmp_path: Path) -> Path:
    """A build of three small files."""
    return small_build(tmp_path / "out", 10)
