"""What browser tests need: Chromium, and the npm packages that drive it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests import npm

FOLDER = Path(__file__).parent
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def ready() -> str:
    """The path of Chromium; skips the test where it or the packages are missing."""
    found = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if found is None:
        pytest.skip("no Chromium: apt-get install chromium")
    npm.installed(FOLDER)
    return found
