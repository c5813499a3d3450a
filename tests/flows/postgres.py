"""PostgreSQL as Debian has it: a database for a test, of a user who is not root, in a folder that goes with it."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.flows.command import PATIENCE

_BINARIES = Path("/usr/lib/postgresql")
_FAST = [
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "listen_addresses=",
]  # nothing is to outlast a test


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a fresh database, as SQLAlchemy has it; skips the test where PostgreSQL is not installed."""
    binaries = max(_BINARIES.glob("*/bin/postgres"), key=lambda file: int(file.parts[-3]), default=None)
    if binaries is None:
        pytest.skip("no PostgreSQL: apt-get install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="pg-"))  # short, as the path of a socket has to be
    user = _user(folder)
    initdb = [
        binaries.with_name("initdb"),
        "-D",
        folder / "data",
        "-A",
        "trust",
        "-U",
        "prefect",
        "-E",
        "UTF8",
        "--no-sync",
    ]
    subprocess.run([*map(str, initdb), "--locale=C"], cwd=folder, check=True, capture_output=True, **user)
    settings = [word for setting in [*_FAST, f"unix_socket_directories={folder}"] for word in ("-c", setting)]
    with (folder / "log").open("w") as log:
        command = [str(binaries), "-D", str(folder / "data"), *settings]
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, **user)
    try:
        _wait(folder, process)
        yield f"postgresql+asyncpg://prefect@/postgres?host={folder}"
    finally:
        process.send_signal(signal.SIGINT)  # at once, whoever is connected
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGQUIT)
            process.wait(30)
        shutil.rmtree(folder)


def _user(folder: Path) -> dict[str, Any]:
    """Whom PostgreSQL runs as, since it refuses root: the user of its package, to whom the folder is given."""
    if os.geteuid() != 0:
        return {}
    entry = pwd.getpwnam("postgres")
    os.chown(folder, entry.pw_uid, entry.pw_gid)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _wait(folder: Path, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while "ready to accept connections" not in (folder / "log").read_text(encoding="utf-8"):
        assert process.poll() is None and time.monotonic() < until, (folder / "log").read_text(encoding="utf-8")
        time.sleep(0.1)
