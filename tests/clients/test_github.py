"""Annotations beside those that GitHub's own package writes: the same command, path, place, title and message."""

from __future__ import annotations

from typing import Any

import pytest

from glossary.desk.report.github import github
from tests.clients.tools import asked
from tests.glossary.desk.report.commands import Command, commands
from tests.glossary.desk.report.made import hostile

pytestmark = pytest.mark.slow

_NAMES = {
    "title": "title", "file": "file", "line": "startLine", "endLine": "endLine", "col": "startColumn",
    "endColumn": "endColumn",
}  # fmt: skip


def question(command: Command) -> dict[str, Any]:
    """What to ask for, to have the same annotation."""
    properties = {_NAMES[key]: value for key, value in command.properties.items()}
    return {"command": command.name, "message": command.message, "properties": properties}


def test_githubs_own_package_writes_the_same():
    report = github(hostile())
    theirs = asked("commands", [question(command) for command in commands(report)])
    assert _sorted(theirs) == _sorted(report)


def _sorted(text: str) -> list[tuple[str, list[str], str]]:
    """Each command as it is written, its properties in one order."""
    heads = (line.split("::", 2) for line in text.splitlines() if line.startswith("::"))  # the last sums them up
    return [(head.split(" ", 1)[0], sorted(head.split(" ", 1)[1].split(",")), data) for _, head, data in heads]
