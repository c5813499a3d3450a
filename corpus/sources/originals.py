"""Originals: the English version of a translated file, in the folder layouts that taiyaku reads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from corpus.formats import FORMATS
from corpus.languages import parse_tag
from corpus.sources.work_and_language import TAGGED, split_extension

_TAGS = ("en", "en-US", "en_US")
# A page may be written in another format than its original; units of catalogues are compared by their keys.
_PAGES = frozenset(extension for entry in FORMATS if not entry.has_units for extension in entry.extensions)


def original_of(path: Path) -> Path | None:
    """Return the English version of a file: `en/guide.md` for `zh/guide.md`, `en.md` for `ja.md`; None without one."""
    return next((candidate for candidate in possible_originals(path) if candidate.is_file()), None)


def possible_originals(path: Path) -> Iterator[Path]:
    """Yield the paths where the English version of a file may be, the likeliest first."""
    name, _ = split_extension(path.name)
    extension = path.name[len(name) :]
    bare, dot, tag = name.rpartition(".")
    file_language = parse_tag(tag)
    others = _PAGES - {extension} if extension in _PAGES else ()
    extensions = [extension, *sorted(others)]
    if file_language and file_language.lang != "en":
        yield from (path.with_name(f"{bare}{dot}{tag}{ending}") for tag in _TAGS for ending in extensions)
    elif match := TAGGED.fullmatch(name):
        yield from (path.with_name(f"{match['bare']}_{tag}{extension}") for tag in _TAGS)
    parts = path.parts[:-1]
    for number in range(len(parts) - 1, -1, -1):
        folder_language = parse_tag(parts[number])
        if folder_language and folder_language.lang != "en":
            yield from (
                Path(*parts[:number], folder, *parts[number + 1 :], f"{name}{ending}")
                for folder in _TAGS
                for ending in extensions
            )
