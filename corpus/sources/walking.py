"""Walking: every file below the sources, whatever links, builds and folders that cannot be read stand in the way."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

# Packages and what tools build of sources: never what a person wrote.
_MADE_BY_TOOLS = frozenset(["node_modules", "__pycache__", "__pypackages__", "site-packages", "_build", "_site"])
_ENVIRONMENT = "pyvenv.cfg"  # what the folder of a Python environment holds, whatever it is called
_PUBLISHED = {"manifest.json", "documents", "segments"}  # what the folder of a build has, whoever made it


class Walk:
    """Goes through sources below a root; enters no linked folder, and reads no build as a source."""

    def __init__(self, base: Path, out: Path | None) -> None:
        self.left_out: Counter[str] = Counter()
        self.unreadable: list[str] = []
        self.base = base
        self._prefix = os.path.join(base, "")
        self._real = os.path.realpath(base)
        self._own = {os.path.join(os.path.realpath(out), name) for name in ("builds", "latest")} if out else set()

    def name(self, path: str) -> str:
        """Return the POSIX path below the root; bytes that are not UTF-8 as \\xe9, unlike any other name."""
        relative = path.removeprefix(self._prefix).replace(os.sep, "/")
        try:
            relative.encode()
        except UnicodeEncodeError:
            pass
        else:
            if "\\x" not in relative:
                return relative
        doubled = re.sub("(\\\\+)(?=x[89a-f][0-9a-f]|[\udc80-\udcff])", r"\1\1", relative)
        return os.fsencode(doubled).decode("utf-8", "backslashreplace")

    def leads_out(self, path: str) -> bool:
        """Return whether the path is a link to something that is not below the root."""
        return os.path.islink(path) and not _lies_below(os.path.realpath(path), self._real)

    def files(self, source: str) -> Iterator[str]:
        """Yield every file below a source."""
        if not os.path.isdir(source) or self.leads_out(source):
            yield source
            return
        for folder, folders, files in os.walk(source, onerror=self._unreadable):
            if self._is_output(folder, folders, files) or (_ENVIRONMENT in files and folder != source):
                folders.clear()
                continue
            folders[:] = sorted(name for name in folders if not _is_hidden(name) and self._enters(folder, name))
            yield from (os.path.join(folder, name) for name in sorted(files) if not _is_hidden(name))

    def _enters(self, folder: str, name: str) -> bool:
        path = os.path.join(folder, name)
        if name in ("builds", "latest") and os.path.join(os.path.realpath(folder), name) in self._own:
            return False  # uncounted: what a build leaves out must not depend on whether there was one before
        linked = os.path.islink(path)
        self.left_out["linked folder"] += linked
        return not linked

    def _is_output(self, folder: str, folders: Sequence[str], files: Sequence[str]) -> bool:
        if os.path.basename(folder) == "builds" and os.path.realpath(folder) in self._own:
            return True
        is_build = "manifest.json" in files and {*folders, *files} >= _PUBLISHED
        self.left_out["build of taiyaku"] += is_build
        return is_build

    def _unreadable(self, error: OSError) -> None:
        name = self.name(str(error.filename)) if str(error.filename) != str(self.base) else "."
        self.left_out[f"folder cannot be read: {name}"] += 1
        self.unreadable.append(name)


def _is_hidden(name: str) -> bool:
    return name.startswith(".") or name in _MADE_BY_TOOLS


def _lies_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
