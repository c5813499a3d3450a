"""Workers: run shards in this process, in a pool of processes that never outlives it, or on a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, NoReturn

from corpus.storage.code_hash import code
from flows.console import error_lines
from flows.console.exit_status import stopping_signal
from flows.console.import_path import keep_children_safe
from flows.pipeline.attempts import BuildTimeoutError

RunInPool = Callable[..., Any]  # a function and its arguments → what it returns
_GRACE = 2.0  # seconds: a shard may take minutes, and who stops a command does not wait for it; by hand
_ENDED = "a worker process was ended by the system, mostly for want of memory; try fewer with --jobs"


class WorkerError(OSError):
    """A worker process is gone."""

    may_pass = True  # when it is tried again


def processes(jobs: int, shards: int) -> int:
    """Return how many processes to use: the requested number, or one per core if each gets at least four shards."""
    if jobs:
        return min(jobs, shards)
    return max(1, min(os.cpu_count() or 1, shards // 4))


@contextmanager
def pool(count: int, farewell: str = error_lines.STOPPED) -> Iterator[RunInPool]:
    """Yield a function that runs another one: in this process, or in one of `count` processes while the caller waits.
    Once the block has to stop, this process has two seconds to leave it; then it ends with the farewell.
    """
    executor = _executor(count)

    def run(function: Callable[..., Any], *args: Any) -> Any:
        try:
            return executor.submit(function, *args).result()
        except BrokenProcessPool as error:
            raise WorkerError(_ENDED) from error

    try:
        yield run
    except BaseException as error:
        number = stopping_signal(error)
        if isinstance(error, BuildTimeoutError):
            _kill_workers()
            executor.shutdown(wait=False, cancel_futures=True)  # a thread ends with its shard, and is not waited for
            raise
        with nullcontext() if number is None else _leaving_soon(farewell, number):
            executor.shutdown(cancel_futures=True)
        raise
    else:
        executor.shutdown()


@contextmanager
def _leaving_soon(farewell: str, number: int) -> Iterator[None]:
    """End this process when its grace period is over; kills the workers as the block begins."""
    leaving = threading.Timer(_GRACE, _leave, [farewell, number])
    leaving.daemon = True
    leaving.start()
    _kill_workers()
    try:
        yield
    finally:
        leaving.cancel()


def _kill_workers() -> None:
    for worker in multiprocessing.active_children():
        worker.kill()


def _leave(farewell: str, number: int) -> NoReturn:
    """End this process, whatever its threads do; the exit status is the one that shells use."""
    error_lines.say(farewell)
    os._exit(128 + number)


def _executor(count: int) -> Executor:
    """Return a pool of processes; for a count of one, a thread that holds one shard in memory at a time."""
    if count < 2:
        return ThreadPoolExecutor(1)
    keep_children_safe()
    return ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _die_with_parent)


def _die_with_parent() -> None:
    """End this worker when its parent is killed: it would otherwise wait for work for ever."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


_PATIENCE = 20  # seconds, until a scheduler has answered and has workers; by hand
_TRIES = 3  # of a shard whose worker is gone


class ClusterError(ValueError):
    """The requested cluster cannot be used as it is."""


@contextmanager
def cluster(scheduler: str, folder: Path) -> Iterator[RunInPool]:
    """Yield a function that runs another one on a worker of the cluster, and waits for it. `folder` is where the build
    is made; all workers must see it. Raises ClusterError if they do not, if there is no worker, or if one has other
    code; the shard of a lost worker is given to another.
    """
    client = _client(scheduler)
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
        for worker, (its_code, has_folder) in sorted(client.run(_worker_state, str(folder.absolute())).items()):
            if its_code != code():
                raise ClusterError(f"worker {worker} has another version of taiyaku (code {its_code}, here {code()})")
            if not has_folder:
                remedy = "publish to one that all share"
                raise ClusterError(f"worker {worker} does not see the folder of the build; {remedy}")
        yield lambda function, *args: _result(client, function, args)
    except TimeoutError as error:
        raise ClusterError(f"{scheduler}: no worker has come in {_PATIENCE} seconds; start some there") from error
    finally:
        client.close()


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
    """Return the code version of the worker that runs this, and whether it sees a folder."""
    return code(), os.path.isdir(folder)


def _result(client: Any, function: Any, args: tuple[Any, ...]) -> Any:
    from distributed import KilledWorker

    future = client.submit(function, *args, pure=False, retries=_TRIES)
    try:
        return future.result()
    except KilledWorker as error:
        raise WorkerError(f"a shard ended {_TRIES} workers of the cluster, mostly for want of memory") from error
    finally:
        future.release()
