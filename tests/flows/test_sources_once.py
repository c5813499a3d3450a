"""A build reads each of its sources once, whether its steps run in this process or on Prefect."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from tests.flows.command import environment, python
from tests.flows.plain import write

PAGES: dict[str, str | bytes] = {
    "docs/en/guide.md": "# Guide\n\nA tensor is an array.\n",
    "docs/zh/guide.md": "# 指南\n\n张量是多维数组。\n",
    "docs/ja/guide.html": "<html><body><article><p>テンソルは多次元配列です。</p></article></body></html>\n",
    "docs/zh/plain.txt": "张量是多维数组。\n",
}
# An opener of the caller's own raises the event once more, without a mode.
COUNTED = """
import os, sys
from collections import Counter
opened = Counter()
docs = os.path.realpath("docs") + os.sep
def count(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, os.PathLike)) and arguments[1]:
        path = os.path.realpath(arguments[0])
        if path.startswith(docs) and os.path.isfile(path):
            opened[path[len(docs):]] += 1
sys.addaudithook(count)
from flows.command_line.cli import main
status = main(["build", "docs", "--quiet"])
print(sorted(opened.items()))
sys.exit(status)
"""

_OPENED: Counter[str] = Counter()
_WATCHED: list[Path] = []  # an audit hook cannot be taken away again: it counts while something stands here


def _count(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open" and _WATCHED and isinstance(arguments[0], str | Path) and arguments[1]:
        path = Path(arguments[0])
        if path.is_relative_to(_WATCHED[0]) and path.is_file():
            _OPENED[path.relative_to(_WATCHED[0]).as_posix()] += 1


@pytest.fixture(scope="module", autouse=True)
def hook() -> None:
    sys.addaudithook(_count)


@pytest.mark.slow
def test_build_in_this_process(tmp_path: Path):
    write(tmp_path, PAGES)
    _OPENED.clear()
    _WATCHED.append(tmp_path / "docs")
    try:
        publish(BuildOptions(sources=(tmp_path / "docs",), out=tmp_path / "out"))
    finally:
        _WATCHED.clear()
    assert {name.removeprefix("docs/"): 1 for name in PAGES} == _OPENED


@pytest.mark.slow
@pytest.mark.server
def test_build_of_the_command_line_on_prefect(tmp_path: Path, prefect_home: Path):
    ran = python("-c", COUNTED, env=environment(prefect_home), cwd=write(tmp_path, PAGES), timeout=600)
    assert ran.status == 0, ran.err
    assert ran.out.splitlines()[-1] == str(sorted((name.removeprefix("docs/"), 1) for name in PAGES))
