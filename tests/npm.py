"""npm packages that tests and `make lint` use: installed once, from the lock file beside them, when one asks for them."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from filelock import FileLock

_AWAY = re.compile(r"code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|E40[134]|E5\d\d)|network")
_OLDEST = (20, 19)  # Node that the packages run on
_ORDER = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]


def installed(folder: Path) -> Path:
    """The packages of a folder with a lock file; skips the test where there is no Node, or no registry."""
    if reason := missing(folder):
        pytest.skip(reason)
    return folder / "node_modules"


@cache
def missing(folder: Path) -> str:
    """What is missing; empty once everything is there."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "needs Node and npm, which are not installed"
    version = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout.strip()
    if tuple(map(int, version.lstrip("v").split(".")[:2])) < _OLDEST:
        return f"needs Node {'.'.join(map(str, _OLDEST))} or newer, found {version}"
    lock = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    stamp = folder / "node_modules" / ".taiyaku-lock"
    with FileLock(folder / ".install.lock", timeout=600):
        if stamp.exists() and stamp.read_text() == lock:
            return ""
        ran = subprocess.run(_ORDER, cwd=folder, capture_output=True, text=True, timeout=600)
        if ran.returncode and _AWAY.search(ran.stderr):
            return "npm reaches no registry to install packages from"
        assert ran.returncode == 0, ran.stderr
        stamp.write_text(lock)
    return ""
