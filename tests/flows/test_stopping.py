"""A signal ends a build at once: inside a destructor, and inside a flow that awaits nothing for minutes."""

import signal
from pathlib import Path

import pytest

from tests.flows.command import environment, python

ROOT = Path(__file__).parents[2]
STOPPED_IN_A_DESTRUCTOR = """
import os, signal, sys, time
from flows.console.exit_status import Terminated, heard

class Dying:
    def __del__(self):
        os.kill(os.getpid(), int(sys.argv[1]))
        for _ in range(100):
            pass

try:
    with heard():
        Dying()
        print("went on")
        time.sleep(5)
        print("was never stopped")
except (Terminated, KeyboardInterrupt):
    print("stopped")
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_in_a_destructor_is_heard_a_moment_later(number: signal.Signals, tmp_path: Path):
    ran = python("-c", STOPPED_IN_A_DESTRUCTOR, str(int(number)), env=environment(tmp_path), cwd=ROOT)
    assert (ran.status, ran.out.split("\n")) == (0, ["went on", "stopped", ""])
    assert ran.err == ""


BUSY_FLOW = """
import asyncio, os, signal, threading, time
from flows.console.exit_status import heard

async def busy():
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    until = time.monotonic() + 5
    while time.monotonic() < until:
        time.sleep(0.01)
    print("was never stopped")

try:
    with heard():
        asyncio.run(busy())
except KeyboardInterrupt:
    print("stopped")
"""


def test_one_control_c_stops_a_flow_that_awaits_nothing(tmp_path: Path):
    ran = python("-c", BUSY_FLOW, env=environment(tmp_path), cwd=ROOT)
    assert (ran.status, ran.out) == (0, "stopped\n"), ran.err


BUSY_SHARD = """
import sys, threading, time, os, signal
from contextlib import suppress
from flows.pipeline import workers

def work(run):
    with suppress(workers.WorkerError):
        run(time.sleep, 600)

try:
    with workers.pool(int(sys.argv[1])) as run:
        threading.Thread(target=work, args=(run,), daemon=True).start()
        threading.Timer(3, os.kill, (os.getpid(), signal.SIGINT)).start()
        time.sleep(600)
except KeyboardInterrupt:
    sys.exit("taiyaku: stopped")
"""


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_shard_that_takes_minutes_is_not_waited_for(processes: int, tmp_path: Path):
    ran = python("-c", BUSY_SHARD, str(processes), env=environment(tmp_path), cwd=ROOT)
    assert (ran.status, ran.err) == ({1: 130, 2: 1}[processes], "taiyaku: stopped\n")


CAUGHT = """
import time
from flows.pipeline import workers

try:
    with workers.pool(1) as run:
        run(time.sleep, 0)
        raise {error}
except BaseException as error:
    time.sleep(workers._GRACE + 0.5)
    print("still there after", type(error).__name__)
"""


@pytest.mark.slow
@pytest.mark.parametrize("error", ["KeyboardInterrupt", "SystemExit", "GeneratorExit"])
def test_process_that_left_the_pool_in_time_lives_on(error: str, tmp_path: Path):
    ran = python("-c", CAUGHT.format(error=error), env=environment(tmp_path), cwd=ROOT)
    assert (ran.status, ran.out, ran.err) == (0, f"still there after {error}\n", "")
