"""Calling the tools from the shell on the same pages, and what each found where."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from tests import npm

FOLDER = Path(__file__).parent
RULES = "T101,T102,T104,T105"  # what prh can be told: wrong and deprecated forms, translated names, other casings
_READ = (0, 1)  # exit statuses of all: nothing was found, or something

_Place = TypeVar("_Place")


class Hit(NamedTuple):
    """A place that a tool complains of, and what to write there. Offsets are code points."""

    path: str
    start: int
    end: int
    surface: str
    expected: str


class Ran(NamedTuple, Generic[_Place]):
    """A call: its seconds and those of CPU, the start of the program included; what it found, with how sure it is."""

    seconds: float
    cpu: float
    hits: dict[_Place, float]


def taiyaku(root: Path, files: Sequence[Path], *options: str, cached: bool = False) -> Ran[Hit]:
    """What `taiyaku check` finds, place by place."""
    findings, seconds, cpu = checked(root, files, *options, cached=cached)
    places = [(finding, place) for finding in findings for place in finding["locations"]]
    return Ran(seconds, cpu, {_ours(root, finding, place): finding["confidence"] for finding, place in places})


def checked(
    root: Path, files: Sequence[Path], *options: str, cached: bool = False
) -> tuple[list[dict[str, Any]], float, float]:
    """`taiyaku check` on files below a folder; unless `cached`, nothing is known of the pages from an earlier check."""
    command = [sys.executable, "-m", "flows.command_line.cli", "check", *map(str, files), "--format", "json", *options]
    cache = root / "taiyaku-cache"
    if not cached:
        shutil.rmtree(cache / "results", ignore_errors=True)
    output, _, seconds, cpu = called(command, FOLDER.parents[2], TAIYAKU_CACHE=str(cache))
    return json.loads(output)["findings"], seconds, cpu


def _ours(root: Path, finding: dict[str, Any], place: dict[str, Any]) -> Hit:
    path = path_below(root, place["path"])
    return Hit(path, place["start"], place["end"], place["surface"], (finding["expected"] or [""])[0])


def path_below(root: Path, file: str | Path) -> str:
    """The path of a file below the folder that the pages are copied to."""
    return (root / file).resolve().relative_to(root.resolve()).as_posix()


def textlint(root: Path, files: Sequence[Path], settings: Path, cache: Path | None = None) -> Ran[Hit]:
    """textlint on files below a folder: one process for all, without npx, which would take a second more."""
    modules = npm.installed(FOLDER)
    command = ["node", str(modules / "textlint/bin/textlint.js"), "--config", str(settings), "--format", "json"]
    command += ["--rules-base-directory", str(modules), "--no-color"]
    command += ["--cache", "--cache-location", str(cache)] if cache else []
    output, _, seconds, cpu = called([*command, *map(str, files)], settings.parent)
    file_messages = [(Path(page["filePath"]), page["messages"]) for page in json.loads(output)]
    return Ran(seconds, cpu, {hit: 1.0 for file, messages in file_messages for hit in _theirs(root, file, messages)})


def _theirs(root: Path, file: Path, messages: Sequence[dict[str, Any]]) -> list[Hit]:
    path = path_below(root, file)
    text = file.read_bytes().decode("utf-8")
    units = [0, *accumulate(1 + (letter > "\uffff") for letter in text)]  # JavaScript counts UTF-16
    points = {unit: point for point, unit in enumerate(units)}
    spans = [(points[message["fix"]["range"][0]], points[message["fix"]["range"][1]], message) for message in messages]
    return [Hit(path, start, end, text[start:end], message["fix"]["text"]) for start, end, message in spans]


def called(command: Sequence[str], folder: Path, **variables: str) -> tuple[str, str, float, float]:
    """What a program prints on both ways out, its seconds and those of CPU; Node 22 and newer keep compiled modules, as Python does."""
    environment = {**os.environ, "NODE_COMPILE_CACHE": str(FOLDER / "node_modules/.compiled"), **variables}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    began, cpu = time.monotonic(), _cpu()
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    spent = time.monotonic() - began, _cpu() - cpu
    assert ran.returncode in _READ, ran.stderr
    return ran.stdout, ran.stderr, *spent


def _cpu() -> float:
    """Seconds of CPU of all programs that were called and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
