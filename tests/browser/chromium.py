"""What browser tests need: Chromium, Node and the packages of the lock file, installed once, when asked for."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from filelock import FileLock

FOLDER = Path(__file__).parent
PACKAGES = FOLDER / "node_modules"
_STAMP = PACKAGES / ".taiyaku-lock"
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_OLDEST = 20  # Node that the packages run on


def ready() -> str:
    """The path of Chromium; skips the test where it, Node or a registry to install the packages from is missing."""
    if missing := _missing():
        pytest.skip(missing)
    return next(found for name in _BROWSERS if (found := shutil.which(name)))


@cache
def _missing() -> str:
    """What is missing; empty once everything is there."""
    if not any(map(shutil.which, _BROWSERS)):
        return "no Chromium: apt-get install chromium"
    if not shutil.which("node") or not shutil.which("npm"):
        return "the browser tests need Node and npm, which are not installed"
    version = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout.strip()
    if int(version.lstrip("v").split(".")[0]) < _OLDEST:
        return f"the browser tests need Node {_OLDEST} or newer, found {version}"
    with FileLock(FOLDER / ".install.lock", timeout=600):
        return "" if _installed() else "npm reaches no registry to install playwright-core and axe-core from"


def _installed() -> bool:
    """Whether the packages of the lock file are there, installed now if they were not."""
    lock = hashlib.sha256((FOLDER / "package-lock.json").read_bytes()).hexdigest()
    if _STAMP.exists() and _STAMP.read_text() == lock:
        return True
    order = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    ran = subprocess.run(order, cwd=FOLDER, capture_output=True, text=True, timeout=600)
    if ran.returncode == 0:
        _STAMP.write_text(lock)
    return ran.returncode == 0
