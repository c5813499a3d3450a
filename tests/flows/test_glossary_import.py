"""`taiyaku glossary import`: what it writes where, what it refuses, and what it says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from glossary import load
from tests.flows.command import Ran, called
from tests.flows.plain import write
from tests.glossary.small import ARRAY, TENSOR
from tests.hostile import deadline

ONLY = ["--glossary", "terms", "--glossary-only"]
HEAD = "id,domain,definition,language,status,form,only_near\n"
ROWS = "a,tensors,A thing.,en,preferred,thing,\na,,,zh,preferred,东西,\na,,,ja,preferred,物,\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that a call is made in, with entries of its own and their table."""
    monkeypatch.chdir(tmp_path)
    return write(tmp_path, {"terms/terms.toml": TENSOR + ARRAY, "good.csv": HEAD + ROWS})


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_table_goes_out_and_comes_back(folder: Path, kind: str, capfd: pytest.CaptureFixture[str]):
    file = f"glossary.{kind}"
    assert called(capfd, "glossary", "export", file, "--format", kind, *ONLY) == Ran(
        0, "", f"wrote {file}: 2 concepts\n"
    )
    before = load([Path("terms")], only=True)
    ran = called(capfd, "glossary", "import", file)
    line = f"wrote glossary-import: 2 concepts in 1 file, entries {before.fingerprint}; use them with --glossary glossary-import\n"
    assert ran == Ran(0, "", line)
    assert [path.name for path in Path("glossary-import").iterdir()] == ["tensors.toml"]
    assert load([Path("glossary-import")], only=True).fingerprint == before.fingerprint


def test_folder_that_holds_entries_is_written_to_with_force_alone(folder: Path, capfd: pytest.CaptureFixture[str]):
    assert called(capfd, "glossary", "import", "good.csv", "--into", "out/here").status == 0
    write(folder, {"out/here/old.toml": "# mine"})
    ran = called(capfd, "glossary", "import", "good.csv", "--into", "out/here")
    problem = "out/here: holds entries already (old.toml, tensors.toml)"
    remedy = "name another folder with --into, or give --force to overwrite files"
    assert ran == Ran(2, "", f"taiyaku: {problem}; {remedy}\n")
    ran = called(capfd, "glossary", "import", "good.csv", "--into", "out/here", "--force")
    assert (ran.status, ran.err.splitlines()[0]) == (0, "out/here also holds old.toml, as before")
    assert called(capfd, "glossary", "import", "good.csv", "--into", "good.csv").err == (
        "taiyaku: good.csv: a file; name a folder with --into\n"
    )


def test_what_a_format_cannot_hold_is_named(folder: Path, capfd: pytest.CaptureFixture[str]):
    called(capfd, "glossary", "export", "terms.utf8", "--format", "tab", "--for", "ja", *ONLY)
    ran = called(capfd, "glossary", "import", "terms.utf8", "--for", "ja")
    assert ran.status == 0
    lines = ran.err.splitlines()
    assert len(lines) == 4 and all(line.startswith("terms.utf8: ") for line in lines[:3])
    assert lines[2].endswith(
        "the file has nothing in zh: the built-in entry of the same id counts, or else the English name; add forms"
    )


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"{HEAD}{ROWS}a,,,zh,wrong,东西,\n", ["bad.csv, row 3: 'a': zh '东西' is both preferred and wrong; keep one"]),
        (f"{HEAD}{ROWS}a,,,zh,wrong,x  y,\n", ["bad.csv, row 5: 'a' zh wrong 'x  y': space at an end or twice in a row; write 'x y'"]),
        (f"{HEAD}{ROWS.replace('tensors', 'tensor')}", ["bad.csv, row 2: 'a': unknown domain 'tensor'; did you mean 'tensors'?"]),
        ("", ["bad.csv: is empty; export a table with `taiyaku glossary export --format csv`"]),
    ],
)  # fmt: skip
def test_fault_is_told_with_its_row_and_nothing_is_written(
    folder: Path, text: str, lines: list[str], capfd: pytest.CaptureFixture[str]
):
    write(folder, {"bad.csv": text})
    ran = called(capfd, "glossary", "import", "bad.csv")
    assert ran == Ran(2, "", "".join(f"taiyaku: {line}\n" for line in lines))
    assert not Path("glossary-import").exists()


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        ("b,tensors,A bee.,en,preferred,bee,\n", [
            f"bad.csv, row 5: 'b' has no preferred form in {lang}; write {lang}.preferred = \"…\", or keep = true where the English name is used"
            for lang in ("zh", "ja")
        ]),
        ("a,,,fr,wrong,x,\n,,,,,y,\n", [
            "bad.csv: row 5, column 'language': 'fr' is no language of the glossary; write en, zh or ja",
            "bad.csv: row 6, column 'id': empty; write one of a-z, 0-9 and . _ + -, the same in each row of the concept",
        ]),
        ("a,,,ja,prefered,もの,\n", ["bad.csv: row 5, column 'status': 'prefered' is no status; write preferred, admitted, abbreviation, deprecated or wrong"]),
        ("b,tensors,,en,preferred,bee,\nb,,,zh,preferred,\u200b蜂,\nb,,,ja,preferred,ハチ,\n", ["bad.csv, row 6: 'b' zh preferred: form '<U+200B>蜂' holds U+200B ZERO WIDTH SPACE; remove it"]),
    ],
)  # fmt: skip
def test_sound_rows_are_written_and_the_others_listed(
    folder: Path, rows: str, lines: list[str], capfd: pytest.CaptureFixture[str]
):
    write(folder, {"bad.csv": f"{HEAD}{ROWS}{rows}"})
    ran = called(capfd, "glossary", "import", "bad.csv")
    *messages, summary = ran.err.splitlines()
    assert (ran.status, [line for line in messages if "keep the English" not in line]) == (1, lines)
    assert (
        summary.startswith("wrote glossary-import: 1 concepts in 1 file, ")
        and f"left out {len(lines)}, see above" in summary
    )
    assert list(load([Path("glossary-import")], only=True).by_id) == ["a"]


def test_file_that_cannot_be_read_is_told(folder: Path, capfd: pytest.CaptureFixture[str]):
    os.mkfifo("pipe")
    with deadline(20):
        for name in ("gone.csv", "pipe", "terms"):
            ran = called(capfd, "glossary", "import", name)
            assert ran == Ran(
                2,
                "",
                f"taiyaku: {name}: no such file; name one of CSV, XLSX, TBX, tab-separated text, Markdown with a table, or files of an interface (JSON, YAML, PO, …)\n",
            )


def test_file_of_a_size_that_no_glossary_has_is_refused(folder: Path, capfd: pytest.CaptureFixture[str]):
    with Path("huge.csv").open("wb") as file:
        file.truncate(2**27)
    assert called(capfd, "glossary", "import", "huge.csv").err == "taiyaku: huge.csv: larger than 32 MiB; split it\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "csv", "--for", "zh"], "--format csv includes all languages; omit --for"),
        (["--format", "crowdin", "--for", "zh"], "--format crowdin includes all languages; omit --for"),
        (
            ["--format", "weblate"],
            "--format weblate has English and one other language; choose it with --for zh or --for ja",
        ),
        (["--format", "xlsx", "--build", "outputs/latest"], "--format xlsx shows no uses; omit --build"),
        (["--build", "gone"], "gone: no build there; run `taiyaku build`, or name one with --build"),
    ],
)
def test_export_refuses_what_a_format_has_not(
    folder: Path, arguments: list[str], message: str, capfd: pytest.CaptureFixture[str]
):
    assert called(capfd, "glossary", "export", "file", *arguments, *ONLY) == Ran(2, "", f"taiyaku: {message}\n")
    assert not Path("file").exists()
