"""The command line: how fast it answers, what it imports, its exit statuses and the full text of its errors."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import filelock
import pytest

from corpus.formats import EXTENSIONS
from flows.options.flow_parameters import BuildOptions
from flows.outcomes.watch import RunWatch
from flows.pipeline import lifecycle, planning
from tests.conftest import SamplesBuild
from tests.flows.command import SAMPLES, Ran, called, environment, python, taiyaku

HEAVY = ("prefect", "spacy", "pandas", "pyarrow", "pydantic", "fugashi", "jieba")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that a call is made in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- help


@pytest.mark.parametrize("arguments", [["--help"], ["build", "--help"], ["serve", "--help"], ["--version"]])
def test_help_is_printed(arguments: list[str], prefect_home: Path, tmp_path: Path):
    assert taiyaku(*arguments, env=environment(prefect_home), cwd=tmp_path).status == 0


@pytest.mark.parametrize("arguments", [["--help"], ["build", "--help"], ["--version"], ["build", "--jobs", "0"]])
def test_help_imports_nothing_heavy(arguments: list[str], prefect_home: Path, tmp_path: Path):
    ask = f"""
import sys
from flows.command_line.cli import main
try:
    main({arguments!r})
except SystemExit:
    print("LOADED", [name for name in {HEAVY!r} if name in sys.modules])
"""
    assert "LOADED []" in python("-c", ask, env=environment(prefect_home), cwd=tmp_path).out


def test_help_names_every_command_and_the_exit_statuses(capfd: pytest.CaptureFixture[str]):
    ran = called(capfd, "--help")
    assert ran.status == 0 and ran.err == ""
    assert {"build", "serve"} <= set(ran.out.split())
    assert (
        "Exit status: 0 success, 1 problems found, 2 usage or input error, 3 internal error, 130 interrupted."
        in " ".join(ran.out.split())
    )


def test_help_of_build_has_the_options_of_the_contract(capfd: pytest.CaptureFixture[str]):
    output = called(capfd, "build", "--help").out
    options = ["SOURCE", "--out", "--glossary", "--glossary-only", "--jobs", "--full", "--config", "--quiet"]
    assert [option for option in options if option not in output] == []


def test_version_is_one_line(capfd: pytest.CaptureFixture[str]):
    assert called(capfd, "--version") == Ran(0, "taiyaku 0.1.0\n", "")


# --- errors: each is one line on standard error that says what was met and what to do


def file(path: str, content: str | bytes) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(content.encode() if isinstance(content, str) else content)


FILES: dict[str, str | bytes] = {
    "docs/notes.tex": "Notes",
    "binary/zh.md": bytes(range(256)) * 9,
    "korean/page.md": "텐서는 다차원 배열입니다. " * 9,
    "good/zh.md": "张量是多维数组。\n",
    "terms/readme.txt": "no entries here",
    "wrong/terms.toml": '[[concept]]\nid = "x"\ndomain = "test"\ndefinition = "X."\nen.preferred = "x"\nzn.preferred = "某"\nja.preferred = "某"\n',
    "unknown.toml": "[build]\njob = 2\n",
    "broken.toml": "[build\n",
    "rooted.toml": '[source]\nroot = "docs"\n',
}

ERRORS = [
    (["nowhere"], "{cwd}/nowhere: no such file or folder; check the path"),
    (["good", "nowhere"], "{cwd}/nowhere: no such file or folder; check the path"),
    (["docs"], "docs: no articles found; taiyaku reads {known}"),
    (
        ["binary"],
        "binary: nothing could be read, 1 file quarantined; binary/zh.md: not UTF-8: 0x80 at byte 128 (invalid start byte), and no other encoding taiyaku reads fits; save it as UTF-8",
    ),
    (
        ["korean"],
        "korean: nothing could be read, 1 file quarantined; page.md: language: not recognised as zh, ja or en; if it is one of them, say so in its path (page.zh.md)",
    ),
    (
        ["--glossary", "nowhere"],
        "nowhere: no such folder or file; name a folder of *.toml entries, or a table of terms",
    ),
    (
        ["--glossary", "terms"],
        "terms: no [[concept]] or [[change]] in it; add entries (*.toml), or leave the folder out",
    ),
    (["--glossary", "wrong"], "terms.toml:2: 'x': unknown key 'zn'; did you mean 'zh'?"),
    (["--glossary-only"], "no folder of entries was given to use alone; name one with --glossary DIR"),
    (["--config", "nowhere.toml"], "nowhere.toml: no such file; give an existing one with --config"),
    (["--config", "unknown.toml"], "unknown.toml: unknown key build.job; did you mean jobs?"),
    (
        ["--config", "broken.toml"],
        "broken.toml: not TOML: Expected ']' at the end of a table declaration (at line 1, column 7); fix that line",
    ),
    (
        ["good", "--config", "rooted.toml"],
        "{cwd}/good lies outside the root {cwd}/docs; change root in taiyaku.toml or leave the source out",
    ),
]


@pytest.mark.parametrize(("arguments", "message"), ERRORS)
def test_call_at_fault_ends_with_2_and_one_clear_line(
    arguments: list[str], message: str, folder: Path, capfd: pytest.CaptureFixture[str]
):
    for path, content in FILES.items():
        file(path, content)
    ran = called(capfd, "build", *arguments)
    assert ran == Ran(2, "", f"taiyaku: {message.format(cwd=folder, known=' '.join(EXTENSIONS))}\n")
    assert not (folder / "outputs").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "--jobs", "two"], "argument --jobs: 'two' is not a number of processes; give 1 or more"),
        (["build", "--jobs", "0"], "argument --jobs: '0' is not a number of processes; give 1 or more"),
        (["build", "--jobs", "-1"], "argument --jobs: '-1' is not a number of processes; give 1 or more"),
        (["build", "--jobs", "1.5"], "argument --jobs: '1.5' is not a number of processes; give 1 or more"),
        (["build", "--jobs", "²"], "argument --jobs: '²' is not a number of processes; give 1 or more"),
        (["build", "--out"], "argument --out: expected one argument"),
        (["build", "--fast"], "unrecognized arguments: --fast"),
        ([], "the following arguments are required: COMMAND"),
    ],
)
def test_option_at_fault_ends_with_2_and_says_which(
    arguments: list[str], message: str, folder: Path, capfd: pytest.CaptureFixture[str]
):
    ran = called(capfd, *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.splitlines()[-1].partition("error: ")[2] == message


def test_unknown_command_ends_with_2_and_names_the_known_ones(capfd: pytest.CaptureFixture[str]):
    ran = called(capfd, "biuld")
    assert ran.status == 2
    assert re.search(r"invalid choice: 'biuld' \(choose from .*build.*serve", ran.err)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["build", "nowhere"], ["build", "--config", "no.toml"]])
def test_error_of_a_real_process_is_one_line_too(arguments: list[str], run_taiyaku: Callable[..., Ran]):
    ran = run_taiyaku(*arguments)
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert ran.err.startswith("taiyaku: ") and "Traceback" not in ran.err


def test_unreadable_out_is_told_without_traceback(folder: Path, capfd: pytest.CaptureFixture[str]):
    file("taken", "a file stands here")
    file("good/zh.md", "张量是多维数组。\n")
    ran = called(capfd, "build", "good", "--out", "taken/inside", "--quiet")
    message = "taken: a file, where a folder should be; remove it, or give another --out"
    assert ran == Ran(2, "", f"taiyaku: {message}\n")


@pytest.mark.slow
def test_schedule_at_fault_ends_with_2(folder: Path, capfd: pytest.CaptureFixture[str], prefect_home: Path):
    file("taiyaku.toml", '[schedule]\ncron = "every day"\n')
    ran = taiyaku("serve", env=environment(prefect_home), cwd=folder)
    assert (ran.status, len(ran.err.splitlines())) == (2, 1), ran.err
    assert "every day" in ran.err and "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("error", "first_line"),
    [
        (RuntimeError("first line\nsecond line"), "RuntimeError: first line"),
        (ValueError("not one of ours"), "ValueError: not one of ours"),
        (KeyError("summary"), "KeyError: 'summary'"),
        (AssertionError(), "AssertionError: "),
    ],
)
def test_bug_ends_with_3_and_one_line_that_names_a_log(
    error: Exception, first_line: str, folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    def fails(*_: object) -> int:
        raise error

    monkeypatch.setattr("tempfile.tempdir", str(folder))
    monkeypatch.setattr("flows.command_line.commands.build.run_build", fails)
    ran = called(capfd, "build")
    assert (ran.status, ran.out) == (3, "")
    assert re.fullmatch(rf"taiyaku: {re.escape(first_line)}; details in \S+\.log\n", ran.err)
    assert "Traceback" in Path(ran.err.split()[-1]).read_text(encoding="utf-8")


def test_full_disk_ends_with_3(folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    def fails(*_: object) -> int:
        raise OSError(28, "No space left on device", "outputs/builds/x")

    monkeypatch.setattr("flows.command_line.commands.build.run_build", fails)
    ran = called(capfd, "build")
    assert (ran.status, ran.out) == (3, "")
    message = "taiyaku: outputs/builds/x: No space left on device; free some space and run it again; details in "
    assert re.fullmatch(re.escape(message) + r"\S+\.log\n", ran.err)


# --- a build that has nothing to do


@pytest.mark.slow
def test_unchanged_input_is_told_without_starting_prefect(samples_build: SamplesBuild, prefect_home: Path):
    ask = """
import sys
from flows.command_line.cli import main
status = main(["build"])
print(status, [name for name in ("prefect", "datasets", "dask") if name in sys.modules])
"""
    env, cwd = environment(prefect_home), samples_build.out.parent
    ran = python("-c", ask, env=env, cwd=cwd)
    build_id = (samples_build.out / "latest").resolve().name
    assert ran.err == f"Nothing changed since build {build_id}; see outputs/latest/report/index.html\n"
    assert ran.out == "0 []\n"


@pytest.mark.parametrize(
    ("file", "content", "is_configured"),
    [
        ("pyproject.toml", "[tool.ruff]\n", False),
        ("pyproject.toml", '[tool.prefect.api]\nurl = "http://127.0.0.1:9/api"\n', True),
        (".env", "PREFECT_API_URL=http://127.0.0.1:9/api\n", True),
    ],
)
def test_prefect_is_loaded_where_a_file_of_the_folder_names_it(
    file: str, content: str, is_configured: bool, prefect_home: Path, tmp_path: Path
):
    (tmp_path / file).write_text(content)
    ask = "import sys; from flows.prefect_flows import server; print(server.is_configured(), 'prefect' in sys.modules)"
    env = {name: value for name, value in environment(prefect_home).items() if name != "PREFECT_API_URL"}
    assert python("-c", ask, env=env, cwd=tmp_path).out == f"{is_configured} {is_configured}\n"


def test_naming_the_samples_is_the_same_as_naming_nothing(
    samples_build: SamplesBuild, capfd: pytest.CaptureFixture[str]
):
    ran = called(capfd, "build", SAMPLES, "--out", samples_build.out)
    assert ran.err.startswith("Nothing changed since build ")


def test_quiet_says_nothing(samples_build: SamplesBuild, capfd: pytest.CaptureFixture[str]):
    assert called(capfd, "build", "--out", samples_build.out, "--quiet") == Ran(0, "", "")


def test_latest_is_mended_when_nothing_else_is_to_do(
    samples_build: SamplesBuild, tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    out = shutil.copytree(samples_build.out, tmp_path / "outputs", symlinks=True)
    right = os.readlink(out / "latest")
    (out / "latest").unlink()
    (out / "latest").symlink_to("builds/gone")
    assert called(capfd, "build", "--out", out).status == 0
    assert os.readlink(out / "latest") == right


def test_folder_that_another_build_holds_ends_with_3(
    samples_build: SamplesBuild, tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    out = shutil.copytree(samples_build.out, tmp_path / "outputs", symlinks=True)
    with filelock.FileLock(out / ".lock"):
        ran = called(capfd, "build", "--out", out)
    message = f"{out}: another build is writing there; wait for it, or give another --out"
    assert (ran.status, ran.out) == (3, "")
    assert re.fullmatch(rf"taiyaku: {re.escape(message)}; details in \S+\.log\n", ran.err)


@pytest.mark.slow
def test_build_that_another_one_finished_meanwhile_is_not_a_failure(folder: Path):
    options = BuildOptions(sources=(Path(SAMPLES),), out=folder / "out")
    plans, watch = [planning.plan(options)], RunWatch("build", "docs", options.out, options)
    build_id = lifecycle.publish(options).name
    lifecycle.plain_build(options, watch, plans)
    assert watch.lines[0].startswith(f"Nothing changed since build {build_id}")


# --- what a build says


def test_first_build_says_what_it_made_on_standard_error(samples_build: SamplesBuild):
    ran = samples_build.ran
    assert (ran.status, ran.out) == (0, "")
    steps = [line for line in ran.err.splitlines() if line.endswith("…")]
    assert steps == [
        "Cutting, matching …",
        "Learning …",
        "Aligning, judging …",
        "Counting and publishing …",
    ]
    build_id = (samples_build.out / "latest").resolve().name
    assert f"Built {build_id}:" in ran.err
    assert ran.err.splitlines()[-1] == (
        "Look at outputs/latest/report/index.html; the tables are outputs/latest/*/part-*.parquet"
    )


def test_lines_for_a_log_hold_no_colours_and_no_carriage_returns(samples_build: SamplesBuild):
    assert not re.search("[\x1b\r]", samples_build.ran.err)
