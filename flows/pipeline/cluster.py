"""A cluster: shards analysed by the workers of a Dask scheduler, on machines that share the folder of builds."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from corpus.storage.code_hash import code
from flows.pipeline.staged_build import StagedBuild
from flows.pipeline.workers import RunInPool, WorkerError

_PATIENCE = 20  # seconds, until a scheduler has answered and has workers; by hand
_TRIES = 3  # of a shard whose worker is gone


class ClusterError(ValueError):
    """The cluster that was asked for cannot be used as it is."""


@contextmanager
def cluster(scheduler: str, folder: Path) -> Iterator[RunInPool]:
    """Yield a function that runs another one on a worker of the cluster, and waits for it.

    `folder` is where the build is made: all workers must see it. Raises ClusterError where they do not, where no worker
    is there, or where one has other code; a shard whose worker is lost is given to another one.
    """
    client = _client(scheduler)
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
        _refuse_unfit(client.run(_worker_state, str(folder.absolute())))
        yield lambda function, *args: _result(client, function, args)
    except TimeoutError as error:
        raise ClusterError(f"{scheduler}: no worker has come in {_PATIENCE} seconds; start some there") from error
    finally:
        client.close()


def seen_from_workers(build: StagedBuild) -> StagedBuild:
    """Return the same build with all paths from the root, as workers stand in folders of their own."""
    return replace(build, folder=build.folder.absolute(), options=build.options.resolved(Path.cwd()))


def _client(scheduler: str) -> Any:
    if not scheduler:
        raise ClusterError("--runner dask needs the address of a scheduler: --scheduler tcp://HOST:8786")
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError("--runner dask needs Dask; install it with: pip install 'taiyaku[dask]'") from None
    try:
        return Client(scheduler, timeout=_PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise ClusterError(f"{scheduler}: no Dask scheduler answers there; check the address, and that it runs") from (
            error
        )


def _worker_state(folder: str) -> tuple[str, bool]:
    """Return of the worker that this runs on its code, and whether it sees a folder."""
    return code(), os.path.isdir(folder)


def _refuse_unfit(states: dict[str, tuple[str, bool]]) -> None:
    for worker, (its_code, has_folder) in sorted(states.items()):
        if its_code != code():
            raise ClusterError(f"worker {worker} has another version of taiyaku (code {its_code}, here {code()})")
        if not has_folder:
            raise ClusterError(f"worker {worker} does not see the folder of the build; publish to one that all share")


def _result(client: Any, function: Any, args: tuple[Any, ...]) -> Any:
    from distributed import KilledWorker

    future = client.submit(function, *args, pure=False, retries=_TRIES)
    try:
        return future.result()
    except KilledWorker as error:
        raise WorkerError(f"a shard ended {_TRIES} workers of the cluster, mostly for want of memory") from error
    finally:
        future.release()
