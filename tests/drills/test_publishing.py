"""400 publishes while readers follow the pointer and compare all they read with its checksums: no torn read."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from corpus.storage import store
from flows.delivery import folder_delivery, object_delivery
from flows.delivery.deliveries import deliver, verify
from flows.delivery.delivery_result import source_of
from flows.delivery.s3_store import S3Store
from flows.options.publish_targets import parse_target
from tests.conftest import SamplesBuild
from tests.drills.killed_publishers import kill_publishers, killed_after
from tests.flows.command import environment
from tests.flows.delivery.object_server import ObjectServer, object_server
from tests.flows.delivery.small_builds import Readers, read_folder, read_store, small_build
from tests.hostile import can_mount

PUBLISHES = 400
KILLS = 60  # of each target
TARGET = "s3://corpora/nightly"


@pytest.fixture
def server() -> Iterator[ObjectServer]:
    with object_server() as server:
        yield server


def publish_all(builds: list[Path], publish: Callable[[Path, int], str], publishers: int = 2) -> dict[str, int]:
    """Publish builds from several threads, each its share in order and now and then an older one; counts the outcomes."""
    outcomes: dict[str, int] = {}

    def go_on(number: int) -> None:
        choice = random.Random(number)
        for place in range(number, len(builds), publishers):
            build = builds[choice.randrange(place)] if place and choice.random() < 0.1 else builds[place]
            outcome = publish(build, number)
            outcomes[outcome] = outcomes.get(outcome, 0) + 1

    threads = [threading.Thread(target=go_on, args=(number,)) for number in range(publishers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


@pytest.mark.drill
def test_publishes_to_a_folder_are_never_read_torn(tmp_path: Path):
    builds = [small_build(tmp_path / "out", number) for number in range(1, PUBLISHES + 1)]
    share = tmp_path / "share"
    folder_delivery.publish(source_of(builds[0]), parse_target(str(share)))
    began = time.monotonic()
    with Readers(lambda: read_folder(share)) as readers:
        outcomes = publish_all(
            builds, lambda build, _: folder_delivery.publish(source_of(build), parse_target(str(share))).state
        )
    print(
        f"\nfolder: {outcomes} in {time.monotonic() - began:.0f} s, {readers.reads} reads of {len(readers.builds)} builds"
    )
    assert readers.problems == [] and sum(outcomes.values()) == PUBLISHES and readers.reads > 100
    folder_delivery.publish(source_of(builds[-1]), parse_target(str(share)))
    assert read_folder(share) == (builds[-1].name, [])


@pytest.mark.drill
def test_publishes_to_s3_are_never_read_torn(tmp_path: Path, server: ObjectServer):
    builds = [small_build(tmp_path / "out", number) for number in range(1, PUBLISHES + 1)]
    stores = [S3Store(TARGET) for _ in range(3)]
    object_delivery.publish(source_of(builds[0]), stores[0])
    began = time.monotonic()
    with Readers(lambda: read_store(stores[2])) as readers:
        outcomes = publish_all(
            builds, lambda build, number: object_delivery.publish(source_of(build), stores[number]).state
        )
    print(
        f"\nS3: {outcomes} in {time.monotonic() - began:.0f} s, {readers.reads} reads of {len(readers.builds)} builds"
    )
    assert readers.problems == [] and sum(outcomes.values()) == PUBLISHES and readers.reads > 100
    object_delivery.publish(source_of(builds[-1]), stores[0])
    assert read_store(stores[2]) == (builds[-1].name, [])


@pytest.mark.drill
@pytest.mark.parametrize("target", ["folder", "S3"])
def test_publisher_killed_at_random_moments_leaves_the_latest_build_whole(
    target: str, tmp_path: Path, server: ObjectServer
):
    share = str(tmp_path / "share") if target == "folder" else TARGET
    server.delay = 0.1  # so that most kills come between requests, not before the first
    outcomes = kill_publishers(tmp_path / "out", share, KILLS)
    print(f"\n{target}: {outcomes}")
    assert outcomes["killed"] == KILLS


@pytest.mark.drill
def test_publisher_killed_at_random_moments_leaves_a_data_set_or_a_word(samples_build: SamplesBuild, tmp_path: Path):
    target = f"hf:{tmp_path / 'hub'}"
    for number in range(KILLS // 4):
        killed_after(samples_build.latest, target, random.Random(number).random() * 0.3)
        assert verify(target).status in (0, 2)  # whole, or half done and said to be so
        assert not deliver(samples_build.latest, [target])[0].failed and verify(target).status == 0
        (tmp_path / "hub" / "manifest.json").unlink()  # so that there is something to do again


@pytest.mark.drill
def test_share_of_any_size_holds_the_last_good_build(tmp_path: Path):
    if not can_mount():
        pytest.skip("no file system of its own can be mounted here")
    small_build(tmp_path / "out", 1)
    folder = store.begin(tmp_path / "out")
    for number in range(8):
        store.write_bytes(folder / "segments" / f"part-{number:05d}.parquet", random.Random(number).randbytes(50_000))
    store.publish(folder, tmp_path / "out", "00000000000b", {"created": "2026-11-28T00:00:00Z"})
    call = f"{sys.executable} -m flows.command_line.cli publish disk/share"
    full = 0
    for size in range(100, 700, 40):
        script = f"""
            mkdir -p disk && mount -t tmpfs -o size={size}k none disk || exit 9
            {call} --build out/builds/000000000001 2> /dev/null || exit 8
            ls -R disk/share > before
            {call} --build out/builds/00000000000b; status=$?
            ls -R disk/share > after
            {call} --verify 2> /dev/null || exit 7
            exit $status
        """
        command = ["unshare", "--mount", "sh", "-c", script]
        ended = subprocess.run(command, cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True)
        if ended.returncode == 0:
            continue
        full += 1
        words = "taiyaku: disk/share: No space left on device; free some space and run it again\n"
        assert (ended.returncode, ended.stderr) == (3, words), size
        assert (tmp_path / "before").read_text() == (tmp_path / "after").read_text()
    assert 3 < full < 14, "some disks were too small and some were not"
