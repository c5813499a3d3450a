"""Kept reports: what a check printed, or an editor was shown, again as long as nothing that it was made of has changed.

It takes none of the libraries that checking takes: of what is imported here nothing is slow. What a check read is
compared by its contents, taiyaku itself and the libraries beside it by the times of their files and folders.
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

from corpus.storage.result_store import results

Input = tuple[str, str]  # file or folder, and its path
InputState = tuple[str, str, str]  # the same, and what it holds
_PACKAGES = ("corpus", "flows", "glossary")
_HOME = Path(__file__).resolve().parents[2]
# What reports and messages depend on beside all TAIYAKU_… of the environment.
_VARIABLES = ("HOME", "COLUMNS", "TERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE", "PYTHONUTF8", "PYTHONIOENCODING")
_MOST = 20_000  # files and folders that are looked at; where there are more the check itself is not much slower


class Printed:
    """What a command prints, in order, as it is printed."""

    def __init__(self) -> None:
        self.texts: list[tuple[bool, str]] = []

    def write(self, text: str, error: bool = False) -> None:
        """Print a text on standard output, or on standard error."""
        self.texts.append((error, text))
        (sys.stderr if error else sys.stdout).write(text)


def print_again(key: str) -> int | None:
    """Print what the same call printed, if nothing that it read has changed; return its exit status, else None."""
    record = recall(key)
    if record is None:
        return None
    status, texts = record
    printed = Printed()
    for error, text in texts:
        printed.write(text, error)
    return int(status)


def recall(key: str) -> Any:
    """Return what was kept under a key, if nothing that it was made of has changed; else None."""
    content = results().read(key)
    if content is None:
        return None
    inputs, record = json.loads(content)
    return None if any(state(kind, path) != before for kind, path, before in inputs) else record


def states(inputs: Iterable[Input]) -> list[InputState] | None:
    """Return the inputs with what they hold now; None where that cannot be kept: of pipes, and of very many files."""
    listed = sorted(set(inputs))
    if len(listed) > _MOST:
        return None
    held_states = [(kind, path, held) for kind, path in listed if (held := state(kind, path)) is not None]
    return held_states if len(held_states) == len(listed) else None


def keep(key: str, held_states: Sequence[InputState], record: Any) -> None:
    """Keep something that JSON can say, with the inputs that it was made of."""
    results().write(key, json.dumps([held_states, record]).encode())


def state(kind: str, path: str) -> str | None:
    """Return a short text of what a file or folder holds, empty where there is none; None for what can only be read
    once.
    """
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
    """Return the key of a call: all that decides what it prints, but for what it reads. Empty where that is not known:
    without a current folder, or on a terminal that does not say how wide it is.
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
