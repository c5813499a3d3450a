"""Publishing killed at random moments: a small program that publishes one build after the other, and what to look at after it."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq

from corpus.storage import store
from tests.flows.command import ROOT

# Two ids by turns, so that each is there already when it is published again; now and then one that is damaged.
_PUBLISHES = """
import sys
from pathlib import Path
import pyarrow as pa
from corpus.storage import build_folders, build_lock, parquet, store
out, number = Path(sys.argv[1]), int(sys.argv[2])
print("ready", flush=True)
while True:
    number += 1
    build_id = f"{number % 3:012d}"
    rows = pa.table({"text": [f"{build_id} {line}" for line in range(20_000)]})
    with build_lock.lock(out), store.fresh_build_folder(out) as folder:
        for table in ("documents", "segments"):
            parquet.write_part(folder, table, 0, rows, build_id)
        there = out / "builds" / build_id / "segments" / "part-00000.parquet"
        latest = (out / "latest").resolve().name
        if number % 4 == 0 and there.exists() and latest != build_id:
            there.write_bytes(b"damaged")
        store.publish(folder, out, build_id, {})
        build_folders.remove(out, [build.build_id for build in build_folders.stored_builds(out)][2:])
"""


def publish_and_be_killed(out: Path, seconds: float, number: int) -> None:
    """Publish build after build into `out`, and be killed after so many seconds."""
    command = [sys.executable, "-c", _PUBLISHES, str(out), str(number)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout and process.stdout.readline() == "ready\n", process.stderr and process.stderr.read()
        time.sleep(seconds)
        ended = process.poll()
        assert ended is None, process.stderr and process.stderr.read()
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)


def assert_latest_is_whole(out: Path) -> str:
    """The id of the latest build, once every file has been read and holds what it should."""
    build_id = Path(os.readlink(out / "latest")).name
    folder = store.complete(out, build_id)
    assert folder is not None, f"latest is {build_id}, which is not whole"
    for table in ("documents", "segments"):
        (text,) = pq.read_table(folder / table / "part-00000.parquet").slice(19_999).to_pydict()["text"]
        assert text == f"{build_id} 19999"
    return build_id


def kill_often(out: Path, times: int, longest: float = 0.3) -> None:
    """Kill so many times; each time `latest` must be whole, and the next one must find a way on."""
    seconds = 1.0
    while not (out / "latest").exists():  # the first build is there before anything is asked of it
        publish_and_be_killed(out, seconds, 0)
        seconds *= 2
    for _ in range(times):
        publish_and_be_killed(out, random.uniform(0, longest), random.randrange(12))
        assert_latest_is_whole(out)
    left = store.begin(out)
    store.discard(left)
    assert [path.name for path in (out / "builds").iterdir() if path.name.startswith(".")] == []
    assert [path.name for path in out.iterdir() if path.name.startswith(".latest")] == []
