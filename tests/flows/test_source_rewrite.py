"""Rewriting sources: a process that is killed on the way leaves the old file or the new one, and nothing beside it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from flows.command_line.commands import fix
from flows.command_line.commands.fix import rewrite
from tests.flows.command import ROOT, environment

OLD, NEW = "旧".encode() * 100_000, "新".encode() * 100_000
STEPS = ("write", "fsync", "chmod", "replace")
# Kills itself where it comes to a step of its own writing.
PROGRAM = """
import os, signal, sys
from pathlib import Path
from flows.command_line.commands import fix
step, number, place, new = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4])
def die(*_, **__):
    os.kill(os.getpid(), number)
    signal.pause()
class Dying:
    def __init__(self, file): self.file = file
    def __enter__(self): return self
    def __exit__(self, *_): self.file.close()
    def write(self, data):
        self.file.write(data[: len(data) // 2]); self.file.flush(); die()
if step == "write":
    fdopen = os.fdopen
    os.fdopen = lambda *given: Dying(fdopen(*given))
else:
    setattr(os, step, die)
fix.rewrite(place, new.read_bytes())
"""


def _killed(step: str, number: int, tmp_path: Path) -> Path:
    """Kill a process that rewrites a page at one of its steps; returns the page."""
    (tmp_path / "docs").mkdir()
    page = tmp_path / "docs" / "zh.md"
    page.write_bytes(OLD)
    (tmp_path / "new").write_bytes(NEW)
    command = [sys.executable, "-c", PROGRAM, step, str(number), str(page), str(tmp_path / "new")]
    env = environment(tmp_path / "home") | {"TAIYAKU_CACHE": str(tmp_path / "cache")}
    assert subprocess.run(command, env=env, cwd=ROOT, timeout=60, check=False).returncode == -number
    return page


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=["SIGKILL", "SIGTERM"])
@pytest.mark.parametrize("step", STEPS)
def test_killed_process_leaves_nothing_beside_the_source(
    step: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    page = _killed(step, number, tmp_path)
    assert list(page.parent.iterdir()) == [page]
    assert page.read_bytes() == OLD
    assert len(list((tmp_path / "cache" / "rewriting").iterdir())) == 1
    monkeypatch.setenv("TAIYAKU_CACHE", str(tmp_path / "cache"))
    rewrite(page, NEW)
    assert page.read_bytes() == NEW
    assert not list((tmp_path / "cache" / "rewriting").iterdir())


def test_file_keeps_its_mode_where_the_cache_lies_on_another_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(fix, "_cache_beside", lambda place: None)
    page = tmp_path / "zh.md"
    page.write_bytes(OLD)
    page.chmod(0o640)
    gone = tmp_path / ".taiyaku-999999999-abc.tmp"  # of a process that was killed
    living = tmp_path / f".taiyaku-{os.getpid()}-abc.tmp"
    for leftover in (gone, living):
        leftover.write_bytes(b"half")
    rewrite(page, NEW)
    assert (page.read_bytes(), page.stat().st_mode & 0o777) == (NEW, 0o640)
    assert sorted(tmp_path.iterdir()) == sorted([page, living])


def test_file_is_written_beside_where_it_cannot_be_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TAIYAKU_CACHE", str(tmp_path / "cache"))
    page = tmp_path / "docs.md"
    page.write_bytes(OLD)
    replace = os.replace

    def refuse(source: str, target: Path) -> None:
        if "cache" in source:
            raise OSError(18, "Invalid cross-device link")
        replace(source, target)

    monkeypatch.setattr(os, "replace", refuse)
    rewrite(page, NEW)
    assert page.read_bytes() == NEW
    assert not list((tmp_path / "cache" / "rewriting").iterdir())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cache", "docs.md"]
