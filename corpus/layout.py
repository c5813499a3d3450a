"""Layout: finding source files in folders, and telling work and language from where a file lies."""

from __future__ import annotations

import fnmatch
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from corpus.formats import EXTENSIONS
from corpus.languages import Language, is_foreign_tag, parse_tag


class SourceError(ValueError):
    """A source that was named cannot be used; the message says which and what to do."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A source file with its place: what it is a version of, and in which language if the place tells."""

    path: Path
    name: str  # POSIX path relative to the root
    media_type: str
    work: str
    language: Language | None = None  # None: to be told from the text
    problem: str | None = None  # why it cannot be used


@dataclass(frozen=True, slots=True)
class Sources:
    """What was found below the root."""

    root: Path
    files: tuple[Placed, ...]
    left_out: Counter[str] = field(default_factory=Counter)  # reason → files


def find(
    sources: Sequence[Path],
    root: Path | None = None,
    exclude: Sequence[str] = (),
    works: Sequence[Mapping[str, str]] = (),
) -> Sources:
    """The source files in `sources` (files and folders), in the order of their names; raises SourceError.

    `exclude` are glob patterns on the name; `works` maps language tags to patterns, see DESIGN: an explicit
    pattern comes before what folder names say.
    """
    given = [Path(os.path.abspath(source)) for source in sources]
    for source in given:
        if not os.path.lexists(source):
            raise SourceError(f"{source}: no such file or folder; check the path")
    base = Path(os.path.abspath(root)) if root else _common_root(given)
    left_out: Counter[str] = Counter()
    found: dict[Path, bool] = {}
    for source in given:
        if not source.is_relative_to(base):
            raise SourceError(
                f"{source} lies outside the root {base}; change root in taiyaku.toml or leave the source out"
            )
        for path in _walk(source, base, left_out):
            found[path] = found.get(path, False) or path == source
    names = {path: _name(path, base) for path in found}
    listed = [
        (path, names[path], named)
        for path, named in found.items()
        if named or not any(fnmatch.fnmatch(names[path], pattern) for pattern in exclude)
    ]
    left_out["excluded"] += len(found) - len(listed)
    placed = list(_placed(sorted(listed, key=lambda one: one[1]), base, works, left_out))
    return Sources(base, tuple(_own_works(placed)), +left_out)


def _name(path: Path, base: Path) -> str:
    relative = PurePosixPath(path.relative_to(base).as_posix())
    return os.fsencode(str(relative)).decode("utf-8", "backslashreplace")


def _common_root(sources: Sequence[Path]) -> Path:
    """The deepest folder common to all sources; a work or language folder keeps its name."""
    folders = [source if source.is_dir() else source.parent for source in sources]
    base = Path(os.path.commonpath(folders))
    if base.parent != base and (parse_tag(base.name) or _is_work_folder(base)):
        return base.parent
    return base


def _is_work_folder(folder: Path) -> bool:
    try:
        return any(
            parse_tag(Path(name).stem) and Path(name).suffix.lower() in EXTENSIONS for name in os.listdir(folder)
        )
    except OSError:
        return False


def _walk(source: Path, base: Path, left_out: Counter[str]) -> Iterator[Path]:
    """Every file below a source; linked folders are not followed."""
    if not source.is_dir():
        yield source
        return

    def unreadable(error: OSError) -> None:
        left_out[f"folder cannot be read: {error.filename}"] += 1

    for folder, folders, files in os.walk(source, onerror=unreadable):
        linked = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        left_out["linked folder"] += len(linked)
        folders[:] = sorted(name for name in folders if name not in linked and not _is_hidden(name))
        for name in sorted(files):
            if not _is_hidden(name):
                yield Path(folder, name)


def _is_hidden(name: str) -> bool:
    return name.startswith(".") or name in ("node_modules", "__pycache__")


def _inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _placed(
    listed: Sequence[tuple[Path, str, bool]],
    base: Path,
    works: Sequence[Mapping[str, str]],
    left_out: Counter[str],
) -> Iterator[Placed]:
    tagged = {str(folder) for _, name, _ in listed for folder in _tag_parents(name)}
    real_base = os.path.realpath(base)
    for path, name, named in listed:
        suffix = PurePosixPath(name).suffix.lower()
        if path.is_symlink() and not _inside(os.path.realpath(path), real_base):
            left_out["link out of the root"] += not named
            if named:
                yield Placed(path, name, "", _stem(name), None, "link: it leads out of the root")
            continue
        media_type = EXTENSIONS.get(suffix)
        if media_type is None:
            if named:
                known = " ".join(EXTENSIONS)
                yield Placed(
                    path,
                    name,
                    "",
                    _stem(name),
                    None,
                    f"format: {suffix or 'no extension'} is not one of {known}",
                )
            else:
                left_out[f"format {suffix or 'without extension'}"] += 1
            continue
        work, language = _place(name, base, works)
        foreign = _foreign(name, tagged) if language is None else None
        if foreign and not named:
            left_out[f"language {foreign}"] += 1
            continue
        problem = f"language: {foreign} is none of en, ja, zh" if foreign else None
        yield Placed(path, name, media_type, work, language, problem)


def _tag_parents(name: str) -> Iterator[PurePosixPath]:
    """Folders that hold a folder named after one of our languages."""
    folder = PurePosixPath(name).parent
    for one in (folder, *folder.parents):
        if one.name and parse_tag(one.name):
            yield one.parent


def _foreign(name: str, tagged: set[str]) -> str | None:
    """The tag of another language that the file lies under, beside a folder of one of ours."""
    folder = PurePosixPath(name).parent
    for one in (folder, *folder.parents):
        if one.name and is_foreign_tag(one.name) and str(one.parent) in tagged:
            return one.name
    return None


def _stem(name: str) -> str:
    return str(PurePosixPath(name).with_suffix("")) if PurePosixPath(name).suffix else name


def _place(name: str, base: Path, works: Sequence[Mapping[str, str]]) -> tuple[str, Language | None]:
    """Work and language of a file, by the first rule that fits."""
    for patterns in works:
        for tag, pattern in patterns.items():
            if (match := _glob(pattern).fullmatch(name)) and (language := parse_tag(tag)):
                return _stem("/".join(part for part in match.groups() if part)), language
    path = PurePosixPath(_stem(name))
    for index, folder in enumerate(path.parts[:-1]):
        if language := parse_tag(folder):
            return "/".join(path.parts[:index] + path.parts[index + 1 :]), language
    if language := parse_tag(path.name):
        return str(path.parent) if path.parent.name else base.name, language
    bare, _, tag = path.name.rpartition(".")
    if bare and (language := parse_tag(tag)):
        return str(path.parent / bare), language
    return str(path), None


def _glob(pattern: str) -> re.Pattern[str]:
    """A pattern with `**` (any folders and files) and `*` (within one name), each a group."""
    parts = re.split(r"(\*\*/?|\*)", pattern)
    kinds = {"**": "(.*)", "**/": "(?:(.*)/)?", "*": "([^/]*)"}
    return re.compile("".join(kinds.get(part, re.escape(part)) for part in parts))


def _own_works(placed: Iterable[Placed]) -> Iterator[Placed]:
    """Files that are works of their own: two that differ only in extension keep it, so that they stay apart."""
    listed = list(placed)
    count = Counter(one.work for one in listed if one.language is None)
    for one in listed:
        clash = one.language is None and not one.problem and count[one.work] > 1
        yield replace(one, work=one.name) if clash else one
