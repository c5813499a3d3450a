"""The hooks for pre-commit: they name commands and options that there are, and the pages that a check is for."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from tests.flows.command import ROOT, called

HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
KEYS = {"id", "name", "description", "entry", "language", "language_version", "types", "types_or", "files",
        "require_serial", "pass_filenames", "additional_dependencies"}  # fmt: skip


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: str(hook["id"]))
def test_hook_calls_a_command_that_there_is(hook: dict[str, Any], capfd: pytest.CaptureFixture[str]):
    program, *words = hook["entry"].split()
    assert program == "taiyaku" and set(hook) <= KEYS and hook["language"] == "python"
    assert called(capfd, *words, "--help").status == 0
    assert hook["additional_dependencies"] == [".[ja]"]  # what a page of either language needs


PATHS = [
    ("docs/zh/guide/intro.md", True),
    ("i18n/zh-Hans/intro.mdx", True),
    ("zh.md", True),
    ("article/ja.txt", True),
    ("notes/page.zh-TW.md", True),
    ("content/zh_CN/page.html", True),
    ("docs/en/intro.md", False),
    ("jamboree/intro.md", False),
    ("docs/zhang.md", False),
]


@pytest.mark.parametrize(("path", "checked"), PATHS)
def test_hook_is_called_for_pages_in_chinese_and_japanese(path: str, checked: bool):
    (hook,) = [hook for hook in HOOKS if hook["id"] == "taiyaku"]
    assert (re.search(hook["files"], path) is not None) is checked
