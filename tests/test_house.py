"""The figures of the house, which may only get better: see `tests/house.py` for how each is counted."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests import house
from tests.house import Limit

LISTED = 40


@pytest.mark.parametrize("name", house.MEASURES)
def test_figure_only_gets_better(name: str):
    figure, limit = house.MEASURES[name].figure(), house.limits()[name]
    latest = sorted(figure.places, key=changed, reverse=True)
    assert not house.is_worse(figure.value, limit), "\n".join(
        [
            f"{name}: {figure.value:g}, at most {limit.most:g} ({house.MEASURES[name].how}). Those edited last:",
            *latest[:LISTED],
        ]
    )
    assert not house.is_better(figure.value, limit), f"{name}: {figure.value:g}; run `python -m tests.house --lower`"


def changed(place: str) -> float:
    """Return when the file of a place was written."""
    name, *_ = re.split("[: ]", place)
    return (house.ROOT / name).stat().st_mtime


def test_each_figure_has_its_limit():
    assert list(house.limits()) == list(house.MEASURES)


@pytest.mark.parametrize(("value", "worse", "better"), [(101, True, False), (100, False, False), (97, False, True)])
def test_what_is_worse_and_what_is_better(value: float, worse: bool, better: bool):
    limit = Limit(most=100, aim=0)
    assert (house.is_worse(value, limit), house.is_better(value, limit)) == (worse, better)


@pytest.fixture
def module(tmp_path: Path):
    """Return what writes a module."""

    def written(source: str) -> Path:
        (tmp_path / "module.py").write_text(source, "utf-8")
        return tmp_path / "module.py"

    return written


def test_longest_chain_ends_where_a_function_has_two_callers(module):
    file = module(
        "def a(): _b()\n\ndef _b(): _c()\n\ndef _c(): _d(); _e()\n\ndef _d(): _e()\n\ndef _e(): pass\n\ndef _f(): _f()\n"
    )
    assert house.longest_chain(file) == ["a", "_b", "_c", "_d"]


def test_english_is_comments_docstrings_and_strings(module):
    file = module('"""Open."""\nname = "text"  # why\n')
    assert sorted(house.english(file)) == [(1, "Open."), (2, "# why"), (2, "text")]


def test_bound_names_are_variables_and_parameters():
    module = ast.parse("def double(one, *others):\n    two = one * len(others)\n    return two")
    names = [node.arg if isinstance(node, ast.arg) else node.id for node in house.bound(module)]
    assert sorted(names) == ["one", "others", "two"]


def test_names_that_scripts_bind():
    source = "const {a, b: c} = d; let e = (f, g = 1) => f; function h(i) {} try {} catch (error) {} j => k"
    assert list(house.script_names(source)) == ["a", "c", "e", "f", "g", "i", "error", "j"]


def test_lower_writes_only_what_got_better(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    table = tmp_path / "house.toml"
    table.write_text(
        '# why\n"modules" = { most = 100000, aim = 580 }\n"lines" = { most = 1, aim = 0 }\n', encoding="utf-8"
    )
    monkeypatch.setattr(house, "TABLE", table)
    house.lower()
    assert table.read_text("utf-8") == (
        f'# why\n"modules" = {{ most = {len(house.FILES)}, aim = 580 }}\n"lines" = {{ most = 1, aim = 0 }}\n'
    )
