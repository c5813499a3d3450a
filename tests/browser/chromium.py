"""What browser tests need: Chromium, and the npm packages that drive it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import npm

FOLDER = Path(__file__).parent
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def ready() -> str:
    """The path of Chromium; skips the test where it or the packages are missing."""
    path = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if path is None:
        pytest.skip("no Chromium: apt-get install chromium-headless-shell, or chromium")
    npm.installed(FOLDER)
    return path


def browsed(states: str, pages: Path, **more: str) -> str:
    """What node prints of a file of tests on the pages of a folder; fails where one of them does.

    `more` are variables of its environment.
    """
    environment = {**os.environ, "PAGES": str(pages), "CHROMIUM": ready(), **more}
    order = ["node", "--test", "--test-reporter=spec", f"{states}.test.mjs"]
    ran = subprocess.run(order, cwd=FOLDER, env=environment, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout
