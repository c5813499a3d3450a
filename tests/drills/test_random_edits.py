"""Many random edits of a project: each build that uses earlier results has the bytes of one that uses none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flows.edited_project import EditedProject

pytestmark = pytest.mark.drill


@pytest.mark.parametrize("seed", range(100, 106))
def test_edits_make_the_build_that_is_made_from_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int):
    monkeypatch.setenv("TAIYAKU_CACHE", str(tmp_path / "cache"))
    project, history = EditedProject(tmp_path, monkeypatch, seed, works=4), ["nothing"]
    for _ in range(12):
        incremental, whole = project.builds()
        assert [name for name in whole if incremental.get(name) != whole[name]] == [], history
        history.append(project.edit())
