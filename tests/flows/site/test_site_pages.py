"""The site's own pages: every command, setting and entry in them is one that works."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
import yaml

from flows.command_line.argument_parser import parser
from flows.docs.site.assembling import HOME, ROOT
from flows.docs.site.repository_pages import headings, outside_code
from flows.options.settings import Settings
from glossary.loading import load
from glossary.termbase.termbase import GlossaryError
from tests.flows.page_commands import BLOCK, blocks, calls
from tests.flows.site.tutorial_runner import PROGRESS, commands, is_installing

PAGES = sorted(page for lang in ("en", "zh", "ja") for page in (HOME / lang).rglob("*.md"))
PROGRAMS = {"cat", "cd", "code", "echo", "git", "make", "mkdir", "npm", "python", "rm", "taiyaku"}


SKILL = ROOT / "flows/assistants/translating-by-glossary/SKILL.md"


@pytest.mark.parametrize(("page", "call"), sorted(set(calls([*PAGES, SKILL]))))
def test_command_is_one_that_there_is(page: str, call: str):
    parser().parse_args(shlex.split(call.replace("TERM", "tensor")))


def test_skill_has_what_agents_read_first():
    _, head, text = SKILL.read_text("utf-8").split("---\n", 2)
    assert yaml.safe_load(head).keys() == {"name", "description"} and yaml.safe_load(head)["name"] == SKILL.parent.name
    assert len(calls([SKILL])) >= 6 and len(text.splitlines()) < 60


def test_pages_call_many_commands():
    assert len(calls(PAGES)) > 60


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(HOME).as_posix())
def test_commands_are_of_taiyaku_or_well_known(page: Path):
    assert {line.split()[0] for line in commands(page) if line and not is_installing(line)} <= PROGRAMS


TOML = {text: page for page, text in blocks(PAGES, "toml") if "[language-server" not in text}  # that is of an editor
ENTRIES = {text: page for text, page in TOML.items() if {"concept", "change"} & tomllib.loads(text).keys()}
SETTINGS = {text: page for text, page in TOML.items() if text not in ENTRIES}


@pytest.mark.parametrize("text", SETTINGS, ids=SETTINGS.get)
def test_toml_is_of_settings(text: str):
    Settings.checked(tomllib.loads(text))


@pytest.mark.slow
@pytest.mark.parametrize("text", ENTRIES, ids=ENTRIES.get)
def test_toml_is_of_entries(text: str, tmp_path: Path):
    (tmp_path / "entries.toml").write_text(text, encoding="utf-8")
    try:
        load([tmp_path])
    except GlossaryError as error:
        assert [fault.code for fault in error.faults] == ["T902"]  # the page shows how it is refused


@pytest.mark.parametrize("lang", ["zh", "ja"])
def test_tutorial_guides_and_pages_for_reviewers_are_there_in_each_language(lang: str):
    def pages(name: str) -> set[str]:
        return {page.relative_to(HOME / name).as_posix() for page in (HOME / name).rglob("*.md")}

    elsewhere = {"how-to/editors.md", "reviewing/report.md"}  # the English ones come from READMEs of the repository
    written = {page for page in pages("en") if page.partition("/")[0] in ("tutorial", "how-to", "reviewing")}
    assert pages(lang) == {"index.md", *written, *elsewhere}


@pytest.mark.parametrize("lang", ["zh", "ja"])
@pytest.mark.parametrize("folder", ["how-to", "reviewing"])
def test_guide_has_the_sections_and_blocks_of_the_english_one(folder: str, lang: str):
    def outline(page: Path) -> tuple[str, int, list[str]]:
        text = page.read_text("utf-8")
        return page.name, len(list(headings(text))), [kind for kind, _ in BLOCK.findall(text)]

    for page in (HOME / "en" / folder).glob("*.md"):
        assert outline(HOME / lang / folder / page.name) == outline(page)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(HOME).as_posix())
def test_page_has_no_empty_block_and_no_progress(page: Path):
    text = page.read_text("utf-8")
    assert not re.search(r"^```\w+\n+```$", text, re.MULTILINE)
    assert PROGRESS.findall(text) == []


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_files_for_ci_are_those_of_the_page_that_explains_them(lang: str):
    explained = blocks([ROOT / "flows/operating/ci.md"], "yaml")
    how_to_blocks = blocks([HOME / lang / "how-to/ci.md"], "yaml")
    assert len(how_to_blocks) == 2 and {text for _, text in how_to_blocks} <= {text for _, text in explained}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(HOME).as_posix())
def test_links_lead_to_files_of_the_repository(page: Path):
    text = "\n".join(outside_code(page.read_text("utf-8")))
    paths = (address.partition("#")[0] for address in re.findall(r"\]\(([^()\s]+)\)", text) if ":" not in address)
    broken = [path for path in paths if path and not (page.parent / path).exists()]
    assert [path for path in broken if not path.startswith("glossary/") and path != "demo.html"] == []  # the site's own
