"""A packet that is decided in a real browser goes back into the project, and the next build goes by it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.browser.chromium import FOLDER, ready
from tests.flows.plain import rows_of, write
from tests.flows.test_review import PAGES, Project, asked

pytestmark = pytest.mark.slow


def test_what_a_reviewer_decides_in_chromium_reaches_texts_and_build(tmp_path: Path):
    browser = ready()
    project = Project(write(tmp_path, PAGES))
    first = project.build()
    assert project.run("packet", "--for", "zh", "--format", "html") == 0
    ids = asked(project)
    operators, real = ids["T101", "操作员", "a/zh.md"], ids["T101", "PyTorch 图书馆", "b/zh.md"]
    packet = project.folder / "out" / "packets" / "zh-0001"
    (packet / "keys.json").write_text(json.dumps({operators: "a", real: "r"}), encoding="utf-8")
    environment = {**os.environ, "PAGES": str(packet), "CHROMIUM": browser}
    order = ["node", "--test", "--test-reporter=spec", "round.test.mjs"]
    ran = subprocess.run(order, cwd=FOLDER, env=environment, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert project.run("apply", packet / "mei.json") == 0
    patch = project.folder / "review" / "proposals" / "texts.patch"
    subprocess.run(["git", "apply", patch], cwd=project.folder, check=True)
    states = {one["finding_id"]: one["state"] for one in rows_of(project.build(since=first), "findings")}
    assert (states[operators], states[real]) == ("fixed", "suppressed")
