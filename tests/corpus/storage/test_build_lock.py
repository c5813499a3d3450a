"""The lock of a folder of builds: one build at a time, on any number of machines, and a word on who holds it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from corpus.storage import build_lock

ROOT = Path(__file__).parents[3]
HOLDS = "from pathlib import Path; import sys, time; from corpus.storage import build_lock\n"
ELSEWHERE = HOLDS + (  # the system's lock of another machine is not seen here: only its lease is
    "with build_lock._leased(Path(sys.argv[1])):\n    print('holding', flush=True)\n    time.sleep(60)\n"
)


def test_second_build_names_who_holds_the_folder(tmp_path: Path):
    program = HOLDS + "with build_lock.lock(Path(sys.argv[1])): pass"
    with build_lock.lock(tmp_path):
        since = json.loads((tmp_path / ".holder.json").read_text())["since"]
        ran = subprocess.run(
            [sys.executable, "-c", program, tmp_path], capture_output=True, text=True, cwd=ROOT, timeout=60
        )
    whose = rf"process {os.getpid()} on {socket.gethostname()} since {since}(, \d+ seconds? ago)?"
    pattern = (
        rf".*BuildBusyError: {tmp_path}: another build is writing there \({whose}\); wait for it, or give another --out"
    )
    assert ran.returncode == 1 and re.fullmatch(pattern, ran.stderr.splitlines()[-1])


def test_lock_is_free_again_after_an_error(tmp_path: Path):
    with pytest.raises(RuntimeError, match="broken"), build_lock.lock(tmp_path):
        raise RuntimeError("broken")
    with build_lock.lock(tmp_path):
        pass


def test_lock_makes_the_folder(tmp_path: Path):
    with build_lock.lock(tmp_path / "a/b"):
        assert (tmp_path / "a/b").is_dir()


def test_no_holder_is_named_where_no_one_holds_the_folder(tmp_path: Path):
    with build_lock.lock(tmp_path):
        assert build_lock.holder(tmp_path) is not None
    assert build_lock.holder(tmp_path) is None
    (tmp_path / ".holder.json").write_text('{"host": "a"')
    assert build_lock.holder(tmp_path) is None


# --- other machines


def lease_of_another_machine(out: Path) -> None:
    """What a machine left that will never renew its lease."""
    out.mkdir(exist_ok=True)
    (out / ".lease").write_text(
        f"filelock/2\npid=7\nhost=elsewhere\nmode=lease\ntoken=a\nduration={build_lock._DURATION}\n"
    )


def machine(out: Path) -> subprocess.Popen[str]:
    """A process that holds the lease under the host name of another machine."""
    if not shutil.which("unshare") or os.geteuid() != 0:
        pytest.skip("only root can be another machine, with unshare")
    command = ["unshare", "--uts", "sh", "-c", 'hostname elsewhere && exec "$0" "$@"', sys.executable, "-c", ELSEWHERE]
    process = subprocess.Popen(
        [*command, str(out)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert process.stdout and process.stderr
    if process.stdout.readline() != "holding\n":
        pytest.skip(f"no other machine here: {process.stderr.read().splitlines()[-1:]}")
    return process


def test_live_lock_of_another_machine_is_reported_at_its_first_sign_of_life(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(build_lock, "_DURATION", 30.0)
    process = machine(tmp_path)
    try:
        began = time.monotonic()
        with (
            pytest.raises(build_lock.BuildBusyError, match="another build is writing there"),
            build_lock.lock(tmp_path),
        ):
            pass
        assert time.monotonic() - began < 20
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=10)


def test_lock_of_a_machine_that_is_gone_is_taken_over_after_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(build_lock, "_DURATION", 1.0)
    lease_of_another_machine(tmp_path)
    began = time.monotonic()
    with build_lock.lock(tmp_path):
        assert time.monotonic() - began >= 1.0


def test_lease_of_a_process_of_this_machine_that_was_killed_blocks_no_build(tmp_path: Path):
    program = HOLDS + "import os\nwith build_lock.lock(Path(sys.argv[1])): os.kill(os.getpid(), 9)"
    subprocess.run([sys.executable, "-c", program, tmp_path], cwd=ROOT, timeout=60)
    assert (tmp_path / ".lease").exists() and build_lock.holder(tmp_path) is not None
    began = time.monotonic()
    with build_lock.lock(tmp_path):
        assert time.monotonic() - began < 5


@pytest.mark.parametrize("content", ["", "filelock/2\npid=9", "\0" * 40])
def test_lease_whose_writer_was_killed_while_it_wrote_blocks_no_build(tmp_path: Path, content: str):
    (tmp_path / ".lease").write_text(content)
    began = time.monotonic()
    with build_lock.lock(tmp_path):
        assert time.monotonic() - began < 10


def test_build_whose_lock_was_taken_over_while_its_machine_slept_does_not_publish(tmp_path: Path):
    with build_lock.lock(tmp_path):
        build_lock.ensure_held(tmp_path)
        (tmp_path / ".lease").unlink()
        lease_of_another_machine(tmp_path)
        with pytest.raises(build_lock.BuildBusyError, match="the lock was lost"):
            build_lock.ensure_held(tmp_path)
    assert "host=elsewhere" in (tmp_path / ".lease").read_text()
