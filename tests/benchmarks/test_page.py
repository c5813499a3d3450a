"""How long a reviewer waits for the page of findings in a real browser."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from glossary.desk.report.web import page
from tests.browser.chromium import FOLDER, ready
from tests.glossary.desk.report import built


@pytest.mark.bench
def test_page_opens_without_a_wait(tmp_path: Path):
    environment = {**os.environ, "PAGES": str(tmp_path), "CHROMIUM": ready(), "TIMED": "1"}
    builds = {
        "large": built.large(20_000),
        "thousands": built.large(20_000, 1_500),
        "long": built.long(),
        "headed": built.headed(),
        "asked": built.asked(),
        "places": built.of_places(),
    }
    for name, build in builds.items():
        (tmp_path / f"{name}.html").write_text(page(build), encoding="utf-8")
    command = ["node", "--test", "--test-reporter=spec", "timing.test.mjs", "thousands.test.mjs"]
    ran = subprocess.run(command, cwd=FOLDER, env=environment, capture_output=True, text=True, timeout=300)
    print("\n" + "\n".join(line for line in ran.stdout.splitlines() if line.endswith(" ms")))
    assert ran.returncode == 0, ran.stdout + ran.stderr
