"""The project: names that Prefect takes, and that no two projects share."""

import re
from pathlib import Path

import pytest

from flows.options.effective_options import default_name, project_of
from flows.options.settings import ScheduleSettings, Settings

NAMES = [
    ("/srv/docs/taiyaku.toml", "taiyaku-docs-"),
    ("/srv/My Docs (2026)/taiyaku.toml", "taiyaku-my-docs-2026-"),
    ("/srv/文档/taiyaku.toml", "taiyaku-"),
    ("/taiyaku.toml", "taiyaku-"),
    (f"/srv/{'long-' * 20}/taiyaku.toml", "taiyaku-long-long-long-long-long-long-long-long-"),
]


@pytest.mark.parametrize(("file", "begins"), NAMES)
def test_default_name_is_made_of_the_folder(file: str, begins: str):
    name = default_name(Path(file))
    assert re.fullmatch(re.escape(begins) + "[0-9a-f]{6}", name), name


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("/mei/docs/taiyaku.toml", "/ken/docs/taiyaku.toml"),
        ("/mei/文档/taiyaku.toml", "/mei/文章/taiyaku.toml"),
        ("/mei/docs/zh.toml", "/mei/docs/ja.toml"),
    ],
)
def test_two_projects_have_two_names(first: str, second: str):
    assert default_name(Path(first)) != default_name(Path(second))


def test_one_project_has_one_name_wherever_it_is_called_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/taiyaku.toml").write_text("", encoding="utf-8")
    (tmp_path / "link").symlink_to("docs")
    monkeypatch.chdir(tmp_path / "docs")
    project = project_of(None, Settings())
    monkeypatch.chdir(tmp_path)
    assert project_of(Path("link/taiyaku.toml"), Settings()) == project
    assert project.file == tmp_path / "docs/taiyaku.toml"


def test_name_of_the_settings_comes_before_the_folder():
    assert project_of(None, Settings(schedule=ScheduleSettings(project="taiyaku"))).name == "taiyaku"
