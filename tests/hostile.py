"""What hostile tests share: rights that root does not have, deadlines for what might wait for ever, small disks."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NOBODY = 65534
_TEMPORARY = tempfile.gettempdir()  # of the system, whatever a test puts in its place


@contextmanager
def unprivileged() -> Iterator[None]:
    """Run the block with the rights of nobody where tests run as root: to root no permission is refused."""
    if os.geteuid() != 0:
        yield
        return
    import multiprocessing.connection  # noqa: F401 (Python may lie in a folder of root's: what runs imports no more of it)
    from concurrent.futures import ProcessPoolExecutor  # noqa: F401

    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@contextmanager
def one_of_a_group(user: int, group: int, umask: int) -> Iterator[None]:
    """Run the block as a user who is in a group beside their own; root alone can."""
    before = os.getgroups(), os.getegid(), os.umask(umask)
    os.setgroups([group])
    os.setegid(user)
    os.seteuid(user)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(before[1])
        os.setgroups(before[0])
        os.umask(before[2])


@contextmanager
def common_folder() -> Iterator[Path]:
    """A folder that nobody may enter and write to, unlike pytest's own, which belong to the user that runs it."""
    folder = Path(tempfile.mkdtemp(prefix="taiyaku-test-", dir=_TEMPORARY))
    folder.chmod(0o777)
    try:
        yield folder
    finally:
        for path in (path for path in folder.rglob("*") if path.is_dir() and not path.is_symlink()):
            path.chmod(0o700)
        shutil.rmtree(folder)


@contextmanager
def deadline(seconds: int) -> Iterator[None]:
    """Fail where the block waits for something that never comes."""

    def stop(*_: object) -> None:
        pytest.fail(f"still waiting after {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def can_mount() -> bool:
    """Whether a file system of its own, as small as a test wants it, can be mounted here."""
    command = ["unshare", "--mount", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"]
    return shutil.which("unshare") is not None and subprocess.run(command, capture_output=True).returncode == 0
