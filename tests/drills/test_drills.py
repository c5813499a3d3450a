"""Drills, run by `make drills`: hundreds of kills, disks of every size, folders and pages as large as they come."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
import threading
import time
from hashlib import sha256
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from corpus.storage import store
from tests.corpus.small import MARKDOWN, PLAIN, cpu_limit, document, lawful
from tests.drills.killing import kill_often
from tests.flows.command import Ran, Running, environment, python, taiyaku
from tests.flows.conftest import Server
from tests.flows.plain import write
from tests.glossary.small import TENSOR
from tests.hostile import can_mount

pytestmark = pytest.mark.drill

ONLY = ["--glossary", "terms", "--glossary-only"]
CHARS = "的一是在不了有和人这中大为上个国我以要他"


def page(seed: int, lines: int = 60) -> str:
    """A page that is like no other and does not compress well."""
    chance = random.Random(seed)
    return "\n\n".join("张量是" + "".join(chance.choices(CHARS, k=60)) + "。" for _ in range(lines))


# --- kills


def test_publishing_killed_two_hundred_times_leaves_latest_whole(tmp_path: Path):
    kill_often(tmp_path / "out", 200)


class Reader(threading.Thread):
    """Reads whatever is latest, again and again, as somebody does who knows nothing of builds."""

    def __init__(self, out: Path) -> None:
        super().__init__(daemon=True)
        self.out, self.reads, self.torn, self.ends = out, 0, list[str](), threading.Event()

    def run(self) -> None:
        while not self.ends.is_set():
            try:
                folder = (self.out / "latest").resolve(strict=True)
                manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
                for file in manifest["files"]:
                    assert sha256((folder / file["path"]).read_bytes()).hexdigest() == file["sha256"], file["path"]
                for table, count in manifest["rows"].items():
                    assert pq.read_table(folder / table).num_rows == count, table
                self.reads += 1
            except Exception as error:
                self.torn.append(f"{type(error).__name__}: {error}")
            time.sleep(0.02)


def test_real_builds_killed_at_random_moments_never_show_a_torn_one(server: Server, tmp_path: Path):
    """Each build differs from the one before, so that each publishes; every fifth may end."""
    sources, out = tmp_path / "articles", tmp_path / "out"
    write(tmp_path, {"terms/terms.toml": TENSOR, **{f"articles/w{n}/zh.md": page(n) for n in range(40)}})
    env = environment(server.home, PREFECT_API_URL=server.url)
    began = time.monotonic()
    assert taiyaku("build", sources, "--out", out, *ONLY, env=env, cwd=tmp_path).status == 0
    usual = time.monotonic() - began
    reader = Reader(out)
    reader.start()
    published = set()
    for number in range(30):
        write(sources, {"w0/zh.md": page(1000 + number)})
        options = ["--jobs", random.choice("12"), *ONLY]
        running = Running("build", sources, "--out", out, *options, env=env, cwd=tmp_path, log=tmp_path / "log")
        try:
            running.ended(60 if number % 5 == 4 else random.uniform(0.5, usual * 1.1))
            running.process.kill()
            running.process.wait(10)
            assert running.left_behind(10) == []
        finally:
            running.close()
        assert "Traceback" not in running.said()
        latest = Path(os.readlink(out / "latest")).name
        assert store.complete(out, latest)
        if number % 5 == 4:
            assert running.process.returncode == 0, running.said()
            assert not list((out / "builds").glob(".tmp-*")) and not list(out.glob(".latest-*"))
        published.add(latest)
    reader.ends.set()
    reader.join(10)
    assert reader.torn == [] and reader.reads > 30
    assert len(published) >= 6


# --- disks


def test_disk_of_any_size_holds_the_last_good_build(tmp_path: Path):
    if not can_mount():
        pytest.skip("no file system of its own can be mounted here")
    write(tmp_path, {"terms/terms.toml": TENSOR, "small/w/zh.md": "张量。\n"})
    write(tmp_path, {f"large/w{n}/zh.md": page(n) for n in range(40)})
    build = f"{sys.executable} -c 'import sys; from tests.drills.test_drills import plainly; sys.exit(plainly(*sys.argv[1:]))'"
    env = {**environment(tmp_path), "TMPDIR": str(tmp_path)}
    full = 0
    for size in range(700, 3700, 200):
        script = f"""
            mkdir -p disk && mount -t tmpfs -o size={size}k none disk || exit 9
            {build} small disk/out 2> /dev/null || exit 8
            ls -R disk/out > before; cat disk/out/latest/manifest.json > manifest.json
            {build} large disk/out; status=$?
            ls -R disk/out > after; cmp -s manifest.json disk/out/latest/manifest.json && echo same
            exit $status
        """
        command = ["unshare", "--mount", "sh", "-c", script]
        ran = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
        if ran.returncode == 0:
            assert ran.stdout != "same\n"
            continue
        full += 1
        assert (ran.returncode, ran.stdout) == (3, "same\n"), (size, ran.stderr)
        assert re.fullmatch(r"taiyaku: disk/out/\S+: No space left on device; free some .*\n", ran.stderr), ran.stderr
        assert (tmp_path / "before").read_text() == (tmp_path / "after").read_text()
    assert 3 < full < 16, "some disks were too small and some were not"


def plainly(sources: str, out: str) -> int:
    """`taiyaku build` without Prefect, in this process."""
    from flows.command_line.cli import main

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("flows.prefect_flows.server.is_configured", lambda: False)
        return main(["build", sources, "--out", out, "--quiet", *ONLY])


# --- sizes


MEASURED = """
import resource, sys, time
from tests.drills.test_drills import plainly
began = time.monotonic()
status = plainly(*sys.argv[1:])
print(f"{time.monotonic() - began:.1f} s, {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
sys.exit(status)
"""


def measured(folder: Path, label: str, sources: str) -> tuple[Ran, float, int]:
    """A build in a process of its own: how it ended, seconds and MB of memory."""
    ran = python("-c", MEASURED, sources, "out", env=environment(folder), cwd=folder, timeout=1200)
    print(f"{label}: {ran.out.strip()}")
    seconds, memory = re.fullmatch(r"([\d.]+) s, (\d+) MB\n", ran.out or "0 s, 0 MB\n").groups()  # type: ignore[union-attr]
    shutil.rmtree(folder / "out", ignore_errors=True)
    return ran, float(seconds), int(memory)


LINES = [
    ("dense with terms", "张量是多维数组，在新的PyTorch库中", 600, 8000),
    ("one letter", "a", 200, 2500),
]


@pytest.mark.parametrize(("label", "piece", "most_seconds", "most_mb"), LINES, ids=[case[0] for case in LINES])
def test_line_of_50_mb_is_read_in_minutes_and_refused_over_the_limit(
    label: str, piece: str, most_seconds: float, most_mb: int, tmp_path: Path
):
    lang = "en" if piece == "a" else "zh"
    write(tmp_path, {"terms/terms.toml": TENSOR, "taiyaku.toml": "[source]\nmax_mib = 64\n"})
    write(tmp_path, {f"long/{lang}.txt": piece * (50 * 2**20 // len(piece.encode()))})
    ran, seconds, memory = measured(tmp_path, f"50 MB in one line, {label}", "long")
    assert ran.status == 0, ran.err
    assert seconds < most_seconds and memory < most_mb
    (tmp_path / "taiyaku.toml").unlink()
    ran, seconds, memory = measured(tmp_path, "over the limit", "long")
    assert ran.status == 2 and "too large: 52,4" in ran.err
    assert seconds < 5 and memory < 500


def test_a_hundred_thousand_files_take_time_and_memory_by_their_number(tmp_path: Path):
    write(tmp_path, {"terms/terms.toml": TENSOR})
    took = {}
    for count in (25_000, 100_000):
        for number in range(count):
            file = tmp_path / f"many-{count}/{('zh', 'ja', 'en')[number % 3]}/d{number // 3 % 300}/f{number // 900}.md"
            if number < 900:
                file.parent.mkdir(parents=True)
            file.write_text("张量。" if number % 3 == 0 else "テンソルです。" if number % 3 == 1 else "The tensor is.")
        ran, seconds, memory = measured(tmp_path, f"{count:,} files", f"many-{count}")
        assert ran.status == 0, ran.err
        took[count] = (seconds, memory)
    assert took[100_000][0] < 6 * took[25_000][0]
    assert took[100_000][1] < 3000


PIECES = [
    '<a "', "<a {", "<a '", "\\(", "\\[", "$ ", "$x", "$$", "$`", "[[a", "{#", "{{", "{%", "${", ":a", "%(", "&a", "&#", "[^", "[@a;", "](", "][", "](a(",
    "<code>", "<kbd x", "</", "{/*", "<!--", "a_", "a\\_", "`a", "``a", "a@", "{a(", "{a[", "<a =", "- [ ] ", "| a ", "> - ", "1) ", "*a", "_a", "~~", "==",
    "+++\n", "---\n", "```a\n", ":::a\n", ".. a::\n", "!!! a\n", "    a\n", "<b>\n", "<T a={\n", "[a]: \n", "（", "「", "。」", "...", "!?", "a.b", "a::", "1.",
    "あー", "\u3000", "\r", "\x0b", "\x85", "\u2028", "𝐀", "ｶﾞ", "👩\u200d", "http://a(", "www.a", "“",
]  # fmt: skip


@pytest.mark.parametrize("media_type", [PLAIN, MARKDOWN])
@pytest.mark.parametrize("piece", PIECES, ids=repr)
def test_time_for_what_begins_and_never_ends_grows_with_its_length(piece: str, media_type: str):
    def seconds(times: int) -> float:
        began = time.process_time()
        with cpu_limit(60):
            lawful(document(piece * times, media_type))
        return time.process_time() - began

    seconds(100)
    short, long = seconds(4_000), seconds(16_000)
    assert long < 10 * max(short, 0.1), "four times the length takes more than twice as much for each character"
