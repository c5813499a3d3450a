"""Attempts: what may pass is tried again, nothing else is, and no build takes longer than it may."""

from __future__ import annotations

import errno
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from corpus.storage.build_lock import BuildBusyError
from flows.options.options import RunOptions
from flows.pipeline.attempts import BuildTimeoutError, attempted, may_pass, time_bound
from flows.pipeline.workers import WorkerError


def failing(*errors: Exception) -> Callable[[], str]:
    """An attempt that fails with these errors, one each time, and then goes well."""
    left = list(errors)

    def attempt() -> str:
        if left:
            raise left.pop(0)
        return "fine"

    return attempt


QUICK = RunOptions(retries=2, retry_delay=0.01)


def test_what_may_pass_is_tried_again_and_reported():
    lines: list[str] = []
    attempt = failing(BuildBusyError("out: another build is writing there"), OSError(errno.EIO, "Input/output error"))
    assert attempted(attempt, QUICK, lines.append) == "fine"
    assert lines == [
        "out: another build is writing there; trying again in 0 seconds (1 of 2)",
        "Input/output error; trying again in 0 seconds (2 of 2)",
    ]


def test_delays_double(monkeypatch: pytest.MonkeyPatch):
    delays: list[float] = []
    monkeypatch.setattr(time, "sleep", delays.append)
    attempt = failing(*[WorkerError("gone")] * 3)
    assert attempted(attempt, RunOptions(retries=3, retry_delay=30), lambda _: None) == "fine"
    assert delays == [30, 60, 120]


def test_last_failure_is_raised():
    with pytest.raises(WorkerError):
        attempted(failing(*[WorkerError("gone")] * 3), QUICK, lambda _: None)


@pytest.mark.parametrize(
    "error",
    [ValueError("bad"), OSError(errno.ENOSPC, "full"), PermissionError(errno.EACCES, "no"), BuildTimeoutError()],
)
def test_what_does_not_pass_by_itself_is_not_tried_again(error: Exception):
    assert not may_pass(error)
    with pytest.raises(type(error)):
        attempted(failing(error), QUICK, lambda _: None)


def test_block_that_takes_too_long_is_ended():
    began = time.monotonic()
    with pytest.raises(BuildTimeoutError, match=r"longer than 0\.2 seconds"), time_bound(0.2):
        time.sleep(20)
    assert time.monotonic() - began < 5


def test_suppressing_system_errors_does_not_suppress_the_alarm():
    with pytest.raises(BuildTimeoutError), time_bound(0.1), suppress(OSError):
        time.sleep(20)


def test_bound_that_was_kept_raises_no_alarm():
    with time_bound(0.1):
        pass
    time.sleep(0.2)


def test_block_in_another_thread_has_no_bound():
    ended: list[bool] = []

    def work() -> None:
        with time_bound(0.05):
            time.sleep(0.2)
        ended.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(10)
    assert ended == [True]
