"""What the documentation says holds: its queries run as printed, and what is generated is up to date."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

import duckdb
import pytest

from corpus.schema import schema_of
from corpus.vocabularies import SPAN_KIND
from flows.command_line.argument_parser import parser
from flows.docs import __main__ as docs
from flows.docs.__main__ import main
from flows.docs.command_pages import ENVIRONMENT
from flows.docs.site.assembling import HOME
from flows.docs.table_columns import data_dictionary
from tests.benchmarks import results
from tests.conftest import SamplesBuild
from tests.flows.command import PATIENCE, ROOT, called, environment
from tests.flows.plain import rows_of, write

FILES = {name: cache(make) for name, make in docs.FILES.items()}  # each is made once: some take seconds
READMES = [ROOT / name for name in ("README.md", "README.zh.md", "README.ja.md")]
FURTHER = [
    HOME / lang / f"{page}.md"
    for page in ("how-to/query", "how-to/python", "how-to/terms", "reviewing/desk")
    for lang in ("en", "zh", "ja")
]
in_each_language = pytest.mark.parametrize("readme", READMES, ids=lambda file: file.name)


def blocks(language: str, readme: Path = READMES[0]) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", readme.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


QUERIES = {query: "" for page in (*READMES, *FURTHER) for query in blocks("sql", page)}


@in_each_language
def test_readme_is_short_and_shows_how_to_start_ask_and_name_terms(readme: Path):
    text = readme.read_text(encoding="utf-8")
    assert text.count("\n") <= 180 and len(text.encode()) <= 9 * 1024
    assert all(blocks(language, readme) for language in ("sh", "sql", "toml"))


@in_each_language
def test_links_and_pictures_of_the_readme_are_there(readme: Path):
    for address in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", readme.read_text(encoding="utf-8")):
        assert (ROOT / address).is_file(), address


@in_each_language
def test_commands_of_the_readme_work_as_printed(
    readme: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(ROOT)
    calls = [line for block in blocks("sh", readme) for line in block.splitlines() if "bin/taiyaku " in line]
    assert len(calls) == 3
    for call in calls:
        words = shlex.split(call)[1:]
        parser().parse_args(words)
        if "path/to" not in call:
            assert called(capfd, *words).status == 1


@in_each_language
def test_entry_of_the_readme_reports_what_it_lists_as_wrong(
    readme: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    (entry,) = blocks("toml", readme)
    wrong = re.search(r'bad = \["(\w+)"\]', entry)
    assert wrong and readme.read_text(encoding="utf-8").count(wrong[1]) == 2, "named before the entry"
    lang, rest = ("ja", "を確かめます。") if ".ja." in readme.name else ("zh", "已经完成。")
    write(tmp_path, {"terms/ours.toml": entry, f"docs/{lang}/a.md": f"# 1\n\n{wrong[1]}{rest}\n"})
    monkeypatch.chdir(tmp_path)
    assert f"T101 “{wrong[1]}”" in called(capfd, "check", "docs", "--glossary", tmp_path / "terms").out


@in_each_language
def test_figures_beside_other_tools_are_those_of_the_results(readme: Path):
    measured = results.section("Beside textlint with prh")
    text = readme.read_text(encoding="utf-8")
    rows = ("taiyaku", "taiyaku, confidence 0.8 or above", "prh, every form", "prh, company by look-around")
    for row in rows:
        figures = re.search(
            rf"^\| {row} \|.* (0\.\d+) \((\d+) of (\d+)(?:, \d+ not judged)?\) \|$", measured, re.MULTILINE
        )
        assert figures, row
        share, true, count = figures.groups()
        assert f"{float(share):.2f}" in text and re.search(rf"\b{true}\b", text) and re.search(rf"\b{count}\b", text)


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.splitlines()[0])
def test_query_of_the_readme_runs_as_printed(query: str, samples_build: SamplesBuild, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(samples_build.out.parent)  # where outputs/latest is the build of the samples
    assert len(duckdb.execute(query).fetchall()) > 0


@pytest.mark.slow
@pytest.mark.parametrize("code", [code for page in FURTHER if "/en/" in str(page) for code in blocks("python", page)])
def test_python_of_the_site_runs_as_printed(code: str, samples_build: SamplesBuild, prefect_home: Path, tmp_path: Path):
    env = environment(prefect_home, HF_HUB_OFFLINE="1", HF_HOME=str(tmp_path), PYTHONIOENCODING="utf-8")
    command = [sys.executable, "-c", code]
    ran = subprocess.run(
        command, cwd=samples_build.out.parent, env=env, capture_output=True, text=True, timeout=PATIENCE
    )
    assert ran.returncode == 0, ran.stderr
    for line in (line for line in ran.stdout.splitlines() if line.startswith("[")):
        assert line != "[]"


@pytest.mark.parametrize("page", [*READMES, *FURTHER], ids=lambda page: "/".join(page.parts[-3:]))
def test_options_of_a_page_are_those_of_the_command_line(page: Path, capfd: pytest.CaptureFixture[str]):
    commands: tuple[str, ...] = (
        "build",
        "merge",
        "check",
        "serve",
        "align",
        "review ask",
        "review packet",
        "review apply",
        "glossary export",
        "glossary adopt",
    )
    commands += ("builds", "compare", "export", "memory", "glossary show", "glossary import", "glossary candidates")
    help_texts = "".join(called(capfd, *command.split(), "--help").out for command in commands)
    code = [*blocks("sh", page), *re.findall(r"`[^`\n]+`", page.read_text(encoding="utf-8"))]
    options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", " ".join(code)))
    assert {option for option in options if option not in help_texts} == set()


@pytest.mark.parametrize("name", FILES)
def test_generated_document_is_up_to_date(name: str):
    assert (ROOT / name).read_text(encoding="utf-8") == FILES[name](), "run `make docs`"


def test_environment_variables_that_are_read_are_documented():
    code = "\n".join(file.read_text(encoding="utf-8") for file in ROOT.glob("[cfg]*/**/*.py"))
    read = set(re.findall(r'environ(?:\.get\(|\[)"(\w+)"', code))
    assert read == set(ENVIRONMENT)


def test_every_setting_has_a_meaning():
    reference = FILES["flows/README.md"]()
    assert re.findall(r"^\|.*\|  \|$", reference, re.MULTILINE) == []


def test_check_of_the_generated_documents_fails_where_one_is_out_of_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(docs, "FILES", FILES)
    assert main(["--check"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        f"{name} is out of date; run `make docs` and commit it" for name in FILES
    ]
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


def test_words_that_columns_hold_are_those_of_the_dictionary(any_build: Path):
    from corpus.schema import TABLES, values

    for table, record in TABLES.items():
        rows = rows_of(any_build, table)
        for column, words in values(record).items():
            held = {word for row in rows for word in (row[column] if isinstance(row[column], list) else [row[column]])}
            if schema_of(table).field(column).nullable:
                held.discard(None)
            assert held <= words.keys(), (table, column)
    spans = {span["kind"] for row in rows_of(any_build, "segments") for span in row["protected"]}
    assert spans <= SPAN_KIND.keys()
