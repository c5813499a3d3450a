"""The page of findings in a real browser: what `report.test.mjs` states, on pages made here."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from glossary.report.page import Build, page
from tests.browser.chromium import FOLDER, ready
from tests.glossary.report.built import clasping, crowded, large, long, plain, rich

pytestmark = pytest.mark.slow

PAGES: dict[str, Callable[[], Build]] = {
    "plain": plain,
    "rich": rich,
    "long": long,
    "clasping": clasping,
    "crowded": crowded,
    "large": lambda: large(20_000),
}


def test_page_does_in_chromium_what_it_should(tmp_path: Path):
    browser = ready()
    for name, made in PAGES.items():
        (tmp_path / f"{name}.html").write_text(page(made()), encoding="utf-8")
    environment = {**os.environ, "PAGES": str(tmp_path), "CHROMIUM": browser}
    order = ["node", "--test", "--test-reporter=spec", "report.test.mjs"]
    ran = subprocess.run(order, cwd=FOLDER, env=environment, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert int(re.search(r"^ℹ pass (\d+)$", ran.stdout, re.M)[1]) > 10  # type: ignore[index]
