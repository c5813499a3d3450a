"""The script of the report page: what a checkout holds is what the modules make."""

from __future__ import annotations

import pytest

from tests import npm
from tests.browser.bundle import FOLDER, PAGE, STALE, bundled

pytestmark = pytest.mark.slow


def test_page_holds_what_its_modules_make():
    npm.installed(FOLDER)
    assert PAGE.read_text(encoding="utf-8") == bundled(), STALE
