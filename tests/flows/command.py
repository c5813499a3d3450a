"""The command line as tests call it: in a process of its own, or in this one where only words and statuses count."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "corpus" / "samples"
PATIENCE = 300.0  # seconds: what anything may take on the busiest machine; nothing waits longer than it must


@dataclass(frozen=True)
class Ran:
    """What a call of the command line came to."""

    status: int
    out: str
    err: str
    seconds: float = 0.0


def environment(home: Path, **more: str) -> dict[str, str]:
    """The environment of a call: Prefect's files in `home`, nothing of the developer's own Prefect or byte code settings."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("PREFECT_") and k != "PYTHONDONTWRITEBYTECODE"}
    return {**inherited, "PYTHONPATH": str(ROOT), "PREFECT_HOME": str(home), "DO_NOT_TRACK": "1", **more}


def python(*arguments: str, env: Mapping[str, str], cwd: Path, timeout: float = PATIENCE) -> Ran:
    """Run this Python with these arguments and wait for its end."""
    began = time.monotonic()
    ended = subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=dict(env), capture_output=True, text=True, timeout=timeout
    )
    return Ran(ended.returncode, ended.stdout, ended.stderr, time.monotonic() - began)


def taiyaku(*arguments: str | Path, env: Mapping[str, str], cwd: Path, timeout: float = PATIENCE) -> Ran:
    """Run the command line in a process of its own."""
    return python("-m", "flows.command_line.cli", *map(str, arguments), env=env, cwd=cwd, timeout=timeout)


def called(capfd: pytest.CaptureFixture[str], *arguments: str | Path) -> Ran:
    """Call the command line in this process."""
    from flows.command_line.cli import main

    capfd.readouterr()
    try:
        status = main([str(argument) for argument in arguments])
    except SystemExit as ended:  # argparse
        status = int(ended.code or 0)
    output = capfd.readouterr()
    return Ran(status, output.out, output.err)


class Running:
    """A call of the command line, or of another command, in a session of its own, to watch and to kill.

    Its talk goes to a file.
    """

    def __init__(
        self, *arguments: str | Path, env: Mapping[str, str], cwd: Path, log: Path, order: Sequence[str] = ()
    ) -> None:
        self.log = log
        with log.open("w") as file:
            self.process = subprocess.Popen(
                order or [sys.executable, "-m", "flows.command_line.cli", *map(str, arguments)],
                cwd=cwd,
                env=dict(env),
                stdout=file,
                stderr=file,
                start_new_session=True,
            )

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def wait_for(self, words: str, seconds: float = PATIENCE) -> None:
        """Wait until it has said these words."""
        until = time.monotonic() + seconds
        while words not in self.said():
            if self.process.poll() is not None or time.monotonic() > until:
                raise AssertionError(f"never said {words!r}, status {self.process.poll()}:\n{self.said()}")
            time.sleep(0.01)

    def ended(self, seconds: float) -> int | None:
        """The exit status, or None if it is still there after so many seconds."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def left_behind(self, seconds: float) -> list[str]:
        """The processes of its session that are there after its end, given so many seconds to go."""
        until = time.monotonic() + seconds
        while (left := self._session()) and time.monotonic() < until:
            time.sleep(0.1)
        return left

    def _session(self) -> list[str]:
        listed = subprocess.run(
            ["ps", "-e", "-o", "sid=,stat=,args="], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        split = (line.split(None, 2) for line in listed)
        return [args for sid, stat, args in split if sid == str(self.process.pid) and not stat.startswith("Z")]

    def close(self) -> None:
        """End all of its session: the call, its workers, its server."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)


def git(folder: Path, *arguments: str) -> str:
    """Call git in a folder, as an author of its own; returns what it prints."""
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]
    ran = subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return ran.stdout.strip()
