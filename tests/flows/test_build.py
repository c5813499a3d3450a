"""The real flow through the command line: the same bytes every time, nothing lost, and nothing broken when it is killed."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import time
from dataclasses import dataclass
from pathlib import Path

import filelock
import pytest

from corpus.schema import TABLES
from corpus.storage import store
from tests.conftest import SamplesBuild
from tests.flows.command import SAMPLES, Ran, Running, environment, python
from tests.flows.conftest import Build, Server
from tests.flows.plain import rows_of, write

pytestmark = [pytest.mark.slow, pytest.mark.server]


@pytest.fixture(scope="session")
def few(plain_build: Build, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Three pages, and where they are built."""
    folder = tmp_path_factory.mktemp("few")
    pages: dict[str, str | bytes] = {
        "a/en.md": "# Tensors\n\nA tensor is an array.\n",
        "a/zh.md": "# 张量\n\n张量是多维数组。\n",
        "b/ja.md": "# テンソル\n\nテンソルは多次元配列です。\n",
    }
    articles, out = write(folder / "articles", pages), folder / "out"
    assert plain_build(articles, "--out", out).status == 0
    return articles, out


def content(out: Path) -> dict[str, bytes]:
    """Every file of the latest build; of the manifest, all but its times and which folders were read."""
    folder = (out / "latest").resolve()
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    manifest = json.loads(files["manifest.json"])
    assert manifest.pop("created") and manifest.pop("seconds") and manifest.pop("sources")
    return {**files, "manifest.json": json.dumps([folder.name, manifest]).encode()}


def same(path: Path, other: Path) -> bool:
    left, right = content(path), content(other)
    assert left.keys() == right.keys()
    differing = [name for name in left if left[name] != right[name]]
    assert differing == []
    return len(left) > 7


# --- the same bytes


def test_same_bytes_in_another_folder_whatever_the_order_of_sources(
    samples_build: SamplesBuild, build: Build, tmp_path: Path
):
    works = sorted((folder for folder in SAMPLES.iterdir() if folder.is_dir()), reverse=True)
    assert build(*works, "--out", tmp_path / "out").status == 0
    assert same(samples_build.out, tmp_path / "out")


def test_same_bytes_from_one_job_and_from_two(one_job: tuple[Path, Ran], build: Build, articles: Path, tmp_path: Path):
    assert build(articles, "--out", tmp_path / "out", "--jobs", "2").status == 0
    assert len(list((one_job[0] / "latest" / "segments").iterdir())) == 2
    assert same(one_job[0], tmp_path / "out")


def test_full_builds_again_and_gives_the_same_bytes(few: tuple[Path, Path], plain_build: Build, tmp_path: Path):
    out = shutil.copytree(few[1], tmp_path / "out", symlinks=True)
    ran = plain_build(few[0], "--out", out, "--full")
    assert ran.status == 0 and "Built " in ran.err
    assert same(few[1], out)


def test_damaged_build_is_built_again(few: tuple[Path, Path], plain_build: Build, tmp_path: Path):
    out = shutil.copytree(few[1], tmp_path / "out", symlinks=True)
    os.truncate(out / "latest" / "mentions" / "part-00000.parquet", 100)
    assert plain_build(few[0], "--out", out).status == 0
    assert same(few[1], out)


# --- nothing lost


def test_every_file_of_the_source_is_in_documents_or_counted(one_job: tuple[Path, Ran], articles: Path):
    rows = {row["path"]: row for row in rows_of(one_job[0] / "latest", "documents")}
    source_paths = {path.relative_to(articles).as_posix() for path in articles.rglob("*") if path.is_file()}
    assert rows.keys() == source_paths
    reasons = {path: row["reason"] for path, row in rows.items() if row["status"] == "quarantined"}
    assert reasons == {
        "bad/binary.ja.md": "not UTF-8: 0x80 at byte 128 (invalid start byte), and no other encoding taiyaku reads fits; save it as UTF-8",
        "bad/empty.zh.md": "empty file",
        "bad/한국어.md": "language: not recognised as zh, ja or en; if it is one of them, say so in its path (page.zh.md)",
        "work-001/page.fr.md": "language: not recognised as zh, ja or en; if it is one of them, say so in its path (page.zh.md)",
    }


def test_quarantined_files_are_reported_on_the_screen_and_in_the_report(one_job: tuple[Path, Ran]):
    out, ran = one_job
    summary = (out / "latest" / "report" / "summary.md").read_text(encoding="utf-8")
    assert "| bad/empty.zh.md | empty file |" in summary
    assert "  bad/empty.zh.md: empty file" in ran.err.splitlines()
    assert any(line.startswith("Quarantined: ") for line in ran.err.splitlines())


def test_manifest_has_the_hash_of_every_file(one_job: tuple[Path, Ran]):
    from hashlib import sha256

    folder = (one_job[0] / "latest").resolve()
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    hashes = {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "manifest.json"
    }
    assert {file["path"]: file["sha256"] for file in manifest["files"]} == hashes


def test_published_folder_holds_what_the_contract_names_and_nothing_else(one_job: tuple[Path, Ran]):
    out = one_job[0]
    tables = set(TABLES)
    assert {path.name for path in (out / "latest" / "").iterdir()} == tables | {
        "README.md",
        "croissant.json",
        "manifest.json",
        "report",
        "usages.jsonl",
    }
    assert [path.name for path in (out / "builds").iterdir()] == [(out / "latest").resolve().name]
    assert os.readlink(out / "latest").startswith("builds/"), "relative, so that the folder can be moved"


def test_flat_folder_is_built_and_quiet_says_nothing(plain_build: Build, tmp_path: Path):
    pages: dict[str, str | bytes] = {
        "intro.zh.md": "# 张量\n\n张量是多维数组。\n",
        "intro.ja.md": "# テンソル\n\nテンソルは多次元配列です。\n",
        "notes.txt": "算子在显卡上运行，内核由编译器生成。\n",
        "empty.txt": "",
    }
    ran = plain_build(write(tmp_path / "flat", pages), "--out", tmp_path / "out", "--quiet")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    rows = rows_of(tmp_path / "out" / "latest", "documents")
    assert [(row["work"], row["locale"], row["status"]) for row in rows] == [
        ("empty", "", "quarantined"),
        ("intro", "ja", "ok"),
        ("intro", "zh", "ok"),
        ("notes", "zh", "ok"),
    ]


# --- builds that are stopped


def test_build_does_not_wait_where_another_one_is_writing(build: Build, tmp_path: Path):
    out = tmp_path / "out"
    out.mkdir()
    with filelock.FileLock(out / ".lock"):
        ran = build("--out", out)
    message = f"taiyaku: {out}: another build is writing there; wait for it, or give another --out"
    assert (ran.status, ran.out) == (3, "")
    (error_line,) = [line for line in ran.err.splitlines() if not line.endswith("…")]
    assert error_line.startswith(f"{message}; details in ")


def test_killed_build_leaves_latest_as_it_was_and_the_next_one_works(
    samples_build: SamplesBuild, one_job: tuple[Path, Ran], build: Build, server: Server, articles: Path, tmp_path: Path
):
    out = shutil.copytree(samples_build.out, tmp_path / "out", symlinks=True)
    before = content(out)
    env = environment(server.home, PREFECT_API_URL=server.url)
    for words, most in [("Starting", 0.3), ("Cutting", 2.0), ("Counting", 0.2)]:
        moment = random.uniform(0, most)
        running = Running("build", articles, "--out", out, "--jobs", "2", env=env, cwd=tmp_path, log=tmp_path / "log")
        try:
            running.wait_for(words)
            time.sleep(moment)
            running.process.kill()
            running.process.wait(10)
            assert running.left_behind(5) == [], f"killed {moment:.2f} s after {words}"
        finally:
            running.close()
        published = (out / "latest").resolve().name == (one_job[0] / "latest").resolve().name
        assert published or content(out) == before, f"killed {moment:.2f} s after {words}"
        assert store.complete(out, (out / "latest").resolve().name)
    assert build(articles, "--out", out).status == 0
    assert same(one_job[0], out)
    assert not list((out / "builds").glob(".tmp-*"))


def test_latest_is_whole_at_every_step_of_replacing_a_build(
    samples_build: SamplesBuild, prefect_home: Path, tmp_path: Path
):
    """`--full` publishes a build under the id of one that is there: killed at any step, `latest` must still be readable."""
    killed = """
import os, sys, shutil
from pathlib import Path
from corpus.storage import store
out, steps = Path(sys.argv[1]), int(sys.argv[2])
build_id = (out / "latest").resolve().name
folder = store.begin(out)
shutil.copytree(out / "builds" / build_id, folder, dirs_exist_ok=True)
def counted(function):
    def call(*arguments, **options):
        global steps
        steps -= 1
        if steps < 0:
            os._exit(9)
        return function(*arguments, **options)
    return call
os.rename, os.replace, shutil.rmtree = counted(os.rename), counted(os.replace), counted(shutil.rmtree)
manifest = store.read_manifest(folder)
manifest.pop("files")
(folder / store.MANIFEST).unlink()
store.publish(folder, out, build_id, manifest)
"""
    for steps in range(6):
        out = shutil.copytree(samples_build.out, tmp_path / f"out-{steps}", symlinks=True)
        ran = python("-c", killed, str(out), str(steps), env=environment(prefect_home), cwd=tmp_path)
        assert ran.status in (0, 9), ran.err
        assert store.complete(out, Path(os.readlink(out / "latest")).name), f"killed before step {steps + 1}"
        if ran.status == 0:
            break
    assert steps > 0


STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)


@dataclass(frozen=True)
class Stopped:
    """How a build ended that was told to stop; None is the status of one that did not."""

    status: int | None
    left: list[str]
    output: str


@pytest.fixture(scope="module")
def stopped(
    samples_build: SamplesBuild, prefect_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[int, Stopped]:
    """Three builds side by side, each stopped in its way while Prefect's own server is up: Ctrl-C goes to both."""
    folder = tmp_path_factory.mktemp("stopped")
    runs: dict[signal.Signals, Running] = {}
    try:
        for stop in STOPS:
            home = shutil.copytree(prefect_home, folder / stop.name / "home")
            runs[stop] = Running(
                "build", "--prefect", env=environment(home), cwd=folder / stop.name, log=folder / f"{stop.name}.log"
            )
        for stop, running in runs.items():
            running.wait_for("Cutting")
            if stop == signal.SIGINT:
                os.killpg(running.process.pid, stop)
            else:
                running.process.send_signal(stop)
        return {
            stop: Stopped(running.ended(30), running.left_behind(3), running.said()) for stop, running in runs.items()
        }
    finally:
        for running in runs.values():
            running.close()


@pytest.mark.parametrize("stop", STOPS, ids=lambda stop: stop.name)
def test_build_that_is_stopped_ends_soon_and_leaves_no_server(stop: signal.Signals, stopped: dict[int, Stopped]):
    ended = stopped[stop]
    assert ended.status is not None, f"still there after 30 seconds:\n{ended.output}"
    assert ended.left == []
    assert "Traceback" not in ended.output and "ERROR" not in ended.output


def test_build_without_prefect_that_is_ended_stops_with_one_line(tmp_path: Path, prefect_home: Path):
    running = Running("build", "--full", env=environment(prefect_home), cwd=tmp_path, log=tmp_path / "log")
    try:
        running.wait_for("Cutting")
        running.process.send_signal(signal.SIGTERM)
        status = running.ended(30)
        assert status in (-signal.SIGTERM, 128 + signal.SIGTERM)  # the second where a shard takes too long to leave
        assert running.left_behind(3) == []
    finally:
        running.close()
    lines = [line for line in running.said().splitlines() if not line.endswith("…")]
    assert lines == ["taiyaku: stopped; latest is the last complete build"]


def test_control_c_ends_with_one_line(stopped: dict[int, Stopped]):
    ended = stopped[signal.SIGINT]
    lines = [line for line in ended.output.splitlines() if not line.endswith("…")]
    assert (ended.status, lines) == (130, ["taiyaku: stopped; latest is the last complete build"])
