"""Builds in shared folders: whole or not there, never overwritten, and `latest` goes forward only."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from corpus.storage import build_lock, store
from corpus.storage.store import fsck
from flows.delivery import delivery_result
from flows.delivery.deliveries import deliver, verify
from flows.delivery.delivery_result import Delivery
from tests.drills.killed_publishers import kill_publishers
from tests.flows.delivery.small_builds import Readers, read_folder, small_build, small_files_only


def published(build: Path, target: Path, **options: bool) -> Delivery:
    delivery, *others = deliver(build, [str(target)], **options)
    assert others == []
    return delivery


def test_build_is_published_with_its_layout(first_build: Path, tmp_path: Path):
    share = tmp_path / "share"
    delivery = published(first_build, share)
    assert delivery.state == "published" and delivery.files == 3 and delivery.status == 0
    assert os.readlink(share / "latest") == f"builds/{first_build.name}"
    assert fsck(share / "latest") == []
    assert (share / "latest" / "manifest.json").read_bytes() == (first_build / "manifest.json").read_bytes()
    assert verify(str(share)).line == f"{share}: {first_build.name} is whole"


def test_published_build_is_unchanged_the_second_time(first_build: Path, tmp_path: Path):
    share = tmp_path / "share"
    published(first_build, share)
    before = (share / "builds" / first_build.name).stat().st_mtime_ns
    assert published(first_build, share).state == "unchanged"
    assert (share / "builds" / first_build.name).stat().st_mtime_ns == before


def test_dry_run_writes_nothing(first_build: Path, tmp_path: Path):
    delivery = published(first_build, tmp_path / "share", dry_run=True)
    assert delivery.state == "planned" and delivery.files == 3
    assert not (tmp_path / "share").exists()


def test_damaged_build_is_not_published(first_build: Path, tmp_path: Path):
    (first_build / "report" / "summary.md").write_bytes(b"# Build of another\n")
    with pytest.raises(ValueError, match=r"damaged \(report/summary.md: .*\); rebuild it"):
        deliver(first_build, [str(tmp_path / "share")])
    assert not (tmp_path / "share").exists()


def test_other_build_of_the_same_id_stays_as_it_is(first_build: Path, tmp_path: Path):
    share = tmp_path / "share"
    published(first_build, share)
    summary = share / "builds" / first_build.name / "report" / "summary.md"
    summary.write_bytes(b"damaged")
    delivery = published(first_build, share)
    assert delivery.failed and delivery.status == 2
    assert "report/summary.md: 7 bytes instead of 21; it stays as it is: remove it, and publish again" in delivery.line
    assert summary.read_bytes() == b"damaged"
    assert verify(str(share)).status == 1


def test_older_build_is_stored_but_latest_goes_back_only_when_asked(tmp_path: Path):
    share = tmp_path / "share"
    old, new = small_build(tmp_path / "out", 1), small_build(tmp_path / "out", 2)
    published(new, share)
    delivery = published(old, share)
    assert (delivery.state, delivery.latest) == ("older", new.name)
    assert fsck(share / "builds" / old.name) == [] and read_folder(share)[0] == new.name
    assert published(old, share, rollback=True).state == "published" and read_folder(share)[0] == old.name
    assert published(new, share).state == "older"  # whoever rolled back did so later


def test_build_that_became_latest_again_counts_from_then(tmp_path: Path):
    share, out = tmp_path / "share", tmp_path / "out"
    first, second = small_build(out, 1), small_build(out, 2)
    published(first, share)
    published(second, share)
    store.point(out, first.name)  # the sources are as they were: the build is there, and `latest` points to it
    assert published(out / "latest", share).state == "published"
    assert read_folder(share)[0] == first.name


def test_failure_leaves_the_last_build_and_takes_its_files_with_it(
    first_build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    share = tmp_path / "share"
    published(first_build, share)
    newer = small_build(tmp_path / "out", 20)

    def full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device", str(share))

    monkeypatch.setattr("flows.delivery.folder_delivery.os.fsync", full_disk)
    delivery = published(newer, share)
    assert delivery.failed and delivery.status == 3 and "No space left on device; free some space" in delivery.line
    assert sorted(path.name for path in (share / "builds").iterdir()) == [first_build.name]
    assert read_folder(share) == (first_build.name, [])


def test_what_a_killed_publisher_copied_is_not_copied_again(first_build: Path, tmp_path: Path):
    share = tmp_path / "share"
    left, stranger = share / "builds" / f".incoming-{first_build.name}", share / "builds" / ".incoming-other"
    for name in ("documents/part-00000.parquet", "segments/part-00000.parquet"):
        (left / name).parent.mkdir(parents=True)
        (left / name).write_bytes((first_build / name).read_bytes())
    (left / "segments" / "part-00000.parquet").write_bytes(b"half")
    (left / "segments" / "part-00001.parquet").write_bytes(b"of another build")
    stranger.mkdir()
    delivery = published(first_build, share)
    assert (delivery.files, delivery.present) == (2, 1)
    assert fsck(share / "latest") == [] and not left.exists() and not stranger.exists()


def test_publisher_waits_for_another(first_build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(delivery_result, "LOCK_SECONDS", 0.5)
    share = tmp_path / "share"
    share.mkdir()
    with build_lock.lock(share):
        delivery = published(first_build, share)
    assert delivery.failed and delivery.status == 3 and "another build is writing there" in delivery.line
    assert published(first_build, share).state == "published"


@pytest.mark.parametrize("dry_run", [True, False])
@pytest.mark.parametrize("prefix", ["", "hf:", "file://"])
@pytest.mark.parametrize("place", ["out", "out/builds", "out/builds/new", "out/latest", "out/site", "link/builds"])
def test_place_inside_the_output_of_the_project_is_refused(
    first_build: Path, tmp_path: Path, place: str, prefix: str, dry_run: bool
):
    out = first_build.parent.parent
    (tmp_path / "link").symlink_to("out")
    store.point(out, first_build.name)
    before = sorted(out.rglob("*"))
    (delivery,) = deliver(first_build, [f"{prefix}{tmp_path / place}"], dry_run=dry_run)
    assert delivery.status == 2
    assert delivery.line.endswith(f"{place}: inside {out}, a folder of builds; give a folder outside of it")
    assert sorted(out.rglob("*")) == before


def test_place_among_the_builds_of_another_folder_is_refused(first_build: Path, tmp_path: Path):
    share = tmp_path / "share"
    published(first_build, share)
    other = small_build(tmp_path / "other", 20)
    delivery = published(other, share / "builds")
    assert delivery.status == 2 and f"inside {share}, a folder of builds" in delivery.line
    assert published(other, share).state == "published"


def test_disk_of_the_target_that_is_full_is_named(first_build: Path, tmp_path: Path):
    with small_files_only():
        delivery = published(first_build, tmp_path / "share")
    assert delivery.status == 3 and delivery.line.startswith(f"{tmp_path}/share: File too large; ")
    assert str(first_build.parent.parent) not in delivery.line


def test_file_in_the_way_is_reported(first_build: Path, tmp_path: Path):
    (tmp_path / "share").touch()
    delivery = published(first_build, tmp_path / "share")
    assert delivery.status == 2 and "a file, where a folder should be" in delivery.line


def test_targets_are_independent(first_build: Path, tmp_path: Path):
    (tmp_path / "file").touch()
    bad, good = deliver(first_build, [str(tmp_path / "file"), str(tmp_path / "share")])
    assert bad.failed and not good.failed


def test_readers_never_see_a_torn_build_while_two_publish(tmp_path: Path):
    share = tmp_path / "share"
    builds = [small_build(tmp_path / "out", number) for number in range(1, 21)]
    published(builds[0], share)
    states: list[str] = []

    def publish(part: list[Path]) -> None:
        states.extend(published(build, share).state for build in part)

    with Readers(lambda: read_folder(share)) as readers:
        threads = [threading.Thread(target=publish, args=(builds[start::2],)) for start in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert readers.problems == [] and readers.reads > 20
    assert len(states) == 20 and "failed" not in states
    assert read_folder(share) == (builds[-1].name, [])
    assert len(list((share / "builds").iterdir())) == 20


@pytest.mark.slow
def test_publishers_killed_at_random_moments_leave_the_latest_build_whole(tmp_path: Path):
    """The short form of a drill."""
    outcomes = kill_publishers(tmp_path / "out", str(tmp_path / "share"), 5)
    assert outcomes["killed"] == 5
