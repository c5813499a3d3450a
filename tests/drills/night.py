"""Nights: builds, packets and decisions that are killed, starved and raced, and what must hold after each."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from corpus.storage import build_folders
from corpus.storage.store import fsck
from flows.files.review_folder import decision_files
from tests.flows.command import ROOT, environment
from tests.flows.plain import write
from tests.flows.test_builds import TERMS

SETTINGS = '[glossary]\ndirs = ["terms"]\nonly = true\n[build]\nout = "out"\njobs = 2\n[review]\nformats = ["html"]\n'
BUILD = ("build", "articles", "--quiet")
PACKET = ("review", "packet", "--for", "zh")
FAULTY = "# 库\n\n这个图书馆很大，第 {0} 次。\n\n张量是多维数组。\n"


def project(folder: Path, pages: int = 12) -> Path:
    """A project of small pages with a fault in each."""
    files: dict[str, str | bytes] = {"taiyaku.toml": SETTINGS, "terms/terms.toml": TERMS}
    files |= {f"articles/zh/{number}.md": FAULTY.format(number) for number in range(pages)}
    return write(folder, files)


def edit(folder: Path, number: int) -> None:
    """Change a page, so that the next build is another one."""
    write(folder, {f"articles/zh/{number % 12}.md": FAULTY.format(f"{number} {random.random()}")})


def command(folder: Path, url: str, arguments: Sequence[str]) -> subprocess.Popen[str]:
    """A call of the command line in a session of its own."""
    env = environment(
        folder / "prefect", PREFECT_API_URL=url, PYTHONPATH=str(ROOT), TAIYAKU_CACHE=str(folder / "cache")
    )
    return subprocess.Popen(
        [sys.executable, "-m", "flows.command_line.cli", *arguments],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def run(folder: Path, url: str, arguments: Sequence[str], status: int = 0) -> str:
    """What a call says that ends with this status."""
    process = command(folder, url, arguments)
    _, output = process.communicate(timeout=300)
    assert process.returncode == status, f"{arguments}: status {process.returncode}\n{output}"
    assert "Traceback" not in output
    return output


def kill(folder: Path, url: str, arguments: Sequence[str], seconds: float) -> bool:
    """Begin a call and kill all of its processes after so many seconds; whether it was still at work."""
    process = command(folder, url, arguments)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=60)
    return process.returncode == -signal.SIGKILL


def assert_whole(folder: Path) -> None:
    """`latest` names a build whose files are what its manifest says."""
    build_id = build_folders.latest_id(folder / "out")
    assert build_id is not None
    assert fsck(folder / "out/builds" / build_id) == []


def decided(folder: Path) -> int:
    """The decisions that are kept, in files that can all be read."""
    return sum(len(decisions) for _, decisions in decision_files(folder / "review"))


def decisions_file(folder: Path, number: int) -> Path:
    """A file of a reviewer that rejects the newest finding that a packet asked for."""
    packets = sorted((folder / "review/packets").glob("*.jsonl"))
    head, *rows = [json.loads(line) for line in packets[-1].read_text(encoding="utf-8").splitlines()]
    moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_700_000_000 + number))
    chosen = rows[number % len(rows)]["finding_id"]
    content = {
        "format": "taiyaku-decisions", "version": 1, "build": head["build"], "packet": head.get("packet", ""),
        "who": f"Mei {number}",
        "decisions": [{"finding": chosen, "action": "reject", "when": moment, "why": f"no fault, {number}", "words": ""}],
    }  # fmt: skip
    file = folder / f"mei-{number}.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


def kill_builds(folder: Path, url: str, times: int) -> int:
    """Kill builds at random moments; after each `latest` is whole and the next build ends. Returns how many it hit."""
    began = time.monotonic()
    run(folder, url, BUILD)
    usual, hits = time.monotonic() - began, 0
    for number in range(times):
        edit(folder, number)
        hits += kill(folder, url, BUILD, random.uniform(0, usual * 1.1))
        assert_whole(folder)
        if number % 5 == 4:
            run(folder, url, BUILD)
            assert_whole(folder)
    run(folder, url, BUILD)
    assert not list((folder / "out/builds").glob(".tmp-*"))
    return hits


def kill_reviewing(folder: Path, url: str, times: int) -> int:
    """Kill packets and takings-in by turns; no decision that was kept is lost, and what was killed can be done again."""
    run(folder, url, BUILD)
    run(folder, url, PACKET)
    hits, decided_before, usual = 0, 0, 3.0
    for number in range(times):
        if number % 2:
            file = decisions_file(folder, number)
            call: Sequence[str] = ("review", "apply", file.name)
        else:
            for place in ("review/packets", "out/packets"):  # so that there is something to send
                shutil.rmtree(folder / place, ignore_errors=True)
            call = PACKET
        hits += kill(folder, url, call, random.uniform(0.2, usual))
        assert decided(folder) >= decided_before
        began = time.monotonic()
        run(folder, url, call)
        usual = time.monotonic() - began + 0.2
        assert decided(folder) >= decided_before + number % 2
        decided_before = decided(folder)
    return hits
