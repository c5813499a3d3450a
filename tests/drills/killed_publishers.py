"""Publishers killed at random moments, and what readers are to find after each kill."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from flows.delivery.deliveries import deliver, verify
from tests.flows.command import ROOT
from tests.flows.delivery.small_builds import small_build

_PUBLISHES = """
import sys
from pathlib import Path
from flows.delivery.deliveries import deliver
deliver(Path(sys.argv[1]), [sys.argv[2]], dry_run=True)  # imports what it needs
print("ready", flush=True)
sys.stdin.readline()
print(deliver(Path(sys.argv[1]), [sys.argv[2]])[0].state, flush=True)
sys.stdin.readline()
"""


def killed_after(build: Path, target: str, seconds: float | None) -> float:
    """Begin to publish a build, and kill the process after so many seconds; None: after its end. Returns the seconds."""
    command = [sys.executable, "-c", _PUBLISHES, str(build), target]
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(os.environ), text=True
    )
    try:
        assert process.stdin and process.stdout and process.stdout.readline() == "ready\n"
        began = time.monotonic()
        process.stdin.write("\n")
        process.stdin.flush()
        if seconds is None:
            assert process.stdout.readline() == "published\n"
        else:
            time.sleep(seconds)
        return time.monotonic() - began
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)


def kill_publishers(out: Path, target: str, kills: int) -> Counter[str]:
    """Publish build after build and kill each publisher once; the target is whole after each, and the next run ends."""
    outcomes: Counter[str] = Counter()
    first = small_build(out, 1)
    assert not deliver(first, [target])[0].failed
    usual = killed_after(small_build(out, 2), target, None)
    latest = f"{2:012x}"
    for number in range(3, kills + 3):
        build = small_build(out, number)
        killed_after(build, target, random.Random(number).random() * usual * 1.2)
        outcomes["killed"] += 1
        verification = verify(target)
        assert verification.status == 0 and verification.build_id in (latest, build.name), verification.line
        outcomes["in time" if verification.build_id == build.name else "before the end"] += 1
        delivery = deliver(build, [target])[0]
        assert delivery.state in ("published", "unchanged"), delivery.line
        outcomes["resumed"] += delivery.state == "published" and delivery.present > 0
        latest = build.name
        assert verify(target).build_id == latest
    return outcomes
