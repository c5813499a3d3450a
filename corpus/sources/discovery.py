"""Discovery of the source files in files and folders, each with its place, and counts of those left out."""

from __future__ import annotations

import fnmatch
import os
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from corpus import lazy_re as re
from corpus.errors import UnreadableError
from corpus.formats import EXTENSIONS, KEYED, UNREAD, format_of
from corpus.languages import KNOWN, Language, parse_tag
from corpus.sources.work_and_language import foreign_tag, place, split_extension, tag_parents
from corpus.text.printable import printable

_TRIES = 3
_KINDS = {
    stat.S_IFDIR: "Is a directory",
    stat.S_IFIFO: "Is a named pipe",
    stat.S_IFSOCK: "Is a socket",
    stat.S_IFCHR: "Is a device",
    stat.S_IFBLK: "Is a device",
}


def contents(path: Path, max_bytes: int) -> bytes:
    """Return the bytes of a file; raises UnreadableError with a reason, or OSError. Never waits for another process."""
    for _ in range(_TRIES):
        data = _read_unchanged(path, max_bytes)
        if data is not None:
            return data
    raise UnreadableError("changes while it is read; build again when it is at rest")


def beginning(path: Path, size: int) -> bytes:
    """Return the first `size` bytes of a file; empty if it cannot be read. Never waits for another process."""
    try:
        _must_be_a_file(os.stat(path))
        with open(path, "rb", opener=_open_nonblocking) as file:
            _must_be_a_file(os.fstat(file.fileno()))
            return file.read(size)
    except (UnreadableError, OSError, ValueError):
        return b""


def _read_unchanged(path: Path, max_bytes: int) -> bytes | None:
    """Return the bytes, or None if the file was written to meanwhile."""
    _must_be_a_file(os.stat(path))  # before it is opened: to open a device may set it to work
    with open(path, "rb", opener=_open_nonblocking) as file:
        before = os.fstat(file.fileno())
        _must_be_a_file(before)
        if before.st_size > max_bytes:
            raise UnreadableError(f"too large: {before.st_size:,} bytes; the limit is {max_bytes:,} (max_mib)")
        data = file.read(before.st_size + 1)
        after = os.fstat(file.fileno())
    same = len(data) == before.st_size == after.st_size and before.st_mtime_ns == after.st_mtime_ns
    return data if same else None


def _open_nonblocking(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))  # a pipe put in its place meanwhile must not hold us


def _must_be_a_file(status: os.stat_result) -> None:
    kind = stat.S_IFMT(status.st_mode)
    if kind != stat.S_IFREG:
        raise UnreadableError(f"cannot be read: {_KINDS.get(kind, 'Is no file')}")


# Packages and what tools build of sources: never what a person wrote.
_MADE_BY_TOOLS = frozenset(["node_modules", "__pycache__", "__pypackages__", "site-packages", "_build", "_site"])
_ENVIRONMENT = "pyvenv.cfg"  # what the folder of a Python environment holds, whatever it is called
_OWN = ("builds", "latest", "packets")  # in the folder of outputs
_PUBLISHED = {"manifest.json", "documents", "segments"}  # what the folder of a build has, whoever made it


class Walk:
    """A walk through the sources below a root, which enters no linked folder and reads no build as a source."""

    def __init__(self, base: Path, out: Path | None) -> None:
        self.left_out: Counter[str] = Counter()
        self.unreadable: list[str] = []
        self.folders: list[str] = []  # that were entered
        self.base = base
        self._prefix = os.path.join(base, "")
        self._real = os.path.realpath(base)
        self._own = {os.path.join(os.path.realpath(out), name) for name in _OWN} if out else set()

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
        """Yield the files below a source, without hidden ones, builds and folders that tools made."""
        if not os.path.isdir(source) or self.leads_out(source):
            yield source
            return
        for folder, folders, files in os.walk(source, onerror=self._unreadable):
            self.folders.append(folder)
            if self._is_output(folder, folders, files) or (_ENVIRONMENT in files and folder != source):
                folders.clear()
                continue
            folders[:] = sorted(name for name in folders if not _is_hidden(name) and self._enters(folder, name))
            yield from (os.path.join(folder, name) for name in sorted(files) if not _is_hidden(name))

    def _enters(self, folder: str, name: str) -> bool:
        path = os.path.join(folder, name)
        if name in _OWN and os.path.join(os.path.realpath(folder), name) in self._own:
            return False  # uncounted: what a build leaves out must not depend on whether there was one before
        linked = os.path.islink(path)
        self.left_out["linked folder"] += linked
        return not linked

    def _is_output(self, folder: str, folders: Sequence[str], files: Sequence[str]) -> bool:
        if os.path.basename(folder) in ("builds", "packets") and os.path.realpath(folder) in self._own:
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


_HEAD = 1 << 17  # bytes that tell whether a file is an article, where not every file of its format is one
_FORMAT = re.compile(r"\.[a-z0-9_+-]{1,12}")


class SourceError(ValueError):
    """A named source that cannot be used; the message says which one and what to do."""


@dataclass(frozen=True, slots=True)
class PlacedFile:
    """A source file with its place: the work that it is a version of, and its language if the place shows it."""

    path: Path
    name: str  # POSIX path relative to the root
    media_type: str
    work: str
    language: Language | None = None  # None: to be detected from the text
    assumed: Language | None = None  # where neither the place nor the text tells another
    problem: str | None = None  # why it cannot be used


@dataclass(frozen=True, slots=True)
class DiscoveredSources:
    """The files found below the root, and those left out."""

    root: Path
    files: tuple[PlacedFile, ...]
    left_out: Counter[str] = field(default_factory=Counter)  # reason → files
    unreadable: tuple[str, ...] = ()  # names of folders that cannot be read
    folders: tuple[str, ...] = field(default=(), compare=False)  # that were looked through
    walked: tuple[str, ...] = field(
        default=(), compare=False
    )  # files that were met in them or named, of whatever format


def find(
    sources: Sequence[Path],
    root: Path | None = None,
    exclude: Sequence[str] = (),
    works: Sequence[Mapping[str, str]] = (),
    out: Path | None = None,
    on_file: Callable[[], None] = lambda: None,
) -> DiscoveredSources:
    """Return the source files in `sources` (files and folders), ordered by name; raises SourceError. `exclude` are
    glob patterns for names. `works` maps language tags to patterns, which override folder names. Builds that were
    written to `out` are no sources. `on_file` is called for each file.
    """
    paths = [Path(os.path.abspath(source)) for source in sources]
    for source in paths:
        _must_exist(source)
    base = Path(os.path.abspath(root)) if root else _common_root(paths)
    walk = Walk(base, out)
    files: dict[str, bool] = {}
    for source in paths:
        if not source.is_relative_to(base):
            raise SourceError(
                f"{printable(source)} lies outside the root {printable(base)}; "
                "change root in taiyaku.toml or leave the source out"
            )
        for path in walk.files(str(source)):
            files[path] = files.get(path, False) or path == str(source)
            on_file()
    listed = [_ListedFile(path, walk.name(path), is_named) for path, is_named in files.items()]
    included = [
        entry
        for entry in listed
        if entry.is_named or not any(fnmatch.fnmatch(entry.name, pattern) for pattern in exclude)
    ]
    walk.left_out["excluded"] += len(listed) - len(included)
    placed = list(_place_files(sorted(included, key=lambda entry: entry.name), walk, works))
    own_works, folders = tuple(_own_works(placed)), tuple(walk.folders)
    return DiscoveredSources(base, own_works, +walk.left_out, tuple(walk.unreadable), folders, tuple(files))


def _must_exist(source: Path) -> None:
    try:
        os.lstat(source)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise SourceError(f"{printable(source)}: no such file or folder; check the path") from None
    except OSError as error:
        raise SourceError(f"{printable(source)}: cannot be read: {error.strerror}; check the path") from None


@dataclass(frozen=True, slots=True)
class _ListedFile:
    """A file that was found, before it has its place."""

    path: str
    name: str
    is_named: bool  # on the command line


def _common_root(sources: Sequence[Path]) -> Path:
    """Return the deepest folder common to all sources, or its parent if its name tells a work or a language."""
    folders = [source if source.is_dir() else source.parent for source in sources]
    base = Path(os.path.commonpath(folders))
    if base.parent != base and (parse_tag(base.name) or _is_work_folder(base)):
        return base.parent
    return base


def _is_work_folder(folder: Path) -> bool:
    try:
        return any(
            parse_tag(stem) and suffix in EXTENSIONS and _is_article(folder / f"{stem}{suffix}", suffix)
            for stem, suffix in map(split_extension, os.listdir(folder))
        )
    except OSError:
        return False


def _is_article(path: Path, suffix: str) -> bool:
    """Return whether a file in a format that we read is an article; a program in Python is not."""
    is_article = format_of(EXTENSIONS[suffix]).is_article
    return is_article is None or is_article(beginning(path, _HEAD).decode("utf-8", "replace"))


def _place_files(listed: Sequence[_ListedFile], walk: Walk, works: Sequence[Mapping[str, str]]) -> Iterator[PlacedFile]:
    """Yield the files with their places; a rejected one is counted, or has a `problem` if it was named."""
    tagged = set().union(*(tag_parents(folder) for folder in {entry.name.rpartition("/")[0] for entry in listed}))
    for entry in listed:
        file, fault = _place_or_reject(entry, walk, works, tagged)
        if fault is None:
            yield file
        elif entry.is_named:
            yield replace(file, problem=fault[1])
        else:
            walk.left_out[fault[0]] += 1


def _place_or_reject(
    entry: _ListedFile, walk: Walk, works: Sequence[Mapping[str, str]], tagged: set[str]
) -> tuple[PlacedFile, tuple[str, str] | None]:
    """Return a file with its place and, if it is rejected, the reason: as counted, and as reported."""
    path, (stem, suffix) = Path(entry.path), split_extension(entry.name)
    if walk.leads_out(entry.path):
        problem = "link: it leads out of the root; name what it points to"
        return PlacedFile(path, entry.name, "", stem), ("link out of the root", problem)
    if suffix not in EXTENSIONS:
        counted = f"format {suffix}" if _FORMAT.fullmatch(suffix) else "format without extension"
        problem = f"format: {suffix or 'no extension'} is not one of {' '.join(EXTENSIONS)}"
        if suffix in UNREAD:
            problem = f"format: {suffix} is not read: {UNREAD[suffix]}"
        return PlacedFile(path, entry.name, "", stem), (counted, problem)
    work, language = place(entry.name, walk.base, works)
    is_unknown = language is None and EXTENSIONS[suffix] in KEYED  # settings of any program may be such a file
    if not entry.is_named and (is_unknown or not _is_article(path, suffix)):
        return PlacedFile(path, entry.name, "", stem), (f"no article {suffix}", "")
    foreign = None if language else foreign_tag(entry.name, tagged)
    fault = (f"language {foreign}", f"language: {foreign} is none of {', '.join(sorted(KNOWN))}") if foreign else None
    return PlacedFile(path, entry.name, EXTENSIONS[suffix], work, language), fault


def _own_works(placed: Iterable[PlacedFile]) -> Iterator[PlacedFile]:
    """Yield the files; of those without a language, two that differ only in extension are kept as separate works."""
    listed = list(placed)
    count = Counter(file.work for file in listed if file.language is None)
    for file in listed:
        clash = file.language is None and not file.problem and count[file.work] > 1
        yield replace(file, work=file.name) if clash else file
