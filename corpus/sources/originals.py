"""Originals: the English version of a translated file, by the layouts that taiyaku reads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from corpus.formats import EXTENSIONS
from corpus.languages import parse_tag

_TAGS = ("en", "en-US", "en_US")


def original_of(path: Path) -> Path | None:
    """The English version of a file: `en/guide.md` for `zh/guide.md`, `en.md` for `ja.md`; None where there is none."""
    return next((one for one in _candidates(path) if one.is_file()), None)


def _candidates(path: Path) -> Iterator[Path]:
    name, _, extension = path.name.rpartition(".")
    bare, dot, tag = name.rpartition(".")
    named = parse_tag(tag)
    if named and named.lang != "en":
        yield from _with_tag(path.parent, f"{bare}{dot}", extension)
    parts = path.parts[:-1]
    for number in range(len(parts) - 1, -1, -1):
        found = parse_tag(parts[number])
        if found and found.lang != "en":
            yield from (Path(*parts[:number], one, *parts[number + 1 :], path.name) for one in _TAGS)


def _with_tag(folder: Path, bare: str, extension: str) -> Iterator[Path]:
    extensions = [extension, *(one[1:] for one in EXTENSIONS if one[1:] != extension)]
    yield from (folder / f"{bare}{tag}.{one}" for tag in _TAGS for one in extensions)
