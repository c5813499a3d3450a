"""Tools that other people wrote to read what we write: npm packages, installed once, from a lock file, when asked for."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

FOLDER = Path(__file__).parent
PACKAGES = FOLDER / "node_modules"
_STAMP = PACKAGES / ".taiyaku-lock"
_AWAY = re.compile(r"code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|E40[134]|E5\d\d)|network")
_OLDEST = 20  # Node that the packages run on


def installed() -> Path:
    """The folder of the packages; skips the test where there is no Node, or no registry to install them from."""
    if missing := _missing():
        pytest.skip(missing)
    return PACKAGES


@cache
def _missing() -> str:
    """What the tools lack; empty once they are installed."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "the tools need Node and npm, which are not installed"
    version = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout.strip()
    if int(version.lstrip("v").split(".")[0]) < _OLDEST:
        return f"the tools need Node {_OLDEST} or newer, found {version}"
    lock = hashlib.sha256((FOLDER / "package-lock.json").read_bytes()).hexdigest()
    with FileLock(FOLDER / ".install.lock", timeout=600):
        if _STAMP.exists() and _STAMP.read_text() == lock:
            return ""
        ran = subprocess.run(["npm", "ci"], cwd=FOLDER, capture_output=True, text=True, timeout=600)
        if ran.returncode and _AWAY.search(ran.stderr):
            return "npm reaches no registry to install the tools from"
        assert ran.returncode == 0, ran.stderr
        _STAMP.write_text(lock)
    return ""


def asked(what: str, question: Any) -> Any:
    """What `ask.mjs` answers, both as JSON."""
    installed()
    ran = subprocess.run(
        ["node", "ask.mjs", what], cwd=FOLDER, input=json.dumps(question), capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def multitool() -> Path:
    """Microsoft's program that validates SARIF, with the schema beside it; skips where it is not made for the system."""
    found = sorted(installed().glob("@microsoft/sarif-multitool-*/Sarif.Multitool"))
    if not found:
        pytest.skip("there is no SARIF Multitool for this system")
    found[0].chmod(0o755)  # nothing is run on installing, so nobody made it executable
    return found[0]
