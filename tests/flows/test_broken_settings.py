"""Broken settings, through the command line: file, place and remedy in one line each, exit status 2, nothing built."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from flows.options import termbase_cache
from tests.flows.command import Ran, called, environment, taiyaku
from tests.flows.plain import write
from tests.hostile import common_folder, unprivileged

TERMS = '[[concept]]\nid = "x"\ndomain = "d"\ndefinition = "X."\nkeep = true\nen.preferred = "x"\n'
ALIKE = "x" * 300


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an article and a small glossary, to call from."""
    termbase_cache.glossary.cache_clear()  # "terms" was another folder before
    monkeypatch.chdir(tmp_path)
    return write(tmp_path, {"good/a/zh.md": "张量是多维数组。\n", "terms/terms.toml": TERMS})


def refused(capfd: pytest.CaptureFixture[str], *messages: str, arguments: tuple[str, ...] = ("good",)) -> bool:
    """Whether a build is refused with these lines and nothing else, and without a trace on the disk."""
    ran = called(capfd, "build", *arguments)
    assert ran == Ran(2, "", "".join(f"taiyaku: {message}\n" for message in messages))
    return not Path("outputs").exists()


SYNTAX = [
    ("[build", "not TOML: Expected ']' at the end of a table declaration (at end of document); fix that line"),
    ("[build]\njobs = two", "not TOML: Invalid value (at line 2, column 8); fix that line"),
    ("[build]\njobs = 1\njobs = 2\n", "not TOML: Cannot overwrite a value (at line 3, column 9); fix that line"),
    ("[build]\n[build]", "not TOML: Cannot declare ('build',) twice (at line 2, column 7); fix that line"),
    ('[source]\nroot = "中\n', "not TOML: Illegal character '\\n' (at line 2, column 10); fix that line"),
    ('[source]\nroot = "a\\b\\c"', "not TOML: Unescaped '\\' in a string (at line 2, column 14); fix that line"),
    ("x = 2022-02-30\n", "not TOML: Invalid date or datetime (at line 1, column 5); fix that line"),
    ("\x00", "not TOML: Invalid statement (at line 1, column 1); fix that line"),
    ("x = " + "[" * 100_000, "not TOML: nested too deeply; fix that line"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), SYNTAX, ids=[text[:20] for text, _ in SYNTAX])
def test_syntax_error_is_reported_with_its_line(
    text: str, message: str, folder: Path, capfd: pytest.CaptureFixture[str]
):
    write(folder, {"taiyaku.toml": text})
    assert refused(capfd, f"taiyaku.toml: {message}")


def test_number_without_end_is_refused(folder: Path, capfd: pytest.CaptureFixture[str]):
    write(folder, {"taiyaku.toml": "[build]\njobs = " + "9" * 10_000})
    ran = called(capfd, "build", "good")
    assert ran.status == 2 and ran.err.startswith("taiyaku: taiyaku.toml: not TOML: Exceeds the limit")
    assert len(ran.err.splitlines()) == 1


FAULTS = [
    ("[sauce]\nroot = 'x'", "unknown key sauce; did you mean source?"),
    ("[build]\nfast = true", "unknown key build.fast; known keys are out, report, max_lost, jobs, runner, scheduler, keep_last, keep_days, keep_gib, timeout, retries, retry_delay"),
    ("[source]\nmax_mb = 3", "unknown key source.max_mb; did you mean max_mib?"),
    ("source = 3", "source: should be a table (got 3)"),
    ("works = 'docs/**'", "works: should be a list in [ ] (got 'docs/**')"),
    ("works = ['docs/**']", "works.0: should be a table (got 'docs/**')"),
    ("[[works]]\nfr = 'docs/**'", "works.0: fr is not a language tag of en, ja or zh (got {'fr': 'docs/**'})"),
    ("[[origins]]\nlicense = 'MIT'", "origins.0.path: Field required (got {'license': 'MIT'})"),
    ("[[origins]]\npath = '**'\nlicence = 'MIT'", "unknown key origins.0.licence; did you mean license?"),
    ("[data]\nmask = ['mail']", "data.mask.0: should be 'email', 'phone' or 'key' (got 'mail')"),
    ("[data]\nmask_patterns = ['EMP-[0-9']", "data.mask_patterns.0: should be a regular expression of Python's re: unterminated character set at position 4 (got 'EMP-[0-9')"),
    ("[data]\nmask_patterns = ['x', '(a+)+']", "data.mask_patterns.1: repeats repetitions or alternatives, which may take forever; bound one, such as {1,40} instead of + (got '(a+)+')"),
    ("[site]\ntext_attributes = 'blurb'", "site.text_attributes: should be a list in [ ] (got 'blurb')"),
    ("[site]\ntext_attributes = ['tip', 'blurb=']", "site.text_attributes.1: should be the name of an attribute alone, such as blurb (got 'blurb=')"),
    ("[site]\nattributes = ['tip']", "unknown key site.attributes; did you mean text_attributes?"),
    ("[source]\nroot = ''", "source.root: should be a path in quotes (got '')"),
    ("[source]\nroot = ['a']", "source.root: should be a path in quotes (got ['a'])"),
    ('[source]\nroot = "a\\u0000b"', "source.root: should be a path in quotes (got 'a\\x00b')"),
    ("[build]\nout = '~no-such-user/x'", "build.out: begins with the home folder of an unknown user; write the path out (got '~no-such-user/x')"),
    ("[source]\nmax_mib = '16'", "source.max_mib: should be a number (got '16')"),
    ("[source]\nmax_mib = 1e9", "source.max_mib: should be less than or equal to 1024 (got 1000000000.0)"),
    ("[source]\nexclude = [1]", "source.exclude.0: should be text in quotes (got 1)"),
    ("[build]\njobs = 1.5", "build.jobs: should be a whole number (got 1.5)"),
    ("[build]\njobs = true", "build.jobs: should be a whole number (got True)"),
    ("[glossary]\nonly = 'yes'", "glossary.only: should be true or false (got 'yes')"),
    ("[schedule]\ntimezone = 'Asia/Tokio'", "schedule.timezone: is not a time zone; did you mean Asia/Tokyo? (got 'Asia/Tokio')"),
    ("[schedule]\ncron = 'daily'", "schedule.cron: should have five fields: minute, hour, day, month, weekday (got 'daily')"),
    (f"[source]\nexclude = '{ALIKE}'", f"source.exclude: should be a list in [ ] (got '{ALIKE[:79]}…)"),
    ('[build]\njobs = "\\u001b[31m\\u202e"', "build.jobs: should be a whole number (got '\\x1b[31m\\u202e')"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), FAULTS, ids=[text[:30] for text, _ in FAULTS])
def test_fault_is_reported_with_its_key_and_what_was_met(
    text: str, message: str, folder: Path, capfd: pytest.CaptureFixture[str]
):
    write(folder, {"taiyaku.toml": text})
    assert refused(capfd, f"taiyaku.toml: {message}")


def test_every_fault_has_a_line_of_its_own(folder: Path, capfd: pytest.CaptureFixture[str]):
    write(folder, {"taiyaku.toml": "[source]\nmax_mib = -1\n[build]\nfast = 1"})
    assert refused(
        capfd,
        "taiyaku.toml: source.max_mib: should be greater than 0 (got -1)",
        "taiyaku.toml: unknown key build.fast; known keys are out, report, max_lost, jobs, runner, scheduler, keep_last, keep_days, keep_gib, timeout, retries, retry_delay",
    )


MISSING = [
    (
        "[glossary]\ndirs = ['nowhere']",
        "nowhere: no such folder or file; name a folder of *.toml entries, or a table of terms",
    ),
    ("[glossary]\ndirs = ['taiyaku.toml']", "taiyaku.toml: unknown key 'glossary'; known are concept, change"),
    ("[glossary]\nonly = true", "no folder of entries was given to use alone; name one with --glossary DIR"),
    (
        "[source]\nroot = 'nowhere'",
        "{cwd}/good lies outside the root {cwd}/nowhere; change root in taiyaku.toml or leave the source out",
    ),
    (
        "[build]\nout = 'good/a/zh.md'",
        "good/a/zh.md: a file, where a folder should be; remove it, or give another --out",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "message"), MISSING, ids=[text for text, _ in MISSING])
def test_folder_that_is_missing_or_none_is_reported(
    text: str, message: str, folder: Path, capfd: pytest.CaptureFixture[str]
):
    write(folder, {"taiyaku.toml": text})
    assert refused(capfd, message.format(cwd=folder))


@pytest.mark.slow
def test_missing_source_of_the_schedule_is_reported(folder: Path, capfd: pytest.CaptureFixture[str]):
    write(folder, {"taiyaku.toml": "[schedule]\nsources = ['nowhere']"})
    message = "schedule.sources: nowhere does not exist; correct the path"
    assert called(capfd, "serve") == Ran(2, "", f"taiyaku: {message}\n")


CRONS = [
    ('cron = "61 * * * *"', "schedule.cron: is no cron", "'61 * * * *'"),
    ('check = "0 3 * * 9"', "schedule.check: is no cron", "'0 3 * * 9'"),
    ('decisions = "0 0 31 2 *"', "schedule.decisions: is no date that ever comes", "'0 0 31 2 *'"),
]


@pytest.mark.parametrize(("text", "fault", "value"), CRONS)
def test_cron_without_a_next_time_is_reported(
    text: str, fault: str, value: str, folder: Path, capfd: pytest.CaptureFixture[str]
):
    write(folder, {"taiyaku.toml": f"[schedule]\n{text}\n"})
    message = f"taiyaku.toml: {fault}; write five fields: minute, hour, day, month, weekday (got {value})"
    assert called(capfd, "serve") == Ran(2, "", f"taiyaku: {message}\n")


def test_nothing_is_served_without_settings(folder: Path, capfd: pytest.CaptureFixture[str]):
    remedy = "create one whose [schedule] sets what to build and when, or give it with --config"
    message = f"taiyaku.toml: no such file, so nothing to serve; {remedy}"
    assert called(capfd, "serve") == Ran(2, "", f"taiyaku: {message}\n")


@pytest.mark.slow
def test_server_of_the_environment_that_does_not_answer_is_reported(
    folder: Path, capfd: pytest.CaptureFixture[str], prefect_home: Path
):
    write(folder, {"taiyaku.toml": "[schedule]\nsources = ['good']\n"})
    ran = taiyaku("serve", env=environment(prefect_home, PREFECT_API_URL="http://127.0.0.1:9/api"), cwd=folder)
    message = "taiyaku: the Prefect server http://127.0.0.1:9/api does not answer; start it, or unset PREFECT_API_URL"
    assert ran.status == 3 and message in ran.err and len(ran.err.splitlines()) == 1, ran.err


@pytest.mark.parametrize("name", ["", "Docs", "文档", "a_b", "-a", "a--b", "a/b", "a" * 81])
def test_project_that_prefect_has_no_key_for_is_reported(name: str, folder: Path, capfd: pytest.CaptureFixture[str]):
    write(folder, {"taiyaku.toml": f'[schedule]\nproject = "{name}"\n'})
    ran = called(capfd, "serve")
    message = (
        "schedule.project: should consist of lowercase letters a to z, digits and single hyphens, at most 80 characters"
    )
    assert ran.status == 2 and ran.err.startswith(f"taiyaku: taiyaku.toml: {message} (got "), ran.err


FILES = [
    ("not UTF-8", "[build]\n# 设置".encode("gb18030"), "{file}: not UTF-8 (byte 10, line 2); save it as UTF-8"),
    ("UTF-16", "[build]\n".encode("utf-16"), "{file}: not UTF-8 (byte 0, line 1); save it as UTF-8"),
]


@pytest.mark.parametrize(("fact", "data", "message"), FILES, ids=[case[0] for case in FILES])
def test_file_in_another_encoding_is_reported_with_its_line(
    fact: str, data: bytes, message: str, folder: Path, capfd: pytest.CaptureFixture[str]
):
    write(folder, {"other.toml": data})
    assert refused(capfd, message.format(file="other.toml"), arguments=("good", "--config", "other.toml"))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere.toml", "nowhere.toml: no such file; give an existing one with --config"),
        ("terms/terms.toml/x", "terms/terms.toml/x: no such file; give an existing one with --config"),
        ("good", "good: cannot be read: Is a directory"),
        ("loop.toml", "loop.toml: cannot be read: Too many levels of symbolic links"),
        ("a\nb.toml", "a\\nb.toml: no such file; give an existing one with --config"),
    ],
)
def test_file_that_cannot_be_read_is_reported(name: str, message: str, folder: Path, capfd: pytest.CaptureFixture[str]):
    (folder / "loop.toml").symlink_to("loop.toml")
    assert refused(capfd, message, arguments=("good", "--config", name))


def test_settings_without_permission_are_reported(capfd: pytest.CaptureFixture[str], folder: Path):
    with common_folder() as common:
        write(common, {"taiyaku.toml": "[build]\njobs = 1\n"})
        (common / "taiyaku.toml").chmod(0)
        os.chdir(common)
        with unprivileged():
            ran = called(capfd, "build")
        os.chdir(folder)
    assert ran == Ran(2, "", "taiyaku: taiyaku.toml: cannot be read: Permission denied\n")
