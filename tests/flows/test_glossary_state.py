"""The glossary that was checked last: known to all who share the builds, and checked by one of them at a time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from flows.prefect_flows.check_flow import checked_fingerprint, glossary_check, keep_fingerprint
from tests.flows.command import ROOT

HOLDS = """
import sys
from pathlib import Path
from flows.prefect_flows.check_flow import glossary_check
with glossary_check(Path(sys.argv[1])) as is_ours:
    print(is_ours, flush=True)
    sys.stdin.read()
"""


def test_fingerprint_is_kept_beside_the_builds(tmp_path: Path):
    assert checked_fingerprint(tmp_path / "out") == ""
    keep_fingerprint(tmp_path / "out", "3f2a9c")
    assert checked_fingerprint(tmp_path / "out") == "3f2a9c"


@pytest.mark.parametrize("content", ["", "{", "[]", "null", '{"fingerprint": null}', "{}", "\ufffd"])
def test_file_that_is_broken_means_that_nothing_was_checked(content: str, tmp_path: Path):
    keep_fingerprint(tmp_path, "3f2a9c")
    (tmp_path / ".checked-glossary.json").write_text(content, encoding="utf-8")
    assert checked_fingerprint(tmp_path) == ""


def test_check_of_another_process_is_left_to_it_and_is_ours_when_it_dies(tmp_path: Path):
    order = [sys.executable, "-c", HOLDS, str(tmp_path / "out")]
    with subprocess.Popen(
        order, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ
    ) as other:
        assert other.stdout and other.stdout.readline() == "True\n"
        with glossary_check(tmp_path / "out") as is_ours:
            assert not is_ours
        other.kill()
        other.wait()
    with glossary_check(tmp_path / "out") as is_ours:
        assert is_ours
