"""What the documentation says holds: its queries run as printed, and what is generated is up to date."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from flows.docs import data_dictionary
from tests.conftest import SamplesBuild
from tests.flows.command import ROOT, environment

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8") if README.exists() else ""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.skipif(not blocks("sql"), reason="README.md has no sql block yet")
@pytest.mark.parametrize("query", blocks("sql") or [""], ids=lambda query: query.splitlines()[0] if query else "none")
def test_query_of_the_readme_runs_as_printed(query: str, samples_build: SamplesBuild, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(samples_build.out.parent)  # where outputs/latest is the build of the samples
    assert len(duckdb.execute(query).fetchall()) > 0


@pytest.mark.skipif(not blocks("python"), reason="README.md has no python block yet")
@pytest.mark.parametrize("code", blocks("python") or [""])
def test_python_of_the_readme_runs_as_printed(
    code: str, samples_build: SamplesBuild, prefect_home: Path, tmp_path: Path
):
    env = environment(prefect_home, HF_HUB_OFFLINE="1", HF_HOME=str(tmp_path), PYTHONIOENCODING="utf-8")
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, cwd=samples_build.out.parent, env=env, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    for line in (line for line in ran.stdout.splitlines() if line.startswith("[")):
        assert line != "[]"


def test_options_of_the_readme_are_those_of_the_command_line(
    samples_build: SamplesBuild, capfd: pytest.CaptureFixture[str]
):
    from tests.flows.command import called

    known = called(capfd, "build", "--help").out + called(capfd, "serve", "--help").out
    said = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", " ".join([*blocks("sh"), *re.findall(r"`[^`\n]+`", TEXT)])))
    assert said and {option for option in said if option not in known} == set()


def test_settings_of_the_readme_are_valid(tmp_path: Path):
    from flows.settings import load

    shown = blocks("toml")
    assert shown
    for number, block in enumerate(shown):
        file = tmp_path / f"{number}.toml"
        file.write_text(block, encoding="utf-8")
        assert load(file).build.keep_last >= 0


def test_data_dictionary_is_up_to_date():
    assert (ROOT / "outputs" / "README.md").read_text(encoding="utf-8") == data_dictionary(), "run `make docs`"


def test_check_of_the_generated_documents_fails_where_one_is_out_of_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    from flows.docs import main

    monkeypatch.chdir(tmp_path)
    assert main(["--check"]) == 1
    assert capsys.readouterr().err == "outputs/README.md is out of date; run `make docs` and commit it\n"
    assert not (tmp_path / "outputs").exists()
    assert main([]) == 0
    assert main(["--check"]) == 0
    assert (tmp_path / "outputs" / "README.md").read_text(encoding="utf-8") == data_dictionary()


def test_data_dictionary_explains_every_column():
    from corpus.schema import TABLES, schema_of

    text = data_dictionary()
    for table in TABLES:
        section = text.partition(f"\n## {table}\n")[2].partition("\n## ")[0]
        assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == schema_of(table).names
