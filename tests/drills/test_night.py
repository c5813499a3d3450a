"""Drills of unattended builds: kills, full disks, edits in mid-run, and two machines in one folder."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from corpus.storage import build_folders
from corpus.storage.store import fsck
from flows.outcomes.outcome import read_state
from tests.drills import night
from tests.flows.command import ROOT, environment
from tests.flows.conftest import Server
from tests.flows.plain import rows_of, write
from tests.flows.test_builds import TERMS
from tests.hostile import can_mount

pytestmark = pytest.mark.drill


def test_hundred_builds_killed_at_random_moments(server: Server, tmp_path: Path):
    hits = night.kill_builds(night.project(tmp_path), server.url, 100)
    print(f"100 builds killed, {hits} of them while they were at work")
    assert hits > 50


def test_hundred_packets_and_takings_in_killed_at_random_moments(server: Server, tmp_path: Path):
    hits = night.kill_reviewing(night.project(tmp_path, 80), server.url, 100)
    print(f"100 packets and takings-in killed, {hits} of them while they were at work")
    assert hits > 50


def test_glossary_edited_in_mid_run_gives_a_build_of_one_glossary_or_none(server: Server, tmp_path: Path):
    folder = night.project(tmp_path)
    night.run(folder, server.url, night.BUILD)
    refused = 0
    for number in range(20):
        night.edit(folder, number)
        process = night.command(folder, server.url, night.BUILD)
        time.sleep(random.uniform(0.3, 4))
        write(folder, {"terms/terms.toml": TERMS.replace("a place for books", f"a house, {number}")})
        _, output = process.communicate(timeout=300)
        assert process.returncode in (0, 2) and "Traceback" not in output, output
        if process.returncode == 2:
            assert "entries were edited while the build was at work; run it again" in output
            refused += 1
        night.assert_whole(folder)
        night.run(folder, server.url, night.BUILD)
    print(
        f"20 builds whose glossary was edited in mid-run; {refused} said so, the others were done before or began after"
    )


def test_sources_changed_and_deleted_while_they_are_read(server: Server, tmp_path: Path):
    folder = night.project(tmp_path)
    for _ in range(20):
        process = night.command(folder, server.url, night.BUILD)
        while process.poll() is None:
            night.edit(folder, random.randrange(12))
            (folder / f"articles/zh/{random.randrange(1, 12)}.md").unlink(missing_ok=True)
            time.sleep(0.02)
        _, output = process.communicate(timeout=60)
        assert process.returncode in (0, 2) and "Traceback" not in output, output  # 2: too much was lost
        if (folder / "out/latest").exists():
            night.assert_whole(folder)
            for row in rows_of(folder / "out/latest", "segments"):
                assert row["text"]
        for page in range(12):
            night.edit(folder, page)
        night.run(folder, server.url, night.BUILD)


TWO_MACHINES = """
mount --bind {lock} {out}/.lock && hostname {name} &&
for number in 1 2 3 4 5 6; do
  echo "张量，{name} $number $(date +%N)。" > articles/zh/{name}.md
  {python} -m flows.command_line.cli build articles --quiet; echo "$?" >> {name}.status
done
"""


def test_two_machines_that_do_not_see_each_others_locks_build_into_one_folder(server: Server, tmp_path: Path):
    """The file that the system locks is another one in each: only the lease tells them of each other."""
    if not can_mount():
        pytest.skip("no other machine can be made here")
    folder = night.project(tmp_path)
    night.run(folder, server.url, night.BUILD)
    machines = []
    for name in ("east", "west"):
        lock = folder / f"{name}.lock"
        lock.touch()
        script = TWO_MACHINES.format(lock=lock, out=folder / "out", name=name, python=sys.executable)
        env = environment(
            folder / name, PREFECT_API_URL=server.url, PYTHONPATH=str(ROOT), TAIYAKU_CACHE=str(folder / "cache")
        )
        machines.append(
            subprocess.Popen(
                ["unshare", "--mount", "--uts", "sh", "-c", script],
                cwd=folder,
                env=env,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
    while any(machine.poll() is None for machine in machines):
        build_id = build_folders.latest_id(folder / "out")
        assert build_id and (fsck(folder / "out/builds" / build_id) == [])
        time.sleep(0.1)
    output = "".join(machine.communicate()[1] for machine in machines)
    statuses = [status for name in ("east", "west") for status in (folder / f"{name}.status").read_text().split()]
    assert "Traceback" not in output and set(statuses) <= {"0", "3"}, output
    refused = [line for line in output.splitlines() if "another build is writing there (process " in line]
    assert len(refused) == statuses.count("3"), output
    print(f"two machines: statuses {statuses}")
    night.run(folder, server.url, night.BUILD)
    night.assert_whole(folder)


@pytest.mark.parametrize("call", [night.PACKET, ("review", "apply", "mei-1.json")], ids=["packet", "apply"])
def test_full_disk_loses_no_decision_and_gives_one_line(server: Server, tmp_path: Path, call: tuple[str, ...]):
    if not can_mount():
        pytest.skip("no file system of its own can be mounted here")
    folder = night.project(tmp_path / "project")
    night.run(folder, server.url, night.BUILD)
    night.run(folder, server.url, night.PACKET)
    for number in (1, 3):
        night.decisions_file(folder, number)
    night.run(folder, server.url, ("review", "apply", "mei-3.json"))
    shutil.rmtree(folder / "prefect", ignore_errors=True)
    shutil.rmtree(folder / "cache", ignore_errors=True)
    size = sum(path.stat().st_blocks * 512 for path in folder.rglob("*") if path.is_file()) // 1024
    for spare in (0, 4, 8, 16, 32, 64, 128):
        script = f"""
            mount -t tmpfs -o size={size + spare + 40}k none /mnt && cp -a . /mnt/p 2>/dev/null; cd /mnt/p || exit 9
            dd if=/dev/zero of=/mnt/rest bs=1k count={40 + 0} 2>/dev/null
            {sys.executable} -m flows.command_line.cli {" ".join(call)} 2> {tmp_path}/said; echo $? > {tmp_path}/status
            rm -f /mnt/rest; {sys.executable} -m flows.command_line.cli {" ".join(call)} 2> {tmp_path}/again; echo $? > {tmp_path}/second
            rm -rf {tmp_path}/left; cp -a review {tmp_path}/left
        """
        env = environment(tmp_path / "home", PYTHONPATH=str(ROOT), TAIYAKU_CACHE=str(tmp_path / "cache"))
        subprocess.run(["unshare", "--mount", "sh", "-c", script], cwd=folder, env=env, capture_output=True, text=True)
        text = (tmp_path / "said").read_text()
        assert "Traceback" not in text
        if (tmp_path / "status").read_text().strip() != "0":
            assert len([line for line in text.splitlines() if line.startswith("taiyaku: ")]) == 1, text
        names = {path.name for path in (tmp_path / "left/decisions").glob("*.jsonl")}
        assert "mei-3.jsonl" in names, (spare, text, names)


def test_clock_that_is_set_back_and_forth_leaves_builds_and_targets_whole(server: Server, tmp_path: Path):
    if shutil.which("faketime") is None:
        pytest.skip("faketime is not installed here: no clock can be set back")
    folder = night.project(tmp_path)
    settings = (folder / "taiyaku.toml").read_text() + '[publish]\ntargets = ["share"]\n'
    write(folder, {"taiyaku.toml": settings.replace('out = "out"\n', 'out = "out"\nkeep_last = 3\n')})
    behind = 0
    for number, shift in enumerate(["+0d", "-3d", "+2d", "-30d", "+0d"]):
        night.edit(folder, number)
        env = environment(
            folder / "prefect", PREFECT_API_URL=server.url, PYTHONPATH=str(ROOT), TAIYAKU_CACHE=str(folder / "cache")
        )
        order = ["faketime", "-f", shift, sys.executable, "-m", "flows.command_line.cli", *night.BUILD]
        ran = subprocess.run(order, cwd=folder, env=env, capture_output=True, text=True, timeout=300)
        assert ran.returncode == 0 and "Traceback" not in ran.stderr, (shift, ran.stderr)
        night.assert_whole(folder)
        build_id = build_folders.latest_id(folder / "out")
        assert build_id and any(str(number) in row["text"] for row in rows_of(folder / "out/latest", "segments"))
        shared = build_folders.latest_id(folder / "share")
        assert shared and fsck(folder / "share/builds" / shared) == []
        if shared != build_id:  # a build that seems older is not put before a newer one unasked, and that is told
            alarms = read_state(folder / "out")["last_run"]["alarms"]
            assert [alarm["kind"] for alarm in alarms] == ["delivery"], (shift, alarms)
            behind += 1
    print(f"5 builds under clocks that jump; {behind} of them seemed older to the target, which was told")
    night.run(folder, server.url, ("doctor",))
