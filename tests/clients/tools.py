"""Tools that other people wrote to read what we write: npm packages, installed when a test asks for them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests import npm

FOLDER = Path(__file__).parent


def installed() -> Path:
    """The folder of the packages; skips the test where they cannot be had."""
    return npm.installed(FOLDER)


def asked(tool: str, question: Any) -> Any:
    """What `ask.mjs` answers, both as JSON."""
    installed()
    ran = subprocess.run(
        ["node", "ask.mjs", tool], cwd=FOLDER, input=json.dumps(question), capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def multitool() -> Path:
    """Microsoft's program that validates SARIF, with the schema beside it; skips where it is not made for the system."""
    paths = sorted(installed().glob("@microsoft/sarif-multitool-*/Sarif.Multitool"))
    if not paths:
        pytest.skip("there is no SARIF Multitool for this system")
    paths[0].chmod(0o755)  # nothing is run on installing, so nobody made it executable
    return paths[0]
