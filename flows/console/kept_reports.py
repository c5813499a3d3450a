"""Kept reports: the output of a check or an editor, repeated as long as none of its inputs has changed.

This module imports nothing slow and none of the checking libraries. Inputs of a check are compared by contents;
taiyaku itself and its libraries by the times of their files and folders.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from corpus.storage.cache_files import results

Input = tuple[str, str]  # file or folder, and its path
InputState = tuple[str, str, str]  # the same, and what it holds
_PACKAGES = ("corpus", "flows", "glossary")
_HOME = Path(__file__).resolve().parents[2]
# What reports and messages depend on beside all TAIYAKU_… of the environment.
_VARIABLES = ("HOME", "COLUMNS", "TERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE", "PYTHONUTF8", "PYTHONIOENCODING")
_MOST = 20_000  # files and folders that are looked at; where there are more the check itself is not much slower


class Printed:
    """The output of a command, recorded in order while it is printed."""

    def __init__(self) -> None:
        self.texts: list[tuple[bool, str]] = []

    def write(self, text: str, error: bool = False) -> None:
        """Print a text on standard output, or on standard error."""
        self.texts.append((error, text))
        (sys.stderr if error else sys.stdout).write(text)


def print_again(key: str) -> int | None:
    """Print the kept output of the same call if no input has changed, and return its exit status; else return None."""
    record = recall(key)
    if record is None:
        return None
    status, texts = record
    printed = Printed()
    for error, text in texts:
        printed.write(text, error)
    return int(status)


def recall(key: str) -> Any:
    """Return the record kept under a key if no input has changed; else None."""
    content = results().read(key)
    if content is None:
        return None
    inputs, record = json.loads(content)
    return None if any(state(kind, path) != before for kind, path, before in inputs) else record


def states(inputs: Iterable[Input]) -> list[InputState] | None:
    """Return the inputs with their current states; None if they cannot be kept: for pipes, and for very many files."""
    listed = sorted(set(inputs))
    if len(listed) > _MOST:
        return None
    held_states = [(kind, path, held) for kind, path in listed if (held := state(kind, path)) is not None]
    return held_states if len(held_states) == len(listed) else None


def keep(key: str, held_states: Sequence[InputState], record: Any) -> None:
    """Keep a JSON-compatible record with the states of its inputs."""
    results().write(key, json.dumps([held_states, record]).encode())


def state(kind: str, path: str) -> str | None:
    """Return a digest of a file or folder, empty if there is none; None for something that can be read only once."""
    try:
        facts = os.stat(path)
        if kind == "folder":
            held = repr(_entries(path)).encode("utf-8", "surrogateescape")
        elif stat.S_ISREG(facts.st_mode):
            held = Path(path).read_bytes()
        else:
            return "folder" if stat.S_ISDIR(facts.st_mode) else None
    except OSError:
        return ""
    return sha256(held + os.fsencode(f"\0{os.path.realpath(path)}")).hexdigest()


def _entries(folder: str) -> list[tuple[str, bool, bool]]:
    with os.scandir(folder) as entries:
        return sorted((entry.name, entry.is_dir(), entry.is_symlink()) for entry in entries)


def key_of(arguments: Sequence[str]) -> str:
    """Return the key of a call: everything that decides its output except the inputs it reads. Empty without a current
    folder, or on a terminal of unknown width.
    """
    variables = {name: value for name, value in os.environ.items() if name in _VARIABLES or name[:8] == "TAIYAKU_"}
    try:
        terminals = [stream.isatty() and os.get_terminal_size(stream.fileno()) for stream in (sys.stdout, sys.stderr)]
        libraries = [(folder, os.stat(folder).st_mtime_ns) for folder in sys.path if os.path.isdir(folder)]
        made_by = [fact for package in _PACKAGES for fact in _files(os.path.join(_HOME, package))]
        called = [*arguments], os.getcwd(), sorted(variables.items()), terminals
    except OSError:
        return ""
    return sha256(repr((called, sys.version, libraries, made_by)).encode("utf-8", "surrogateescape")).hexdigest()[:40]


def _files(folder: str) -> Iterator[tuple[str, int, int, int]]:
    """Yield the files of a package with their sizes and times."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _files(entry.path)
            else:
                facts = entry.stat()
                yield entry.path, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns
