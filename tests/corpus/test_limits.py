"""Limits: a block that costs more than it may ends with a reason, in any thread, and nothing is raised after it."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from corpus.limits import LimitError, limited
from tests.hostile import deadline


def busy(seconds: float) -> None:
    """Use so much processor time of this thread."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def stopped(seconds: float = 0.1) -> tuple[str, str, float]:
    """What is said of a block that takes a minute, and the processor time that it took."""
    began = time.thread_time()
    with pytest.raises(LimitError) as error, limited(seconds, "page"):
        busy(60)
    return str(error.value), error.value.doc_id, time.thread_time() - began


REASON = "takes longer than 0.1 s of processor time (max_seconds); shorten it or leave it out"


def test_block_that_takes_too_long_ends_in_the_main_thread():
    assert (outcome := stopped())[:2] == (REASON, "page") and outcome[2] < 20


def test_block_that_takes_too_long_ends_in_another_thread():
    with ThreadPoolExecutor(1) as threads:
        assert (outcome := threads.submit(stopped).result())[:2] == (REASON, "page") and outcome[2] < 20


def test_time_that_others_use_does_not_count():
    with ThreadPoolExecutor(1) as threads, limited(0.1):
        threads.submit(busy, 0.5).result()
        time.sleep(0.2)


@pytest.mark.slow
def test_what_a_library_catches_is_reported_at_the_end():
    with deadline(60), pytest.raises(LimitError), limited(0.05):
        for _ in range(4):
            try:
                busy(2)
            except BaseException:
                continue


def test_memory_that_is_not_there_is_a_reason():
    with pytest.raises(LimitError, match=r"^takes more memory than there is; shorten it or leave it out$"), limited(9):
        bytearray(1 << 60)


def test_nothing_is_raised_after_the_block():
    for _ in range(200):
        try:
            with limited(0.001):
                busy(0.001)
        except LimitError:
            pass
    busy(0.2)


def test_other_errors_pass_through():
    with pytest.raises(KeyError), limited(9):
        raise KeyError


def test_short_block_inside_a_long_one_is_stopped_as_soon_as_by_itself():
    with limited(60):
        time.sleep(0.2)  # the watcher sleeps for the long one
        assert stopped()[2] < 20
        busy(0.2)


def test_blocks_of_many_threads_are_stopped_each_by_itself():
    with ThreadPoolExecutor(8) as threads:
        ended = [threads.submit(stopped) for _ in range(4)]
        others = [threads.submit(busy, 0.3) for _ in range(4)]
        assert {future.result()[:2] for future in ended} == {(REASON, "page")}
        assert [other.result() for other in others] == [None] * 4


def test_many_blocks_start_no_threads():
    with limited(60):
        before = threading.active_count()
    for _ in range(100):
        with limited(60):
            assert threading.active_count() <= before


def test_profiler_comes_to_an_end():
    program = """
import cProfile
from corpus.limits import limited
def run():
    with limited(60, "a"):
        return 7
print(cProfile.Profile().runcall(run))
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert ran.stdout == "7\n", ran.stderr
