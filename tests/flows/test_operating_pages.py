"""The pages for operators: every command, setting and file in them is one that works."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from flows.command_line.argument_parser import parser
from flows.options.settings import Settings
from tests.flows.page_commands import blocks, calls

FOLDER = Path(__file__).resolve().parents[2] / "flows/operating"
PAGES = sorted(FOLDER.glob("*.md"))


@pytest.mark.parametrize(("page", "call"), calls(PAGES))
def test_command_is_one_that_there_is(page: str, call: str):
    words = [word.replace("…", "docs") for word in shlex.split(call)]
    parser().parse_args(words)


def test_pages_call_many_commands():
    assert len(calls(PAGES)) > 15 and {page for page, _ in calls(PAGES)} >= {"cron.md", "systemd.md", "README.md"}


@pytest.mark.parametrize(("page", "text"), blocks(PAGES, "toml"))
def test_settings_are_ones_that_there_are(page: str, text: str):
    Settings.checked(tomllib.loads(text))


@pytest.mark.parametrize(("page", "text"), blocks(PAGES, "yaml"))
def test_yaml_is_a_mapping(page: str, text: str):
    assert isinstance(yaml.safe_load(text), dict)


def test_every_page_is_in_the_index():
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in PAGES if page.name != "README.md" and f"({page.name})" not in index] == []


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze here to check units with")
def test_units_are_understood_by_systemd(tmp_path: Path):
    text = (FOLDER / "systemd.md").read_text(encoding="utf-8")
    units = re.findall(r"`/etc/systemd/system/(taiyaku[\w.-]+)`:\n\n```ini\n(.*?)```", text, re.DOTALL)
    assert [name for name, _ in units] == ["taiyaku.service", "taiyaku.timer", "taiyaku-doctor.service"]
    for name, unit in units:
        program = re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", unit)
        (tmp_path / name).write_text(program.replace("User=taiyaku\n", ""), encoding="utf-8")
    ran = subprocess.run(
        ["systemd-analyze", "verify", *(str(tmp_path / name) for name, _ in units)],
        capture_output=True,
        text=True,
        env={"SYSTEMD_UNIT_PATH": f"{tmp_path}:", "PATH": "/usr/bin:/bin"},
    )
    assert "taiyaku" not in ran.stderr, ran.stderr
