"""Hostile input and a hostile machine, end to end: a reason for every file, one clear line for every failure, `latest` untouched."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from corpus.storage import store
from flows.console import progress
from flows.options import termbase_cache
from flows.options.flow_parameters import BuildOptions
from flows.pipeline import planning
from flows.pipeline.lifecycle import publish
from tests.flows.command import ROOT, Ran, called, environment, python
from tests.flows.conftest import Server
from tests.flows.plain import rows_of, write
from tests.glossary.small import TENSOR
from tests.hostile import can_mount, common_folder, deadline, unprivileged

pytestmark = pytest.mark.slow

GOOD: dict[str, str | bytes] = {"a/zh.md": "张量是多维数组。\n", "a/ja.md": "テンソルは多次元配列です。\n"}
ONLY = ["--glossary", "terms", "--glossary-only"]


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, and where links point; the lock and the state of the last run are not theirs."""
    return {
        path.relative_to(folder).as_posix(): os.fsencode(os.readlink(path)) if path.is_symlink() else path.read_bytes()
        for path in folder.rglob("*")
        if (path.is_symlink() or path.is_file()) and path.name not in (".lock", "state.json")
    }


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small glossary, good articles and their build below `outputs`."""
    folder = write(tmp_path_factory.mktemp("first"), {"terms/terms.toml": TENSOR})
    write(folder / "good", GOOD)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        publish(
            BuildOptions(sources=(Path("good"),), out=Path("outputs"), glossary=(Path("terms"),), glossary_only=True)
        )
    return folder


@pytest.fixture
def folder(first: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it to call from, where the flow runs without Prefect and logs stay."""
    copy = shutil.copytree(first, tmp_path / "here", symlinks=True)
    (tmp_path / "logs").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "logs"))
    monkeypatch.setattr("flows.prefect_flows.server.is_configured", lambda: False)
    monkeypatch.chdir(copy)
    termbase_cache.glossary.cache_clear()  # "terms" was another folder before
    return copy


Call = Callable[..., Ran]


@pytest.fixture
def build(folder: Path, capfd: pytest.CaptureFixture[str]) -> Iterator[Call]:
    """Calls `taiyaku build`; whatever happens, the first build stays as it was, and whatever is latest is whole."""
    before = contents(folder / "outputs" / "latest" / "")

    def call(*arguments: str | Path) -> Ran:
        with deadline(60):
            return called(capfd, "build", *arguments, *ONLY)

    yield call
    assert store.complete(folder / "outputs", Path(os.readlink(folder / "outputs" / "latest")).name)
    assert contents(next(path for path in (folder / "outputs/builds").iterdir() if contents(path) == before)) == before
    assert not list((folder / "outputs/builds").glob(".tmp-*"))


def is_told(ran: Ran, status: int, message: str) -> bool:
    """Whether the call ended with this status and this one line; after a failure of the machine it names a log."""
    lines = [line for line in ran.err.splitlines() if not line.endswith("…")]
    log = r"; details in \S+\.log" if status == 3 else ""
    assert re.fullmatch(re.escape(f"taiyaku: {message}") + log, lines[0]), lines
    assert (ran.status, ran.out, len(lines)) == (status, "", 1)
    return True


# --- sources that give nothing


FRUITLESS: list[tuple[str, dict[str, str | bytes], str]] = [
    ("an empty folder", {"x/": ""}, "x: no articles found; taiyaku reads {known}"),
    ("an empty file", {"x/zh.md": ""}, "x: nothing could be read, 1 file quarantined; x/zh.md: empty file"),
    ("white space", {"x/zh.md": " \n"}, "x: nothing could be read, 1 file quarantined; x/zh.md: nothing but white space"),
    ("names that steer the terminal", {"x/\x1b[2J\u202e\n.md": ""}, "x: nothing could be read, 1 file quarantined; \\x1b[2J\\u202e\\n.md: empty file"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "files", "message"), FRUITLESS, ids=[case[0] for case in FRUITLESS])
def test_sources_that_give_nothing_are_the_call_s_fault(
    fact: str, files: dict[str, str | bytes], message: str, build: Call
):
    from corpus.formats import EXTENSIONS

    for name, content in files.items():
        Path(name).mkdir(parents=True) if name.endswith("/") else write(Path(), {name: content})
    assert is_told(build("x"), 2, message.format(known=" ".join(EXTENSIONS)))


def test_thousands_of_sources_that_give_nothing_are_not_all_listed(build: Call):
    sources = [write(Path(), {f"x{number}/zh.md": ""}) / f"x{number}" for number in range(9)]
    message = "x0, x1, x2, x3, x4 and 4 more: nothing could be read, 9 files quarantined; x0/zh.md: empty file"
    assert is_told(build(*sources), 2, message)


def test_file_over_the_limit_of_the_settings_is_quarantined(build: Call, folder: Path):
    write(folder, {"taiyaku.toml": "[source]\nmax_mib = 0.001\n", "good/b/zh.md": "张量。" * 500})
    ran = build("good")
    assert ran.status == 0, ran.err
    assert "  b/zh.md: too large: 4,500 bytes; the limit is 1,048 (max_mib)" in ran.err.splitlines()


# --- everything odd in one build


def odd_sources(folder: Path) -> None:
    """Beside good pages: what is no file, leads astray, has an odd name, or says odd things."""
    sources = folder / "good"
    write(sources, {
        "empty/zh.md": "",
        "binary/zh.md": bytes(range(256)) * 20,
        "new\nline/zh.md": "",
        "ansi\x1b[31m/zh.md": "",
        "turned\u202e/zh.md": "张量。\n",
        "controls/zh.md": "张\x07量\x1b[31m是\u202e多维\u202c数组。张量\u2066。\u2069\n",
        "front/zh.md": '---\ntitle: "\\ud800标题"\n"\\udc00": "\\ud83d"\ndate: 2022-02-30\nauthor: [甲, {乙: 丙}]\n? [a, b]\n: c\n---\n张量。\n',
        "bomb/zh.md": "---\na: &a [x, x]\n" + "".join(f"{new}: &{new} [*{old}, *{old}, *{old}, *{old}]\n" for old, new in zip("abcdefghijk", "bcdefghijkl", strict=True)) + "---\n张量。\n",
        "format/a.\x1b]0;x": "",
        "format/b.release notes 2024": "",
    })  # fmt: skip
    os.mkfifo(sources / "pipe.md")
    (sources / "gone.md").symlink_to("nowhere")
    (sources / "out.md").symlink_to(folder / "terms" / "terms.toml")
    (sources / "loop").symlink_to(sources)
    with open(os.fsencode(sources) + b"/caf\xe9.zh.md", "wb") as file:
        file.write("张量。\n".encode())


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="file names are Unicode there")
def test_odd_files_among_good_ones_are_read_or_reported_and_stop_nothing(build: Call, folder: Path):
    odd_sources(folder)
    ran = build("good")
    assert ran.status == 0, ran.err
    latest = folder / "outputs" / "latest"
    rows = {row["path"]: row for row in rows_of(latest, "documents")}
    assert {path: row["reason"] for path, row in rows.items() if row["status"] == "quarantined"} == {
        "empty/zh.md": "empty file",
        "binary/zh.md": rows["binary/zh.md"]["reason"],
        "new\nline/zh.md": "empty file",
        "ansi\x1b[31m/zh.md": "empty file",
        "pipe.md": "cannot be read: Is a named pipe",
        "gone.md": "cannot be read: No such file or directory",
    }
    read = {path for path, row in rows.items() if row["status"] == "ok"}
    assert read == {
        "a/zh.md",
        "a/ja.md",
        "turned\u202e/zh.md",
        "controls/zh.md",
        "front/zh.md",
        "bomb/zh.md",
        "caf\\xe9.zh.md",
    }
    assert "Not read: format without extension (2), link out of the root (1), linked folder (1)" in ran.err
    summary = (latest / "report/summary.md").read_text(encoding="utf-8")
    for text in (ran.err, summary):
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
    assert "| new\\nline/zh.md | empty file |" in summary and "| ansi\\x1b[31m/zh.md | empty file |" in summary


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="file names are Unicode there")
def test_control_and_direction_characters_are_kept_and_terms_between_them_found(build: Call, folder: Path):
    odd_sources(folder)
    assert build("good").status == 0
    (page,) = [row for row in rows_of(folder / "outputs/latest", "documents") if row["path"] == "controls/zh.md"]
    assert page["text"] == "张\x07量\x1b[31m是\u202e多维\u202c数组。张量\u2066。\u2069\n"
    mentions = [row for row in rows_of(folder / "outputs/latest", "mentions") if row["work"] == "controls"]
    assert [(mention["surface"], mention["start"]) for mention in mentions] == [("张量", page["text"].index("张量"))]


def test_many_kinds_of_files_left_out_are_not_all_listed(build: Call, folder: Path):
    write(folder / "good", {f"a/{number}.x{number}": "" for number in range(300)})
    ran = build("good", "--out", "other")
    (line,) = [line for line in ran.err.splitlines() if line.startswith("Not read: ")]
    assert line.endswith(" and 288 more reasons: see manifest.json") and line.count(" (1)") == 12
    manifest = store.read_manifest(folder / "other/latest") or {}
    assert len(manifest["left_out"]) == 300


def test_file_left_out_since_a_build_that_still_holds_is_reported(build: Call, folder: Path):
    write(folder, {"good/a/picture.png": ""})
    lines = build("good").err.splitlines()
    assert lines[0].startswith("Nothing changed since build ") and lines[1:] == [
        "Not read in this run: format .png (1)"
    ]


def test_long_line_over_the_limit_is_quarantined_and_under_it_read_in_time_that_grows_with_its_length(build: Call):
    def seconds(times: int) -> float:
        write(Path(), {"long/zh.txt": "张量是多维数组，在新的PyTorch库中" * times})
        began = time.process_time()
        assert build("long").status == 0
        return time.process_time() - began

    short, long = seconds(5_000), seconds(40_000)
    assert long < 16 * max(short, 0.5), "eight times the length takes more than twice as much for each character"
    write(Path(), {"taiyaku.toml": "[source]\nmax_mib = 1\n"})
    limit = "too large: 1,840,000 bytes; the limit is 1,048,576 (max_mib)"
    assert is_told(build("long"), 2, f"long: nothing could be read, 1 file quarantined; long/zh.txt: {limit}")


# --- the folder that builds go to


def test_own_output_inside_the_sources_is_never_read_and_changes_nothing(build: Call, folder: Path):
    assert build(".", "--out", "outputs").status == 0
    paths = [row["path"] for row in rows_of(folder / "outputs/latest", "documents")]
    assert paths == ["good/a/ja.md", "good/a/zh.md"]
    before = contents(folder / "outputs")
    assert build(".", "--out", "outputs").err.startswith("Nothing changed since build ")
    assert build(".", "--out", "outputs", "--full").status == 0
    assert contents(folder / "outputs") == before


def test_output_in_the_source_folder_itself_is_never_read(build: Call, folder: Path):
    assert build("good", "--out", "good").status == 0
    assert build("good", "--out", "good").err.startswith("Nothing changed since build ")
    assert len(rows_of(folder / "good/latest", "documents")) == 2


IN_THE_WAY = [
    ("a file", "taken", "taken: a file, where a folder should be; remove it, or give another --out"),
    ("a file above", "taken/deep/er", "taken: a file, where a folder should be; remove it, or give another --out"),
    ("a link to nothing", "dangling", "dangling: a link to nothing, where a folder should be; remove it, or give another --out"),
    ("a file for builds", "half", "half/builds: a file, where a folder should be; remove it, or give another --out"),
    ("a folder for latest", "other", "other/latest: no link of taiyaku's, which stands in its way; move it elsewhere"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "out", "message"), IN_THE_WAY, ids=[case[0] for case in IN_THE_WAY])
def test_what_stands_in_the_way_of_builds_is_reported_before_anything_is_read(
    fact: str, out: str, message: str, build: Call, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    write(folder, {"taken": "", "half/builds": "", "other/latest/mine.txt": ""})
    (folder / "dangling").symlink_to("nowhere")
    monkeypatch.setattr("corpus.sources.discovery.find", lambda *_: pytest.fail("sources were read"))
    before = contents(folder)
    ran = build("good", "--out", out)
    assert is_told(ran, 2, message)
    assert contents(folder) == before


def test_output_folder_without_permission_is_reported(folder: Path, capfd: pytest.CaptureFixture[str]):
    with common_folder() as common:
        write(common, {**{f"good/{name}": text for name, text in GOOD.items()}, "terms/terms.toml": TENSOR})
        (common / "closed").mkdir(mode=0o555)
        entries = (common / "terms",)
        publish(  # imports
            BuildOptions(sources=(common / "good",), out=common / "warm", glossary=entries, glossary_only=True)
        )
        os.chdir(common)
        (common / "logs").mkdir()
        (common / "logs").chmod(0o777)
        with pytest.MonkeyPatch.context() as patch, unprivileged():
            patch.setattr("tempfile.tempdir", str(common / "logs"))
            inside = called(capfd, "build", "good", "--out", "closed", *ONLY)
            below = called(capfd, "build", "good", "--out", "closed/new", *ONLY)
        os.chdir(folder)
        assert is_told(inside, 3, f"{common}/closed/.lock: Permission denied; check its permissions")
        assert is_told(below, 3, "closed/new: Permission denied; check its permissions")


def test_output_on_a_place_that_is_read_only_is_reported(build: Call, monkeypatch: pytest.MonkeyPatch):
    def refuses(path: Path, *_: Any, **__: Any) -> None:
        raise OSError(30, "Read-only file system", str(path))

    monkeypatch.setattr(Path, "mkdir", refuses)
    ran = build("good", "--out", "cdrom")
    assert is_told(ran, 3, "cdrom: Read-only file system; give a folder that can be written to")


# --- a full disk


@pytest.fixture
def small_files() -> Iterator[Callable[[int], None]]:
    """Lets no file grow beyond so many bytes, as a full disk would: the system refuses what is more."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda most: resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize(
    ("most", "file"),
    [
        (1_500, r"staged/documents/part-00000\.parquet"),
        (
            20_000,
            r"(?:staged/lexicon\.zst|staged/works/00000\.pickle|(?:staged/documents|segments|mentions)/part-00000\.parquet)",
        ),
    ],
)
def test_disk_that_fills_up_ends_with_3_and_leaves_nothing(
    most: int, file: str, build: Call, small_files: Callable[[int], None], folder: Path
):
    lines = [f"张量是多维数组第{number}种，{hash(number) % 99991}。" for number in range(3_000)]
    write(folder / "good", {"b/zh.md": "\n\n".join(lines)})
    before = contents(folder / "outputs")
    log = (folder.parent / "logs").resolve()
    small_files(most)
    ran = build("good")
    small_files(resource.RLIM_INFINITY)
    (error_line,) = [line for line in ran.err.splitlines() if not line.endswith("…")]
    details = (
        r"no details, as no log can be written: File too large"
        if most < 1_500
        else rf"(?:details in {log}/\S+\.log|no details, as no log can be written: File too large)"
    )
    assert re.fullmatch(
        rf"taiyaku: outputs/builds/\.tmp-\d+/{file}: File too large; a limit on the size of files stands in the way "
        rf"\(`ulimit -f`\); {details}",
        error_line,
    ), error_line
    assert ran.status == 3
    assert contents(folder / "outputs") == before
    assert build("good").status == 0, "the next build works"


@pytest.mark.slow
@pytest.mark.server
def test_real_flow_on_a_full_disk_ends_with_3_and_leaves_latest_alone(folder: Path, server: Server, tmp_path: Path):
    if not can_mount():
        pytest.skip("no file system of its own can be mounted here")
    chars = "的一是在不了有和人这中大为上个国我以要他"
    write(folder / "good", {
        f"w{number}/zh.md": "\n\n".join("张量" + "".join(chars[(number * line * place) % 19] for place in range(50)) + f"{number * line}。" for line in range(99))
        for number in range(40)
    })  # fmt: skip
    (folder / "full").mkdir()
    script = f"""
        mount -t tmpfs -o size=$(($(du -sk outputs | cut -f1) + 150))k none full && cp -a outputs/. full && ls -R --ignore=state.json full > before
        {sys.executable} -m flows.command_line.cli build good --out full --glossary terms --glossary-only; echo $? > status
        ls -R --ignore=state.json full > after; cat full/latest/manifest.json > manifest.json
    """
    env = environment(server.home, PREFECT_API_URL=server.url, TMPDIR=str(tmp_path / "logs"))
    ran = subprocess.run(
        ["unshare", "--mount", "sh", "-c", script], cwd=folder, env=env, capture_output=True, text=True
    )
    (error_line,) = [line for line in ran.stderr.splitlines() if not line.endswith("…")]
    assert re.fullmatch(
        r"taiyaku: full/builds/\.tmp-\d+/\S+\.(?:parquet|pickle|zst): No space left on device; free some space and run it again; "
        r"details in \S+\.log",
        error_line,
    ), ran.stderr
    assert (folder / "status").read_text().strip() == "3"
    assert (folder / "before").read_text() == (folder / "after").read_text()
    assert (folder / "manifest.json").read_bytes() == (folder / "outputs/latest/manifest.json").read_bytes()


def test_failure_is_reported_even_where_no_log_can_be_written(build: Call, monkeypatch: pytest.MonkeyPatch):
    def fails(*_: object) -> None:
        raise RuntimeError("first line\nsecond line")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("flows.pipeline.lifecycle.build_once", fails)
    monkeypatch.setattr("tempfile.NamedTemporaryFile", full)
    ran = build("good", "--full")
    message = "taiyaku: RuntimeError: first line; no details, as no log can be written: No space left on device"
    assert (ran.status, ran.err.splitlines()[-1]) == (3, message)


# --- two at once, and one that was killed


HOLDS = """
import sys, time
from pathlib import Path
from corpus.storage import build_lock
with build_lock.lock(Path("outputs")):
    print("holding", flush=True)
    time.sleep(60)
"""


def test_second_build_names_who_holds_the_folder_and_a_killed_one_holds_nothing(build: Call, folder: Path):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDS], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    try:
        assert holder.stdout and holder.stdout.readline() == "holding\n"
        ran = build("good", "--full")
        whose = rf"process {holder.pid} on {re.escape(socket.gethostname())} since \S+Z(, \d+ \w+ ago)?"
        message = rf"outputs: another build is writing there \({whose}\); wait for it, or give another --out"
        assert ran.status == 3 and re.fullmatch(rf"taiyaku: {message}; details in \S+\.log", ran.err.splitlines()[-1])
        assert build("good", "--out", "elsewhere").status == 0
    finally:
        holder.send_signal(signal.SIGKILL)
        holder.wait(10)
    assert build("good", "--full").status == 0


def test_what_a_killed_build_left_is_gone_after_the_next(build: Call, folder: Path):
    write(folder, {"outputs/builds/.tmp-1/segments/part-00000.parquet": "half", "outputs/builds/.tmp-old-abc/x": ""})
    (folder / "outputs/.latest-1").symlink_to("builds/gone")
    assert build("good", "--full").status == 0
    names = sorted(path.name for path in (folder / "outputs").iterdir())
    assert names == [".lock", "builds", "history", "latest", "lexicon", "state.json"]


# --- paths that Prefect has no words for


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="file names are Unicode there")
@pytest.mark.parametrize("arguments", [["caf\udce9"], ["good", "--out", "caf\udce9"]])
def test_path_that_is_not_utf8_is_refused_with_a_way_out(arguments: list[str], build: Call, folder: Path):
    shutil.copytree("good", folder / "caf\udce9" / "good")
    message = "caf\\xe9: path is not UTF-8; rename it, or change into its parent folder and pass ."
    assert is_told(build(*arguments), 2, message)


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="file names are Unicode there")
def test_folder_whose_name_is_not_utf8_is_built_from_within(build: Call, folder: Path, monkeypatch: pytest.MonkeyPatch):
    inside = Path(shutil.copytree("good", folder / "caf\udce9"))
    shutil.copytree("terms", inside / "terms")
    monkeypatch.chdir(inside)
    assert build(".", "--out", "outputs").status == 0
    assert build(".", "--out", "outputs").err.startswith("Nothing changed since build ")


# --- progress


def test_reading_of_many_files_is_reported_every_few_seconds(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    clock = iter(range(0, 1000, 3))
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: float(next(clock))))
    capfd.readouterr()
    order = BuildOptions(sources=(Path("good"),), out=Path("outputs"), glossary=(Path("terms"),), glossary_only=True)
    write(folder / "good", {f"b{number}/zh.md": "张量。" for number in range(3)})
    planning.plan(order, progress.ProgressLines())
    assert capfd.readouterr().err.splitlines() == [
        "Reading …", "Reading: 2 found", "Reading: 4 found", "Reading: 1 of 5", "Reading: 3 of 5",
    ]  # fmt: skip


def test_patient_progress_says_nothing_of_what_is_soon_done(capfd: pytest.CaptureFixture[str]):
    capfd.readouterr()
    patient = progress.ProgressLines(patient=True)
    patient.step("Reading", 3)
    patient.advance()
    assert capfd.readouterr().err == ""


def test_worker_that_the_system_ends_is_reported_with_a_remedy(prefect_home: Path, tmp_path: Path):
    ask = """
import os, sys
from flows.pipeline import workers
from flows.command_line.cli import main
def run(*_):
    with workers.pool(2) as run:
        run(os._exit, 9)
import flows.command_line.commands.build
flows.command_line.commands.build.run_build = run
sys.exit(main(["build"]))
"""
    file = tmp_path / "ask.py"
    file.write_text("if __name__ == '__main__':\n" + "\n".join(f"    {line}" for line in ask.splitlines()))
    ran = python(str(file), env=environment(prefect_home), cwd=tmp_path)
    message = "a worker process was ended by the system, mostly for want of memory; try fewer with --jobs"
    assert is_told(ran, 3, message)
