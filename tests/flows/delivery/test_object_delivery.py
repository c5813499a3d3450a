"""Builds in an object store: files first, pointer last, nothing overwritten, whatever the store and others do."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import fsspec
import pytest
from fsspec.implementations.local import LocalFileSystem
from fsspec.implementations.memory import MemoryFileSystem

from flows.delivery import object_delivery
from flows.delivery.deliveries import deliver, verify
from flows.delivery.delivery_result import Delivery, source_of
from flows.delivery.s3_store import S3Store
from tests.flows.command import ROOT
from tests.flows.delivery.object_server import KEY, SECRET, ObjectServer, environment
from tests.flows.delivery.small_builds import Readers, read_store, small_build, small_files_only

TARGET = "s3://corpora/nightly"


def published(build: Path, target: str = TARGET, **options: bool) -> Delivery:
    delivery, *others = deliver(build, [target], **options)
    assert others == []
    return delivery


def latest(server: ObjectServer) -> str:
    """The build that the pointer names, once its manifest and all its files were found whole."""
    objects = server.objects()
    pointer = json.loads(objects["nightly/latest.json"])
    manifest = objects[f"nightly/{pointer['manifest']}"]
    assert hashlib.sha256(manifest).hexdigest() == pointer["sha256"]
    for file in json.loads(manifest)["files"]:
        data = objects[f"nightly/builds/{pointer['build_id']}/{file['path']}"]
        assert (len(data), hashlib.sha256(data).hexdigest()) == (file["bytes"], file["sha256"])
    build_id: str = pointer["build_id"]
    return build_id


def test_files_come_first_and_the_pointer_last(first_build: Path, server: ObjectServer):
    delivery = published(first_build)
    assert delivery.state == "published" and delivery.files == 3 and delivery.note == ""
    writes = [path.removeprefix("/corpora/nightly/") for path in server.writes()]
    assert writes[:2] == [".conditional-writes"] * 2
    prefix = f"builds/{first_build.name}"
    files = {
        f"{prefix}/documents/part-00000.parquet",
        f"{prefix}/segments/part-00000.parquet",
        f"{prefix}/report/summary.md",
    }
    assert set(writes[2:-2]) == files
    assert writes[-2:] == [f"{prefix}/manifest.json", "latest.json"]
    assert latest(server) == first_build.name
    assert verify(TARGET).line == f"{TARGET}: {first_build.name} is whole"


def test_published_build_is_not_sent_again(first_build: Path, server: ObjectServer):
    published(first_build)
    before = server.objects()
    assert published(first_build).state == "unchanged"
    assert server.objects() == before


def test_dry_run_writes_nothing(first_build: Path, server: ObjectServer):
    delivery = published(first_build, dry_run=True)
    assert (delivery.state, delivery.files, server.objects()) == ("planned", 3, {})


def test_pointer_goes_back_only_when_asked(tmp_path: Path, server: ObjectServer):
    old, new = small_build(tmp_path / "out", 1), small_build(tmp_path / "out", 2)
    published(new)
    delivery = published(old)
    assert (delivery.state, delivery.latest, latest(server)) == ("older", new.name, new.name)
    assert f"nightly/builds/{old.name}/manifest.json" in server.objects()
    assert published(old, rollback=True).state == "published" and latest(server) == old.name


def test_other_build_of_the_same_id_is_never_overwritten(first_build: Path, tmp_path: Path, server: ObjectServer):
    published(first_build)
    before = server.objects()
    twin = small_build(tmp_path / "twin", 10)
    (twin / "report" / "summary.md").write_bytes(b"# Build of others\n")
    manifest = json.loads((twin / "manifest.json").read_text(encoding="utf-8"))
    for file in manifest["files"]:
        data = (twin / file["path"]).read_bytes()
        file.update(bytes=len(data), sha256=hashlib.sha256(data).hexdigest())
    (twin / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    delivery = published(twin)
    assert delivery.status == 2 and "another build of the same id is published there, and stays" in delivery.line
    assert server.objects() == before
    server.client.delete_object(Bucket="corpora", Key=f"nightly/builds/{first_build.name}/manifest.json")
    delivery = published(twin)
    assert delivery.status == 2 and "holds something else, and no build is published there" in delivery.line


def test_pointer_of_others_is_not_overwritten(first_build: Path, server: ObjectServer):
    server.client.put_object(Bucket="corpora", Key="nightly/latest.json", Body=b'{"version": 3}')
    delivery = published(first_build)
    assert delivery.status == 2 and "latest.json: not written by taiyaku" in delivery.line
    assert server.objects()["nightly/latest.json"] == b'{"version": 3}'


@pytest.mark.parametrize("name", ["latest.json", "manifest.json", "summary.md"])
def test_refused_write_leaves_what_was_there_and_the_next_run_sends_only_the_rest(
    name: str, tmp_path: Path, server: ObjectServer
):
    old, new = small_build(tmp_path / "out", 1), small_build(tmp_path / "out", 2)
    published(old)
    server.fault = lambda method, path: "AccessDenied" if method == "PUT" and path.endswith(name) else None
    delivery = published(new)
    assert delivery.status == 3 and delivery.line.count("\n") == 0
    assert "the store refused the request (AccessDenied); check the credentials in the environment" in delivery.line
    assert latest(server) == old.name
    server.fault = lambda method, path: None
    delivery = published(new)
    assert delivery.files == (1 if name == "summary.md" else 0) and delivery.state == "published"
    assert latest(server) == new.name


def test_busy_store_is_asked_again(first_build: Path, server: ObjectServer):
    busy = iter(["SlowDown"] * 3)
    server.fault = lambda method, path: next(busy, None) if method == "PUT" and "segments" in path else None
    assert published(first_build).state == "published" and latest(server) == first_build.name


@pytest.mark.slow
def test_store_that_stays_busy_gives_one_clear_line(first_build: Path, server: ObjectServer):
    server.fault = lambda method, path: "SlowDown" if method == "PUT" else None
    delivery = published(first_build)
    assert delivery.status == 3
    assert delivery.line == (
        f"{TARGET}/.conditional-writes: the store could not do it now (SlowDown); try again later (tried 7 times)"
    )


@pytest.mark.slow
def test_slow_store_is_waited_for(first_build: Path, server: ObjectServer):
    server.delay = 0.2
    assert published(first_build).state == "published" and latest(server) == first_build.name


@pytest.mark.slow
def test_store_that_does_not_answer_gives_one_clear_line(
    first_build: Path, server: ObjectServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("flows.delivery.s3_store._ANSWER_SECONDS", 0.2)
    server.delay = 1.0
    delivery = published(first_build)
    assert delivery.status == 3 and "the store did not answer (ReadTimeoutError); check network" in delivery.line
    server.delay = 0.0
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    delivery = published(first_build)
    assert delivery.status == 3 and "the store did not answer (EndpointConnectionError)" in delivery.line


@pytest.mark.slow
def test_store_that_shows_writes_late_is_published_to_and_read(tmp_path: Path, server: ObjectServer):
    server.stale_reads = 2
    builds = [small_build(tmp_path / "out", number) for number in range(1, 5)]
    for build in builds:
        assert published(build).state == "published"
        assert published(build).state == "unchanged"
        assert verify(TARGET).status == 0
    server.stale_reads = 0
    assert latest(server) == builds[-1].name


def test_missing_bucket_and_missing_credentials_are_reported(
    first_build: Path, server: ObjectServer, monkeypatch: pytest.MonkeyPatch
):
    assert "there is no such bucket; create it, or correct the target" in published(first_build, "s3://nowhere/x").line
    for name in environment(server):
        if name.startswith("AWS_") and "KEY" in name:
            monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/nonexistent")
    assert "no credentials; give them in the environment" in published(first_build).line


@pytest.mark.slow
@pytest.mark.parametrize("code", ["AccessDenied", "SlowDown", "InvalidRequest"])
def test_no_message_holds_a_secret(code: str, first_build: Path, server: ObjectServer):
    server.fault = lambda method, path: code
    lines = [published(first_build).line, published(first_build, dry_run=True).line, verify(TARGET).line]
    assert not any(secret in line for line in lines for secret in (KEY, SECRET, "0123abcd"))


def test_damage_is_reported_file_by_file(first_build: Path, server: ObjectServer):
    published(first_build)
    server.client.put_object(Bucket="corpora", Key=f"nightly/builds/{first_build.name}/report/summary.md", Body=b"?")
    server.client.delete_object(Bucket="corpora", Key=f"nightly/builds/{first_build.name}/segments/part-00000.parquet")
    verification = verify(TARGET)
    assert verification.status == 1 and "report/summary.md: 1 bytes instead of 21" in verification.line
    assert "segments/part-00000.parquet: missing" in verification.line
    server.client.put_object(Bucket="corpora", Key=f"nightly/builds/{first_build.name}/manifest.json", Body=b"{}")
    assert "manifest.json: has another checksum than latest.json says" in verify(TARGET).line
    assert verify("s3://corpora/other").status == 2


@pytest.mark.slow
def test_two_publishers_at_once_are_distinguished(tmp_path: Path, server: ObjectServer):
    builds = [small_build(tmp_path / "out", number) for number in range(1, 9)]
    stores = [S3Store(TARGET) for _ in range(4)]
    states: list[str] = []

    def publish(part: list[Path], store: S3Store) -> None:
        states.extend(object_delivery.publish(source_of(build), store).state for build in part)

    with Readers(lambda: read_store(stores[3]), count=2) as readers:
        parts = (builds, builds, builds[3:])
        threads = [threading.Thread(target=publish, args=part) for part in zip(parts, stores, strict=False)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert readers.problems == [] and len(states) == 21
    assert latest(server) == builds[-1].name


@pytest.mark.slow
def test_store_without_conditional_writes_is_published_to_with_a_word(tmp_path: Path, server: ObjectServer):
    server.honours_conditions = False
    old, new = small_build(tmp_path / "out", 1), small_build(tmp_path / "out", 2)
    assert "no conditional writes: let no two publishers write there" in published(new).line
    assert published(old).state == "older" and published(new).state == "unchanged"
    assert latest(server) == new.name


_KILLED = """
import sys
from pathlib import Path
from flows.delivery.deliveries import deliver
print("ready", flush=True)
print(deliver(Path(sys.argv[1]), [sys.argv[2]])[0].line, flush=True)
"""


@pytest.mark.slow
def test_killed_publisher_is_invisible_and_what_it_sent_is_not_sent_again(tmp_path: Path, server: ObjectServer):
    old, new = small_build(tmp_path / "out", 1), small_build(tmp_path / "out", 2)
    published(old)
    server.requests.clear()
    held = threading.Event()

    def wait_in_the_middle(method: str, path: str) -> str | None:
        if method == "PUT" and path.endswith("segments/part-00000.parquet"):
            held.set()
            time.sleep(30)
        return None

    server.fault = wait_in_the_middle
    process = subprocess.Popen(
        [sys.executable, "-c", _KILLED, str(new), TARGET], cwd=ROOT, env={**os.environ, **environment(server)}
    )
    try:
        assert held.wait(60)
        time.sleep(0.5)  # for the other files
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    server.fault = lambda method, path: None
    assert latest(server) == old.name
    assert f"nightly/builds/{new.name}/manifest.json" not in server.objects()
    delivery = published(new)
    assert (delivery.state, delivery.files, delivery.present) == ("published", 1, 2)
    assert latest(server) == new.name


class _VolatileFiles(MemoryFileSystem):  # type: ignore[misc]
    """The file system in memory, under a name that targets may have."""

    protocol = "volatile"

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return str(super()._strip_protocol(path.replace("volatile://", "memory://")))


@pytest.fixture
def volatile() -> str:
    """What addresses in memory begin with."""
    fsspec.register_implementation("volatile", _VolatileFiles, clobber=True)
    return "volatile://"


def test_any_store_of_fsspecs_is_published_to_with_a_word(first_build: Path, volatile: str):
    target = f"{volatile}corpora-{os.getpid()}"
    assert "no conditional writes through volatile://" in published(first_build, target).line
    assert published(first_build, target).state == "unchanged"
    assert verify(target).status == 0


def test_what_another_store_holds_by_half_is_sent_again(first_build: Path, volatile: str):
    target = f"{volatile}halves-{os.getpid()}"
    files = fsspec.filesystem("memory")
    place = f"/halves-{os.getpid()}/builds/{first_build.name}"
    files.pipe_file(f"{place}/segments/part-00000.parquet", b"segm")
    files.pipe_file(f"{place}/report/summary.md", (first_build / "report" / "summary.md").read_bytes())
    delivery = published(first_build, target)
    assert (delivery.state, delivery.files, delivery.present) == ("published", 2, 1)
    assert verify(target).status == 0


class _Killed(BaseException):
    """A kill, which nothing catches."""


class _FragileFiles(LocalFileSystem):  # type: ignore[misc]
    """A file system whose writes die in the middle where the name ends so, and that moves as it is told to."""

    protocol = "fragile"
    dies_at = ""
    moves = "onto all"

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return os.path.abspath(path.removeprefix("fragile://"))

    def pipe_file(self, path: str, value: bytes, **_: object) -> None:
        dies = bool(self.dies_at) and self.dies_at in path
        Path(path).write_bytes(value[: len(value) // 2] if dies else value)
        if dies:
            raise _Killed

    def mv(self, path1: str, path2: str, **_: object) -> None:
        if self.moves == "nothing":
            raise NotImplementedError
        if self.moves == "onto nothing, in silence" and os.path.exists(path2):
            return
        if self.moves == "onto nothing" and os.path.exists(path2):
            raise FileExistsError(path2)
        os.replace(path1, path2)


@pytest.fixture
def fragile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> type[_FragileFiles]:
    """The class of the file system behind fragile://, in a folder of its own, with its faults gone at the end."""
    monkeypatch.chdir(tmp_path)
    fsspec.register_implementation("fragile", _FragileFiles, clobber=True)
    for name in ("dies_at", "moves"):
        monkeypatch.setattr(_FragileFiles, name, getattr(_FragileFiles, name))
    return _FragileFiles


@pytest.mark.parametrize("moves", ["onto all", "onto nothing", "onto nothing, in silence", "nothing"])
@pytest.mark.parametrize("name", ["manifest.json", "latest.json"])
def test_write_that_is_cut_off_leaves_the_store_as_it_was_for_readers_and_publishers(
    name: str, moves: str, tmp_path: Path, fragile: type[_FragileFiles]
):
    old, new = small_build(tmp_path / "out", 1), small_build(tmp_path / "out", 2)
    target = "fragile://store/nightly"
    fragile.moves = moves
    assert published(old, target).state == "published"
    fragile.dies_at = name
    with pytest.raises(_Killed):
        published(new, target)
    assert verify(target).line.endswith(f"{old.name} is whole")
    fragile.dies_at = ""
    assert published(new, target).state == "published"
    assert verify(target).line.endswith(f"{new.name} is whole")
    assert list((tmp_path / "store").rglob("*.part")) == []


def test_disk_of_the_store_that_is_full_is_named(first_build: Path, fragile: type[_FragileFiles]):
    assert fragile.moves == "onto all"
    with small_files_only():
        delivery = published(first_build, "fragile://store/nightly")
    place = f"fragile://store/nightly/builds/{first_build.name}/segments/part-00000.parquet"
    assert delivery.status == 3 and delivery.line.startswith(f"{place}: File too large; ")
    assert str(first_build) not in delivery.line


def test_manifest_that_a_killed_publisher_left_by_half_is_written_again(first_build: Path, volatile: str):
    target = f"{volatile}manifest-{os.getpid()}"
    place = f"/manifest-{os.getpid()}/builds/{first_build.name}/manifest.json"
    fsspec.filesystem("memory").pipe_file(place, (first_build / "manifest.json").read_bytes()[:40])
    assert published(first_build, target).state == "published"
    assert verify(target).status == 0


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError("key=hunter22222 refused"), "the store refused it (PermissionError: key=*** refused); check the credentials"),
        (ConnectionResetError("reset"), "the store did not answer (ConnectionResetError: reset); check network and address (tried"),
        (RuntimeError("odd\nlines"), "RuntimeError: odd; correct the target, or look at the store"),
    ],
)  # fmt: skip
def test_errors_of_other_stores_are_one_clear_line(
    error: Exception, words: str, first_build: Path, monkeypatch: pytest.MonkeyPatch, volatile: str
):
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("fsspec.implementations.memory.MemoryFileSystem.put_file", fail, raising=False)
    monkeypatch.setattr("fsspec.implementations.memory.MemoryFileSystem.pipe_file", fail)
    delivery = published(first_build, f"{volatile}refused-{os.getpid()}")
    assert delivery.status == 3 and words in delivery.line and "\n" not in delivery.line


def test_unknown_store_is_reported(first_build: Path):
    delivery = published(first_build, "nosuch://bucket/x")
    assert delivery.status == 2 and "fsspec knows no nosuch://; correct the target" in delivery.line
