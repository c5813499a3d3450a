"""Delivering after a run: targets get each build once, and what cannot be delivered fails the run until it can."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.flows.command import Ran
from tests.flows.plain import write
from tests.flows.test_builds import FAULTY, PAGE, SETTINGS, built, call

__all__ = ["call"]
pytestmark = pytest.mark.slow
Call = Callable[..., Ran]
PUBLISH = '[publish]\ntargets = ["share", "hf:dataset"]\n'


def latest(folder: str) -> str:
    return os.path.basename(os.path.realpath(f"{folder}/latest"))


def test_build_is_brought_to_each_target_and_nothing_is_sent_twice(call: Call):
    Path("taiyaku.toml").write_text(SETTINGS + PUBLISH)
    first = built(call, PAGE)
    assert latest("share") == first and Path("dataset/croissant.json").exists()
    ran = call("build", "articles")
    assert ran.status == 0 and "share" not in ran.err
    second = built(call, FAULTY)
    assert latest("share") == second
    delivered = json.loads(Path("outputs/state.json").read_text(encoding="utf-8"))["delivered"]
    assert delivered == {"share": second, "hf:dataset": second}


def test_target_that_cannot_be_reached_fails_the_run_until_it_can(call: Call):
    Path("taiyaku.toml").write_text(SETTINGS + '[publish]\ntargets = ["share", "other"]\n')
    write(Path(), {"share": "a file, where the folder should be"})
    ran = call("build", "articles", "--format", "json")
    outcome = json.loads(ran.out)
    assert (ran.status, outcome["status"], outcome["level"]) == (1, "changed", "failed")
    assert [alarm["kind"] for alarm in outcome["alarms"]] == ["delivery"] and "share" in outcome["alarms"][0]["message"]
    assert latest("other") == latest("outputs")
    Path("share").unlink()
    ran = call("build", "articles")
    assert ran.status == 0 and latest("share") == latest("outputs")


def test_target_that_has_a_newer_build_is_a_warning(call: Call):
    Path("taiyaku.toml").write_text(SETTINGS + '[publish]\ntargets = ["share"]\n')
    first, second = built(call, PAGE), built(call, FAULTY)
    call("builds", "--rollback", first)
    os.utime("outputs/latest", (1, 1), follow_symlinks=False)  # as after a clock that was set back
    ran = call("build", "articles")
    assert ran.status == 0 and latest("share") == second
    assert f"the latest stays {second}" in ran.err
