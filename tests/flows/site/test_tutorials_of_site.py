"""The tutorials work as printed: their commands run in order on the pages that they give, and print what is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flows.site.tutorial_runner import Reader, commands, parts, plain, read_in_order, steps


def alike(command: str) -> str:
    """A command without the language that a tutorial is about."""
    return command.replace("docs/zh docs/ja", "docs").replace("ja", "zh")


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", *(pytest.param(lang, marks=pytest.mark.drill) for lang in ("zh", "ja"))])
def test_tutorial_prints_what_it_shows(lang: str, tmp_path: Path, prefect_home: Path):
    reader = Reader(tmp_path, prefect_home)
    for page in read_in_order(lang):
        reader.read(page)
    assert reader.differing == [], "python -m tests.flows.site.tutorial_runner writes the pages anew"


@pytest.mark.parametrize("lang", ["zh", "ja"])
def test_tutorial_has_the_commands_of_the_english_one(lang: str):
    assert [page.name for page in parts(lang)] == [page.name for page in parts("en")]
    for page, original in zip(parts(lang), parts("en"), strict=True):
        assert [alike(command) for command in commands(page)] == [alike(command) for command in commands(original)]


@pytest.mark.parametrize("lang", ["zh", "ja"])
def test_tutorial_gives_the_files_of_the_english_one(lang: str):
    def files(pages: list[Path]) -> list[str]:
        return [step.file for page in pages for step in steps(page.read_text("utf-8")) if step.kind != "decisions"]

    assert files(parts(lang)) == files(parts("en"))


def test_every_part_has_commands_and_shows_what_they_print():
    for page in parts("en"):
        kinds = [step.kind for step in steps(page.read_text("utf-8"))]
        assert kinds.count("sh") >= 4 and kinds.count("text") >= 4, page.name


def test_ids_dates_and_times_are_not_compared():
    assert plain("Built 9d7a12cc9855 in 2.5 s\n") == plain("Built 0d7a12cc9855 in 31 s") == "Built BUILD in SOME"
    assert plain("settled zh 3 of 4") != plain("settled zh 2 of 4")
